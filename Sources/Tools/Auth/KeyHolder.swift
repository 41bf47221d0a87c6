import Access
import Identity
import Store

/// Whose keys a call may see and end: its own, those of the organization for an administrator, those of any for an operator.
struct KeyHolder {
    let organization: OrganizationID
    /// The organization's name.
    let name: String
    /// The one user whose keys they are; nil for all users of the organization.
    let user: UserID?

    /// - Throws: ``Refusal`` `not_found` for a foreign organization, like for one that does not exist.
    init(_ input: ToolInput, _ caller: Caller, _ domains: Domains) async throws {
        guard let own = caller.organization else { throw Refusal(.unauthorized, "Unauthorized operation") }
        organization = try await caller.organization(named: input.string("organization"), domains.organizations)
        name = input.string("organization") ?? own.name
        guard !caller.isOperator, !caller.isOrganizationAdministrator else {
            user = nil
            return
        }
        guard let one = caller.user else { throw Refusal(.forbidden, "API keys belong to users; you call as none") }
        user = one.id
    }
}
