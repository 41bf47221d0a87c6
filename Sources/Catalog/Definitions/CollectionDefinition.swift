import JSON

/// What people defined about a collection beyond its table: titles, field types, relations, options. A class, because every call carries it.
package final class CollectionDefinition: Hashable, Sendable {
    package let title: String?
    package let description: String?
    /// Whether rows that are deleted stay in the table, marked and hidden from every caller.
    package let keepsDeleted: Bool
    /// Whether what becomes of its rows is kept: who changed them, when, and how they were before.
    package let keepsHistory: Bool
    /// In the order in which they were made; columns that nothing was said of are not among them.
    package let fields: [FieldDefinition]
    package let relations: [RelationDefinition]

    package init(
        title: String? = nil, description: String? = nil, keepsDeleted: Bool = false, keepsHistory: Bool = false, fields: [FieldDefinition] = [],
        relations: [RelationDefinition] = []
    ) {
        self.title = title
        self.description = description
        self.keepsDeleted = keepsDeleted
        self.keepsHistory = keepsHistory
        self.fields = fields
        self.relations = relations
    }

    package func field(_ name: String) -> FieldDefinition? { fields.first { $0.name == name } }
    package func relation(_ name: String) -> RelationDefinition? { relations.first { $0.name == name } }

    /// The same with these fields and relations in place of those with their names, or after all others.
    func with(_ fields: [FieldDefinition], _ relations: [RelationDefinition]) -> CollectionDefinition {
        func merged<Part>(_ old: [Part], _ new: [Part], _ name: (Part) -> String) -> [Part] {
            let byName = Dictionary(new.map { (name($0), $0) }) { $1 }
            let known = Set(old.map(name))
            return old.map { byName[name($0)] ?? $0 } + new.filter { !known.contains(name($0)) }
        }
        return CollectionDefinition(
            title: title, description: description, keepsDeleted: keepsDeleted, keepsHistory: keepsHistory,
            fields: merged(self.fields, fields, \.name),
            relations: merged(self.relations, relations, \.name))
    }

    /// The same without the field or relation of a name.
    func without(_ name: String) -> CollectionDefinition {
        CollectionDefinition(
            title: title, description: description, keepsDeleted: keepsDeleted, keepsHistory: keepsHistory, fields: fields.filter { $0.name != name },
            relations: relations.filter { $0.name != name })
    }

    package static func == (left: CollectionDefinition, right: CollectionDefinition) -> Bool { left === right || left.json == right.json }
    package func hash(into hasher: inout Hasher) { hasher.combine(title) }
}

extension CollectionDefinition {
    /// As the store keeps it.
    var json: JSONValue {
        var members: JSONObject = [:]
        if let title { members["title"] = .string(title) }
        if let description { members["description"] = .string(description) }
        if keepsDeleted { members["softDelete"] = true }
        if keepsHistory { members["history"] = true }
        members["fields"] = .array(fields.map { .object($0.json) })
        members["relations"] = .array(relations.map { .object($0.json) })
        return .object(members)
    }

    /// - Throws: ``CatalogError`` for what ``json`` did not write.
    convenience init(kept json: JSONValue, collection: String) throws(CatalogError) {
        self.init(
            title: json["title"]?.string, description: json["description"]?.string, keepsDeleted: json["softDelete"]?.bool ?? false,
            keepsHistory: json["history"]?.bool ?? false,
            fields: try (json["fields"]?.array ?? []).map { json throws(CatalogError) -> FieldDefinition in
                try FieldDefinition(json.object ?? [:], over: nil, column: nil, path: "\(collection): kept field")
            },
            relations: try (json["relations"]?.array ?? []).map { json throws(CatalogError) -> RelationDefinition in
                try RelationDefinition(json.object ?? [:], over: nil, collection: collection, path: "\(collection): kept relation")
            })
    }
}
