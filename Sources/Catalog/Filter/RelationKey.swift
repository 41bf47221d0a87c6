package import JSON

/// The foreign key that a relation had when a rule was set. If the relation's name later means another key, the rule does not apply.
package struct RelationKey: Hashable, Sendable {
    /// The collection that has the relation.
    package let collection: String
    package let relation: String
    package let fields: [String]
    package let target: String
    package let targetFields: [String]
    /// Set only for `belongsToMany`.
    package let through: Relation.Through?

    package init(_ relation: Relation, of collection: String) {
        self.collection = collection
        self.relation = relation.name
        fields = relation.fields
        target = relation.target
        targetFields = relation.targetFields
        through = relation.through
    }

    /// Whether the relation of this name still has this key.
    package func holds(in catalog: SourceCatalog) -> Bool {
        catalog[collection]?.relation(relation).map { RelationKey($0, of: collection) == self } ?? false
    }
}

extension RelationKey {
    /// The form that the store keeps and tools show.
    package var json: JSONValue {
        func list(_ names: [String]) -> JSONValue { .array(names.map { .string($0) }) }
        var members: JSONObject = [
            "collection": .string(collection), "relation": .string(relation), "fields": list(fields), "target": .string(target),
            "targetFields": list(targetFields),
        ]
        if let through {
            members["through"] = [
                "collection": .string(through.collection), "fields": list(through.fields), "targetFields": list(through.targetFields),
            ]
        }
        return .object(members)
    }

    /// Nil for JSON that ``json`` did not write.
    package init?(_ json: JSONValue) {
        guard let collection = json["collection"]?.string, let relation = json["relation"]?.string, let target = json["target"]?.string,
            let fields = json["fields"]?.array, let targetFields = json["targetFields"]?.array
        else { return nil }
        self.collection = collection
        self.relation = relation
        self.target = target
        self.fields = fields.compactMap(\.string)
        self.targetFields = targetFields.compactMap(\.string)
        through = json["through"].flatMap(Relation.Through.init(kept:))
        guard (json["through"] == nil) == (through == nil) else { return nil }
        guard self.fields.count == fields.count, self.targetFields.count == targetFields.count else { return nil }
    }
}

extension Relation.Through {
    fileprivate init?(kept json: JSONValue) {
        guard let collection = json["collection"]?.string, let fields = json["fields"]?.array, let targetFields = json["targetFields"]?.array else {
            return nil
        }
        self.init(collection: collection, fields: fields.compactMap(\.string), targetFields: targetFields.compactMap(\.string))
        guard self.fields.count == fields.count, self.targetFields.count == targetFields.count else { return nil }
    }
}

extension Filter {
    /// Whether the condition enters a relation.
    package var entersRelations: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains(where: \.entersRelations)
        case .not(let inner): inner.entersRelations
        case .related: true
        case .compare(let path, _): !path.relations.isEmpty
        }
    }

    /// The keys of all relations that the condition enters, sorted; nil when one of them does not exist.
    package func relationKeys(from collection: Collection, in catalog: SourceCatalog) -> [RelationKey]? {
        var found: Set<RelationKey> = []
        guard collect(from: collection, in: catalog, into: &found) else { return nil }
        return found.sorted { ($0.collection, $0.relation) < ($1.collection, $1.relation) }
    }

    private func collect(from collection: Collection, in catalog: SourceCatalog, into found: inout Set<RelationKey>) -> Bool {
        switch self {
        case .all(let parts), .any(let parts): return parts.allSatisfy { $0.collect(from: collection, in: catalog, into: &found) }
        case .not(let inner): return inner.collect(from: collection, in: catalog, into: &found)
        case .compare(let path, _): return Self.walk(path.relations, from: collection, in: catalog, into: &found) != nil
        case .related(let path, let inner):
            guard let target = Self.walk(path, from: collection, in: catalog, into: &found) else { return false }
            return inner.collect(from: target, in: catalog, into: &found)
        }
    }

    private static func walk(
        _ path: [String], from start: Collection, in catalog: SourceCatalog, into found: inout Set<RelationKey>
    ) -> Collection? {
        var collection = start
        for name in path {
            guard let relation = collection.relation(name), let target = catalog[relation.target] else { return nil }
            found.insert(RelationKey(relation, of: collection.name))
            collection = target
        }
        return collection
    }
}
