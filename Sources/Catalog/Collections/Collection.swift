package import SQL

/// A table or view as callers see it. An immutable class, because every call carries it.
package final class Collection: Hashable, Sendable {
    /// Where its rows come from.
    package enum Origin: Hashable, Sendable {
        /// A table or view of the data source's own database.
        case table(schema: String, name: String)
        /// A query on the server's own state, already limited to one workspace: the system collections `users` and `roles`.
        case state(Statement)

        /// The name of the table or view; nil for a query.
        package var table: String? { if case .table(_, let name) = self { name } else { nil } }
    }

    /// The data source that holds it; `main` is the workspace's own database.
    package let source: String
    /// The name on the wire: the table's, with its schema and a dot in front when that is not the source's default schema.
    package let name: String
    package let origin: Origin
    package let kind: TableSchema.Kind
    package let fields: [Field]
    /// Field names in key order; empty when rows cannot be addressed.
    package let primaryKey: [String]
    package let relations: [Relation]
    /// Whose rows the engine changes by itself along with rows of this one.
    package let dependents: [Dependent]
    /// Fields of constraints by the name that the engine's errors give them, if the engine reports all of them.
    package let constraintFields: [String: Set<String>]
    /// Expressions of checks by the name that the engine's errors give them.
    package let checks: [String: String]
    package let estimatedRows: Int64?
    package let comment: String?
    /// Kept by the server itself: rows can be read, never written.
    package let isReadOnly: Bool
    /// Its stored definition beyond its table; nil when there is none.
    package let definition: CollectionDefinition?

    package init(
        source: String, name: String, origin: Origin, kind: TableSchema.Kind, fields: [Field], primaryKey: [String],
        relations: [Relation], dependents: [Dependent] = [], constraintFields: [String: Set<String>] = [:], checks: [String: String] = [:],
        estimatedRows: Int64?, comment: String?, isReadOnly: Bool, definition: CollectionDefinition? = nil
    ) {
        self.source = source
        self.name = name
        self.origin = origin
        self.kind = kind
        self.fields = fields
        self.primaryKey = primaryKey
        self.relations = relations
        self.dependents = dependents
        self.constraintFields = constraintFields
        self.checks = checks
        self.estimatedRows = estimatedRows
        self.comment = comment
        self.isReadOnly = isReadOnly
        self.definition = definition
    }

    /// For people.
    package var title: String { definition?.title ?? name }

    package func field(_ name: String) -> Field? { fields.first { $0.name == name } }
    package func relation(_ name: String) -> Relation? { relations.first { $0.name == name } }

    package static func == (left: Collection, right: Collection) -> Bool {
        if left === right { return true }
        return left.source == right.source && left.name == right.name && left.origin == right.origin && left.kind == right.kind
            && left.fields == right.fields && left.primaryKey == right.primaryKey && left.relations == right.relations
            && left.dependents == right.dependents && left.constraintFields == right.constraintFields && left.checks == right.checks
            && left.estimatedRows == right.estimatedRows
            && left.comment == right.comment
            && left.isReadOnly == right.isReadOnly && left.definition == right.definition
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(source)
        hasher.combine(name)
    }
}

/// A column as callers see it.
package struct Field: Hashable, Sendable {
    package let name: String
    package let type: ColumnType
    package let declaredType: String
    package let isNullable: Bool
    package let hasDefault: Bool
    /// The default in the engine's own words; nil where there is none, or the engine makes the value otherwise.
    package let defaultText: String?
    /// Computed by the engine or kept by the server (`createdById`, `createdAt`, …): never taken from a caller.
    package let isGenerated: Bool
    /// Names of the fields whose values it shows, because the engine computes it from them, directly or through others. Sorted.
    package let sourceColumns: [String]
    package let comment: String?
    /// Nil for a type of the engine itself.
    package let extensionType: ExtensionType?
    /// The values of an enumerated type, in its order; empty for any other type.
    package let allowedValues: [String]
    /// Its stored definition beyond its column; nil when there is none.
    package let definition: FieldDefinition?
    /// A password: it can be set, and never read.
    package let isSecret: Bool
    /// Whether the engine's own comparison calls texts equal whose bytes differ, on an engine that mostly does not.
    package let hasNondeterministicCollation: Bool

    package init(
        name: String, type: ColumnType, declaredType: String, isNullable: Bool, hasDefault: Bool, defaultText: String? = nil, isGenerated: Bool,
        comment: String?, extensionType: ExtensionType? = nil, sourceColumns: [String] = [], allowedValues: [String] = [],
        definition: FieldDefinition? = nil, isSecret: Bool = false, hasNondeterministicCollation: Bool = false
    ) {
        self.name = name
        self.type = type
        self.declaredType = declaredType
        self.isNullable = isNullable
        self.hasDefault = hasDefault
        self.defaultText = defaultText
        self.isGenerated = isGenerated
        self.comment = comment
        self.extensionType = extensionType
        self.sourceColumns = sourceColumns
        self.allowedValues = allowedValues
        self.definition = definition
        self.isSecret = isSecret
        self.hasNondeterministicCollation = hasNondeterministicCollation
    }
}

/// A collection with a foreign key for which the engine changes rows by itself (`ON DELETE`, `ON UPDATE`).
package struct Dependent: Hashable, Sendable {
    /// Its name; of a table that is not a collection here its schema and name, by which no collection is found.
    package let collection: String
    /// Fields of the foreign key.
    package let fields: [String]
    /// Fields of the collection that it refers to.
    package let referencedFields: [String]
    package let onDelete: ReferentialAction
    package let onUpdate: ReferentialAction
}

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

extension Field {
    /// Digits in all and after the point, as `DECIMAL(10,2)` declares them; nil where none are declared.
    package var decimalSize: (precision: Int, scale: Int)? {
        guard let start = declaredType.firstIndex(of: "("), let end = declaredType[start...].firstIndex(of: ")") else { return nil }
        let sizes = declaredType[declaredType.index(after: start)..<end].split(separator: ",").map { Int($0.filter { $0 != " " }) }
        guard let precision = sizes.first ?? nil, precision > 0, let scale = sizes.count > 1 ? sizes[1] : 0, (0...precision).contains(scale) else {
            return nil
        }
        return (precision, scale)
    }
}
