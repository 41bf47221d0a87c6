import Access
import Identity
import JSON
import Store

extension ToolDefinition {
    /// `api_keys_create`, `api_keys_list`, `api_keys_revoke`: credentials that are no more than the caller's own.
    static func apiKeys(_ domains: Domains) -> [ToolDefinition] { [create(domains), list(domains), revoke(domains)] }

    private static let organization = Property.string("The organization whose keys they are, for operators; yours when absent.")

    private static func create(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "api_keys_create", in: .auth, scope: .write(.token), for: .anyone, .writes, title: "Create an API key",
            description: "Makes an API key that acts as a user, at most with your own scopes and roles. The key is in this answer and nowhere else.",
            properties: [
                "name": Property.string("What the key is for."),
                "user": Property.string("ORGANIZATION/NAME of the user it acts as; you when absent."),
                "workspace": Property.string("The one workspace it opens, by name; * for every workspace of the user."),
                "role": Property.string("The one role it acts with; all of the user's when absent."),
                "scopes": [
                    "type": ["array", "string"], "items": ["type": "string"],
                    "description": "Scopes, as a list or divided by spaces; all of yours when absent.",
                ],
                "expires": Property.string("When it ends: a duration such as 30d, or an RFC 3339 time. Never when absent."),
            ],
            required: ["name"], about: [.init(kind: "user", argument: "user")]
        ) { grant, input, _ in
            let order = try await KeyOrder(input, by: grant.caller, domains)
            let made = try await domains.keys.create(
                order.organization, user: order.user, name: input.required("name"), limits: order.limits, bound: CredentialBound(grant.caller))
            return .object(changed: 1, objects: ["key/\(made.id.rawValue)"]) { writer in
                writer.member("id", made.id.rawValue)
                writer.member("key", made.key.text)
            }
        }
    }

    private static func list(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "api_keys_list", in: .auth, scope: .read(.token), for: .anyone, .reads, title: "List API keys",
            description: "Lists your API keys; an administrator sees those of the organization. Keys themselves are never shown again.",
            properties: PageRequest.properties.with(["organization": organization]),
            about: [.init(kind: "organization", argument: "organization")]
        ) { grant, input, context in
            let holder = try await KeyHolder(input, grant.caller, domains)
            let request = try PageRequest("api_keys_list", input, grant, context, domains)
            let keys = try await domains.keys.page(holder.organization, user: holder.user, offset: request.offset, count: request.count)
            return try .page("keys", keys, of: request) { writer, key in
                writer.member("id", key.id.rawValue)
                writer.member("name", key.name)
                writer.member("prefix", key.prefix)
                writer.member("user", "\(holder.name)/\(key.userName)")
                writer.key("workspaceId")
                if let workspace = key.limits.workspace { writer.int(workspace.rawValue) } else { writer.null() }
                writer.member("role", key.limits.role?.text)
                writer.member("scopes", key.limits.scopes.sorted())
                writer.member("createdAt", key.createdAt)
                writer.member("expires", key.limits.expires)
                writer.member("lastUsedAt", key.lastUsedAt)
                writer.member("revokedAt", key.revokedAt)
            }
        }
    }

    private static func revoke(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "api_keys_revoke", in: .auth, scope: .write(.token), for: .anyone, .writes, title: "Revoke an API key",
            description: "Ends an API key at once. It cannot be undone.", destructive: true, idempotent: true,
            properties: ["id": Property.id("The key's id, from api_keys_list."), "organization": organization], required: ["id"],
            about: [.init(kind: "key", argument: "id")]
        ) { grant, input, _ in
            let id = APIKeyID(try input.requiredID("id"))
            let holder = try await KeyHolder(input, grant.caller, domains)
            try await domains.keys.revoke(holder.organization, id, user: holder.user)
            return .object(changed: 1, objects: ["key/\(id.rawValue)"]) { writer in writer.member("id", id.rawValue) }
        }
    }
}
