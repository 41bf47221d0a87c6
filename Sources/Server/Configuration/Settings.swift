package import Identity
import Outbound
package import SQL

/// The settings as the server uses them: read once, checked together, never changed.
package struct Settings: Sendable {
    package enum LogLevel: String, CaseIterable, Sendable {
        case trace, debug, info, warning, error

        /// Whether every request is logged.
        var showsRequests: Bool { self == .trace || self == .debug || self == .info }
    }

    package let data: String
    package let database: DatabaseURL?
    /// Connections to the state's PostgreSQL.
    package let databaseConnections: Int
    package let dataDatabase: DatabaseURL?
    /// Data sources and workspace databases open at once.
    package let openDatabases: Int
    /// Connections to the database servers of data sources and workspaces at once.
    package let sourceConnections: Int
    package let databaseIdleTime: Duration
    package let host: String
    package let port: Int
    /// nil: no question server.
    package let askPort: Int?
    /// The question server's, with a path if there is one, without a slash at the end.
    package let askPublicURL: String?
    /// Scheme, host and port, without a slash at the end.
    package let publicURL: String?
    package let trustedProxies: [AddressRange]
    package let tls: TLSFiles?
    package let allowedHosts: [String]
    package let allowedOrigins: [String]
    package let sourceRoot: String?
    package let allowedSourceHosts: [String]
    /// Hosts of this machine that clients may be described at.
    package let clientDocumentHosts: [String]
    /// Of this machine and of private networks, as URLs name them.
    package let workflowHosts: [String]
    /// A PEM file.
    package let clientDocumentAuthorities: String?
    package let anonymousDiscovery: Bool
    /// Whether the handshake gives a session.
    package let sessions: Bool
    /// Event streams that may stay open, in this process and of one caller.
    package let streams: Int
    package let streamsPerCaller: Int
    package let demo: Bool
    package let adminPassword: String?
    package let callTimeout: Duration
    /// How long a process on a shared state may be silent until it counts as dead.
    package let nodeLease: Duration
    /// How long chats are kept after their last question; nil: without end.
    package let chatRetention: Duration?
    package let logLevel: LogLevel
    package let quotas: Quotas
    /// The collector of traces; nil without one.
    package let telemetry: SpanExporter.Collector?

    /// Paths of PEM files.
    package struct TLSFiles: Hashable, Sendable {
        package let certificate: String
        package let key: String
    }

    package init(_ resolved: ResolvedSettings) throws(SettingsError) {
        let reader = SettingReader(resolved)
        data = reader.text(.data) ?? ""
        database = try reader.databaseURL(.database)
        databaseConnections = try reader.int(.databaseConnections, in: 4...1_000)
        dataDatabase = try reader.databaseURL(.dataDatabase)
        openDatabases = try reader.int(.openDatabases, in: 2...10_000)
        sourceConnections = try reader.int(.sourceConnections, in: 2...10_000)
        databaseIdleTime = try reader.duration(.databaseIdleTime)
        host = reader.text(.host) ?? ""
        port = try reader.port(.port)
        askPort = reader.text(.askPort) == "off" ? nil : try reader.port(.askPort)
        askPublicURL = try reader.webURL(.askPublicURL)
        publicURL = try reader.origin(.publicURL)
        trustedProxies = try reader.ranges(.trustedProxy)
        switch (reader.text(.tlsCertificate), reader.text(.tlsKey)) {
        case (let certificate?, let key?): tls = TLSFiles(certificate: certificate, key: key)
        case (nil, nil): tls = nil
        default: throw SettingsError("tls_certificate and tls_key come together: one of them is missing")
        }
        allowedHosts = reader.list(.allowedHosts)
        allowedOrigins = reader.list(.allowedOrigins)
        sourceRoot = reader.text(.sourceRoot)
        allowedSourceHosts = reader.list(.allowedSourceHosts)
        clientDocumentHosts = reader.list(.clientDocumentHosts)
        workflowHosts = reader.list(.workflowHosts)
        clientDocumentAuthorities = reader.text(.clientDocumentAuthorities)
        anonymousDiscovery = try reader.bool(.anonymousDiscovery)
        sessions = try reader.bool(.sessions)
        streams = try reader.int(.streams, in: 0...1_000_000)
        streamsPerCaller = try reader.int(.streamsPerCaller, in: 0...1_000_000)
        demo = try reader.bool(.demo)
        adminPassword = try reader.password(.adminPassword)
        callTimeout = try reader.duration(.callTimeout)
        nodeLease = try reader.duration(.nodeLease, atLeast: .seconds(1))
        chatRetention = try reader.text(.chatRetention) == nil ? nil : reader.duration(.chatRetention, atLeast: .seconds(3_600))
        logLevel = try reader.word(.logLevel)
        let counts = -1...1_000_000_000
        quotas = Quotas(
            application: Int64(try reader.int(.quotaApplication, in: counts)), user: Int64(try reader.int(.quotaUser, in: counts)),
            organization: Int64(try reader.int(.quotaOrganization, in: counts)), provider: Int64(try reader.int(.quotaProvider, in: counts)),
            workspace: Int64(try reader.int(.quotaWorkspace, in: counts)))
        telemetry = try reader.collector(.telemetryEndpoint, headers: .telemetryHeaders)
        try refuseUnsafe()
    }

    /// Whether the address is reached from this machine alone.
    package var isLoopback: Bool { host == "localhost" || Self.loopback.contains { $0.contains(host) } }

    private static let loopback = ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) }

    private func refuseUnsafe() throws(SettingsError) {
        if !isLoopback && tls == nil && trustedProxies.isEmpty {
            throw SettingsError(
                "host \(host) is public: give tls_certificate and tls_key, or name the proxy that ends TLS with trusted_proxy, or listen on 127.0.0.1"
            )
        }
        if !isLoopback && publicURL == nil && allowedHosts.isEmpty {
            throw SettingsError("host \(host) is public: give public_url, the origin that clients use")
        }
        if allowedOrigins.contains("*") || allowedHosts.contains("*") {
            throw SettingsError("allowed_origins and allowed_hosts take no *: name each one")
        }
        if let database, let dataDatabase, database.user == dataDatabase.user {
            throw SettingsError("database and data_database must use different logins, so that SQL on data cannot reach the server's state")
        }
    }
}

