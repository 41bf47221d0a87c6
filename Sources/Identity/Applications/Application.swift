package import JSON
package import OAuth
import SQL
package import Store

/// An OAuth client. Its name is unique in the instance; it belongs to an organization.
package struct Application: Sendable, Equatable {
    package enum Category: String, Hashable, Sendable, CaseIterable {
        case standard = "Default"
        case agent = "Agent"
    }

    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case all = "All"
        case mcp = "MCP"
        case a2a = "A2A"
    }

    /// How the server came to know it.
    package enum Source: String, Hashable, Sendable, CaseIterable {
        /// Somebody with the right to do so made it.
        case registered
        /// It registered itself (RFC 7591).
        case dynamic
        /// Its client id is the URL of a document about it.
        case document
    }

    package let id: ApplicationID
    package let organization: OrganizationID
    package let organizationName: Name
    package let name: Name
    package let displayName: String
    package let description: String
    package let logo: String
    package let homepageURL: String
    package let category: Category
    package let kind: Kind
    package let tags: [String]
    package let clientID: String
    /// Without one: PKCE alone, or keys that the client publishes.
    package let isPublic: Bool
    package let redirectURIs: [String]
    /// Names of OAuth's grant types.
    package let grantTypes: [String]
    /// What it may do by itself; when not empty, also all that it may ask of people.
    package let scopes: [ApplicationScope]
    /// The one workspace that it opens, whoever it acts for, with its name; nil for every one that its owner or user may.
    package let workspace: WorkspaceID?
    package let workspaceName: String?
    /// How long an access token lives. Unit: hours.
    package let expireInHours: Int
    /// How long a refresh token that nobody uses lives. Unit: hours.
    package let refreshExpireInHours: Int
    /// From where its credentials and tokens may be used.
    package let addresses: AllowedAddresses
    /// The same with the list of its organization.
    let limits: AddressLimits
    /// While false nothing that it holds opens anything.
    package let isEnabled: Bool
    /// Whether nobody can sign in to it.
    package let disablesSignIn: Bool
    package let source: Source
    /// Whether an administrator made it, or changed it last; else an application of its organization did.
    package let isVouched: Bool
    package let createdAt: Timestamp
    package let updatedAt: Timestamp
    /// When it last got tokens for a person; nil when never.
    package let lastUsedAt: Timestamp?
    /// Members that decide nothing, kept as they were given.
    package let details: JSONObject
    /// What the rules of OAuth need to know of it.
    package private(set) var client = Client(id: "", name: "", origin: .registered, redirectURIs: [], grantTypes: [], authentication: .none)
    let secret: SecretDigest?
    /// When the credential ends that the secret was made with, unless its client renews that; nil for never.
    package let ownSecretEnd: Timestamp?
    /// What a person allowed the client that the secret was made with: it ends with that.
    let secretGrant: GrantID?
    /// When that is over, unless the client goes on with it.
    package let secretGrantEnds: Timestamp?
    /// From when the secret is nothing; nil for never.
    package var secretExpires: Timestamp? { [ownSecretEnd, secretGrantEnds].compactMap(\.self).min() }
    private let isSecretRevoked: Bool
    /// What a dynamic client or a document said of itself.
    let metadata: JSONValue?
    let registration: SecretDigest?

    package var standing: ClientStanding {
        switch source {
        case .registered: isVouched ? .registered : .made(by: organizationName.text)
        case .document: client.id.isEmpty ? .itself : .document(host: RedirectURI.host(ofPresented: clientID) ?? clientID)
        case .dynamic: .itself
        }
    }

    /// Whether it opens a workspace at all.
    package func opens(_ place: WorkspaceID) -> Bool { workspace == nil || workspace == place }

    package var hasSecret: Bool { secret != nil }

    /// The secret, while it is good.
    func secret(at time: Timestamp) -> SecretDigest? { isSecretRevoked || secretExpires.map { $0 <= time } ?? false ? nil : secret }

    /// `organization/name`.
    package var qualifiedName: QualifiedName { QualifiedName(organization: organizationName, name: name) }
    /// What its maker says that one of its scopes means; nil for nothing.
    func words(for scope: String) -> String? {
        let words = scopes.first { $0.name == scope }.map { $0.displayName.isEmpty ? $0.description : $0.displayName } ?? ""
        return words.isEmpty ? nil : words
    }

    package var scopeNames: ScopeNames { ScopeNames(scopes.map(\.name)) }

    /// Longest life of an access token. Unit: hours.
    package static let expireRange = 1...168
    /// Longest life of an unused refresh token. Unit: hours.
    package static let refreshRange = 1...8_760
    package static let standardExpireInHours = 1
    package static let standardRefreshExpireInHours = 720
    package static let standardGrantTypes = ["authorization_code", "refresh_token"]

    static let columns: Statement =
        """
        applications.id, applications.organization_id, organizations.name, applications.name, applications.display_name,
        applications.description, applications.logo, applications.homepage_url, applications.category, applications.kind, applications.tags,
        applications.client_id, applications.secret_hash, applications.is_public, applications.redirect_uris, applications.grant_types,
        applications.scopes, applications.expire_hours, applications.refresh_hours, applications.ip_allow, applications.is_enabled,
        applications.disables_sign_in, applications.source, applications.metadata, applications.registration_hash, applications.created_at,
        applications.updated_at, applications.last_used_at, applications.details, organizations.ip_allow, applications.workspace_id,
        workspaces.name, applications.is_vouched, applications.secret_expires_at, applications.secret_grant_id,
        CASE WHEN \(isSecretLive) THEN 0 ELSE 1 END,
        (SELECT expires_at FROM authorization_grants WHERE authorization_grants.id = applications.secret_grant_id)
        """

    /// What it depends on.
    var topics: [ChangeTopic] { [.application(id), .organization(organization)] + (secretGrant.map { [.grant($0)] } ?? []) }

    /// Whether what the secret was made with goes on, apart from its time.
    static let isSecretLive: Statement =
        """
        (applications.secret_grant_id IS NULL OR EXISTS (SELECT 1 FROM authorization_grants AS makers
        JOIN users AS owners ON owners.id = makers.user_id
        WHERE makers.id = applications.secret_grant_id AND makers.revoked_at IS NULL AND owners.disabled_at IS NULL))
        """

    /// The tables that ``columns`` stand in.
    static let table: Statement =
        """
        applications JOIN organizations ON organizations.id = applications.organization_id
        LEFT JOIN workspaces ON workspaces.id = applications.workspace_id
        """

    /// - Throws: when what was stored cannot be read.
    init(_ row: any Row) throws {
        id = ApplicationID(row.int(0) ?? 0)
        organization = OrganizationID(row.int(1) ?? 0)
        organizationName = row.name(2)
        name = row.name(3)
        displayName = row.text(4) ?? ""
        description = row.text(5) ?? ""
        logo = row.text(6) ?? ""
        homepageURL = row.text(7) ?? ""
        category = Category(rawValue: row.text(8) ?? "") ?? .standard
        kind = Kind(rawValue: row.text(9) ?? "") ?? .all
        tags = try row.texts(10)
        clientID = row.text(11) ?? ""
        secret = row.bytes(12).flatMap(SecretDigest.init(stored:))
        isPublic = row.int(13) == 1
        redirectURIs = try row.texts(14)
        grantTypes = try row.texts(15)
        scopes = try row.json(16)?.array?.map(ApplicationScope.init(stored:)) ?? []
        expireInHours = Int(row.int(17) ?? 1)
        refreshExpireInHours = Int(row.int(18) ?? 1)
        addresses = AllowedAddresses(stored: row.text(19))
        isEnabled = row.int(20) == 1
        disablesSignIn = row.int(21) == 1
        source = Source(rawValue: row.text(22) ?? "") ?? .registered
        metadata = try row.json(23)
        registration = row.bytes(24).flatMap(SecretDigest.init(stored:))
        workspace = row.int(30).map(WorkspaceID.init(_:))
        workspaceName = row.text(31)
        isVouched = row.int(32) == 1
        ownSecretEnd = row.time(33)
        secretGrant = row.int(34).map(GrantID.init(_:))
        isSecretRevoked = row.int(35) == 1
        secretGrantEnds = row.time(36)
        createdAt = row.time(25) ?? .earliest
        updatedAt = row.time(26) ?? .earliest
        lastUsedAt = row.time(27)
        details = try row.json(28)?.object ?? JSONObject()
        limits = AddressLimits([
            (name.text, addresses), (organizationName.text, AllowedAddresses(stored: row.text(29))),
        ])
        client = makeClient()
    }
}

/// An application at the one moment when its secret is known.
package struct NewApplication: Sendable {
    package let application: Application
    /// Shown once, and kept nowhere; nil for a public application.
    package let secret: Secret?
}
