import JSON
import Notation

/// The parameters of a request to the authorization server: each at most once, except repeatable ones (RFC 6749 section 3.1, RFC 8707
/// section 2).
///
/// `description` shows only names, because values can be secrets.
package struct Parameters: Sendable, CustomStringConvertible, CustomReflectable {
    /// Limit of a form, query or JSON text, which the initializers check. Unit: bytes.
    package static let maximumLength = 65_536
    package static let maximumCount = 64

    private var values: [String: [String]] = [:]
    private var order: [String] = []

    /// The value; nil when it is absent or empty, which RFC 6749 section 3.1 treats alike.
    package subscript(name: String) -> String? {
        values[name]?.first.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The non-empty values of a repeatable parameter, in order.
    package func all(_ name: String) -> [String] { values[name, default: []].filter { !$0.isEmpty } }

    /// - Throws: `invalid_request` when it is absent or empty.
    package func require(_ name: String) throws(OAuthError) -> String {
        guard let value = self[name] else { throw OAuthError(.invalidRequest, "parameter '\(name)': missing") }
        return value
    }

    /// All parameters as the query of a URL, in order.
    package var query: String {
        order.flatMap { name in
            values[name, default: []].map { "\(PercentEncoding.encode(name))=\(PercentEncoding.encode($0))" }
        }.joined(separator: "&")
    }

    package var description: String { "Parameters(\(order.joined(separator: ", ")))" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    init() {}

    /// - Throws: `invalid_request` for a second value of a parameter that is not repeatable.
    mutating func add(_ name: String, _ value: String, repeatable: Set<String>) throws(OAuthError) {
        if values[name] == nil {
            order.append(name)
        } else if !repeatable.contains(name) {
            throw OAuthError(.invalidRequest, "parameter '\(name.prefix(64))': given more than once")
        }
        guard values.values.reduce(0, { $0 + $1.count }) < Self.maximumCount else {
            throw OAuthError(.invalidRequest, "more than \(Self.maximumCount) parameters")
        }
        values[name, default: []].append(value)
    }
}

extension Parameters {
    /// A request may have several resource indicators (RFC 8707 section 2).
    package static let repeatable: Set<String> = ["resource"]

    /// Parses `application/x-www-form-urlencoded` bytes of a body or of a URL's query.
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

    /// Parses a JSON object of strings. Numbers and booleans count as their text, null as absent; `scope` and repeatable parameters may be
    /// arrays.
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

    /// Parses a body by its media type: JSON, or a form, which is also the default.
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
