/// What a role can allow its holders to manage in a workspace without administering it, by NocoBase's name of the snippet. Only
/// administrators manage members, roles and rules, because managing those means giving rights.
package enum ManagedSubject: String, Hashable, Sendable, CaseIterable {
    /// Collections and fields.
    case collections = "pm.data-source-manager.data-source-main"
    case sources = "pm.data-source-manager"
    /// Only workflows that run as a role of the caller.
    case workflows = "pm.workflow.workflows"

    /// The subjects that the snippets of one role permit: each snippet is a name, or ends with `.*` to include all names below it. A
    /// snippet with `!` excludes names, whatever other snippets say; in it `*` stands for any text and case is ignored, so that no spelling
    /// leaves an excluded name permitted.
    package static func opened(by snippets: [String]) -> Set<ManagedSubject> {
        let closed = snippets.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) }
        return Set(
            allCases.filter { subject in
                snippets.contains { !$0.hasPrefix("!") && subject.isNamed(by: $0) } && !closed.contains(where: subject.isClosed)
            })
    }

    private func isNamed(by snippet: String) -> Bool {
        guard snippet.hasSuffix(".*") else { return rawValue == snippet }
        let name = snippet.dropLast(2)
        return rawValue == name || rawValue.hasPrefix("\(name).")
    }

    private func isClosed(by snippet: String) -> Bool {
        let (name, pattern) = (rawValue.lowercased(), snippet.lowercased())
        return Self.matches(pattern, name[...]) || (pattern.hasSuffix(".*") && Self.matches(String(pattern.dropLast(2)), name[...]))
    }

    /// Matches each part between two `*` at its first occurrence, which leaves the most text for the later parts.
    private static func matches(_ pattern: String, _ name: Substring) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return name == pattern }
        guard name.hasPrefix(first) else { return false }
        var rest = name.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.count >= last.count && rest.hasSuffix(last)
    }
}
