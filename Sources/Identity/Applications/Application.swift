import JSON
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

    /// How the server learned of it.
    package enum Source: String, Hashable, Sendable, CaseIterable {
        /// A caller with the right to do so created it.
        case registered
        /// It registered itself (RFC 7591).
        case dynamic
        /// Its client id is the URL of a document about it.
        case document
    }

    package internal(set) var id = ApplicationID(0)
    package internal(set) var organization: OrganizationID
    package internal(set) var organizationName: Name = "none"
    package internal(set) var name: Name
    package internal(set) var displayName = ""
    package internal(set) var description = ""
    package internal(set) var logo = ""
    package internal(set) var homepageURL = ""
    package internal(set) var category = Category.standard
    package internal(set) var kind = Kind.all
    package internal(set) var tags: [String] = []
    package internal(set) var clientID: String
    /// Whether it has no secret: it uses only PKCE, or keys that it publishes.
    package internal(set) var isPublic = false
    package internal(set) var redirectURIs: [String] = []
    /// Names of OAuth grant types.
    package internal(set) var grantTypes = Application.standardGrantTypes
    /// The scopes that it has for itself; if not empty, also the most that it may ask people for.
    package internal(set) var scopes: [ApplicationScope] = []
    /// The one workspace that it opens, for itself and for people; nil for every workspace that its owner or user may open.
    package internal(set) var workspace: WorkspaceID?
    package internal(set) var workspaceName: String?
    /// Lifetime of an access token. Unit: hours.
    package internal(set) var expireInHours = Application.standardExpireInHours
    /// Lifetime of an unused refresh token. Unit: hours.
    package internal(set) var refreshExpireInHours = Application.standardRefreshExpireInHours
    /// The addresses from which its credentials and tokens may be used.
    package internal(set) var addresses = AllowedAddresses.everywhere
    /// The allowed addresses of its organization.
    var organizationAddresses = AllowedAddresses.everywhere
    /// Whether its credentials and tokens are accepted.
    package internal(set) var isEnabled = true
    /// Whether sign-in to it is disabled.
    package internal(set) var disablesSignIn = false
    package internal(set) var source: Source
    /// Whether an administrator created it or changed it last; otherwise an application of its organization did.
    package internal(set) var isVouched = true
    package internal(set) var createdAt: Timestamp
    package internal(set) var updatedAt: Timestamp
    /// When it last got tokens for a person; nil when never.
    package internal(set) var lastUsedAt: Timestamp?
    /// Members that have no effect, stored as given.
    package internal(set) var details = Details()
    var secret: SecretDigest?
    /// When the credential expires that created the secret, unless its client renews it; nil for never.
    package internal(set) var ownSecretEnd: Timestamp?
    /// The grant under which the secret was created; the secret ends with it.
    var secretGrant: GrantID?
    /// When that grant expires, unless the client renews it.
    package internal(set) var secretGrantEnds: Timestamp?
    /// When the secret expires; nil for never.
    package var secretExpires: Timestamp? { [ownSecretEnd, secretGrantEnds].compactMap(\.self).min() }
    var isSecretRevoked = false
    /// The metadata that a dynamic client or a client document gave.
    var metadata: JSONValue?
    var registration: SecretDigest?

    package var trust: ClientTrust {
        switch source {
        case .registered: isVouched ? .registered : .made(by: organizationName.text)
        case .document: .document(host: RedirectURI.host(ofPresented: clientID) ?? clientID)
        case .dynamic: .itself
        }
    }

    /// Every address list that applies to its credentials.
    var limits: AddressLimits { AddressLimits([(name.text, addresses), (organizationName.text, organizationAddresses)]) }

    /// Whether it may open a workspace.
    package func opens(_ endpoint: WorkspaceID) -> Bool { workspace == nil || workspace == endpoint }

    package var hasSecret: Bool { secret != nil }

    /// The secret, unless it is revoked or expired.
    func secret(at time: Timestamp) -> SecretDigest? { isSecretRevoked || secretExpires.map { $0 <= time } ?? false ? nil : secret }

    /// `organization/name`.
    package var qualifiedName: QualifiedName { QualifiedName(organization: organizationName, name: name) }
    /// The developer's description of one of its scopes; nil if there is none.
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

    /// The change topics that it depends on.
    var topics: [ChangeTopic] { [.application(id), .organization(organization)] + (secretGrant.map { [.grant($0)] } ?? []) }

    /// Whether the credential and grant of the secret are still valid, apart from their expiry.
    static let isSecretLive: Statement =
        """
        (applications.secret_grant_id IS NULL OR EXISTS (SELECT 1 FROM authorization_grants AS makers
        JOIN users AS owners ON owners.id = makers.user_id
        WHERE makers.id = applications.secret_grant_id AND makers.revoked_at IS NULL AND owners.disabled_at IS NULL))
        """

    /// A new application, of which only the name is known.
    init(_ organization: OrganizationID, _ name: Name, clientID: String, source: Source, at time: Timestamp) {
        self.organization = organization
        self.name = name
        displayName = name.text
        self.clientID = clientID
        self.source = source
        (createdAt, updatedAt) = (time, time)
    }
}

/// A new application with its secret, which is available only at this moment.
package struct NewApplication: Sendable {
    package let application: Application
    /// Shown once and not stored; nil for a public application.
    package let secret: Secret?
}
