import Access
import Identity
import JSON
import Store

extension ObjectKind {
    /// Tenants. They are owned by `admin`, or by themselves.
    static let organization = ObjectKind(
        one: "organization", many: "organizations", scope: .organization, package: .users, owners: "admin.",
        members: Organization.schema,
        makers: .operators, ownsItself: true, secrets: .none,
        list: { call, owner, query in
            let only: OrganizationID?
            switch owner {
            case .organization(let id, _): only = id
            case .everybody, .server: only = call.caller.isOperator ? nil : call.bound.organization
            }
            return try await call.domains.organizations.list(only, query).map(\.wire)
        },
        find: { call, search in
            let name = try ObjectName(parsing: search.id, argument: "id")
            return try await call.organization(of: name)?.wire
        },
        add: { call, owner, name, patch in try await call.domains.organizations.add(name, patch).wire },
        update: { call, name, patch in
            guard let organization = try await call.organization(of: name) else { throw Refusal(.notFound, ObjectKind.unchanged("organization")) }
            if organization.id == call.caller.organization?.id { try patch.keepsIn(call.caller) }
            return try await call.domains.organizations.update(organization.id, patch, bound: call.bound).wire
        },
        delete: { call, name in
            guard let organization = try await call.organization(of: name) else { throw Refusal(.notFound, ObjectKind.unchanged("organization")) }
            try await call.domains.organizations.remove(organization.id)
        })
}

extension ObjectCall {
    /// The organization that `admin/acme` or `acme/acme` names; nil when the caller does not reach one.
    fileprivate func organization(of name: ObjectName) async throws -> Organization? {
        guard name.owner == Organizations.reservedOwner || name.owner == name.name else { return nil }
        guard let found = try await reached(name.name) else { return nil }
        return try await domains.organizations.get(found.id)
    }
}

extension Patch {
    /// Refuses an address list that excludes the caller's own address, if the list applies to the caller.
    /// - Throws: ``Refusal`` `invalidArgument`; `IdentityError` `invalid` for an invalid list.
    func keepsIn(_ caller: Caller) throws {
        guard let text = member("ipWhitelist")?.string, let address = caller.address else { return }
        guard try !AllowedAddresses(parsing: text).contains(address) else { return }
        throw Refusal(.invalidArgument, "ipWhitelist: you call from \(address), which is not in it: it would shut you out; add the address")
    }
}
