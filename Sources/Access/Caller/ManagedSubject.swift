/// What a role can let its holders manage in a workspace without administering it, by NocoBase's name of the snippet. Members, roles and rules are managed by
/// administrators alone: whoever manages those gives rights.
package enum ManagedSubject: String, Hashable, Sendable, CaseIterable {
    /// Collections and fields.
    case collections = "pm.data-source-manager.data-source-main"
    case sources = "pm.data-source-manager"
    /// As far as these run as a role of the caller.
    case workflows = "pm.workflow.workflows"

    /// What the snippets of one role open: each a name, or with `.*` a name and all below it. What one with `!` names stays closed, whatever else says;
    /// there `*` stands for any text wherever it is, and the size of letters does not count, so that no way to write it leaves anything open.
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

    /// Each part between two `*` is taken where it first appears, which leaves the most for the parts after it.
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
