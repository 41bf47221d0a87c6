package import Access
package import JSON

/// The arguments of one call, read by name after they passed the tool's schema.
package struct ToolInput: Sendable {
    package let arguments: JSONObject

    package init(_ arguments: JSONObject) { self.arguments = arguments }

    package subscript(_ name: String) -> JSONValue? {
        guard let value = arguments[name], !value.isNull else { return nil }
        return value
    }

    package func string(_ name: String) -> String? { self[name]?.string }
    package func int(_ name: String) -> Int? { self[name]?.int.flatMap { Int(exactly: $0) } }
    package func bool(_ name: String) -> Bool? { self[name]?.bool }
    package func object(_ name: String) -> JSONObject? { self[name]?.object }
    package func strings(_ name: String) -> [String]? { self[name]?.array?.compactMap(\.string) }

    /// The argument, or a refusal that names it.
    package func required(_ name: String) throws(Refusal) -> String {
        guard let value = string(name) else { throw Refusal(.invalidArgument, "argument '\(name)': missing (expected a string)") }
        return value
    }

    /// The argument as the id of something, or a refusal that names it. Ids come as numbers or as their text.
    package func requiredID(_ name: String) throws(Refusal) -> Int64 {
        if let number = self[name]?.int { return number }
        if let number = string(name).flatMap({ Int64($0) }) { return number }
        throw Refusal(.invalidArgument, "argument '\(name)': expected the id of an object, a whole number")
    }
}
