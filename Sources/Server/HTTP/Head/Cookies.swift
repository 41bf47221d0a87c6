import HTTPTypes

/// The cookies of a request (RFC 6265 section 4.2), in order.
struct Cookies: Hashable, Sendable {
    private let pairs: [Pair]

    private struct Pair: Hashable {
        let name: Substring
        let value: Substring
    }

    init(_ head: HTTPRequest) {
        pairs = head.headerFields[values: .cookie].flatMap { field in
            field.split(separator: ";").compactMap { item in
                let text = item.drop { $0 == " " || $0 == "\t" }
                guard let equals = text.firstIndex(of: "=") else { return nil }
                return Pair(name: text[..<equals], value: text[text.index(after: equals)...])
            }
        }
    }

    /// The value of a cookie. Nil when it is missing, empty, or present twice, because its origin is then unknown.
    subscript(_ name: String) -> String? {
        let found = pairs.filter { $0.name == name }
        guard found.count == 1, !found[0].value.isEmpty else { return nil }
        return String(found[0].value)
    }
}
