import JSON
import Testing

@Suite struct SchemaTests {
    /// A schema, a valid value, an invalid value, and the expected message.
    static let tables: [(JSONValue, [JSONValue], [JSONValue])] = [
        (true, [nil, 1, "x"], []), (false, [], [nil, 1]), ([:], [nil, [1]], []),
        (["type": "string"], ["", "x"], [nil, 1, true, ["x"], [:]]), (["type": "null"], [nil], [0, false, ""]),
        (["type": "boolean"], [true, false], [nil, 0, "true"]), (["type": "number"], [1, 1.5], ["1", nil]),
        (["type": "integer"], [1, 1.0, 1e30], [1.5, "1", true]), (["type": ["string", "null"]], ["", nil], [1, [:]]),
        (["type": "object"], [[:]], [[]]), (["type": "array"], [[]], [[:]]),
        (["enum": ["a", 1, nil, [1]]], ["a", 1.0, nil, [1]], ["b", 2, [2], []]),
        (["const": ["a": 1, "b": 2]], [["b": 2, "a": 1]], [["a": 1], nil]),
        (["minimum": 1, "maximum": 2.5], [1, 2.5, "x"], [0.99, 2.51, -7]), (["exclusiveMinimum": 1, "exclusiveMaximum": 2], [1.5], [1, 2]),
        (["minimum": 9_007_199_254_740_993], [9_007_199_254_740_993], [9_007_199_254_740_992]),
        (["multipleOf": 0.01], [19.99, 0, 1e20, "x"], [0.005]), (["multipleOf": 3], [9, -3], [10]),
        (["minLength": 2, "maxLength": 3], ["ab", "é😀", "e\u{301}x", 1], ["a", "abcd", "e\u{301}xy"]),
        (["minItems": 1, "maxItems": 2], [[1], [1, 2], "x"], [[], [1, 2, 3]]),
        (["uniqueItems": true], [[1, 2], [[1], [2]]], [[1, 1.0], [["a": 1], ["a": 1]]]),
        (["uniqueItems": false], [[1, 1]], []), (["minProperties": 1, "maxProperties": 1], [["a": 1], []], [[:], ["a": 1, "b": 2]]),
        (["items": ["type": "integer"]], [[], [1, 2], "x"], [[1, "2"]]),
        (["properties": ["a": ["type": "string"]]], [[:], ["a": ""], ["b": 1], 1], [["a": 1]]),
        (["required": ["a"]], [["a": nil], 1], [[:], ["b": 1]]),
        (["properties": ["a": true], "additionalProperties": false], [["a": 1], [:]], [["b": 1], ["a": 1, "b": 1]]),
        (["additionalProperties": ["type": "integer"]], [["a": 1]], [["a": "x"]]),
        (["anyOf": [["type": "string"], ["minimum": 5]]], ["", 5], [4]), (["oneOf": [["type": "integer"], ["minimum": 5]]], [1, 5.5], [6, 1.5]),
        (["allOf": [["type": "string"], ["minLength": 1]]], ["x"], ["", 1]), (["not": ["type": "string"]], [1], [""]),
        (["$defs": ["n": ["type": "integer"]], "items": ["$ref": "#/$defs/n"]], [[1]], [["x"]]),
        (
            ["$defs": ["tree": ["type": "array", "items": ["$ref": "#/$defs/tree"]]], "$ref": "#/$defs/tree"], [[], [[], [[]]]], [1, [[1]]]
        ),
        (["title": "t", "format": "email", "x-mine": 1, "default": 2, "examples": [1], "$schema": "s", "$id": "i", "$comment": ""], [1, "x"], []),
    ]

