extension SchemaChecker {
    private static let mostNames = 20
    private static let longestQuote = 40

    /// A short description of a schema: `a string`, `one of "list", "get"`.
    func words(_ node: SchemaNode) -> String {
        let chosen = node.rules.first { if case .values = $0 { true } else { false } } ?? node.rules.first { isInformative($0) }
        return chosen.map { words($0) } ?? "another value"
    }

    func words(_ rule: SchemaRule) -> String {
        switch rule {
        case .types(let types): alternatives(types.map(\.words))
        case .values(let values) where values.count == 1: quote(values[0])
        case .values(let values): oneOf(values.map { quote($0) })
        case .anyOf(let branches), .oneOf(let branches): alternatives(branches.map { words($0) })
        case .reference(let name): definitions[name].map { words($0) } ?? "another value"
        case .members: "an object"
        case .items: "an array"
        default: "another value"
        }
    }

    private func isInformative(_ rule: SchemaRule) -> Bool {
        switch rule {
        case .types, .anyOf, .oneOf, .reference, .members, .items: true
        default: false
        }
    }

    /// `one of a, b, c`, cut after 20.
    func oneOf(_ names: [String]) -> String {
        guard !names.isEmpty else { return "no members" }
        let shown = names.prefix(Self.mostNames).joined(separator: ", ")
        return "one of \(shown)\(names.count > Self.mostNames ? ", …" : "")"
    }

    /// `a, b or c`, each once.
    func alternatives(_ words: [String]) -> String {
        var unique: [String] = []
        for word in words where !unique.contains(word) { unique.append(word) }
        guard unique.count > 1, let last = unique.popLast() else { return unique.first ?? "another value" }
        return "\(unique.joined(separator: ", ")) or \(last)"
    }

    /// The value itself when it is short, else its type.
    func quote(_ value: JSONValue) -> String {
        switch value {
        case .string(let text) where text.utf8.count > Self.longestQuote: return "a longer string"
        case .number(let number) where number.text.utf8.count > Self.longestQuote: return "a number of many digits"
        case .array, .object: return SchemaType(of: value).words
        default: return value.description
        }
    }
}
