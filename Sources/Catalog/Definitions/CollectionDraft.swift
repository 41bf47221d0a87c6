import JSON

/// The fields and relations of a requested change, merged with the definition before it.
struct CollectionDraft {
    let fields: [FieldDefinition]
    let relations: [RelationDefinition]

    /// - Parameters:
    ///   - known: as the collection was defined before, with a change that was begun.
    ///   - column: the type of a column that is there.
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
