import OAuth
import SQL
import SQLSyntax
import Store

/// A stored device that waits for a person's decision.
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

    /// - Parameter condition: for example `device_codes.hash = …`.
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
            of: "device_codes",
            """
            SELECT \(columns) FROM device_codes JOIN applications ON applications.id = device_codes.application_id WHERE \(condition)\(lock)
            """
        ) { try DeviceRow($0, resources) }
        return found ?? nil
    }

    /// Nil when the device used another origin of this server.
    private init?(_ row: StoredRow, _ resources: Resources) throws {
        guard let resource = resources.resource(audience: try row["resource", .text]) else { return nil }
        hash = try row["hash", .bytes]
        application = try row["application_id", .id()]
        self.resource = resource
        user = try row["user_id", .optional(.id())]
        let asked = try row["scope", .words]
        let state: DeviceAuthorization.State =
            switch try row["state", .text] {
            case "approved":
                .approved(subject: String(try row["user_id", .integer]), scopes: ScopeNames(try row["allowed_scope", .words]))
            case "denied": .denied
            case "consumed": .consumed
            case "pending": .pending
            default: throw row.damage("state", "expected pending, approved, denied or consumed")
            }
        authorization = DeviceAuthorization(
            clientID: try row["client_id", .text], scopes: asked.isEmpty ? nil : ScopeNames(asked), resource: resource,
            expires: try row["expires_at", .time], state: state, interval: .seconds(try row["interval_seconds", .integer]),
            polled: try row["polled_at", .optional(.time)])
    }

    /// Writes the decision to the row.
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
}
