import Access
import Identity
import JSON
import Store

extension ObjectKind {
    /// Roles, owned by their organization: whom they name has them in all of its workspaces.
    static let role = ObjectKind(
        one: "role", many: "roles", scope: .role, package: .acl, owners: "An organization; empty for all.",
        members: [
            "displayName": Member.text, "description": Member.text, "isEnabled": Member.flag,
            "users": Member.names("ORGANIZATION/USER, in all workspaces."),
            "roles": Member.names("ORGANIZATION/ROLE that have it too."),
        ],
        showsSecret: false, setsSecret: false, note: " Rules and permissions give it rights.",
        list: { call, owner, query in
            guard owner != .server else { return .empty }
            let names = try await call.organizationNames(owner)
            return try await call.domains.roles.list(owner.organization, query).map { $0.wire(names[$0.role.organization]) }
        },
        find: { call, search in
            let name = try ObjectName(parsing: search.id, argument: "id")
            guard let organization = try await call.reached(name.owner) else { return nil }
            return try await call.orNil {
                try await call.domains.roles.object(organization.id, try Name(parsing: name.name)).wire(organization.name)
            }
        },
        add: { call, owner, name, patch in
            guard case .organization(let organization, let label) = owner else {
                throw Refusal(.invalidArgument, "owner: expected the role's organization")
            }
            let made = try await call.domains.roles.add(organization, name, patch, bound: call.bound).wire(label)
            try await PermissionCompiler.recompile(call.domains, in: organization, call.context.bounds) { $0.roles.contains("\(label)/\(name)") }
            return made
        },
        update: { call, name, patch in
            let organization = try await call.organization(name.owner)
            return try await call.domains.roles.update(organization.id, try Name(parsing: name.name), patch, bound: call.bound)
                .wire(organization.name)
        },
        delete: { call, name in
            try await call.domains.removeRole(try await call.organization(name.owner).id, try Name(parsing: name.name), bound: call.bound)
        })
}

extension RoleObject {
    /// The object as clients see it.
    func wire(_ organization: Name?) -> JSONObject {
        let owner = organization?.text ?? ""
        let typed: JSONObject = [
            "owner": .string(owner), "name": .string(role.name.text), "createdTime": .string(createdAt.rfc3339),
            "displayName": .string(role.displayName), "isEnabled": .bool(role.isEnabled),
            "users": .array(users.map { .string("\(owner)/\($0)") }), "roles": .array(roles.map { .string("\(owner)/\($0)") }),
        ]
        return typed.with(details.members)
    }
}
