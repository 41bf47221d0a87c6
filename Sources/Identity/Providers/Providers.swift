import SQL
package import Store

/// The providers of organizations and of the server itself.
package struct Providers: Sendable {
    private let store: Store
    private let quotas: Quotas
    private let now: @Sendable () -> Timestamp

    package init(store: Store, quotas: Quotas = .none, now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.quotas = quotas
        self.now = now
    }

    /// - Parameter organization: nil for a provider of the server itself.
    /// - Throws: `not_found`; `conflict` when any provider has the name in any case; `limited`; `invalid`.
    package func add(_ organization: OrganizationID?, _ name: Name, _ patch: Patch, bound: CredentialBound) async throws -> Provider {
        guard bound.reaches(provider: organization) else { throw IdentityError.notFound("owner", "admin") }
        let time = now()
        let (quotas, secrets) = (quotas, store.secrets)
        return try await store.change(orConflict: .taken("provider", name)) { connection, changed in
            if let organization { try quotas.check(.provider, of: organization, on: connection) }
            var provider = Provider(organization, name, at: time)
            provider.id = ProviderID(try Provider.stored.table.insert(provider, on: connection))
            changed.insert(.provider(provider.id))
            try Provider.stored.apply(patch, to: &provider)
            return try Self.save(provider, patch, secrets, on: connection)
        }
    }

    /// Applies a patch.
    /// - Throws: `not_found`; `invalid`, also for another host, port or client id without its secret.
    package func update(_ name: Name, _ patch: Patch, bound: CredentialBound) async throws -> Provider {
        let secrets = store.secrets
        return try await store.change { connection, changed in
            let before = try Self.require(name, bound, on: connection)
            changed.insert(.provider(before.id))
            var provider = before
            try Provider.stored.apply(patch, to: &provider)
            if before.hasSecret, provider.sendsElsewhere(than: before), case .keep = try patch.secret("clientSecret") {
                throw IdentityError(.invalid, "clientSecret: give it again with another host, port or clientId, or null to remove it")
            }
            return try Self.save(provider, patch, secrets, on: connection)
        }
    }

    /// - Throws: `not_found`.
    package func remove(_ name: Name, bound: CredentialBound) async throws {
        try await store.change { connection, changed in
            let provider = try Self.require(name, bound, on: connection)
            changed.insert(.provider(provider.id))
            try connection.execute("DELETE FROM providers WHERE id = \(provider.id)")
        }
    }

    /// - Throws: `not_found`, also for a provider that the caller does not reach.
    package func find(_ name: Name, bound: CredentialBound) async throws -> Provider {
        try await store.read { try Self.require(name, bound, on: $0) }
    }

    /// A part of an organization's providers, or of all providers without an organization.
    package func list(_ organization: OrganizationID?, _ query: ListQuery) async throws -> ObjectPage<Provider> {
        try await store.read { [damaged = store.damaged] connection in
            let condition: Statement = organization.map { "providers.organization_id = \($0)" } ?? "1 = 1"
            return try Provider.stored.page(query, where: condition, on: connection, reporting: damaged)
        }
    }

    /// The login of an organization's provider with the given type.
    /// - Throws: `not_found`, also for a provider that is disabled or of another type; `invalid` when it has no secret.
    package func login(_ name: Name, of organization: OrganizationID, type: String) async throws -> ProviderLogin {
        let secrets = store.secrets
        return try await store.read { connection in
            let missing = IdentityError.notFound("provider", name)
            let provider = try Provider.stored.require("providers.name = \(name)", on: connection, orThrow: missing)
            guard provider.organization == organization, provider.isEnabled, provider.type == type else { throw missing }
            guard let secret = try Provider.secret.open(in: "providers", id: provider.id.rawValue, secrets, on: connection) else {
                throw IdentityError(.invalid, "provider: '\(name)' has no clientSecret")
            }
            return ProviderLogin(user: provider.clientID, secret: secret, host: provider.host, port: provider.port)
        }
    }

    private static func require(_ name: Name, _ bound: CredentialBound, on connection: any Connection) throws -> Provider {
        let missing = IdentityError.notFound("provider", name)
        let provider = try Provider.stored.require("providers.name = \(name)", on: connection, orThrow: missing)
        guard bound.reaches(provider: provider.organization) else { throw missing }
        return provider
    }

    private static func save(_ provider: Provider, _ patch: Patch, _ secrets: SecretBox, on connection: any Connection) throws -> Provider {
        let id = provider.id
        try Provider.stored.table.update(provider, id: id, on: connection)
        for member in Provider.secrets { try member.save(patch, in: "providers", id: id.rawValue, secrets, on: connection) }
        return try Provider.stored.require("providers.id = \(id)", on: connection, orThrow: .notFound("provider", id.rawValue))
    }
}

extension CredentialBound {
    /// Whether the caller manages providers of the organization; those of the server itself belong to the operators.
    func reaches(provider organization: OrganizationID?) -> Bool { organization.map { reaches($0) } ?? isOperator }
}
