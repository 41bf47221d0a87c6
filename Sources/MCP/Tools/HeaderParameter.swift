import JSON

/// A tool argument that modern clients repeat in the header `Mcp-Param-<name>`, so that proxies can route by it.
public struct HeaderParameter: Hashable, Sendable {
    /// The types that a header can represent exactly.
    public enum ValueType: String, Sendable { case string, integer, boolean }

    /// The part of the header's name after `Mcp-Param-`.
    public let name: String
    /// The location of the argument: property names from the root of the arguments.
    public let path: [String]
    /// The argument's type.
    public let type: ValueType

    /// Why the annotations of a schema are refused.
    struct AnnotationError: Error {
        let reason: String
    }

    /// Reads the `x-mcp-header` annotations of an input schema. Clients drop a tool whose annotations break the rules.
    static func collect(from schema: JSONValue) throws(AnnotationError) -> [HeaderParameter] {
        var found: [HeaderParameter] = []
        try visit(schema, path: [], into: &found)
        var seen: Set<String> = []
        for parameter in found where !seen.insert(parameter.name.lowercased()).inserted {
            throw AnnotationError(reason: "x-mcp-header '\(parameter.name)' is given twice")
        }
        return found
    }

    private static let keyword = "x-mcp-header"
    /// Keywords whose values are data, not schemas.
    private static let dataKeywords: Set<String> = ["const", "default", "enum", "example", "examples"]

    /// - Parameter path: nil where annotations are not permitted, because no fixed property path leads there.
    private static func visit(_ schema: JSONValue, path: [String]?, into found: inout [HeaderParameter]) throws(AnnotationError) {
        if let items = schema.array {
            for item in items { try visit(item, path: nil, into: &found) }
            return
        }
        guard let members = schema.object else { return }
        if let annotation = members[keyword] { found.append(try read(annotation, members, path)) }
        for (key, value) in members where !dataKeywords.contains(key) {
            guard key == "properties", let properties = value.object else {
                try visit(value, path: nil, into: &found)
                continue
            }
            for (name, property) in properties { try visit(property, path: path.map { $0 + [name] }, into: &found) }
        }
    }

    private static func read(_ annotation: JSONValue, _ schema: JSONObject, _ path: [String]?) throws(AnnotationError) -> HeaderParameter {
        guard let name = annotation.string, isToken(name) else {
            throw AnnotationError(reason: "x-mcp-header must be a token of RFC 9110")
        }
        guard let path, !path.isEmpty else {
            throw AnnotationError(reason: "x-mcp-header '\(name)' stands where no fixed property path leads")
        }
        guard let type = schema["type"]?.string.flatMap(ValueType.init(rawValue:)) else {
            throw AnnotationError(reason: "x-mcp-header '\(name)' needs the type string, integer or boolean")
        }
        return HeaderParameter(name: name, path: path, type: type)
    }

    /// Whether a text is a token (RFC 9110 §5.6.2).
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
