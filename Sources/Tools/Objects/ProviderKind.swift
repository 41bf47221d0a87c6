import Access
import Identity

extension ObjectKind {
    /// External services with the secrets to use them, owned by an organization or, for operators, by `admin`.
    static let provider = ObjectKind(
        one: "provider", many: "providers", scope: .provider, package: .auth, owners: "The organization, or admin.",
        members: Provider.schema,
        secrets: .set, note: " One of type PostgreSQL is a login for data_sources_add.",
        list: { call, owner, query in
            // The list of an organization has the providers that its callers can name; only operators see the server's own.
            let only = owner.organization ?? (call.caller.isOperator ? nil : call.bound.organization)
            return try await call.domains.providers.list(only, query).map(\.wire)
        },
        find: { call, search in
            let name = try ObjectName(parsing: search.id, argument: "id")
            return try await call.provider(name)?.wire
        },
        add: { call, owner, name, patch in try await call.domains.providers.add(owner.organization, name, patch, bound: call.bound).wire },
        update: { call, name, patch in
            try await call.domains.providers.update(try Name(parsing: name.name), patch, bound: call.bound).wire
        },
        delete: { call, name in try await call.domains.providers.remove(try Name(parsing: name.name), bound: call.bound) })
}

extension ObjectCall {
    /// The provider that `acme/mail` or `admin/mail` names; nil when the caller does not reach one.
    fileprivate func provider(_ name: ObjectName) async throws -> Provider? {
        let found = try await orNil { try await domains.providers.find(try Name(parsing: name.name), bound: bound) }
        guard let found, name.owner == Organizations.reservedOwner || name.owner == found.organizationName?.text else { return nil }
        return found
    }
}