extension Settings {
    /// Settings with which the server starts but which should be changed: `serve` and `check` print them.
    package var warnings: [String] {
        guard isLoopback, trustedProxies.isEmpty, let publicURL, !Self.isLoopback(origin: publicURL) else { return [] }
        return [
            """
            public_url is \(publicURL), the server listens on loopback, and trusted_proxy names no proxy: every client has the proxy's address, so that one \
            stranger's wrong passwords or registrations hold everybody up, and address lists mean nothing. Start with --trusted-proxy 127.0.0.1 and let the \
            proxy set X-Forwarded-For
            """
        ]
    }

    private static func isLoopback(origin: String) -> Bool {
        let authority = origin.drop { $0 != "/" }.dropFirst(2)
        return ["localhost", "127.0.0.1", "[::1]"].contains { authority == $0 || authority.hasPrefix($0 + ":") }
    }
}

/// A setting that cannot be used: its text, where that came from, and what was expected. The server does not start.
package struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    package var description: String { reason }
}

extension ClientDocuments {
    /// Documents from the outside, through one bounded cache.
    static func fetch(_ settings: Settings) -> Fetch {
        let client = OutboundClient(
            permits: HostPermit(hosts: settings.clientDocumentHosts), authorities: settings.clientDocumentAuthorities)
        let start = ContinuousClock.now
        let cache = DocumentCache(client: client) { start.duration(to: .now) }
        return { try await cache.document($0, for: $1) }
    }
}
