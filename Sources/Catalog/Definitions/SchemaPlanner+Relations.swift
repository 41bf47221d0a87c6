import SQL
import SQLSyntax

extension SchemaPlanner {
    /// Creates the key of a relation if it is missing.
    /// - Parameters:
    ///   - table: of the collection; nil when the plan creates it.
    ///   - ownKey: the primary key of a table that the plan creates, if the key is a field.
    mutating func apply(_ relation: RelationDefinition, of collection: String, _ table: TableSchema?, ownKey: FieldDefinition?) throws(CatalogError) {
        switch relation.type {
        case .belongsTo:
            // A new table is created with the key.
            guard let table else { return }
            guard !has(relation.foreignKey, in: table) else {
                // The target may be a view or a system collection.
                if relation.target != collection, !(isMain && SystemCollections.names.contains(relation.target)), self.table(relation.target) == nil {
                    throw missing(relation)
                }
                return
            }
            try checkNew(relation.foreignKey, in: table)
            try add(try belongingKey(relation, in: collection, ownKey: nil), to: table, relation)
        case .hasOne, .hasMany:
            if relation.target == collection, table == nil {
                guard !adds(relation.foreignKey, to: collection, in: schema.defaultSchema) else { return }
                let own = try keyColumn(relation.sourceKey, of: collection, nil, ownKey, relation)
                try addKey(relation, to: collection, in: schema.defaultSchema, own, collection)
                return
            }
            let target = try self.target(of: relation)
            guard !has(relation.foreignKey, in: target) else { return }
            try checkNew(relation.foreignKey, in: target)
            let own = try keyColumn(relation.sourceKey, of: collection, table, ownKey, relation)
            try addKey(relation, to: target.name, in: target.schema, own, collection)
        case .belongsToMany: try join(relation, of: collection, table, ownKey)
        }
    }

    private mutating func addKey(
        _ relation: RelationDefinition, to table: String, in namespace: String, _ own: ColumnSchema, _ collection: String
    ) throws(CatalogError) {
        let key = ForeignKeyDraft(
            schema: self.table(collection)?.schema ?? schema.defaultSchema, table: self.table(collection)?.name ?? collection,
            column: relation.sourceKey,
            onDelete: relation.onDelete)
        plan.run(writer.add(ColumnDraft(relation.foreignKey, try words(referringTo: own, relation), key: key), to: table, in: namespace))
        plan.run(writer.index(relation.foreignKey, of: table, in: namespace, isUnique: relation.type == .hasOne))
        markAdded(relation.foreignKey, to: table, in: namespace)
        self.own(relation.name)
    }

    private mutating func add(_ column: ColumnDraft, to table: TableSchema, _ relation: RelationDefinition) throws(CatalogError) {
        plan.run(writer.add(column, to: table.name, in: table.schema))
        markAdded(column.name, to: table.name, in: table.schema)
        if dialect != .mysql { plan.run(writer.index(column.name, of: table.name, in: table.schema, isUnique: false)) }
        own(relation.name)
    }

    /// The column of a `belongsTo`.
    func belongingKey(_ relation: RelationDefinition, in collection: String, ownKey: FieldDefinition?) throws(CatalogError) -> ColumnDraft {
        let target = relation.target == collection ? table(collection) : try self.target(of: relation)
        let column = try keyColumn(relation.targetKey, of: relation.target, target, ownKey, relation)
        let key = ForeignKeyDraft(
            schema: target?.schema ?? schema.defaultSchema, table: target?.name ?? collection, column: relation.targetKey, onDelete: relation.onDelete
        )
        return ColumnDraft(relation.foreignKey, try words(referringTo: column, relation), key: key)
    }

