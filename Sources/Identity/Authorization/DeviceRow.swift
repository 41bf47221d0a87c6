import OAuth
import SQL
import SQLSyntax
import Store

/// A device that waits for a person, as it is stored.
struct DeviceRow: Hashable, Sendable {
    let hash: [UInt8]
    let application: ApplicationID
    let resource: ResourceID
    let user: UserID?
    var authorization: DeviceAuthorization

    private static let columns: Statement =
        """
        device_codes.hash, device_codes.application_id, applications.client_id, device_codes.scope, device_codes.resource, device_codes.state,
        device_codes.user_id, device_codes.allowed_scope, device_codes.interval_seconds, device_codes.polled_at, device_codes.expires_at
        """

    /// - Parameter condition: `device_codes.hash = …` or the like.
    static func locked(_ condition: Statement, _ resources: Resources, on connection: any Connection) throws -> DeviceRow? {
        try find(condition, connection.dialect == .postgresql ? " FOR UPDATE OF device_codes" : "", resources, on: connection)
    }

    static func found(_ condition: Statement, _ resources: Resources, on connection: any Connection) throws -> DeviceRow? {
        try find(condition, "", resources, on: connection)
    }

    private static func find(
        _ condition: Statement, _ lock: Statement, _ resources: Resources, on connection: any Connection
    ) throws -> DeviceRow? {
        let found = try connection.first(
            """
            SELECT \(columns) FROM device_codes JOIN applications ON applications.id = device_codes.application_id WHERE \(condition)\(lock)
            """
        ) { DeviceRow($0, resources) }
        return found ?? nil
    }

    /// Nil when the device asked at another origin of this server.
    private init?(_ row: any Row, _ resources: Resources) {
        guard let resource = resources.resource(audience: row.text(4) ?? "") else { return nil }
        hash = row.bytes(0) ?? []
        application = ApplicationID(row.int(1) ?? 0)
        self.resource = resource
        user = row.int(6).map(UserID.init(_:))
        let asked = row.text(3) ?? ""
        let state: DeviceAuthorization.State =
            switch row.text(5) {
            case "approved": .approved(subject: String(row.int(6) ?? 0), scopes: Self.scopes(row.text(7)))
            case "denied": .denied
            case "consumed": .consumed
            default: .pending
            }
        authorization = DeviceAuthorization(
            clientID: row.text(2) ?? "", scopes: asked.isEmpty ? nil : Self.scopes(asked), resource: resource,
            expires: (row.time(10) ?? .earliest), state: state, interval: .seconds(row.int(8) ?? 5), polled: row.time(9))
    }

    /// Writes what the rules made of it.
    func save(user: UserID? = nil, on connection: any Connection) throws {
        var word = "pending"
        var allowed: String?
        switch authorization.state {
        case .pending: break
        case .approved(_, let scopes): (word, allowed) = ("approved", scopes.text)
        case .denied: word = "denied"
        case .consumed: word = "consumed"
        }
        try connection.execute(
            """
            UPDATE device_codes SET state = \(word), user_id = \(user ?? self.user), allowed_scope = \(allowed),
            interval_seconds = \(authorization.interval.components.seconds), polled_at = \(authorization.polled)
            WHERE hash = \(hash)
            """)
    }

    private static func scopes(_ text: String?) -> ScopeNames { ScopeNames((text ?? "").split(separator: " ").map(String.init)) }
}
