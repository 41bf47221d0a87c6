import Access
import Identity
import JSON

/// `members_remove`: takes roles in the endpoint's workspace away.
struct RemoveMember: Tool {
    struct Input: ToolArguments {
        var member = ""
        var kind = MemberKind.user
        var role: String?
    }

    let members: Members

    let name = "members_remove"
    let access = ToolAccess(.users, scope: .one(.write(.role)), audience: .workspaceAdministrators, effect: .writes, secrets: .none)
    let destroys = true
    let title = "Remove a member"
    let description = "Takes a role in this workspace from someone; all of their roles when none is named."
    let arguments: [Argument<Input>] = [.member(\.member), .memberKind(\.kind), .text("role", \.role, "The one role to take.")]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workspace = call.caller.workspace
        let member = try QualifiedName(parsing: input.member, argument: "member")
        let role = try input.role.map { try Name(parsing: $0, argument: "role") }
        try await members.remove(
            workspace.organization, workspace: workspace.id, input.kind, member, role: role, bound: CredentialBound(call.caller))
        return .object(changed: 1, objects: ["member/\(member)"]) { writer in writer.member("member", member.description) }
    }
}
