import Access
import Identity
import JSON
import Store

/// `api_keys_list`.
struct ListAPIKeys: Tool {
    struct Input: ToolArguments {
        var page = PageArguments()
        var organization: String?
    }

    let keys: APIKeys
    let organizations: Organizations
    let secrets: SecretBox

    let name = "api_keys_list"
    let access = ToolAccess(.auth, scope: .one(.read(.token)), audience: .anyone, effect: .reads, secrets: .none)
    let title = "List API keys"
    let description = "Lists your API keys, or the organization's for an administrator; never the keys themselves."
    let arguments: [Argument<Input>] = Argument.page(\.page) + [.organizationOfKeys(\.organization).naming("organization")]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let holder = try await KeyHolder(input.organization, call.caller, organizations)
        let request = try PageRequest(name, input.page, call, secrets)
        let keys = try await keys.page(holder.organization, user: holder.user, try request.part())
        return try .page(keys, of: request) { writer, key in
            writer.member("id", key.id.rawValue)
            writer.member("name", key.name)
            writer.member("prefix", key.prefix)
            writer.member("user", "\(holder.name)/\(key.userName)")
            writer.member("workspaceId", key.limits.workspace?.rawValue)
            writer.member("role", key.limits.role?.text)
            writer.member("scopes", key.limits.scopes.sorted())
            writer.member("createdAt", key.createdAt)
            writer.member("expires", key.limits.expires)
            writer.member("lastUsedAt", key.lastUsedAt)
            writer.member("revokedAt", key.revokedAt)
        }
    }
}

extension Argument {
    static func organizationOfKeys(_ path: Path<String?>) -> Argument {
        text("organization", path, "For operators; yours when absent.")
    }
}
