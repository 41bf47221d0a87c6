import JSON
import SQL
import SQLSyntax

/// Compares the defined tables with the existing ones and plans the changes; the plan is empty when nothing differs.
struct SchemaPlanner {
    let schema: DatabaseSchema
    let dialect: Dialect
    /// Whether it is a workspace's own database, where some names mean system collections.
    let isMain: Bool
    /// Collections that are hidden from the caller.
    var unnamed: Set<String> = []
    var plan = SchemaPlan()
    /// Most fields of a primary key.
    private static let maximumKeyFields = 8
    /// Relations whose key the plan creates.
    private(set) var owners: Set<String> = []
    /// Columns that the plan adds: schema, table and name of each. Several relations of one call can have the same key.
    private var added: Set<[String]> = []

    init(_ schema: DatabaseSchema, _ dialect: Dialect, isMain: Bool) {
        self.schema = schema
        self.isMain = isMain
        self.dialect = dialect
    }

    var writer: SchemaWriter { SchemaWriter(dialect: dialect, defaultSchema: schema.defaultSchema) }

    /// The table of a collection by its name: `orders`, or `sales.orders` in another schema. Nil for the server's own tables.
    func table(_ collection: String) -> TableSchema? {
        schema.tables.first { collection == name(of: $0) && SchemaReading.isCollection($0) }
    }

    /// The name of the collection of a table.
    func name(of table: TableSchema) -> String {
        let isPlain = table.schema == schema.defaultSchema && !(isMain && SystemCollections.names.contains(table.name))
        return isPlain ? table.name : "\(table.schema).\(table.name)"
    }

    /// A key of another table in words, without names that are hidden from the caller.
    func description(of key: ForeignKey, in table: TableSchema) -> String {
        unnamed.contains(name(of: table)) ? "a collection that you may not change" : "\(table.name).\(key.columns.joined(separator: ", "))"
    }

    // MARK: Collections

    /// Creates the table of a collection, with its fields and the server's columns.
    /// - Parameter system: columns that the server fills.
    mutating func create(_ collection: String, _ definition: CollectionDefinition, system: [ColumnDraft]) throws(CatalogError) {
        guard DefinitionNames.isName(collection) else {
            throw CatalogError(.invalidDefinition, "name: '\(excerpt(collection))' is not a name: \(DefinitionNames.rule)")
        }
        if let other = schema.tables.first(where: { $0.schema == schema.defaultSchema && $0.name.lowercased() == collection.lowercased() }) {
            throw CatalogError(.invalidDefinition, "name: there is '\(excerpt(other.name))', which some engines do not tell apart")
        }
        let keys = definition.fields.filter(\.isPrimaryKey)
        guard keys.count <= Self.maximumKeyFields else {
            throw CatalogError(.invalidDefinition, "fields: at most \(Self.maximumKeyFields) fields are the primary key")
        }
        let isComposite = keys.count > 1
        var columns = definition.fields.map { field in
            var draft = ColumnDraft(field, dialect)
            // A key of several fields is a constraint of the table, and the engine generates none of them.
            if isComposite, field.isPrimaryKey { (draft.isPrimaryKey, draft.isGeneratedKey, draft.isRequired) = (false, false, true) }
            return draft
        }
        for relation in definition.relations where relation.type == .belongsTo {
            // An explicit key field is used as it is.
            guard !columns.contains(where: { $0.name == relation.foreignKey }) else { continue }
            columns.append(try belongingKey(relation, in: collection, ownKey: isComposite ? nil : keys.first))
            owners.insert(relation.name)
        }
        let names = Set(columns.map { $0.name.lowercased() })
        columns += system.filter { !names.contains($0.name.lowercased()) && ($0.name != "id" || keys.isEmpty) }
        if let id = columns.firstIndex(where: \.isGeneratedKey) { columns.insert(columns.remove(at: id), at: 0) }
        guard isComposite || columns.contains(where: { $0.isPrimaryKey || $0.isGeneratedKey }) else {
            throw CatalogError(.invalidDefinition, "fields: with autoGenId false one field needs primaryKey true")
        }
        plan.run(writer.create(collection, columns, primaryKey: isComposite ? keys.map(\.name) : []))
        forgetHistory(of: collection)
        plan.made.append(collection)
        for column in columns { markAdded(column.name, to: collection, in: schema.defaultSchema) }
        for field in definition.fields where field.isUnique && !field.isPrimaryKey { index(field.name, of: collection, isUnique: true) }
        for field in definition.fields where field.isIndexed && !field.isUnique { index(field.name, of: collection, isUnique: false) }
        for column in columns where column.key != nil { indexKey(column.name, of: collection, schema.defaultSchema) }
    }

    /// Adds an index for a key. MySQL creates one for every foreign key itself.
    private mutating func indexKey(_ column: String, of table: String, _ namespace: String, isUnique: Bool = false) {
        guard dialect != .mysql || isUnique else { return }
        plan.run(writer.index(column, of: table, in: namespace, isUnique: isUnique))
    }

    private mutating func index(_ column: String, of table: String, in namespace: String? = nil, isUnique: Bool) {
        plan.run(writer.index(column, of: table, in: namespace ?? schema.defaultSchema, isUnique: isUnique))
    }

    // MARK: Fields

