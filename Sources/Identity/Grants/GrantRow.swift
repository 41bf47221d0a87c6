import OAuth
import SQL
import SQLSyntax
import Store

/// The stored grant of a person to an application.
struct GrantRow: Hashable, Sendable {
    let id: GrantID
    let application: ApplicationID
    let clientID: String
    let user: UserID
    let userName: QualifiedName
    let organization: OrganizationID
    let scopes: ScopeNames
    /// The resource's canonical text.
    let resource: String
    /// The generation of the newest refresh token; -1 before the first.
    let generation: Int
    let rotatedAt: Timestamp
    let expiresAt: Timestamp
    let isRevoked: Bool
    /// Whether its user is enabled.
    let isUserEnabled: Bool
    /// Whether its user's organization admits unregistered clients.
    let isClientAdmitted: Bool
    /// The addresses from which its user may act.
    let addresses: AddressLimits

    private static let columns: Statement =
        """
        authorization_grants.id, authorization_grants.application_id, applications.client_id, authorization_grants.user_id,
        organizations.name AS organization, users.name AS person, users.organization_id, authorization_grants.scope, authorization_grants.resource,
        authorization_grants.generation, authorization_grants.rotated_at, authorization_grants.expires_at, authorization_grants.revoked_at,
        users.disabled_at, users.ip_allow AS own_addresses, organizations.ip_allow AS common_addresses,
        CASE WHEN applications.source = 'registered' OR organizations.dcr_policy = 'open' THEN 1 ELSE 0 END AS is_admitted
        """

    private init(_ row: StoredRow) throws {
        id = try row["id", .id()]
        application = try row["application_id", .id()]
        clientID = try row["client_id", .text]
        user = try row["user_id", .id()]
        userName = QualifiedName(organization: try row["organization", .name], name: try row["person", .name])
        organization = try row["organization_id", .id()]
        scopes = ScopeNames(try row["scope", .words])
        resource = try row["resource", .text]
        generation = try row["generation", .int]
        rotatedAt = try row["rotated_at", .time]
        expiresAt = try row["expires_at", .time]
        isRevoked = try row["revoked_at", .optional(.time)] != nil
        isUserEnabled = try row["disabled_at", .optional(.time)] == nil
        isClientAdmitted = try row["is_admitted", .flag]
        addresses = AddressLimits([
            (userName.description, try row["own_addresses", .addresses]), (userName.organization.text, try row["common_addresses", .addresses]),
        ])
    }

    /// - Throws: `invalid_grant` when the person is disabled or excluded by address; `access_denied` when the organization does not admit
    ///   the client.
    func check(from address: String) throws(OAuthError) {
        guard isClientAdmitted else { throw OAuthError.notAdmitted }
        guard isUserEnabled else { throw OAuthError(.invalidGrant, "the person can no longer sign in") }
        do { try addresses.check(address) } catch { throw OAuthError(.invalidGrant, error.reason) }
    }

    /// The grant with its row locked until the transaction ends.
    static func locked(_ id: GrantID, on connection: any Connection) throws -> GrantRow? {
        try find(id, connection.dialect == .postgresql ? " FOR UPDATE OF authorization_grants" : "", on: connection)
    }

    static func found(_ id: GrantID, on connection: any Connection) throws -> GrantRow? { try find(id, "", on: connection) }

    private static func find(_ id: GrantID, _ lock: Statement, on connection: any Connection) throws -> GrantRow? {
        try connection.first(
            of: "authorization_grants",
            """
            SELECT \(columns) FROM authorization_grants JOIN applications ON applications.id = authorization_grants.application_id
            JOIN users ON users.id = authorization_grants.user_id JOIN organizations ON organizations.id = users.organization_id
            WHERE authorization_grants.id = \(id)\(lock)
            """, GrantRow.init)
    }

    static func insert(
        _ application: ApplicationID, _ user: UserID, _ scopes: ScopeNames, _ resource: ResourceID, expires: Timestamp, at time: Timestamp,
        on connection: any Connection
    ) throws -> GrantID {
        GrantID(
            try connection.insertedID(
                """
                INSERT INTO authorization_grants (application_id, user_id, scope, resource, generation, created_at, rotated_at, expires_at)
                VALUES (\(application), \(user), \(scopes.text), \(resource.text), -1, \(time), \(time), \(expires)) RETURNING id
                """))
    }

    /// Ends a grant and everything that was issued for it.
    static func revoke(_ id: GrantID, at time: Timestamp, on connection: any Connection) throws {
        try connection.execute("UPDATE authorization_grants SET revoked_at = \(time) WHERE id = \(id) AND revoked_at IS NULL")
        try connection.execute("UPDATE access_tokens SET revoked_at = \(time) WHERE grant_id = \(id) AND revoked_at IS NULL")
        try connection.execute("UPDATE refresh_tokens SET successor = NULL WHERE grant_id = \(id) AND successor IS NOT NULL")
    }

    /// Ends all grants of a person.
    static func revokeAll(of user: UserID, at time: Timestamp, on connection: any Connection) throws {
        for grant in try live(of: user, on: connection) { try revoke(grant, at: time, on: connection) }
    }

    /// Unrevoked grants of a person, to any application or to one.
    static func live(of user: UserID, for application: ApplicationID? = nil, on connection: any Connection) throws -> [GrantID] {
        var statement: Statement = "SELECT id FROM authorization_grants WHERE user_id = \(user) AND revoked_at IS NULL"
        if let application { statement += " AND application_id = \(application)" }
        return try connection.values(of: "authorization_grants", statement, .id())
    }

    /// The grant in the form that the OAuth rules use.
    /// - Throws: `invalid_grant` when it was made for another origin of this server.
    func grant(_ resources: Resources) throws(OAuthError) -> AuthorizationGrant {
        guard let resource = resources.resource(audience: resource) else {
            throw OAuthError(.invalidGrant, "the grant is for another address of this server; sign in again")
        }
        return AuthorizationGrant(clientID: clientID, subject: String(user.rawValue), scopes: scopes, resource: resource)
    }
}
