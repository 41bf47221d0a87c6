import Access
import Identity
import JSON
import Store

extension ObjectKind {
    /// Access tokens, which can be listed and revoked; owned by the organization in which they were issued.
    static let token = ObjectKind(
        one: "token", many: "tokens", scope: .token, package: .auth, owners: "An organization; empty for all.",
        members: [:],
        secrets: .none,
        list: { call, owner, query in
            try await call.domains.tokens.list(call.only(owner), query).map(\.wire)
        },
        find: { call, search in
            let name = try ObjectName(parsing: search.id, argument: "id")
            return try await call.token(name)?.wire
        },
        delete: { call, name in
            guard let found = try await call.token(name) else { throw Refusal(.notFound, ObjectKind.unchanged("token")) }
            try await call.domains.tokens.remove(found.organization, found.name)
        })
}

extension ObjectCall {
    /// The token that `acme/…` or `admin/…` names; nil when the caller does not reach one.
    fileprivate func token(_ name: ObjectName) async throws -> TokenObject? {
        let organizations: [OrganizationID]
        if name.owner == Organizations.reservedOwner {
            organizations = try await self.organizations(of: .server)
        } else {
            organizations = try await reached(name.owner).map { [$0.id] } ?? []
        }
        for organization in organizations {
            if let found = try await orNil({ try await domains.tokens.get(organization, name.name) }) { return found }
        }
        return nil
    }
}
