import JSON

extension JSONValue {
    /// Arguments whose names say what they are.
    private static let plain: Set<String> = [
        "cursor", "page", "p", "pageSize", "field", "value", "sortField", "sortOrder", "fields", "action", "question", "password", "url",
        "authorization",
    ]

    /// The JSON Schema of an argument as a list of tools shows it.
    func shortSchema(of argument: String) -> JSONValue {
        guard var object = shortSchema.object, Self.plain.contains(argument), object["description"]?.string.map({ $0.utf8.count <= 40 }) == true
        else { return shortSchema }
        object["description"] = nil
        return .object(object)
    }

    /// A JSON Schema without what a model makes nothing of: null as a further type of a member, and bounds that no sensible value meets.
    private var shortSchema: JSONValue {
        if let list = array { return .array(list.map(\.shortSchema)) }
        guard var object else { return self }
        if let types = object["type"]?.array?.filter({ $0 != "null" }) { object["type"] = types.count == 1 ? types[0] : .array(types) }
        if object["minimum"] == 0 || object["minimum"] == 1 { object["minimum"] = nil }
        if let maximum = object["maximum"]?.int, maximum >= 1_000_000 { object["maximum"] = nil }
        return .object(JSONObject(object.map { ($0.key, $0.key == "description" ? $0.value : $0.value.shortSchema) }))
    }
}
