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

    /// How the server came to know it.
    package enum Source: String, Hashable, Sendable, CaseIterable {
        /// Somebody with the right to do so made it.
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
    /// Without one: PKCE alone, or keys that the client publishes.
    package internal(set) var isPublic = false
    package internal(set) var redirectURIs: [String] = []
    /// Names of OAuth's grant types.
    package internal(set) var grantTypes = Application.standardGrantTypes
    /// What it may do by itself; when not empty, also all that it may ask of people.
    package internal(set) var scopes: [ApplicationScope] = []
    /// The one workspace that it opens, whoever it acts for, with its name; nil for every one that its owner or user may.
    package internal(set) var workspace: WorkspaceID?
    package internal(set) var workspaceName: String?
    /// How long an access token lives. Unit: hours.
    package internal(set) var expireInHours = Application.standardExpireInHours
    /// Lifetime of an unused refresh token. Unit: hours.
    package internal(set) var refreshExpireInHours = Application.standardRefreshExpireInHours
    /// From where its credentials and tokens may be used.
    package internal(set) var addresses = AllowedAddresses.everywhere
    /// The same of its organization.
    var organizationAddresses = AllowedAddresses.everywhere
    /// While false nothing that it holds opens anything.
    package internal(set) var isEnabled = true
    /// Whether sign-in to it is disabled.
    package internal(set) var disablesSignIn = false
    package internal(set) var source: Source
    /// Whether an administrator made it, or changed it last; else an application of its organization did.
    package internal(set) var isVouched = true
    package internal(set) var createdAt: Timestamp
    package internal(set) var updatedAt: Timestamp
    /// When it last got tokens for a person; nil when never.
    package internal(set) var lastUsedAt: Timestamp?
    /// Members that decide nothing, kept as they were given.
    package internal(set) var details = Details()
    var secret: SecretDigest?
    /// When the credential ends that the secret was made with, unless its client renews that; nil for never.
    package internal(set) var ownSecretEnd: Timestamp?
    /// The consent under which the secret was made: the secret ends with it.
    var secretGrant: GrantID?
    /// When that consent ends, unless the client renews it.
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

    /// Every list of addresses that stands over its credentials.
    var limits: AddressLimits { AddressLimits([(name.text, addresses), (organizationName.text, organizationAddresses)]) }

    /// Whether it opens a workspace at all.
    package func opens(_ endpoint: WorkspaceID) -> Bool { workspace == nil || workspace == endpoint }

    package var hasSecret: Bool { secret != nil }

    /// The secret, while it is good.
    func secret(at time: Timestamp) -> SecretDigest? { isSecretRevoked || secretExpires.map { $0 <= time } ?? false ? nil : secret }

    /// `organization/name`.
    package var qualifiedName: QualifiedName { QualifiedName(organization: organizationName, name: name) }
    /// The meaning of one of its scopes that its developer describes; nil for none.
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

    /// The changes that it depends on.
    var topics: [ChangeTopic] { [.application(id), .organization(organization)] + (secretGrant.map { [.grant($0)] } ?? []) }

    /// Whether what the secret was made with goes on, apart from its time.
    static let isSecretLive: Statement =
        """
        (applications.secret_grant_id IS NULL OR EXISTS (SELECT 1 FROM authorization_grants AS makers
        JOIN users AS owners ON owners.id = makers.user_id
        WHERE makers.id = applications.secret_grant_id AND makers.revoked_at IS NULL AND owners.disabled_at IS NULL))
        """

    /// A new one, of which only the name is known.
    init(_ organization: OrganizationID, _ name: Name, clientID: String, source: Source, at time: Timestamp) {
        self.organization = organization
        self.name = name
        displayName = name.text
        self.clientID = clientID
        self.source = source
        (createdAt, updatedAt) = (time, time)
    }
}

/// A new application with its secret, which is known only at this moment.
package struct NewApplication: Sendable {
    package let application: Application
    /// Shown once, and kept nowhere; nil for a public application.
    package let secret: Secret?
}
