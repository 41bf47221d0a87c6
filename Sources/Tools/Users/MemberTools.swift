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
                description: "Lists who has which role in this workspace."
            ) { grant, _, _ in
                let place = grant.caller.workspace
                let members = try await domains.members.list(place.organization, workspace: place.id)
                return .object(rows: members.count) { writer in
                    writer.member("members", members) { writer, membership in
                        writer.member("member", membership.member.description)
                        writer.member("kind", membership.kind.rawValue)
                        writer.member("role", membership.role.text)
                        writer.member("createdAt", membership.createdAt)
                    }
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
