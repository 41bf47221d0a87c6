package import JSON
import SQL
package import Store

/// An external service with the data needed to use it. Its secrets are sealed: they are used, but never returned.
package struct Provider: Hashable, Sendable {
    package internal(set) var id = ProviderID(0)
    /// Nil for a provider of the server itself, which operators manage.
    package internal(set) var organization: OrganizationID?
    package internal(set) var organizationName: Name?
    /// Unique in the instance.
    package internal(set) var name: Name
    package internal(set) var createdAt: Timestamp
    package internal(set) var displayName: String
    /// For example `Storage`.
    package internal(set) var category = ""
    /// For example `PostgreSQL`.
    package internal(set) var type = ""
    /// This server's client id at the service.
    package internal(set) var clientID = ""
    package internal(set) var hasSecret = false
    package internal(set) var hasSecret2 = false
    /// The one host that may receive the secret; empty for none.
    package internal(set) var host = ""
    /// 0 for the service's default port.
    package internal(set) var port: Int64 = 0
    package internal(set) var isEnabled = true
    package internal(set) var details = Details()

    /// A new provider without data.
    init(_ organization: OrganizationID?, _ name: Name, at time: Timestamp) {
        self.organization = organization
        self.name = name
        displayName = name.text
        createdAt = time
    }

    /// Whether a change would send a stored secret to another place; the secret must then be given again.
    func sendsElsewhere(than other: Provider) -> Bool { host != other.host || port != other.port || clientID != other.clientID }
}

extension Provider {
    static let stored = StoredObject<Provider>(
        "providers", from: "providers LEFT JOIN organizations ON organizations.id = providers.organization_id",
        template: Provider(nil, "none", at: .earliest), details: \.details,
        // Further secrets of compatible servers, which would be stored unencrypted here.
        rejectedMembers: ["privateKey", "customSecret", "accessKey", "accessSecret", "password"], members)

    /// The login at the service.
    static let secret = SealedMember(name: "clientSecret", column: "client_secret")
    static let secrets = [secret, SealedMember(name: "clientSecret2", column: "client_secret2")]

    private static let members: [ObjectMember<Provider>] = [
        .column(.generated("id", \.id, .id())),
        .column(.fixed("organization_id", \.organization, .optional(.id()))),
        .column(.selected("organization", "organizations.name", \.organizationName, .optional(.name))),
        .name(\.name),
        .nameKey(\.name),
        .created(\.createdAt),
        .member("displayName", "display_name", \.displayName, .line, changedBy: .callers, cleared: { $0.name.text }, search: .text),
        .member("category", "category", \.category, .line, changedBy: .callers, cleared: { _ in "" }, search: .text, "For example Storage."),
        .member("type", "type", \.type, .line, changedBy: .callers, cleared: { _ in "" }, search: .text, "For example PostgreSQL."),
        // Where a stored secret goes is changed together with the secret: see `Providers.update`.
        .member("clientId", "client_id", \.clientID, .line, changedBy: .rule, cleared: { _ in "" }, search: .text),
        .secret("clientSecret", "providers.client_secret", \.hasSecret, MemberSchema.text("Kept sealed, never shown.")),
        .secret("clientSecret2", "providers.client_secret2", \.hasSecret2, MemberSchema.text),
        .member("host", "host", \.host, .line, changedBy: .rule, cleared: { _ in "" }, search: .text, "The one host the secret is sent to."),
        .member("port", "port", \.port, .number(0...65_535), changedBy: .rule, cleared: { _ in 0 }),
        .member("isEnabled", "is_enabled", \.isEnabled, .flag, changedBy: .callers, cleared: { _ in true }),
    ]

    /// The members that `add` and `update` accept, each with its JSON Schema.
    package static var schema: JSONObject { stored.schema }

    /// The object as clients see it; it shows only whether there is a secret.
    package var wire: JSONObject { Self.stored.wire(self, owner: organizationName?.text ?? Organizations.reservedOwner) }
}

/// The login of a provider, for the code that connects to its service.
package struct ProviderLogin: Sendable {
    package let user: String
    package let secret: Secret
    /// The one host that may receive both.
    package let host: String
    /// 0 for the service's default port.
    package let port: Int64
}