    @Test("keywords say yes and no as JSON Schema 2020-12 does", arguments: tables)
    func checks(_ schema: JSONValue, _ fitting: [JSONValue], _ others: [JSONValue]) throws {
        let compiled = try JSONSchema(schema)
        for value in fitting { #expect(compiled.check(value) == [], "\(schema) refused \(value)") }
        for value in others { #expect(compiled.check(value) != [], "\(schema) accepted \(value)") }
    }

    static let tool: JSONValue = [
        "type": "object",
        "properties": [
            "resource": ["type": "string", "minLength": 1], "action": ["enum": ["list", "get"]],
            "page": ["type": "integer", "minimum": 1, "maximum": 99],
            "filter": ["type": "object", "properties": ["price": ["type": "number"]]], "fields": ["type": "array", "items": ["type": "string"]],
            "key": ["anyOf": [["type": "string"], ["type": "integer"]]],
        ],
        "required": ["resource"], "additionalProperties": false,
    ]

    static let sentences: [(JSONValue, String)] = [
        ([:], "argument 'resource': missing (expected a string)"),
        (["resource": "r", "filter": ["price": "9"]], "argument 'filter.price': expected a number, found a string"),
        (["resource": nil], "argument 'resource': expected a string, found null"),
        (["resource": ""], "argument 'resource': expected at least 1 character, found 0 characters"),
        (["resource": "r", "foo": 1], "argument 'foo': not known (expected one of resource, action, page, filter, fields, key)"),
        (["resource": "r", "a b\n": 1], #"argument '["a b\n"]': not known (expected one of resource, action, page, filter, fields, key)"#),
        (["resource": "r", "action": "lst"], #"argument 'action': expected one of "list", "get", found "lst""#),
        (["resource": "r", "page": 1.5], "argument 'page': expected an integer, found 1.5"),
        (["resource": "r", "page": 100], "argument 'page': expected at most 99, found 100"),
        (["resource": "r", "fields": ["a", 2]], "argument 'fields[1]': expected a string, found 2"),
        (["resource": "r", "key": [1]], "argument 'key': expected a string or an integer, found an array"),
        ([1], "arguments: expected an object, found an array"),
    ]

    @Test("a violation contains the argument, the expected and the actual value", arguments: sentences)
    func speaks(_ value: JSONValue, _ expected: String) throws {
        #expect(try JSONSchema(Self.tool).check(value).map(\.description) == [expected])
    }

    @Test("all violations are reported together, at most ten, with truncated keys")
    func tellsAll() throws {
        let schema = try JSONSchema(Self.tool)
        let both = schema.check(["page": "x", "action": "y"])
        #expect(both.map(\.path) == ["resource", "page", "action"])
        #expect(both.map(\.kind) == [.missing, .mismatch, .mismatch])
        #expect(schema.check(.object(JSONObject((0..<1000).map { ("k\($0)", 1) }))).count == JSONSchema.maximumViolations)
        let long = schema.check(["resource": "r", .init(repeating: "k", count: 5000): 1])
        #expect(long.count == 1 && long[0].path.utf8.count < 100)
    }

    @Test("of several alternatives the most likely one is explained")
    func explainsBranches() throws {
        let forms: JSONValue = [
            "oneOf": [
                ["type": "object", "properties": ["op": ["const": "eq"], "value": ["type": "integer"]], "required": ["op", "value"]],
                ["type": "object", "properties": ["op": ["const": "in"], "values": ["type": "array"]], "required": ["op", "values"]],
                ["type": "string"],
            ]
        ]
        let schema = try JSONSchema(forms)
        #expect(schema.check(["op": "eq", "value": "x"]).map(\.description) == ["argument 'value': expected an integer, found a string"])
        #expect(schema.check(["op": "no", "value": 1, "values": []]).map(\.description) == [#"argument 'op': expected "eq" or "in", found "no""#])
        #expect(schema.check(7).map(\.description) == ["arguments: expected an object or a string, found 7"])
    }

    static let refused: [(JSONValue, String)] = [
        (["pattern": "a*"], "#/pattern"), (["if": true], "#/if"), (["patternProperties": [:]], "#/patternProperties"), (["typ": "string"], "#/typ"),
        (["properties": ["a": ["prefixItems": []]]], "#/properties/a/prefixItems"), (["type": "text"], "#/type"), (["type": 1], "#/type"),
        (["enum": []], "#/enum"), (["enum": "a"], "#/enum"), (["minimum": "1"], "#/minimum"), (["minLength": -1], "#/minLength"),
        (["maxItems": 1.5], "#/maxItems"), (["multipleOf": 0], "#/multipleOf"), (["required": "a"], "#/required"), (["required": [1]], "#/required"),
        (["items": [true]], "#/items"), (["anyOf": []], "#/anyOf"), (["$ref": "#/$defs/none"], "#/$ref"), (["$ref": "http://x"], "#/$ref"),
        ([1], "#"),
        ("x", "#"), (["properties": ["a": ["$defs": [:]]]], "#/properties/a/$defs"),
        (["$defs": ["a": ["$ref": "#/$defs/a"]]], "#/$defs/a"),
        (["$defs": ["a": ["anyOf": [["$ref": "#/$defs/b"], true]], "b": ["not": ["$ref": "#/$defs/a"]]]], "#/$defs/a"),
    ]

    @Test("a schema with an unknown keyword, a wrong keyword or an endless reference is refused", arguments: refused)
    func refusesSchemas(_ schema: JSONValue, _ path: String) {
        let error = #expect(throws: JSONSchemaError.self) { try JSONSchema(schema) }
        #expect(error?.path == path)
    }

    @Test("branches that recurse twice a level come to an end, with a refusal")
    func boundsWork() throws {
        let deeper: JSONValue = ["items": ["$ref": "#/$defs/d"], "minItems": 1]
        let schema = try JSONSchema(["$defs": ["d": ["type": "array", "anyOf": [deeper, deeper]]], "$ref": "#/$defs/d"])
        let value = (0..<60).reduce(JSONValue.array([])) { inner, _ in [inner] }
        #expect(schema.check(value, steps: 1000).map(\.expected) == ["a simpler value"])
    }
}
