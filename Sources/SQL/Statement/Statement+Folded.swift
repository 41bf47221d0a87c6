package import SQLSyntax

extension Statement {
    /// The same statement with names quoted and literals joined into as few pieces as the values allow: quicker to render, for this dialect alone.
    package func folded(for dialect: Dialect) -> Statement {
        var out = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
        var text = ""
        for part in parts {
            switch part {
            case .text(let piece): text += piece
            case .identifier(let identifier): text += identifier.quoted(for: dialect)
            case .type(let type): text += type.name(in: dialect)
            case .sign(let sign, let schema): text += sign.text(in: dialect, schema: schema)
            case .engine(let name): text += Statement.engineName(name, in: dialect)
            case .literal(let value): text += value.literal(in: dialect)
            case .value, .row:
                out.parts += text.isEmpty ? [part] : [.text(text), part]
                text = ""
            }
        }
        if !text.isEmpty { out.parts.append(.text(text)) }
        return Statement(stringInterpolation: out)
    }
}
