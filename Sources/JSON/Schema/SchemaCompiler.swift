/// Turns a schema into rules; refuses unknown keywords.
struct SchemaCompiler {
    private(set) var definitions: [String: SchemaNode] = [:]
    private var definitionNames: Set<String> = []

    /// Keywords that describe and do not check (JSON Schema 2020-12 validation sections 7 to 9, core section 8.3).
    private static let annotations: Set<String> = [
        "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "format", "contentEncoding", "contentMediaType",
        "$schema",
        "$id", "$comment",
    ]

    mutating func compileRoot(_ schema: JSONValue) throws(JSONSchemaError) -> SchemaNode {
        let named = try members(schema["$defs"] ?? [:], "#/$defs")
        definitionNames = Set(named.keys)
        for (name, schema) in named { definitions[name] = try compile(schema, "#/$defs/\(name)") }
        let root = try compile(schema, "#")
        for name in named.keys where reaches(name, from: definitions[name]) {
            throw JSONSchemaError(path: "#/$defs/\(name)", reason: "refers to itself without going deeper into the value")
        }
        return root
    }

    private func compile(_ schema: JSONValue, _ path: String) throws(JSONSchemaError) -> SchemaNode {
        if let isOpen = schema.bool { return isOpen ? SchemaNode() : .never }
        let keywords = try members(schema, path)
        var node = SchemaNode()
        for (keyword, value) in keywords {
            guard let rule = try rule(keyword, value, "\(path)/\(keyword)", isRoot: path == "#") else { continue }
            // The type comes first: a value of the wrong type gets only that error.
            if case .types = rule { node.rules.insert(rule, at: 0) } else { node.rules.append(rule) }
        }
        if let rule = try membersRule(keywords, path) { node.rules.append(.members(rule)) }
        return node
    }

    /// The rule of a single keyword; nil for annotations and for keywords that ``membersRule(_:_:)`` combines.
    private func rule(_ keyword: String, _ value: JSONValue, _ path: String, isRoot: Bool) throws(JSONSchemaError) -> SchemaRule? {
        switch keyword {
        case "type": return .types(try types(value, path))
        case "enum": return .values(try array(value, path))
        case "const": return .values([value])
        case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
            guard let limit = value.number, let keyword = SchemaBound.Keyword(rawValue: keyword) else { throw refusal(path, "a number") }
            return .bound(SchemaBound(keyword: keyword, limit: limit))
        case "multipleOf":
            guard let unit = value.number, JSONNumber(0) < unit else { throw refusal(path, "a number above 0") }
            return .multiple(unit)
        case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
            guard let limit = value.int, limit >= 0, let keyword = SchemaSize.Keyword(rawValue: keyword) else { throw refusal(path, "a count") }
            return .size(SchemaSize(keyword: keyword, limit: Int(limit)))
        case "items": return .items(try compile(value, path))
        case "uniqueItems":
            guard let isUnique = value.bool else { throw refusal(path, "a boolean") }
            return isUnique ? .uniqueItems : nil
        case "anyOf": return .anyOf(try schemas(value, path))
        case "oneOf": return .oneOf(try schemas(value, path))
        case "allOf": return .allOf(try schemas(value, path))
        case "not": return .not(try compile(value, path))
        case "$ref": return .reference(try reference(value, path))
        case "properties", "required", "additionalProperties": return nil
        case "$defs" where isRoot: return nil
        case _ where Self.annotations.contains(keyword) || keyword.hasPrefix("x-"): return nil
        default: throw JSONSchemaError(path: path, reason: "unknown keyword")
        }
    }

    private func membersRule(_ keywords: JSONObject, _ path: String) throws(JSONSchemaError) -> SchemaMembers? {
        let (properties, required, additional) = (keywords["properties"], keywords["required"], keywords["additionalProperties"])
        guard properties != nil || required != nil || additional != nil else { return nil }
        var rule = SchemaMembers()
        for (name, schema) in try members(properties ?? [:], "\(path)/properties") {
            rule.properties[name] = try compile(schema, "\(path)/properties/\(name)")
            rule.names.append(name)
        }
        for name in (required ?? []).array ?? [.null] {
            guard let name = name.string else { throw refusal("\(path)/required", "an array of strings") }
            rule.required.append(name)
        }
        rule.isClosed = additional == false
        if let additional, additional != true { rule.additional = try compile(additional, "\(path)/additionalProperties") }
        return rule
    }

    private func types(_ value: JSONValue, _ path: String) throws(JSONSchemaError) -> [SchemaType] {
        var types: [SchemaType] = []
        let names = value.string == nil ? try array(value, path) : [value]
        for name in names {
            guard let type = name.string.flatMap(SchemaType.init) else { throw refusal(path, "names of types") }
            types.append(type)
        }
        return types
    }

    private func schemas(_ value: JSONValue, _ path: String) throws(JSONSchemaError) -> [SchemaNode] {
        var nodes: [SchemaNode] = []
        for (index, schema) in try array(value, path).enumerated() { nodes.append(try compile(schema, "\(path)/\(index)")) }
        return nodes
    }

    private func reference(_ value: JSONValue, _ path: String) throws(JSONSchemaError) -> String {
        let prefix = "#/$defs/"
        guard let target = value.string, target.hasPrefix(prefix) else { throw refusal(path, "\(prefix)NAME") }
        let name = String(target.dropFirst(prefix.count))
        guard definitionNames.contains(name) else { throw JSONSchemaError(path: path, reason: "there is no \(target)") }
        return name
    }

    private func members(_ value: JSONValue, _ path: String) throws(JSONSchemaError) -> JSONObject {
        guard let members = value.object else { throw refusal(path, "an object") }
        return members
    }

    private func array(_ value: JSONValue, _ path: String) throws(JSONSchemaError) -> [JSONValue] {
        guard let elements = value.array, !elements.isEmpty else { throw refusal(path, "an array with elements") }
        return elements
    }

    private func refusal(_ path: String, _ expected: String) -> JSONSchemaError {
        JSONSchemaError(path: path, reason: "expected \(expected)")
    }
}
