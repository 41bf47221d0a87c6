import Access
import Identity
import Store

extension ObjectKind {
    /// People, owned by their organization.
    static let user = ObjectKind(
        one: "user", many: "users", scope: .user, package: .users, owners: "An organization; empty for all.",
        members: User.schema,
        keys: [
            .text("owner", \.owner, "The organization, with email or phone."), .text("email", \.email, "Instead of id."),
            .text("phone", \.phone, "Instead of id."),
        ],
        secrets: .set,
        list: { call, owner, query in
            let page = try await call.domains.users.list(owner.organization, query)
            guard owner != .server else { return .empty }
            let names = try await call.organizationNames(owner)
            return page.map { $0.wire(names[$0.organization]) }
        },
        find: { call, search in try await call.user(search).map { $0.user.wire($0.organization) } },
        add: { call, owner, name, patch in
            guard case .organization(let organization, let label) = owner else {
                throw Refusal(.invalidArgument, "owner: expected the user's organization")
            }
            try patch.keeps("organization", label.text)
            let password: Secret? = if case .set(let secret) = try patch.secret("password") { secret } else { nil }
            let made = try await call.domains.users.add(organization, name, password: password, patch, bound: call.bound).wire(label)
            try await PermissionCompiler.recompile(call.domains, in: organization, call.context.bounds) { $0.users.contains("\(label)/\(name)") }
            return made
        },
        update: { call, name, patch in
            guard let found = try await call.user(name) else { throw Refusal(.notFound, "user \(name) not found") }
            try patch.keeps("organization", found.organization.text)
            if found.user.id == call.caller.user?.id { try patch.keepsIn(call.caller) }
            return try await call.domains.users.update(
                found.user.organization, found.user.id, password: try patch.secret("password"), patch, bound: call.bound
            ).wire(found.organization)
        },
        delete: { call, name in
            guard let found = try await call.user(name) else { throw Refusal(.notFound, ObjectKind.unchanged("user")) }
            try await call.domains.remove(found.user, bound: call.bound)
        },
        missing: { "user \($0) not found" })
}

extension ObjectCall {
    typealias FoundUser = (user: User, organization: Name)

    /// The user that `id`, or `owner` with `email` or `phone`, names; nil when the caller does not reach one.
    fileprivate func user(_ search: ObjectSearch) async throws -> FoundUser? {
        if !search.id.isEmpty { return try await user(try ObjectName(parsing: search.id, argument: "id")) }
        guard !search.owner.isEmpty, search.email ?? search.phone != nil else {
            throw Refusal(.invalidArgument, "must provide id, or owner+email, or owner+phone")
        }
        guard let organization = try await reached(search.owner) else { return nil }
        return try await domains.users.find(organization.id, email: search.email, phone: search.phone).map { ($0, organization.name) }
    }

    fileprivate func user(_ name: ObjectName) async throws -> FoundUser? {
        guard let organization = try await reached(name.owner) else { return nil }
        return try await orNil { (try await domains.users.find(organization.id, try Name(parsing: name.name)), organization.name) }
    }

    /// The result of a search; nil for `not_found`.
    func orNil<Found>(_ search: () async throws -> Found) async throws -> Found? {
        do {
            return try await search()
        } catch let error as IdentityError where error.code == .notFound {
            return nil
        }
    }

    /// The names of the organizations in a list.
    func organizationNames(_ owner: ObjectOwner) async throws -> [OrganizationID: Name] {
        if case .organization(let id, let name) = owner { return [id: name] }
        return Dictionary(try await domains.organizations.list().map { ($0.id, $0.name) }) { first, _ in first }
    }
}
