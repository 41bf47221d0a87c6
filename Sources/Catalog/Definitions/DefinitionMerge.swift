import SQL

/// Merges stored definitions into the schema that an engine reports.
struct DefinitionMerge {
    private let stored: [String: StoredDefinition]
    private let collections: [String: Collection]

    init(_ stored: [String: StoredDefinition], over collections: [Collection]) {
        self.stored = stored
        self.collections = Dictionary(collections.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The collection with its stored definition; unchanged when it has none.
    func defined(_ collection: Collection) -> Collection {
        guard let storedDefinition = stored[collection.name] else { return collection }
        let definition = storedDefinition.current ?? CollectionDefinition()
        let fields = collection.fields.map { field -> Field in
            // A password field is secret as soon as its column may exist.
            let isSecret = [storedDefinition.current, storedDefinition.pending].contains { $0?.field(field.name)?.type == .password }
            let isDeletionMark = definition.keepsDeleted && field.name == Collection.deletionMarkName
            guard let fieldDefinition = definition.field(field.name), !isDeletionMark else {
                return isSecret || isDeletionMark ? field.with(nil, isSecret: isSecret, isServerWritten: isDeletionMark) : field
            }
            return field.with(fieldDefinition, isSecret: isSecret)
        }
        return collection.with(definition, fields: fields, relations: relations(of: collection, definition))
    }

    /// A stored relation replaces the engine's relation with the same key, and so renames it; further stored relations are added.
    private func relations(of collection: Collection, _ definition: CollectionDefinition) -> [Relation] {
        let defined = definition.relations.compactMap { relation(of: collection, $0) }
        let names = Set(defined.map(\.name))
        let reflected = collection.relations.filter { relation in
            !names.contains(relation.name) && !defined.contains { $0.isSameKey(as: relation) }
        }
        return (reflected + defined).sorted { ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name) }
    }

    /// Nil for a relation whose fields or target do not exist.
    private func relation(of collection: Collection, _ definition: RelationDefinition) -> Relation? {
        guard let target = collections[definition.target], collection.field(definition.name) == nil else { return nil }
        let relation: Relation
        switch definition.type {
        case .belongsTo:
            relation = Relation(
                name: definition.name, kind: .belongsTo, fields: [definition.foreignKey], target: definition.target,
                targetFields: [definition.targetKey])
        case .hasOne, .hasMany:
            relation = Relation(
                name: definition.name, kind: definition.type == .hasOne ? .hasOne : .hasMany, fields: [definition.sourceKey],
                target: definition.target, targetFields: [definition.foreignKey])
        case .belongsToMany:
            guard let through = definition.through, let otherKey = definition.otherKey, let join = collections[through],
                join.field(definition.foreignKey) != nil, join.field(otherKey) != nil
            else { return nil }
            relation = Relation(
                name: definition.name, kind: .belongsToMany, fields: [definition.sourceKey], target: definition.target,
                targetFields: [definition.targetKey],
                through: Relation.Through(collection: through, fields: [definition.foreignKey], targetFields: [otherKey]))
        }
        let exists = relation.fields.allSatisfy { collection.field($0) != nil } && relation.targetFields.allSatisfy { target.field($0) != nil }
        return exists ? relation : nil
    }
}

extension Relation {
    fileprivate func isSameKey(as other: Relation) -> Bool {
        (kind == other.kind || hasKeyInTarget && other.hasKeyInTarget) && fields == other.fields && target == other.target
            && targetFields == other.targetFields && through == other.through
    }
}

extension Field {
    /// - Parameter isServerWritten: whether only the server writes it.
    fileprivate func with(_ definition: FieldDefinition?, isSecret: Bool, isServerWritten: Bool = false) -> Field {
        let isServerGenerated = [.uuid, .nanoid].contains(definition?.type)
        let isSequence = definition?.type == .sequence
        let choices = definition?.choices.map(\.value) ?? []
        // SQLite stores a date and time without a zone in a column of text; the other engines report the type themselves.
        let type = definition?.type == .datetimeNoTz ? .timestamp : type
        return Field(
            name: name, type: type, declaredType: declaredType, isNullable: isNullable && definition?.isRequired != true,
            hasDefault: hasDefault || isServerGenerated || isSequence, defaultText: defaultText,
            isGenerated: isGenerated || isSequence || isServerWritten, comment: definition?.description ?? comment, extensionType: extensionType,
            sourceColumns: sourceColumns, allowedValues: choices.isEmpty || type != .text ? allowedValues : choices,
            definition: definition, isSecret: isSecret, hasNondeterministicCollation: hasNondeterministicCollation)
    }
}

extension Collection {
    static let deletionMarkName = "deletedAt"

    /// The field with the time at which a row was deleted; nil for a collection whose rows are deleted physically.
    package var deletionMark: Field? { definition?.keepsDeleted == true ? field(Self.deletionMarkName) : nil }

    /// The condition that selects rows that were not deleted.
    package var notDeletedFilter: Filter { deletionMark.map { Filter.compare(FieldPath(field: $0.name), .isNull) } ?? .always }

    fileprivate func with(_ definition: CollectionDefinition, fields: [Field], relations: [Relation]) -> Collection {
        Collection(
            source: source, name: name, origin: origin, kind: kind, fields: fields, primaryKey: primaryKey, relations: relations,
            dependents: dependents, constraintFields: constraintFields, checks: checks, estimatedRows: estimatedRows,
            comment: definition.description ?? comment, isReadOnly: isReadOnly, definition: definition)
    }
}
