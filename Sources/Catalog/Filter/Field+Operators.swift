package import SQL

extension Field {
    /// The values of an enumerated type in words, the first 20: `one of new, old`.
    package var allowedValueWords: String { "one of \(allowedValues.prefix(20).joined(separator: ", "))\(allowedValues.count > 20 ? ", …" : "")" }

    /// An operator as it is written beside the column: of the engine, or of the extension that brings the column's type.
    package func sign(_ sign: EngineOperator) -> Statement {
        guard let type = extensionType, type.comparison == .own else { return "\(sign)" }
        return "\(sign, in: Identifier(type.schema))"
    }

    /// The operator by which the engine compares the fields of a foreign key: an extension's only where both are of its type.
    package static func equal(_ field: Field?, _ other: Field?) -> Statement {
        guard let field, field.extensionType == other?.extensionType else { return "\(EngineOperator.equal)" }
        return field.sign(.equal)
    }

    /// A value beside such an operator: of the extension's type, since one that is made for another type would be taken before the extension's own.
    package func typed(_ value: Statement) -> Statement {
        guard let type = extensionType, type.comparison == .own else { return value }
        return "CAST(\(value) AS \(Identifier(type.schema)).\(Identifier(type.name)))"
    }
}
