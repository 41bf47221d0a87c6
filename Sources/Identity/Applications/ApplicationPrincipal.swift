import OAuth
package import SQL
package import Store

/// Whom a pair of client id and secret stands for: an application that acts by itself.
package struct ApplicationPrincipal: Hashable, Sendable {
    package let application: ApplicationID
    package let applicationName: Name
    package let organization: OrganizationID
    package let organizationName: Name
    /// Names of scopes as the application is registered with them, divided by spaces.
    package let scopeText: String
    /// The one workspace that it opens; nil for all.
    package let workspace: WorkspaceID?
    /// When its secret ends, and the grant that it ends with: what the application makes ends no later.
    package let expires: Timestamp?
    package let grant: GrantID?
    package let addresses: AddressLimits
    /// What row filters may name: `application.id`, `application.name`, `organization.id`, `organization.name`.
    package let attributes: [String: SQLValue]

    /// Nil for an application that may not act by itself.
    init?(_ application: Application) {
        guard application.isEnabled, application.grantTypes.contains("client_credentials") else { return nil }
        self.application = application.id
        applicationName = application.name
        organization = application.organization
        organizationName = application.organizationName
        scopeText = application.scopeNames.text
        workspace = application.workspace
        expires = application.secretExpires
        grant = application.secretGrant
        addresses = application.limits
        attributes = [
            "application.id": application.id.sqlValue, "application.name": application.name.sqlValue,
            "organization.id": application.organization.sqlValue, "organization.name": application.organizationName.sqlValue,
        ]
    }

    /// What it depends on.
    package var topics: [ChangeTopic] {
        [.application(application), .organization(organization)] + (grant.map { [.grant($0)] } ?? [])
    }

    package func isExpired(at time: Timestamp) -> Bool { expires.map { $0 <= time } ?? false }

    /// Whether it opens a workspace at all; its roles there decide the rest.
    package func opens(_ place: WorkspaceID) -> Bool { workspace == nil || workspace == place }
}
