package import SQL
package import Store

/// The most objects that an organization may have; -1 for no limit.
package struct Quotas: Hashable, Sendable {
    /// The counted resource.
    package enum Kind: String, Hashable, Sendable, CaseIterable { case application, user, organization, provider, workspace }

    private let limits: [Kind: Int64]

    package static let none = Quotas()

    /// - Parameter organization: limits all organizations; the others apply to each organization.
    package init(application: Int64 = -1, user: Int64 = -1, organization: Int64 = -1, provider: Int64 = -1, workspace: Int64 = -1) {
        limits = [.application: application, .user: user, .organization: organization, .provider: provider, .workspace: workspace]
            .filter { $0.value >= 0 }
    }

    /// Refuses one more object; called before it is added, in the same transaction. Transactions that add to the same organization wait for
    /// one another.
    /// - Throws: ``IdentityError`` `limited`.
    package func check(_ kind: Kind, of organization: OrganizationID, on connection: any Connection) throws {
        guard let limit = limits[kind] else { return }
        // This locks the row, so that the count stays valid until the transaction ends.
        if kind == .organization {
            try connection.execute("UPDATE organizations SET name = name WHERE name = \(Name.builtIn)")
        } else {
            try connection.execute("UPDATE organizations SET name = name WHERE id = \(organization)")
        }
        let count: Statement =
            switch kind {
            // Self-registered clients have their own limit, so that strangers cannot use up an organization's quota.
            case .application: "SELECT count(*) FROM applications WHERE organization_id = \(organization) AND source = 'registered'"
            case .user: "SELECT count(*) FROM users WHERE organization_id = \(organization)"
            case .organization: "SELECT count(*) FROM organizations"
            case .provider: "SELECT count(*) FROM providers WHERE organization_id = \(organization)"
            case .workspace: "SELECT count(*) FROM workspaces WHERE organization_id = \(organization)"
            }
        let present = try connection.number(of: kind.rawValue, count)
        guard present < limit else { throw IdentityError(.limited, "\(kind.rawValue) quota is exceeded") }
    }
}
