package import SQL

/// A table or view as callers see it. An immutable class, because every call carries it.
package final class Collection: Hashable, Sendable {
    /// The origin of its rows.
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
    /// The name on the wire: the table's name, preceded by its schema and a dot if that is not the source's default schema.
    package let name: String
    package let origin: Origin
    package let kind: TableSchema.Kind
    package let fields: [Field]
    /// Field names in key order; empty when rows cannot be addressed.
    package let primaryKey: [String]
    package let relations: [Relation]
    /// Collections whose rows the engine changes together with rows of this one.
    package let dependents: [Dependent]
    /// Fields of constraints by the name that the engine's errors report, if the engine reports all of them.
    package let constraintFields: [String: Set<String>]
    /// Expressions of checks by the name that the engine's errors report.
    package let checks: [String: String]
    package let estimatedRows: Int64?
    package let comment: String?
    /// Whether the server itself maintains it: callers can read rows, but not write them.
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

    /// The title for people.
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
    /// The default as the engine writes it; nil if there is none, or if the engine generates the value in another way.
    package let defaultText: String?
    /// Whether the engine computes it or the server fills it (`createdById`, `createdAt`, …): callers cannot set it.
    package let isGenerated: Bool
    /// The fields from which the engine computes it, directly or through other fields, so that it reveals their values. Sorted.
    package let sourceColumns: [String]
    package let comment: String?
    /// Nil for a type of the engine itself.
    package let extensionType: ExtensionType?
    /// The values of an enumerated type, in its order; empty for any other type.
    package let allowedValues: [String]
    /// Its stored definition beyond its column; nil when there is none.
    package let definition: FieldDefinition?
    /// Whether it is a password: it can be set but not read.
    package let isSecret: Bool
    /// Whether the engine treats texts with different bytes as equal in this column, on an engine that otherwise does not.
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

/// A collection whose rows the engine changes through a foreign key (`ON DELETE`, `ON UPDATE`).
package struct Dependent: Hashable, Sendable {
    /// Its name. For a table that is not a collection: schema and table name, which match no collection.
    package let collection: String
    /// Fields of the foreign key.
    package let fields: [String]
    /// Fields of the collection that the key refers to.
    package let referencedFields: [String]
    package let onDelete: ReferentialAction
    package let onUpdate: ReferentialAction
}

extension Collection {
    /// The SQL that follows FROM for the collection.
    package func reference(as alias: Identifier) -> Statement {
        switch origin {
        case .table(let schema, let name): "\(Identifier(schema)).\(Identifier(name)) AS \(alias)"
        case .state(let statement): "(\(statement)) AS \(alias)"
        }
    }

    /// An operator for use with the column of a field.
    package func sign(_ sign: EngineOperator, of field: String) -> Statement { self.field(field)?.sign(sign) ?? "\(sign)" }

    /// The same collection with fewer fields and relations; the others cannot be named.
    package func narrowed(toFields isShown: (Field) -> Bool, relations isEntered: (Relation) -> Bool) -> Collection {
        Collection(
            source: source, name: name, origin: origin, kind: kind, fields: fields.filter(isShown), primaryKey: primaryKey,
            relations: relations.filter(isEntered), dependents: dependents, estimatedRows: estimatedRows, comment: comment, isReadOnly: isReadOnly,
            definition: definition
        )
    }
}

extension Field {
    /// Precision and scale, as in `DECIMAL(10,2)`; nil if they are not declared.
    package var decimalSize: (precision: Int, scale: Int)? {
        guard let start = declaredType.firstIndex(of: "("), let end = declaredType[start...].firstIndex(of: ")") else { return nil }
        let sizes = declaredType[declaredType.index(after: start)..<end].split(separator: ",").map { Int($0.filter { $0 != " " }) }
        guard let precision = sizes.first ?? nil, precision > 0, let scale = sizes.count > 1 ? sizes[1] : 0, (0...precision).contains(scale) else {
            return nil
        }
        return (precision, scale)
    }
}
