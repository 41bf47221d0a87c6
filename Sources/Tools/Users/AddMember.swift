import Access
import Identity
import JSON

/// `members_add`: gives a user or an application a role in the endpoint's workspace.
struct AddMember: Tool {
    struct Input: ToolArguments {
        var member = ""
        var kind = MemberKind.user
        var role = ""
    }

    let members: Members

    let name = "members_add"
    let access = ToolAccess(.users, scope: .one(.write(.role)), audience: .workspaceAdministrators, effect: .writes, secrets: .none)
    let title = "Add a member"
    let description = "Gives someone a role in this workspace, at most one of your own."
    let arguments: [Argument<Input>] = [
        .member(\.member), .memberKind(\.kind), .text("role", \.role, "The role's name, for example reader.").required,
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workspace = call.caller.workspace
        let member = try QualifiedName(parsing: input.member, argument: "member")
        let role = try Name(parsing: input.role, argument: "role")
        try await members.add(
            workspace.organization, workspace: workspace.id, input.kind, member, role: role, bound: CredentialBound(call.caller))
        return .object(changed: 1, objects: ["member/\(member)"]) { writer in
            writer.member("member", member.description)
            writer.member("role", role.text)
        }
    }
}

extension Argument {
    /// The member that a tool acts on.
    static func member(_ path: Path<String>) -> Argument {
        text("member", path, "ORGANIZATION/NAME of the member.").required.naming("member")
    }

    static func memberKind(_ path: Path<MemberKind>) -> Argument { choice("kind", path, "What the member is; user when absent.") }
}
