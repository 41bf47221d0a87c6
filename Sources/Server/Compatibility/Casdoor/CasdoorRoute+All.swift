import HTTPTypes

extension CasdoorRoute {
    /// Every route for the seven kinds of objects.
    package static let all: [CasdoorRoute] =
        kind("application") + kind("user") + kind("organization") + kind("role") + kind("permission") + kind("provider") + [
            list("get-organization-applications", "get_applications"),
            list("get-global-users", "get_users", owner: .constant("")),
            list("get-sorted-users", "get_users", fixed: [("sortField", .query(["sorter"])), ("pageSize", .query(["limit"]))]),
            list("get-user-count", "get_users", answer: .count),
            list("get-organization-names", "get_organizations", owner: .query(["owner"]), answer: .names),
            list(
                "get-permissions-by-submitter", "get_permissions", owner: .own(["organization", "owner"]),
                fixed: [("field", .constant("submitter")), ("value", .caller)]),
            list(
                "get-permissions-by-role", "get_permissions", owner: .ownerOf("id"),
                fixed: [("field", .constant("roles")), ("value", .query(["id"]))]),
            list("get-global-providers", "get_providers", owner: .constant("")),
            list("get-tokens", "get_tokens", isPrimary: true),
            get("get-token", "get_token"),
            write("delete-token", "delete_token", "token"),
            refused("update-permissions", .post, "change permissions one by one with /api/update-permission"),
            refused("add-token", .post, "tokens are made at the token endpoint alone: /api/login/oauth/access_token"),
            refused("update-token", .post, "a token cannot be changed: delete it and ask for another"),
        ]

    private static func kind(_ name: String) -> [CasdoorRoute] {
        [
            list("get-\(name)s", "get_\(name)s", owner: .query(name == "organization" ? ["owner"] : ["organization", "owner"]), isPrimary: true),
            get("get-\(name)", "get_\(name)", name == "user" ? ["id", "owner", "email", "phone"] : ["id"]),
            write("add-\(name)", "add_\(name)", name),
            update("update-\(name)", "update_\(name)", name),
            write("delete-\(name)", "delete_\(name)", name),
        ]
    }

    /// The route that describes a tool. Nil for a tool without a route.
    static func primary(of tool: String) -> CasdoorRoute? { byTool[tool] }

    private static let byTool = Dictionary(uniqueKeysWithValues: all.filter(\.isPrimary).compactMap { route in route.tool.map { ($0, route) } })
}
