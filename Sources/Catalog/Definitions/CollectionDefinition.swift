import JSON

/// The stored definition of a collection beyond its table: titles, field types, relations, options. A class, because every call carries it.
package final class CollectionDefinition: Hashable, Sendable {
    package let title: String?
    package let description: String?
    /// Whether deleted rows stay in the table, marked and hidden from every caller.
    package let keepsDeleted: Bool
    /// Whether the history of its rows is recorded: who changed them, when, and their previous values.
    package let keepsHistory: Bool
    /// Definitions in order of creation; columns without a definition have none.
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

    /// The same with these fields and relations, which replace those with the same names or are appended.
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
    /// The stored form.
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

    /// - Throws: ``CatalogError`` for JSON that ``json`` did not write.
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

/// The fields and relations of a requested change, merged with the definition before it.
struct CollectionDraft {
    let fields: [FieldDefinition]
    let relations: [RelationDefinition]

    /// - Parameters:
    ///   - known: the previous definition, with a change in progress.
    ///   - column: the type of an existing column.
    init(
        _ order: CollectionOrder, over known: StoredDefinition?, column: (String) -> FieldType?
    ) throws(CatalogError) {
        guard order.fields.count <= CollectionOrder.maximumFields else {
            throw CatalogError(.invalidDefinition, "fields: at most \(CollectionOrder.maximumFields) in one call")
        }
        var fields: [FieldDefinition] = []
        var relations: [RelationDefinition] = []
        var names: Set<String> = []
        for (index, json) in order.fields.enumerated() {
            let named = json["name"]?.string.map { " (\(excerpt($0)))" } ?? ""
            let path = order.fields.count == 1 ? "field\(named)" : "fields[\(index)]\(named)"
            guard let object = json.object else { throw CatalogError(.invalidDefinition, "\(path): expected an object with name and type") }
            let name = object["name"]?.string ?? ""
            if Self.isRelation(object, name, known) {
                var given = object
                given["ownsKey"] = nil
                let old = known?.current?.relation(name) ?? known?.pending?.relation(name)
                relations.append(try RelationDefinition(given, over: old, collection: order.name, path: path))
            } else {
                fields.append(try FieldDefinition(object, over: known?.current?.field(name), column: column(name), path: path))
            }
            guard names.insert(name.lowercased()).inserted else {
                throw CatalogError(
                    .invalidDefinition, "\(path): another field of the call has this name; some engines do not tell their cases apart")
            }
        }
        for relation in relations {
            if fields.contains(where: { $0.name.lowercased() == relation.name.lowercased() }) || column(relation.name) != nil {
                throw CatalogError(.invalidDefinition, "\(relation.name): a relation needs another name than a field")
            }
        }
        self.fields = fields
        self.relations = relations
    }

    private static func isRelation(_ object: JSONObject, _ name: String, _ known: StoredDefinition?) -> Bool {
        if let word = object["type"]?.string { return RelationType(rawValue: word) != nil }
        if let interface = object["interface"]?.string, RelationType(interface: interface) != nil { return true }
        return known?.current?.relation(name) != nil || object["target"] != nil
    }
}
