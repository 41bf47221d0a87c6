import Access
import Identity
import JSON
import Store

/// `members_list`: the members of the endpoint's workspace with their roles and the sources of these.
struct ListMembers: Tool {
    struct Input: ToolArguments {
        var page = PageArguments()
    }

    let members: Members
    let secrets: SecretBox

    let name = "members_list"
    let access = ToolAccess(.users, scope: .one(.read(.role)), audience: .membersAndAdministrators, effect: .reads, secrets: .none)
    let title = "List members"
    let description = """
        Lists who has which role in this workspace, and by what: a membership, the users of the role, or another role that is a part of it \
        (nested, through that role).
        """
    let arguments: [Argument<Input>] = Argument.page(\.page)

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workspace = call.caller.workspace
        let request = try PageRequest(name, input.page, call, secrets)
        let holders = try await members.holders(workspace.organization, workspace: workspace.id, try request.part())
        return try .page(holders, of: request) { writer, holder in
            writer.member("member", holder.member.description)
            writer.member("kind", holder.kind.rawValue)
            writer.member("role", holder.role.text)
            writer.member("by", holder.source.rawValue)
            if let through = holder.through { writer.member("through", through.text) }
            writer.member("createdAt", holder.createdAt)
        }
    }
}
