package import SQL

extension Field {
    /// An operator as it is written beside the column: of the engine, or of the extension that brings the column's type.
    package func sign(_ sign: EngineOperator) -> Statement {
        guard let type = extensionType, type.comparison == .own else { return "\(sign)" }
        return "\(sign, in: Identifier(type.schema))"
    }

    /// A value beside such an operator: of the extension's type, since one that is made for another type would be taken before the extension's own.
    package func typed(_ value: Statement) -> Statement {
        guard let type = extensionType, type.comparison == .own else { return value }
        return "CAST(\(value) AS \(Identifier(type.schema)).\(Identifier(type.name)))"
    }
}