    /// Creates or changes the column of a field.
    mutating func apply(_ field: FieldDefinition, over old: FieldDefinition?, to table: TableSchema) throws(CatalogError) {
        guard let column = table.columns.first(where: { $0.name == field.name }) else {
            try checkNew(field.name, in: table)
            guard !field.isPrimaryKey else {
                throw CatalogError(.invalidDefinition, "\(field.name): the primary key of an existing table cannot be changed")
            }
            var draft = ColumnDraft(field, dialect)
            // Existing rows have no value for it.
            draft.isRequired = draft.isRequired && draft.defaultValue != nil
            plan.run(writer.add(draft, to: table.name, in: table.schema))
            markAdded(field.name, to: table.name, in: table.schema)
            if field.isUnique || field.isIndexed { index(field.name, of: table.name, in: table.schema, isUnique: field.isUnique) }
            return
        }
        var draft = ColumnDraft(field, dialect)
        draft.isRequired = !column.isNullable
        var change = ColumnChange()
        let saysNoSize = field.length == nil && field.precision == nil && field.scale == nil
        let isSame = draft.words.isSame(as: column.declaredType, dialect) || saysNoSize && FieldType(of: column, dialect) == field.type
        if !isSame {
            try checkConversion(of: column, to: field, in: table)
            change.type = true
        }
        change.defaultValue = field.defaultValue != old?.defaultValue
        let mayBeNull = field.json["allowNull"]?.bool == true || field.json["required"]?.bool == false
        change.allowsNull = !column.isNullable && mayBeNull && !field.isRequired && !table.primaryKey.contains(column.name)
        if change.allowsNull { draft.isRequired = false }
        if change.isNeeded { try alter(column, to: draft, change, in: table) }
        applyIndexes(field, over: old, to: table)
    }

    private mutating func applyIndexes(_ field: FieldDefinition, over old: FieldDefinition?, to table: TableSchema) {
        let isUnique = table.uniqueKeys.contains([field.name]) || table.primaryKey == [field.name]
        if field.isUnique, !isUnique { index(field.name, of: table.name, in: table.schema, isUnique: true) }
        if !field.isUnique, old?.isUnique == true, isUnique {
            plan.run(writer.dropIndex(field.name, of: table.name, in: table.schema, isUnique: true))
        }
        if field.isIndexed, old?.isIndexed != true, !field.isUnique { index(field.name, of: table.name, in: table.schema, isUnique: false) }
        if !field.isIndexed, old?.isIndexed == true { plan.run(writer.dropIndex(field.name, of: table.name, in: table.schema, isUnique: false)) }
    }

    private mutating func alter(_ column: ColumnSchema, to draft: ColumnDraft, _ change: ColumnChange, in table: TableSchema) throws(CatalogError) {
        guard !column.isGenerated else { throw CatalogError(.invalidDefinition, "\(column.name): a computed column cannot be changed here") }
        guard dialect == .sqlite else {
            for statement in writer.alter(draft, of: table.name, in: table.schema, change) { plan.run(statement) }
            return
        }
        guard !table.primaryKey.contains(column.name), !table.foreignKeys.contains(where: { $0.columns.contains(column.name) }) else {
            throw CatalogError(.invalidDefinition, "\(column.name): a key's column does not change in this database")
        }
        plan.change(table.name, replacing: (column.name, writer.column(draft)))
    }

    private mutating func checkConversion(of column: ColumnSchema, to field: FieldDefinition, in table: TableSchema) throws(CatalogError) {
        let from = FieldType(of: column, dialect)
        guard from.converts(to: field.type) else {
            throw CatalogError(
                .invalidDefinition,
                "\(column.name): is of type \(from.rawValue), whose values cannot be made \(field.type.rawValue); make another field and copy them")
        }
        if !Self.holdsAll(from, field.type) {
            plan.losses.append("\(table.name).\(column.name) becomes \(field.type.rawValue): values that do not fit are refused or rounded")
        }
        guard dialect == .sqlite, column.type == .text, field.type.columnType != .text else { return }
        let name = Identifier(column.name)
        plan.add(
            .check(
                """
                SELECT 1 FROM \(writer.table(table.name, in: table.schema)) WHERE \(name) IS NOT NULL
                AND (\(name) = '' OR \(name) GLOB '*[^0-9.+-]*' OR substr(\(name), 2) GLOB '*[+-]*' OR \(name) GLOB '*.*.*') LIMIT 1
                """, refusal: "\(column.name): rows have values that are no numbers; nothing was changed"))
    }

    /// Whether every value of one type is valid in the other.
    private static func holdsAll(_ from: FieldType, _ to: FieldType) -> Bool {
        switch (from, to) {
        case (.integer, .bigInt), (.integer, .double), (.string, .text): true
        default: false
        }
    }

    func checkNew(_ name: String, in table: TableSchema) throws(CatalogError) {
        if let other = table.columns.first(where: { $0.name.lowercased() == name.lowercased() }) {
            throw CatalogError(
                .invalidDefinition, "\(excerpt(name)): \(table.name) has '\(excerpt(other.name))', which some engines do not tell apart")
        }
        guard table.kind == .table else { throw CatalogError(.invalidDefinition, "\(table.name) is a view: its columns come from its statement") }
    }

    mutating func own(_ relation: String) { owners.insert(relation) }

    mutating func markAdded(_ column: String, to table: String, in namespace: String) { added.insert([namespace, table, column]) }

    /// Whether the plan adds the column.
    func adds(_ column: String, to table: String, in namespace: String) -> Bool { added.contains([namespace, table, column]) }

    /// Whether the table has the column, or gets it by the plan.
    func has(_ column: String, in table: TableSchema) -> Bool {
        table.columns.contains { $0.name == column } || adds(column, to: table.name, in: table.schema)
    }
}
