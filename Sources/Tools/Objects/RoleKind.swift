import Access
import Identity

extension ObjectKind {
    /// Roles, owned by their organization: the users of a role have it in all of its workspaces.
    static let role = ObjectKind(
        one: "role", many: "roles", scope: .role, package: .acl, owners: "An organization; empty for all.",
        members: RoleObject.schema,
        secrets: .none, note: " Rules and permissions give it rights.",
        list: { call, owner, query in
            guard owner != .server else { return .empty }
            return try await call.domains.roles.list(owner.organization, query).map(\.wire)
        },
        find: { call, search in
            let name = try ObjectName(parsing: search.id, argument: "id")
            guard let organization = try await call.reached(name.owner) else { return nil }
            return try await call.orNil {
                try await call.domains.roles.object(organization.id, try Name(parsing: name.name)).wire
            }
        },
        add: { call, owner, name, patch in
            guard case .organization(let organization, let label) = owner else {
                throw Refusal(.invalidArgument, "owner: expected the role's organization")
            }
            let made = try await call.domains.roles.add(organization, name, patch, bound: call.bound).wire
            try await PermissionCompiler.recompile(call.domains, in: organization, call.context.bounds) { $0.roles.contains("\(label)/\(name)") }
            return made
        },
        update: { call, name, patch in
            let organization = try await call.organization(name.owner)
            return try await call.domains.roles.update(organization.id, try Name(parsing: name.name), patch, bound: call.bound).wire
        },
        delete: { call, name in
            try await call.domains.removeRole(try await call.organization(name.owner).id, try Name(parsing: name.name), bound: call.bound)
        })
}
