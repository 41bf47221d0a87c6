import Access
import Identity
import JSON
import Store

/// `api_keys_revoke`.
struct RevokeAPIKey: Tool {
    struct Input: ToolArguments {
        var id: Int64 = 0
        var organization: String?
    }

    let keys: APIKeys
    let organizations: Organizations

    let name = "api_keys_revoke"
    let access = ToolAccess(.auth, scope: .one(.write(.token)), audience: .anyone, effect: .writes, secrets: .none)
    let destroys = true
    let isIdempotent = true
    let title = "Revoke an API key"
    let description = "Ends an API key at once. It cannot be undone."
    let arguments: [Argument<Input>] = [
        .id(\.id, "From api_keys_list.").required.naming("key"), .organizationOfKeys(\.organization),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let id = APIKeyID(input.id)
        let holder = try await KeyHolder(input.organization, call.caller, organizations)
        try await keys.revoke(holder.organization, id, user: holder.user)
        return .object(changed: 1, objects: ["key/\(id.rawValue)"]) { writer in writer.member("id", id.rawValue) }
    }
}
