import Access
package import Identity
package import Store

extension Domains {
    /// Removes a user with all that rules say of it.
    package func remove(_ user: User, bound: CredentialBound) async throws {
        try await users.remove(user.organization, user.id, bound: bound) { try RuleStore.removeAll(about: user.id, on: $0) }
    }

    /// Removes a role with its rules in all workspaces of the organization: another one of the same name begins without.
    package func removeRole(_ organization: OrganizationID, _ name: Name, bound: CredentialBound) async throws {
        let places = try await workspaces.list(organization).map(\.id)
        try await roles.remove(organization, name, bound: bound) { try RuleStore.removeAll(about: name.text, in: places, on: $0) }
    }
}
