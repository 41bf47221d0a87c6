import Access
import Identity
import JSON
import Store

/// `api_keys_create`: a new key with at most the caller's own rights.
struct CreateAPIKey: Tool {
    struct Input: ToolArguments {
        var name = ""
        var user: String?
        var workspace: String?
        var role: String?
        /// Separated by spaces.
        var scopes: String?
        var expires: String?
    }

    let domains: Domains

    let name = "api_keys_create"
    let access = ToolAccess(.auth, scope: .one(.write(.token)), audience: .anyone, effect: .writes, secrets: .shown)
    let title = "Create an API key"
    let description = "Makes a key that acts as a user, with at most your scopes and roles. It is shown only once."
    let arguments: [Argument<Input>] = [
        .text("name", \.name, "What the key is for.").required,
        .text("user", \.user, "ORGANIZATION/NAME it acts as; you when absent.").naming("user"),
        .text("workspace", \.workspace, "The one workspace it opens; * for all."),
        .text("role", \.role, "The one role it acts with; all when absent."),
        .words("scopes", \.scopes, "A list, or separated by spaces; all of yours when absent."),
        .text("expires", \.expires, "30d, or an RFC 3339 time; never when absent."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let order = try await KeyOrder(input, by: call.caller, domains)
        let made = try await domains.keys.create(
            order.organization, user: order.user, name: input.name, limits: order.limits, bound: CredentialBound(call.caller))
        return .object(changed: 1, objects: ["key/\(made.id.rawValue)"]) { writer in
            writer.member("id", made.id.rawValue)
            writer.member("key", made.key.text)
        }
    }
}
