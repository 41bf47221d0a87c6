import Access
import Identity

extension ObjectKind {
    /// Permissions, owned by their organization; those on collections become rules on data while they are in force.
    static let permission = ObjectKind(
        one: "permission", many: "permissions", scope: .permission, package: .acl, owners: "An organization; empty for all.",
        members: Permission.schema,
        secrets: .none,
        list: { call, owner, query in
            guard owner != .server else { return .empty }
            let names = try await call.organizationNames(owner)
            let page = try await call.domains.permissions.list(owner.organization, query)
            let enforced = try await call.domains.rules.enforced(page.items.map(\.id))
            return page.map { $0.wire(names[$0.organization], isEnforced: enforced.contains($0.id)) }
        },
        find: { call, search in
            let name = try ObjectName(parsing: search.id, argument: "id")
            guard let organization = try await call.reached(name.owner) else { return nil }
            return try await call.orNil {
                let found = try await call.domains.permissions.find(organization.id, try Name(parsing: name.name))
                return found.wire(organization.name, isEnforced: try await call.domains.rules.enforced([found.id]).contains(found.id))
            }
        },
        add: { call, owner, name, patch in
            guard case .organization(let organization, let label) = owner else {
                throw Refusal(.invalidArgument, "owner: expected the permission's organization")
            }
            let domain = call.domains.permissions
            let draft = try domain.draft(organization, name, over: nil, patch, by: call.caller.name)
            let editor = PermissionEditor(call, organization, label)
            try await editor.check(draft, over: nil)
            let rules = try await editor.compiler.rules(of: draft)
            let made = try await domain.add(draft) { try RuleStore.replace($0, with: rules, &$2, on: $1) }.wire(label, isEnforced: !rules.isEmpty)
            return made.with(try await editor.compiler.warnings(about: rules))
        },
        update: { call, name, patch in
            let organization = try await call.organization(name.owner)
            let domain = call.domains.permissions
            let before = try await domain.find(organization.id, try Name(parsing: name.name))
            let draft = try domain.draft(organization.id, before.name, over: before, patch, by: call.caller.name)
            let editor = PermissionEditor(call, organization.id, organization.name)
            try await editor.check(draft, over: before)
            let rules = try await editor.compiler.rules(of: draft)
            let made = try await domain.update(draft, over: before) { try RuleStore.replace($0, with: rules, &$2, on: $1) }
                .wire(organization.name, isEnforced: !rules.isEmpty)
            return made.with(try await editor.compiler.warnings(about: rules))
        },
        delete: { call, name in
            let organization = try await call.organization(name.owner)
            let before = try await call.domains.permissions.find(organization.id, try Name(parsing: name.name))
            try await PermissionEditor(call, organization.id, organization.name).check(nil, over: before)
            try await call.domains.permissions.remove(before) { try RuleStore.replace(before.id, with: [], &$1, on: $0) }
        })
}
