import Access
import JSON
import Notation
import OAuth

/// The query parameters of a request. Each name has all its values: `sort=a&sort=b`, `sort[]=a&sort[]=b` and `sort[0]=a` are equivalent.
struct QueryFields: Sendable {
    private(set) var names: [String] = []
    private var values: [String: [String]] = [:]

    /// Most query parameters in a request.
    private static let maximumCount = 1_200

    /// - Throws: ``Refusal`` `invalid_argument`.
    init(_ query: Substring) throws(Refusal) {
        guard query.utf8.count <= Parameters.maximumLength else {
            throw Refusal(.invalidArgument, "the query: expected at most \(Parameters.maximumLength) bytes")
        }
        let fields = query.split(separator: "&")
        guard fields.count <= Self.maximumCount else { throw Refusal(.invalidArgument, "the query: expected at most \(Self.maximumCount) fields") }
        for field in fields {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decodeForm(parts[0].utf8), let value = PercentEncoding.decodeForm((parts.count > 1 ? parts[1] : "").utf8)
            else { throw Refusal(.invalidArgument, "the query: a field is not percent-encoded UTF-8") }
            let base = Self.base(of: name)
            if values[base] == nil { names.append(base) }
            values[base, default: []].append(value)
        }
    }

    /// Reduces `sort[]` and `sort[0]` to `sort`. Other brackets stay part of the name, which then matches no argument.
    private static func base(of name: String) -> String {
        guard name.hasSuffix("]"), let open = name.lastIndex(of: "["), name[name.index(after: open)...].dropLast().allSatisfy(\.isNumber) else {
            return name
        }
        return String(name[..<open])
    }

    subscript(_ name: String) -> [String] { values[name] ?? [] }
}

extension QueryFields {
    /// The fields as arguments of a tool. Each text is converted to the type in the schema of its argument.
    /// - Parameter properties: the schemas by name.
    /// - Throws: ``Refusal`` `invalid_argument` for a repeated argument that takes one value.
    func arguments(_ properties: JSONObject) throws(Refusal) -> JSONObject {
        var arguments: JSONObject = [:]
        for name in names {
            let given = self[name]
            let isList = properties[name]?["type"] == "array" || properties[name]?["anyOf"]?.array?.contains { $0["type"] == "array" } == true
            guard isList || given.count == 1 else { throw Refusal(.invalidArgument, "argument '\(name.prefix(60))': given more than once") }
            arguments[name] = Self.value(given, of: properties[name])
        }
        return arguments
    }

    private static func value(_ given: [String], of schema: JSONValue?) -> JSONValue {
        if given.count > 1 { return .array(given.map { key($0) }) }
        let text = given[0]
        switch schema?["type"]?.string {
        case "array":
            if let list = json(text)?.array { return .array(list) }
            return .array(text.split(separator: ",").map { .string(String($0)) })
        case "object": return json(text) ?? .string(text)
        case "boolean": return text == "true" || text == "1" ? true : text == "false" || text == "0" ? false : .string(text)
        case "integer": return Int64(text).map { .number(JSONNumber($0)) } ?? .string(text)
        case "string": return .string(text)
        // Keys, and fields without an argument.
        case nil where schema == nil: return ["true": true, "false": false][text] ?? json(text) ?? .string(text)
        default: return key(text)
        }
    }

    /// A key is a text unless it is a JSON object or array.
    static func key(_ text: String) -> JSONValue { json(text) ?? .string(text) }

    private static func json(_ text: String) -> JSONValue? {
        guard text.hasPrefix("{") || text.hasPrefix("[") else { return nil }
        // A text that is not JSON stays a text; the check of the arguments then names the expected type.
        return try? JSONValue(parsing: Array(text.utf8))
    }
}
