import Access
import Identity
import JSON
import Store

extension ToolDefinition {
    /// `members_add`, `members_list`, `members_remove`: who has which role in the workspace of the endpoint.
    static func members(_ domains: Domains) -> [ToolDefinition] {
        let member = Property.string("ORGANIZATION/NAME of the member.")
        let kind = Property.choice(Membership.Kind.allCases.map(\.rawValue), "What the member is; user when absent.")
        return [
            ToolDefinition(
                "members_list", in: .users, scope: .read(.role), for: .membersAndAdministrators, .reads, title: "List members",
                description: """
                    Lists who has which role in this workspace, and by what: a membership, the users of the role, or another role that is a part of it \
                    (nested, through that role).
                    """,
                properties: PageRequest.properties
            ) { grant, input, context in
                let place = grant.caller.workspace
                let request = try PageRequest("members_list", input, grant, context, domains)
                let holders = try await domains.members.holders(
                    place.organization, workspace: place.id, offset: request.offset, count: request.count)
                return try .page("members", holders, of: request) { writer, holder in
                    writer.member("member", holder.member.description)
                    writer.member("kind", holder.kind.rawValue)
                    writer.member("role", holder.role.text)
                    writer.member("by", holder.way.rawValue)
                    if let through = holder.through { writer.member("through", through.text) }
                    writer.member("createdAt", holder.createdAt)
                }
            },
            ToolDefinition(
                "members_add", in: .users, scope: .write(.role), for: .workspaceAdministrators, .writes, title: "Add a member",
                description: "Gives someone a role in this workspace, at most one of your own.",
                properties: ["member": member, "kind": kind, "role": Property.string("The role's name, for example reader.")],
                required: ["member", "role"], about: [.init(kind: "member", argument: "member")]
            ) { grant, input, _ in
                let place = grant.caller.workspace
                let who = try QualifiedName(parsing: try input.required("member"), argument: "member")
                let role = try Name(parsing: try input.required("role"), argument: "role")
                try await domains.members.add(
                    place.organization, workspace: place.id, input.memberKind, who, role: role, bound: CredentialBound(grant.caller))
                return .object(changed: 1, objects: ["member/\(who)"]) { writer in
                    writer.member("member", who.description)
                    writer.member("role", role.text)
                }
            },
            ToolDefinition(
                "members_remove", in: .users, scope: .write(.role), for: .workspaceAdministrators, .writes, title: "Remove a member",
                description: "Takes a role in this workspace from someone; all of their roles when none is named.", destructive: true,
                properties: ["member": member, "kind": kind, "role": Property.string("The one role to take.")], required: ["member"],
                about: [.init(kind: "member", argument: "member")]
            ) { grant, input, _ in
                let place = grant.caller.workspace
                let who = try QualifiedName(parsing: try input.required("member"), argument: "member")
                let role = try input.string("role").map { try Name(parsing: $0, argument: "role") }
                try await domains.members.remove(
                    place.organization, workspace: place.id, input.memberKind, who, role: role, bound: CredentialBound(grant.caller))
                return .object(changed: 1, objects: ["member/\(who)"]) { writer in writer.member("member", who.description) }
            },
        ]
    }
}

extension ToolInput {
    fileprivate var memberKind: Membership.Kind { string("kind").flatMap(Membership.Kind.init) ?? .user }
}
