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

    /// - Parameter organization: nil for one of the server itself.
    /// - Throws: `not_found`; `conflict` when the name is taken in any case by any provider; `limited`; `invalid`.
    package func add(_ organization: OrganizationID?, _ name: Name, _ patch: Patch, bound: CredentialBound) async throws -> Provider {
        guard bound.reaches(provider: organization) else { throw IdentityError.notFound("owner", "admin") }
        let time = now()
        let (quotas, secrets) = (quotas, store.secrets)
        return try await store.change(orConflict: .taken("provider", name)) { connection, changed in
            if let organization { try quotas.check(.provider, of: organization, on: connection) }
            let id = ProviderID(
                try connection.insertedID(
                    """
                    INSERT INTO providers (organization_id, name, name_key, display_name, category, type, client_id, host, port, is_enabled,
                    created_at, details) VALUES (\(organization), \(name), \(name.key), \(name), '', '', '', '', 0, 1, \(time), '{}') RETURNING id
                    """))
            changed.insert(.provider(id))
            var provider = try Self.require(id, on: connection)
            try provider.apply(patch)
            return try Self.save(provider, patch, secrets, on: connection)
        }
    }

    /// Changes what a patch says.
    /// - Throws: `not_found`; `invalid`, also for another host, port or client id without the secret that belongs to it.
    package func update(_ name: Name, _ patch: Patch, bound: CredentialBound) async throws -> Provider {
        let secrets = store.secrets
        return try await store.change { connection, changed in
            let before = try Self.require(name, bound, on: connection)
            changed.insert(.provider(before.id))
            var provider = before
            try provider.apply(patch)
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

    /// - Throws: `not_found`, also for one that the caller does not reach.
    package func find(_ name: Name, bound: CredentialBound) async throws -> Provider {
        try await store.read { try Self.require(name, bound, on: $0) }
    }

    /// A part of an organization's providers; without one, of all.
    package func list(_ organization: OrganizationID?, _ query: ListQuery) async throws -> ObjectPage<Provider> {
        try await store.read { connection in
            try Self.table.page(query, where: organization.map { "providers.organization_id = \($0)" } ?? "1 = 1", on: connection, Provider.init)
        }
    }

    /// What an organization's provider is used with, for a service of a type at an address.
    /// - Throws: `not_found`, also for a provider that is disabled or of another type; `invalid` when it has no secret.
    package func login(_ name: Name, of organization: OrganizationID, type: String) async throws -> ProviderLogin {
        let secrets = store.secrets
        return try await store.read { connection in
            let found = try connection.first(
                "SELECT \(Provider.columns), providers.client_secret FROM \(Self.source) WHERE providers.name = \(name)"
            ) { (provider: Provider($0), sealed: $0.bytes(15)) }
            guard let found, found.provider.organization == organization, found.provider.isEnabled, found.provider.type == type else {
                throw IdentityError.notFound("provider", name)
            }
            guard let sealed = found.sealed else { throw IdentityError(.invalid, "provider: '\(name)' has no clientSecret") }
            let plain = try secrets.open(sealed, context: Self.context(found.provider.id, "client_secret"))
            return ProviderLogin(user: found.provider.clientID, secret: Secret(plain), host: found.provider.host, port: found.provider.port)
        }
    }

    private static let source: Statement = "providers LEFT JOIN organizations ON organizations.id = providers.organization_id"

    private static func require(_ id: ProviderID, on connection: any Connection) throws -> Provider {
        let found = try connection.first("SELECT \(Provider.columns) FROM \(source) WHERE providers.id = \(id)", Provider.init)
        guard let found else { throw IdentityError.notFound("provider", id.rawValue) }
        return found
    }

    private static func require(_ name: Name, _ bound: CredentialBound, on connection: any Connection) throws -> Provider {
        let found = try connection.first("SELECT \(Provider.columns) FROM \(source) WHERE providers.name = \(name)", Provider.init)
        guard let found, bound.reaches(provider: found.organization) else { throw IdentityError.notFound("provider", name) }
        return found
    }

    private static func save(_ provider: Provider, _ patch: Patch, _ secrets: SecretBox, on connection: any Connection) throws -> Provider {
        try connection.execute(
            """
            UPDATE providers SET display_name = \(provider.displayName), category = \(provider.category), type = \(provider.type),
            client_id = \(provider.clientID), host = \(provider.host), port = \(provider.port), is_enabled = \(provider.isEnabled ? 1 : 0),
            details = \(provider.details.stored) WHERE id = \(provider.id)
            """)
        for (member, column) in [("clientSecret", "client_secret"), ("clientSecret2", "client_secret2")] {
            let sealed: [UInt8]?
            switch try patch.secret(member) {
            case .keep: continue
            case .clear: sealed = nil
            case .set(let secret): sealed = try secrets.seal(secret.bytes, context: context(provider.id, column))
            }
            try connection.execute("UPDATE providers SET \(Identifier(column)) = \(sealed) WHERE id = \(provider.id)")
        }
        return try require(provider.id, on: connection)
    }

    private static func context(_ id: ProviderID, _ column: String) -> String { "providers/\(id.rawValue)/\(column)" }

    private static let table = ListedTable(
        columns: Provider.columns, source: source, base: "providers",
        texts: [
            "name": "providers.name", "displayName": "providers.display_name", "category": "providers.category", "type": "providers.type",
            "clientId": "providers.client_id", "host": "providers.host",
        ], created: "providers.created_at", id: "providers.id")
}

extension CredentialBound {
    /// Providers of the server itself are the operators'.
    func reaches(provider organization: OrganizationID?) -> Bool { organization.map { reaches($0) } ?? isOperator }
}
