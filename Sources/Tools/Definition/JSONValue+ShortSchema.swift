import JSON

extension JSONValue {
    /// Arguments whose names need no description.
    private static let plain: Set<String> = [
        "cursor", "page", "p", "pageSize", "field", "value", "sortField", "sortOrder", "fields", "action", "question", "password", "url",
        "authorization",
    ]

    /// The JSON Schema of an argument in lists of tools.
    func shortSchema(of argument: String) -> JSONValue {
        guard var object = shortSchema.object, Self.plain.contains(argument), object["description"]?.string.map({ $0.utf8.count <= 40 }) == true
        else { return shortSchema }
        object["description"] = nil
        return .object(object)
    }

    /// A JSON Schema without parts that do not help a model: null as an additional type of a member, and limits that no sensible value
    /// reaches.
    private var shortSchema: JSONValue {
        if let list = array { return .array(list.map(\.shortSchema)) }
        guard var object else { return self }
        if let types = object["type"]?.array?.filter({ $0 != "null" }) { object["type"] = types.count == 1 ? types[0] : .array(types) }
        if object["minimum"] == 0 || object["minimum"] == 1 { object["minimum"] = nil }
        if let maximum = object["maximum"]?.int, maximum >= 1_000_000 { object["maximum"] = nil }
        return .object(JSONObject(object.map { ($0.key, $0.key == "description" ? $0.value : $0.value.shortSchema) }))
    }
}
