import OAuth
package import SQL
package import Store

/// The party that a credential identifies, with its current rights. Callers are made from it.
package struct Principal: Hashable, Sendable {
    /// The presented credential.
    package enum Credential: Hashable, Sendable {
        case apiKey(APIKeyID)
        /// - Parameter name: the `jti`, which is also the name of the token object.
        case accessToken(AccessTokenID, name: String)
        /// An application's own id and secret.
        case applicationSecret(ApplicationID)
        case session(SessionPrincipal)
    }

    package let credential: Credential
    /// The user's organization, or the application's if it acts for itself.
    package let organization: OrganizationID
    package let organizationName: Name
    /// Nil for an application that acts for itself.
    package let user: UserID?
    package let userName: Name?
    /// The client that acts; nil for a user's key or session.
    package let application: ApplicationID?
    package let applicationName: Name?
    /// The granted scopes as granted, separated by spaces; nil for a session, which has every scope.
    package let scopeText: String?
    /// The scopes with which the application is currently registered.
    package let applicationScopeText: String?
    /// The names in ``scopeText``; empty for a session.
    package var scopeNames: [String] { scopeText?.split(separator: " ").map(String.init) ?? [] }
    /// The canonical id of the one endpoint for which an access token is valid.
    package let audience: String?
    /// The one workspace that it opens; nil for all.
    package let workspace: WorkspaceID?
    /// The one role that it has; nil for all roles of its user.
    package let role: Name?
    /// When the credential itself expires; nil for never.
    package let expires: Timestamp?
    /// The latest expiry of credentials that are created with it; nil for never.
    package let authorityEnds: Timestamp?
    /// The grant that it was issued for, and with which it ends.
    package let grant: GrantID?
    /// When the grant that created a key or secret expires, as last read; its client can renew it. Nil without such a grant.
    package let grantEnds: Timestamp?
    /// The addresses from which it may be used.
    package let addresses: AddressLimits
    /// Values that row filters may use, for example `user.id`, `user.email`, `organization.name`, `application.name`.
    package let attributes: [String: SQLValue]
    /// Whether its user administers the organization, whatever the limits of the credential are.
    package let isUserAdministrator: Bool
    /// The change topics that it depends on.
    package let topics: [ChangeTopic]

    /// Whether it administers its organization: an administrator's credential that is bound to no workspace and no role.
    package var isAdministrator: Bool { isUserAdministrator && workspace == nil && role == nil }

    /// Whether it reaches all organizations.
    package var isOperator: Bool { isAdministrator && organizationName == .builtIn }

    /// Whether it may open a workspace; its owner's roles there decide the rest.
    package func opens(_ endpoint: WorkspaceID) -> Bool { workspace == nil || workspace == endpoint }

    package func isExpired(at time: Timestamp) -> Bool { hasEnded(at: time) || hasOutlivedGrant(at: time) }

    /// Whether it has expired.
    private func hasEnded(at time: Timestamp) -> Bool { expires.map { $0 <= time } ?? false }

    private func hasOutlivedGrant(at time: Timestamp) -> Bool { grantEnds.map { $0 <= time } ?? false }

    /// Whether its grant has expired as last read, but may have been renewed since.
    func mayBeRenewed(at time: Timestamp) -> Bool { hasOutlivedGrant(at: time) && !hasEnded(at: time) }
}

extension Principal {
    /// The values of an organization, a user and an application that row filters may use.
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

extension Principal {
    /// An application with its own id and secret; nil for one that may not act for itself.
    init?(_ application: Application) {
        guard application.isEnabled, application.grantTypes.contains("client_credentials") else { return nil }
        credential = .applicationSecret(application.id)
        (organization, organizationName) = (application.organization, application.organizationName)
        (user, userName, isUserAdministrator) = (nil, nil, false)
        (self.application, applicationName) = (application.id, application.name)
        (scopeText, applicationScopeText) = (application.scopeNames.text, application.scopeNames.text)
        (audience, workspace, role) = (nil, application.workspace, nil)
        (expires, authorityEnds) = (application.ownSecretEnd, application.ownSecretEnd)
        (grant, grantEnds) = (application.secretGrant, application.secretGrantEnds)
        addresses = application.limits
        attributes = Self.attributes(
            organization: (application.organization, application.organizationName), application: (application.id, application.name))
        topics = application.topics
    }
}

extension Principal {
    /// A person who signed in with a browser.
    package init(_ session: SessionPrincipal) {
        credential = .session(session)
        (organization, organizationName) = (session.organization, session.organizationName)
        (user, userName, isUserAdministrator) = (session.user, session.userName, session.isAdministrator)
        (application, applicationName, scopeText, applicationScopeText) = (nil, nil, nil, nil)
        (audience, workspace, role, authorityEnds, grant, grantEnds) = (nil, nil, nil, nil, nil, nil)
        expires = session.expires
        addresses = session.addresses
        attributes = Self.attributes(
            organization: (session.organization, session.organizationName),
            user: (session.user, session.userName, session.email, session.displayName))
        topics = session.topics
    }
}

/// A credential in a request, held as its digest. Principals are looked up by it.
package enum PresentedCredential: Hashable, Sendable {
    case key(PresentedKey)
    case token(PresentedToken)
    case secret(PresentedSecret)
    case session(PresentedSession)
}

extension Principal {
    static let keyColumns: Statement =
        """
        api_keys.id, organizations.id AS organization_id, organizations.name AS organization, users.id AS user_id, users.name AS person,
        users.email, users.display_name, users.is_admin, api_keys.workspace_id, api_keys.role, api_keys.scopes, api_keys.expires_at,
        users.ip_allow AS own_addresses, organizations.ip_allow AS common_addresses, api_keys.grant_id, authorization_grants.expires_at AS grant_ends
        """

    /// A user's API key.
    init(key row: StoredRow) throws {
        let id: APIKeyID = try row["id", .id()]
        credential = .apiKey(id)
        let organization: (id: OrganizationID, name: Name) = (try row["organization_id", .id()], try row["organization", .name])
        let user: (id: UserID, name: Name) = (try row["user_id", .id()], try row["person", .name])
        (self.organization, organizationName) = organization
        (self.user, userName) = user
        (application, applicationName, applicationScopeText, audience) = (nil, nil, nil, nil)
        isUserAdministrator = try row["is_admin", .flag]
        let limits = KeyLimits(
            workspace: try row["workspace_id", .optional(.id())], role: try row["role", .optional(.name)], scopes: try row["scopes", .scopes],
            expires: try row["expires_at", .optional(.time)])
        (workspace, role) = (limits.workspace, limits.role)
        scopeText = limits.scopeText
        (expires, authorityEnds) = (limits.expires, limits.expires)
        let grant: GrantID? = try row["grant_id", .optional(.id())]
        (self.grant, grantEnds) = (grant, try row["grant_ends", .optional(.time)])
        addresses = AddressLimits([
            ("\(organization.name)/\(user.name)", try row["own_addresses", .addresses]),
            (organization.name.text, try row["common_addresses", .addresses]),
        ])
        attributes = Self.attributes(
            organization: organization, user: (user.id, user.name, try row["email", .text], try row["display_name", .text]))
        topics = [.key(id), .user(user.id), .organization(organization.id)] + (grant.map { [.grant($0)] } ?? [])
    }
}
