package import SQL
package import Store

/// The party behind a credential, with its rights at this moment. Callers are made from it.
package struct Principal: Hashable, Sendable {
    /// What was shown.
    package enum Credential: Hashable, Sendable {
        case apiKey(APIKeyID)
        /// - Parameter name: the `jti`, which is also the name of the token object.
        case accessToken(AccessTokenID, name: String)
        /// An application's own id and secret.
        case applicationSecret(ApplicationID)
        case session(SessionPrincipal)
    }

    package let credential: Credential
    /// The user's, or the application's when it acts by itself.
    package let organization: OrganizationID
    package let organizationName: Name
    /// Nil for an application that acts by itself.
    package let user: UserID?
    package let userName: Name?
    /// The client that acts; nil for a user's key or session.
    package let application: ApplicationID?
    package let applicationName: Name?
    /// The names of the granted scopes, divided by spaces, as they were granted; nil for a session, which has every scope.
    package let scopeText: String?
    /// The names of the scopes that the application is registered with at this moment.
    package let applicationScopeText: String?
    /// The names of ``scopeText``; none for a session.
    package var scopeNames: [String] { scopeText?.split(separator: " ").map(String.init) ?? [] }
    /// The canonical id of the one endpoint that an access token opens.
    package let audience: String?
    /// The one workspace that it opens; nil for all.
    package let workspace: WorkspaceID?
    /// The one role that it acts with; nil for all that its user has.
    package let role: Name?
    /// When the credential itself ends; nil for never.
    package let expires: Timestamp?
    /// When what is made with it ends at the latest; nil for never.
    package let authorityEnds: Timestamp?
    /// The consent that it was issued for, and ends with.
    package let grant: GrantID?
    /// When the grant ends that a key or secret was made with, as it was last read: the client renews it. Nil where there is none.
    package let grantEnds: Timestamp?
    /// From where it may be used.
    package let addresses: AddressLimits
    /// What row filters may name, for example `user.id`, `user.email`, `organization.name`, `application.name`.
    package let attributes: [String: SQLValue]
    /// Whether its user administers the organization, whatever the credential itself is bound to.
    package let isUserAdministrator: Bool
    /// What it depends on.
    package let topics: [ChangeTopic]

    /// Whether it administers its organization: an administrator's credential that is bound to no workspace and no role.
    package var isAdministrator: Bool { isUserAdministrator && workspace == nil && role == nil }

    /// Whether it reaches all organizations.
    package var isOperator: Bool { isAdministrator && organizationName == .builtIn }

    /// Whether it opens a workspace at all; its owner's roles there decide the rest.
    package func opens(_ endpoint: WorkspaceID) -> Bool { workspace == nil || workspace == endpoint }

    package func isExpired(at time: Timestamp) -> Bool { hasEnded(at: time) || hasOutlivedGrant(at: time) }

    /// Whether it has expired.
    private func hasEnded(at time: Timestamp) -> Bool { expires.map { $0 <= time } ?? false }

    private func hasOutlivedGrant(at time: Timestamp) -> Bool { grantEnds.map { $0 <= time } ?? false }

    /// Whether it goes on if its grant was renewed since it was read.
    func mayBeRenewed(at time: Timestamp) -> Bool { hasOutlivedGrant(at: time) && !hasEnded(at: time) }
}

extension Principal {
    /// What row filters may name of an organization, a user and an application.
    static func attributes(
        organization: (OrganizationID, Name), user: (id: UserID, name: Name, email: String, displayName: String?)? = nil,
        application: (ApplicationID, Name)? = nil
    ) -> [String: SQLValue] {
        var out: [String: SQLValue] = ["organization.id": organization.0.sqlValue, "organization.name": organization.1.sqlValue]
        if let application {
            out["application.id"] = application.0.sqlValue
            out["application.name"] = application.1.sqlValue
        }
        if let user {
            out["user.id"] = user.id.sqlValue
            out["user.name"] = user.name.sqlValue
            out["user.email"] = .text(user.email)
            if let displayName = user.displayName { out["user.displayName"] = .text(displayName) }
        }
        return out
    }
}
