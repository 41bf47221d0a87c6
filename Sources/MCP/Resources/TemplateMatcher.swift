/// Extracts the variables of a simple URI template from a URI, in time linear in the URI for each variable.
struct TemplateMatcher {
    private enum Part {
        case literal(Substring)
        case variable(String, takesSlashes: Bool)
    }

    private let parts: [Part]

    init(_ template: String) {
        var parts: [Part] = []
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { parts.append(.literal(rest[..<open])) }
            let name = rest[rest.index(after: open)..<close]
            let takesSlashes = name.first == "+"
            parts.append(.variable(String(takesSlashes ? name.dropFirst() : name), takesSlashes: takesSlashes))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.literal(rest)) }
        self.parts = parts
    }

    /// Matches a URI. A variable ends where the next literal first occurs.
    func match(_ uri: String) -> [String: String]? {
        var found: [String: String] = [:]
        var rest = uri[...]
        for (index, part) in parts.enumerated() {
            switch part {
            case .literal(let text):
                guard rest.hasPrefix(text) else { return nil }
                rest = rest.dropFirst(text.count)
            case .variable(let name, let takesSlashes):
                var end = takesSlashes ? rest.endIndex : rest.firstIndex(of: "/") ?? rest.endIndex
                if index + 1 < parts.count, case .literal(let next) = parts[index + 1] {
                    guard let literalStart = rest.firstRange(of: next)?.lowerBound else { return nil }
                    end = min(end, literalStart)
                }
                guard end > rest.startIndex else { return nil }
                found[name] = String(rest[..<end])
                rest = rest[end...]
            }
        }
        return rest.isEmpty ? found : nil
    }
}
