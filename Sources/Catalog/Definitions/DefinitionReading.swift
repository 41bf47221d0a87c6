import SQL

/// Merges stored definitions into the schema that an engine reports.
struct DefinitionReading {
    private let stored: [String: StoredDefinition]
    private let collections: [String: Collection]

    init(_ stored: [String: StoredDefinition], over collections: [Collection]) {
        self.stored = stored
        self.collections = Dictionary(collections.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The collection as it was defined; itself when nothing was said of it.
    func defined(_ collection: Collection) -> Collection {
        guard let known = stored[collection.name] else { return collection }
        let definition = known.current ?? CollectionDefinition()
        let fields = collection.fields.map { field -> Field in
            // A password is one from the moment at which its column may be there.
            let isSecret = [known.current, known.pending].contains { $0?.field(field.name)?.type == .password }
            let isMark = definition.keepsDeleted && field.name == Collection.deletionMarkName
            guard let said = definition.field(field.name), !isMark else {
                return isSecret || isMark ? field.with(nil, isSecret: isSecret, isKept: isMark) : field
            }
            return field.with(said, isSecret: isSecret)
        }
        return collection.with(definition, fields: fields, relations: relations(of: collection, definition))
    }

    /// Relations by their keys: what was said of one gives it its name, and there may be more than the engine knows keys of.
    private func relations(of collection: Collection, _ definition: CollectionDefinition) -> [Relation] {
        let said = definition.relations.compactMap { relation(of: collection, $0) }
        let names = Set(said.map(\.name))
        let left = collection.relations.filter { relation in
            !names.contains(relation.name) && !said.contains { $0.isSameKey(as: relation) }
        }
        return (left + said).sorted { ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name) }
    }

    /// Nil for a relation whose fields or target are not there.
    private func relation(of collection: Collection, _ said: RelationDefinition) -> Relation? {
        guard let target = collections[said.target], collection.field(said.name) == nil else { return nil }
        let relation: Relation
        switch said.type {
        case .belongsTo:
            relation = Relation(
                name: said.name, kind: .belongsTo, fields: [said.foreignKey], target: said.target, targetFields: [said.targetKey])
        case .hasOne, .hasMany:
            relation = Relation(
                name: said.name, kind: said.type == .hasOne ? .hasOne : .hasMany, fields: [said.sourceKey], target: said.target,
                targetFields: [said.foreignKey])
        case .belongsToMany:
            guard let through = said.through, let otherKey = said.otherKey, let join = collections[through], join.field(said.foreignKey) != nil,
                join.field(otherKey) != nil
            else { return nil }
            relation = Relation(
                name: said.name, kind: .belongsToMany, fields: [said.sourceKey], target: said.target, targetFields: [said.targetKey],
                through: Relation.Through(collection: through, fields: [said.foreignKey], targetFields: [otherKey]))
        }
        let isThere = relation.fields.allSatisfy { collection.field($0) != nil } && relation.targetFields.allSatisfy { target.field($0) != nil }
        return isThere ? relation : nil
    }
}

extension Relation {
    fileprivate func isSameKey(as other: Relation) -> Bool {
        (kind == other.kind || hasKeyThere && other.hasKeyThere) && fields == other.fields && target == other.target
            && targetFields == other.targetFields && through == other.through
    }
}

extension Field {
    /// - Parameter isKept: whether the server alone writes it.
    fileprivate func with(_ definition: FieldDefinition?, isSecret: Bool, isKept: Bool = false) -> Field {
        let isServers = [.uuid, .nanoid].contains(definition?.type)
        let isSequence = definition?.type == .sequence
        let choices = definition?.choices.map(\.value) ?? []
        // On SQLite a date and time without a zone is a column of text.
        let type = definition?.type == .datetimeNoTz ? .timestamp : type
        return Field(
            name: name, type: type, declaredType: declaredType, isNullable: isNullable && definition?.isRequired != true,
            hasDefault: hasDefault || isServers || isSequence, defaultText: defaultText,
            isGenerated: isGenerated || isSequence || isKept, comment: definition?.description ?? comment, extensionType: extensionType,
            origins: origins, allowedValues: choices.isEmpty || type != .text ? allowedValues : choices,
            definition: definition, isSecret: isSecret, isLoose: isLoose)
    }
}

extension Collection {
    static let deletionMarkName = "deletedAt"

    /// The field that says when a row was deleted, where such rows are kept; nil where they go.
    package var deletionMark: Field? { definition?.keepsDeleted == true ? field(Self.deletionMarkName) : nil }

    /// The rows that were not deleted.
    package var presence: Filter { deletionMark.map { Filter.compare(FieldPath(field: $0.name), .isNull) } ?? .always }

    fileprivate func with(_ definition: CollectionDefinition, fields: [Field], relations: [Relation]) -> Collection {
        Collection(
            source: source, name: name, origin: origin, kind: kind, fields: fields, primaryKey: primaryKey, relations: relations,
            dependents: dependents, constraintFields: constraintFields, checks: checks, estimatedRows: estimatedRows,
            comment: definition.description ?? comment, isReadOnly: isReadOnly, definition: definition)
    }
}
