import JSON
import Notation

extension Parameters {
    /// Resource indicators may be several (RFC 8707 section 2).
    package static let repeatable: Set<String> = ["resource"]

    /// Reads `application/x-www-form-urlencoded` bytes, of a body or of a URL's query.
    /// - Throws: `invalid_request`.
    package init(form bytes: some Collection<UInt8>, repeatable: Set<String> = Parameters.repeatable) throws(OAuthError) {
        self.init()
        guard bytes.count <= Self.maximumLength else { throw Self.tooLong }
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decodeForm(parts[0]), let value = PercentEncoding.decodeForm(parts.count > 1 ? parts[1] : pair.suffix(0))
            else { throw OAuthError(.invalidRequest, "a parameter is not encoded as a form is") }
            if name.isEmpty { continue }
            try add(name, value, repeatable: repeatable)
        }
    }

    /// Reads the query of a URL, without its `?`.
    /// - Throws: `invalid_request`.
    package init(query: some StringProtocol, repeatable: Set<String> = Parameters.repeatable) throws(OAuthError) {
        try self.init(form: Array(query.utf8), repeatable: repeatable)
    }

    /// Reads a JSON object of strings. Numbers and booleans count as their text, null as absent; `scope` may be an array of names, and so may what is repeatable.
    /// - Throws: `invalid_request`.
    package init(json bytes: [UInt8], repeatable: Set<String> = Parameters.repeatable) throws(OAuthError) {
        self.init()
        guard bytes.count <= Self.maximumLength else { throw Self.tooLong }
        let value: JSONValue
        do { value = try JSONValue(parsing: bytes, limits: JSONLimits(maximumByteCount: Self.maximumLength, maximumDepth: 4)) } catch {
            throw OAuthError(.invalidRequest, "the body is not JSON: \(error.reason)")
        }
        guard let members = value.object else { throw OAuthError(.invalidRequest, "the body is not a JSON object") }
        for (name, value) in members {
            switch value {
            case .null: continue
            case .array(let items) where name == "scope":
                try add(name, try items.map { item throws(OAuthError) in try Self.text(item, name) }.joined(separator: " "), repeatable: [])
            case .array(let items) where repeatable.contains(name):
                for item in items { try add(name, try Self.text(item, name), repeatable: repeatable) }
            default: try add(name, try Self.text(value, name), repeatable: repeatable)
            }
        }
    }

    /// Reads a body by its media type: a form, also when none is named, or JSON.
    /// - Throws: `invalid_request`.
    package init(contentType: String?, body: [UInt8], repeatable: Set<String> = Parameters.repeatable) throws(OAuthError) {
        let type = (contentType ?? "").prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        switch type {
        case "", "application/x-www-form-urlencoded": try self.init(form: body, repeatable: repeatable)
        case "application/json": try self.init(json: body, repeatable: repeatable)
        default: throw OAuthError(.invalidRequest, "Content-Type: expected application/x-www-form-urlencoded or application/json")
        }
    }

    private static func text(_ value: JSONValue, _ name: String) throws(OAuthError) -> String {
        switch value {
        case .string(let text): return text
        case .number(let number): return number.text
        case .bool(let value): return value ? "true" : "false"
        default: throw OAuthError(.invalidRequest, "parameter '\(name.prefix(64))': expected a string")
        }
    }

    private static var tooLong: OAuthError { OAuthError(.invalidRequest, "longer than \(maximumLength) bytes") }
}
