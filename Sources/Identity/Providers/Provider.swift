import SQL
package import Store

/// An outside service with what it takes to use it. Its secrets are kept sealed: they are used, and never read.
package struct Provider: Hashable, Sendable {
    package let id: ProviderID
    /// Nil for one of the server itself, which operators keep.
    package let organization: OrganizationID?
    package let organizationName: Name?
    /// Unique in the instance.
    package let name: Name
    package let createdAt: Timestamp
    package private(set) var displayName: String
    /// For example `Storage`.
    package private(set) var category: String
    /// For example `PostgreSQL`.
    package private(set) var type: String
    /// The name under which the service knows us.
    package private(set) var clientID: String
    package let hasSecret: Bool
    package let hasSecret2: Bool
    /// The one host that the secret may be sent to; empty for none.
    package private(set) var host: String
    /// 0 for the service's usual one.
    package private(set) var port: Int64
    package private(set) var isEnabled: Bool
    package private(set) var details: Details

    static let columns: Statement =
        """
        providers.id, providers.organization_id, organizations.name, providers.name, providers.created_at, providers.display_name,
        providers.category, providers.type, providers.client_id, CASE WHEN providers.client_secret IS NULL THEN 0 ELSE 1 END,
        CASE WHEN providers.client_secret2 IS NULL THEN 0 ELSE 1 END, providers.host, providers.port, providers.is_enabled, providers.details
        """

    init(_ row: any Row) {
        id = ProviderID(row.int(0) ?? 0)
        organization = row.int(1).map(OrganizationID.init(_:))
        organizationName = row.isNull(2) ? nil : row.name(2)
        name = row.name(3)
        createdAt = row.time(4) ?? .earliest
        displayName = row.text(5) ?? ""
        category = row.text(6) ?? ""
        type = row.text(7) ?? ""
        clientID = row.text(8) ?? ""
        hasSecret = row.int(9) == 1
        hasSecret2 = row.int(10) == 1
        host = row.text(11) ?? ""
        port = row.int(12) ?? 0
        isEnabled = row.int(13) == 1
        details = Details(stored: row.text(14))
    }

    private static let known: Set<String> = [
        "owner", "name", "createdTime", "displayName", "category", "type", "clientId", "clientSecret", "clientSecret2", "host", "port", "isEnabled",
    ]
    /// Further secrets of other servers, which would be kept in the open here.
    private static let backDoors: Set<String> = ["privateKey", "customSecret", "accessKey", "accessSecret", "password"]

    mutating func apply(_ patch: Patch) throws(IdentityError) {
        try patch.keeps("name", name.text)
        displayName = try patch.line("displayName", or: displayName, cleared: name.text)
        category = try patch.line("category", or: category)
        type = try patch.line("type", or: type)
        clientID = try patch.line("clientId", or: clientID)
        host = try patch.line("host", or: host)
        port = try patch.int("port", or: port, in: 0...65_535)
        isEnabled = try patch.flag("isEnabled", or: isEnabled, cleared: true)
        try details.take(patch, beside: Self.known, refusing: Self.backDoors)
    }

    /// Whether a change would send a kept secret somewhere else: the secret has to be given anew then.
    func sendsElsewhere(than other: Provider) -> Bool { host != other.host || port != other.port || clientID != other.clientID }
}
