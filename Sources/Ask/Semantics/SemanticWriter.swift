import SQLSyntax

/// Writes a semantic layer as YAML.
package struct SemanticWriter {
    private var lines: [String] = []

    package static func text(_ layer: SemanticLayer, comment: String? = nil) -> String {
        var writer = SemanticWriter()
        for line in comment?.split(separator: "\n", omittingEmptySubsequences: false) ?? [] { writer.lines.append(line.isEmpty ? "#" : "# \(line)") }
        writer.write(layer)
        return writer.lines.joined(separator: "\n") + "\n"
    }

    private init() {}

    private mutating func write(_ layer: SemanticLayer) {
        lines.append("version: 1")
        lines.append(layer.tables.isEmpty ? "tables: {}" : "tables:")
        for table in layer.tables { write(table) }
        guard !layer.terms.isEmpty else { return }
        lines.append("terms:")
        for term in layer.terms { lines.append("  \(Self.quoted(term.name)): \(Self.quoted(term.text))") }
    }

    private mutating func write(_ table: SemanticLayer.Table) {
        lines.append("  \(Self.quoted(table.name)):")
        let start = lines.count
        write(table.words, "    ")
        if table.isHidden { lines.append("    hidden: true") }
        if !table.display.isEmpty { lines.append("    display: \(Self.list(table.display))") }
        if let date = table.date { lines.append("    date: \(Self.quoted(date))") }
        if !table.columns.isEmpty { lines.append("    columns:") }
        for column in table.columns {
            lines.append("      \(Self.quoted(column.name)):")
            let before = lines.count
            write(column.words, "        ")
            if column.isHidden { lines.append("        hidden: true") }
            if lines.count == before { lines[before - 1] += " {}" }
        }
        for kind in SemanticLayer.Concept.Kind.allCases {
            let concepts = table.concepts.filter { $0.kind == kind }
            if !concepts.isEmpty { lines.append("    \(kind.rawValue):") }
            for concept in concepts {
                guard concept.words != SemanticLayer.Words() else {
                    lines.append("      \(Self.quoted(concept.name)): \(Self.quoted(concept.expression))")
                    continue
                }
                lines.append("      \(Self.quoted(concept.name)):")
                lines.append("        expression: \(Self.quoted(concept.expression))")
                write(concept.words, "        ")
            }
        }
        if lines.count == start { lines[start - 1] += " {}" }
    }

    private mutating func write(_ words: SemanticLayer.Words, _ indent: String) {
        if let description = words.description { lines.append("\(indent)description: \(Self.quoted(description))") }
        if !words.synonyms.isEmpty { lines.append("\(indent)synonyms: \(Self.list(words.synonyms))") }
    }

    private static func list(_ names: [String]) -> String { "[" + names.map(quoted).joined(separator: ", ") + "]" }

    /// The text in plain style if every YAML parser reads it as a text, otherwise in double quotation marks.
    static func quoted(_ text: String) -> String {
        let isPlain =
            text.first.map { $0.isASCII && $0.isLetter } ?? false
            && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x5F || $0 == 0x20 || $0 == 0x2E }
            && text.last != " " && !["true", "false", "yes", "no", "null", "on", "off", "y", "n"].contains(text.lowercased())
        guard !isPlain else { return text }
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            default:
                if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029 {
                    out += "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count) + String(scalar.value, radix: 16)
                } else {
                    out.unicodeScalars.append(scalar)
                }
            }
        }
        return out + "\""
    }
}
