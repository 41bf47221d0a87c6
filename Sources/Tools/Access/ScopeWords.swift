import Access

/// What a scope means, for the person who is asked to allow it.
package enum ScopeWords {
    /// One line of plain words; the name itself when it is not known.
    package static func words(for name: String) -> String {
        if let known = single[name] { return known }
        guard let scope = Scope(name) else { return name }
        if let known = single[scope.name] { return known }
        let words = scope.name.split(separator: ":").map(String.init)
        guard words.count == 2, let kind = kinds[words[1]] else { return name }
        return words[0] == "read" ? "See \(kind)" : "Create, change and delete \(kind)"
    }

    private static let single = [
        "mcp": "Work with the data that your roles open, and see who is in the organization",
        "read": "See everything that you may see",
        "write": "Create, change and delete everything that you may change",
        "admin": "Do everything that you may do",
        "run:sql": "Run read-only SQL on the data that you may see",
        "ask": "Ask questions about the data that you may see",
        "read:audit": "See the audit log",
        "openid": "Know who you are",
        "profile": "See your name and roles",
        "email": "See your e-mail address",
        "offline_access": "Stay connected while you are away, until you disconnect it",
    ]

    private static let kinds = [
        "organization": "organizations", "user": "users", "application": "applications", "role": "roles and members", "permission": "permissions",
        "provider": "providers", "token": "tokens and API keys", "record": "records", "collection": "collections and their fields",
        "source": "data sources", "workflow": "workflows", "rule": "access rules",
    ]
}
