/// What a role can let its holders manage in a workspace without administering it, by NocoBase's name of the snippet. Members, roles and rules are managed by
/// administrators alone: whoever manages those gives rights.
package enum ManagedSubject: String, Hashable, Sendable, CaseIterable {
    /// Collections and fields.
    case collections = "pm.data-source-manager.data-source-main"
    case sources = "pm.data-source-manager"
    /// As far as these run as a role of the caller.
    case workflows = "pm.workflow.workflows"

    /// What the snippets of one role open: each a name, or with `.*` a name and all below it. What one with `!` names stays closed, whatever else says.
    package static func opened(by snippets: [String]) -> Set<ManagedSubject> {
        let closed = snippets.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) }
        return Set(
            allCases.filter { subject in
                snippets.contains { !$0.hasPrefix("!") && subject.isNamed(by: $0) } && !closed.contains(where: subject.isNamed)
            })
    }

    private func isNamed(by snippet: String) -> Bool {
        guard snippet.hasSuffix(".*") else { return rawValue == snippet }
        let name = snippet.dropLast(2)
        return rawValue == name || rawValue.hasPrefix("\(name).")
    }
}