    private mutating func join(
        _ relation: RelationDefinition, of collection: String, _ table: TableSchema?, _ ownKey: FieldDefinition?
    ) throws(CatalogError) {
        guard let through = relation.through, let otherKey = relation.otherKey else { return }
        let target = relation.target == collection ? table : try self.target(of: relation)
        if let known = self.table(through) {
            let missing = [relation.foreignKey, otherKey].filter { name in !known.columns.contains { $0.name == name } }
            guard missing.isEmpty else {
                throw CatalogError(
                    .invalidDefinition,
                    "\(relation.name).through: '\(through)' is there and has no field \(listing(missing)); name its fields in "
                        + "foreignKey and otherKey, or choose another join table")
            }
            return
        }
        guard !DefinitionNames.isReserved(through), !plan.made.contains(through) else {
            throw CatalogError(.invalidDefinition, "\(relation.name).through: '\(through)' cannot be the name of a join table")
        }
        let own = try keyColumn(relation.sourceKey, of: collection, table, ownKey, relation)
        let other = try keyColumn(relation.targetKey, of: relation.target, target, ownKey, relation)
        func column(_ name: String, _ to: ColumnSchema, _ table: TableSchema?, _ field: String) throws(CatalogError) -> ColumnDraft {
            let key = ForeignKeyDraft(
                schema: table?.schema ?? schema.defaultSchema, table: table?.name ?? collection, column: field,
                onDelete: relation.onDelete == .clear ? .cascade : relation.onDelete)
            var draft = ColumnDraft(name, try words(referringTo: to, relation), key: key)
            draft.isRequired = true
            return draft
        }
        let columns = [
            try column(relation.foreignKey, own, table, relation.sourceKey), try column(otherKey, other, target, relation.targetKey),
        ]
        plan.run(writer.create(through, columns, primaryKey: columns.map(\.name)))
        if dialect != .mysql { plan.run(writer.index(otherKey, of: through, in: schema.defaultSchema, isUnique: false)) }
        plan.made.append(through)
        self.own(relation.name)
    }

    private func missing(_ relation: RelationDefinition) -> CatalogError {
        CatalogError(
            .invalidDefinition, "\(relation.name).target: there is no collection '\(excerpt(relation.target))' in this data source; apply it first")
    }

    private func target(of relation: RelationDefinition) throws(CatalogError) -> TableSchema {
        if isMain, SystemCollections.names.contains(relation.target) {
            throw CatalogError(
                .invalidDefinition,
                "\(relation.name).target: '\(relation.target)' is kept by the server and not in this database; keep the id in a field of type bigInt")
        }
        guard let target = table(relation.target) else {
            throw missing(relation)
        }
        guard target.kind == .table else { throw CatalogError(.invalidDefinition, "\(relation.name).target: '\(target.name)' is a view") }
        return target
    }

    /// The column that a key refers to. It must be unique, as every engine requires.
    private func keyColumn(
        _ name: String, of collection: String, _ table: TableSchema?, _ ownKey: FieldDefinition?, _ relation: RelationDefinition
    ) throws(CatalogError) -> ColumnSchema {
        guard let table else {
            // In a new table only the primary key is known to be unique.
            guard name == ownKey?.name ?? "id" else {
                throw CatalogError(.invalidDefinition, "\(relation.name): '\(excerpt(name))' is not the primary key of \(collection)")
            }
            let words = ownKey.map { ColumnWords($0, dialect) } ?? ColumnWords(.bigInt, dialect)
            let type = ownKey?.type.columnType ?? .integer
            return ColumnSchema(name: name, type: type, declaredType: words.text.rendered(for: dialect).text)
        }
        guard let column = table.columns.first(where: { $0.name == name }) else {
            throw CatalogError(
                .invalidDefinition, "\(relation.name): \(collection) has no field '\(excerpt(name))' to refer to; set sourceKey or targetKey")
        }
        guard table.primaryKey == [name] || table.uniqueKeys.contains([name]) else {
            throw CatalogError(.invalidDefinition, "\(relation.name): \(collection).\(name) is not unique, so that no key can refer to it")
        }
        return column
    }

    private func words(referringTo column: ColumnSchema, _ relation: RelationDefinition) throws(CatalogError) -> ColumnWords {
        guard let words = ColumnWords(referringTo: column, dialect) else {
            throw CatalogError(.invalidDefinition, "\(relation.name): no key can refer to a field of type \(column.declaredType.prefix(40))")
        }
        return words
    }
}
