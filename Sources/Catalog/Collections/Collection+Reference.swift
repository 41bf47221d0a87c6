package import SQL

extension Collection {
    /// The collection as it stands after FROM.
    package func reference(as alias: Identifier) -> Statement {
        switch origin {
        case .table(let schema, let name): "\(Identifier(schema)).\(Identifier(name)) AS \(alias)"
        case .state(let statement): "(\(statement)) AS \(alias)"
        }
    }

    /// An operator as it is written beside the column of a field.
    package func sign(_ sign: EngineOperator, of field: String) -> Statement { self.field(field)?.sign(sign) ?? "\(sign)" }

    /// The same collection with fewer fields and relations: what is left out cannot be named.
    package func narrowed(toFields isShown: (Field) -> Bool, relations isEntered: (Relation) -> Bool) -> Collection {
        Collection(
            source: source, name: name, origin: origin, kind: kind, fields: fields.filter(isShown), primaryKey: primaryKey,
            relations: relations.filter(isEntered), dependents: dependents, estimatedRows: estimatedRows, comment: comment, isReadOnly: isReadOnly,
            definition: definition
        )
    }
}
