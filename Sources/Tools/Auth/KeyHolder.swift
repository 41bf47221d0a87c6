import Access
import Identity
import Store

/// Whose keys a caller may list and revoke: its own; those of the organization for an administrator; all for an operator.
struct KeyHolder {
    let organization: OrganizationID
    /// The organization's name.
    let name: String
    /// The one user whose keys they are; nil for all users of the organization.
    let user: UserID?

    /// - Parameter organization: the one that the call names.
    /// - Throws: ``Refusal`` `not_found` for a foreign organization, like for one that does not exist.
    init(_ organization: String?, _ caller: Caller, _ organizations: Organizations) async throws {
        guard let own = caller.organization else { throw Refusal(.unauthorized, "Unauthorized operation") }
        self.organization = try await caller.organization(named: organization, organizations)
        name = organization ?? own.name
        guard !caller.isOperator, !caller.isOrganizationAdministrator else {
            user = nil
            return
        }
        guard let one = caller.user else { throw Refusal(.forbidden, "API keys belong to users; you call as none") }
        user = one.id
    }
}
