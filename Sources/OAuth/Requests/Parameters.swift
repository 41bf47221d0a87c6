import Notation

/// The parameters of a request to the authorization server: each at most once, except those that may be repeated (RFC 6749 section 3.1, RFC 8707
/// section 2).
///
/// Prints only their names, because values can be secrets.
package struct Parameters: Sendable, CustomStringConvertible, CustomReflectable {
    /// Unit: bytes, of a form, query or JSON text.
    package static let maximumLength = 65_536
    package static let maximumCount = 64

    private var values: [String: [String]] = [:]
    private var order: [String] = []

    /// The value; nil when it is absent or empty, which RFC 6749 section 3.1 treats alike.
    package subscript(name: String) -> String? {
        values[name]?.first.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The values of a parameter that may be repeated, in order, empty ones left out.
    package func all(_ name: String) -> [String] { values[name, default: []].filter { !$0.isEmpty } }

    /// - Throws: `invalid_request` when it is absent or empty.
    package func require(_ name: String) throws(OAuthError) -> String {
        guard let value = self[name] else { throw OAuthError(.invalidRequest, "parameter '\(name)': missing") }
        return value
    }

    /// All of them as the query of a URL, in order.
    package var query: String {
        order.flatMap { name in
            values[name, default: []].map { "\(PercentEncoding.encode(name))=\(PercentEncoding.encode($0))" }
        }.joined(separator: "&")
    }

    package var description: String { "Parameters(\(order.joined(separator: ", ")))" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    init() {}

    /// - Throws: `invalid_request` for a second value of a parameter that has one only.
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
