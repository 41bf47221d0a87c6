package import Identity
import Outbound
package import SQL

/// The settings in the form that the server uses. They are read once, checked together and never changed.
package struct Settings: Sendable {
    package enum LogLevel: String, CaseIterable, Sendable {
        case trace, debug, info, warning, error

        /// Whether every request is logged.
        var showsRequests: Bool { self == .trace || self == .debug || self == .info }
    }

    package let data: String
    package let database: DatabaseURL?
    /// Most connections to the state's PostgreSQL.
    package let databaseConnections: Int
    package let dataDatabase: DatabaseURL?
    /// Most open data sources and workspace databases.
    package let openDatabases: Int
    /// Most connections to the database servers of data sources and workspaces.
    package let sourceConnections: Int
    package let databaseIdleTime: Duration
    package let host: String
    package let port: Int
    /// Nil: no question server.
    package let askPort: Int?
    /// The URL of the question server, with an optional path, without a trailing slash.
    package let askPublicURL: String?
    package let askEnvelope: Bool
    /// Scheme, host and port, without a trailing slash.
    package let publicURL: String?
    package let trustedProxies: [AddressRange]
    package let tls: TLSFiles?
    package let allowedHosts: [String]
    package let allowedOrigins: [String]
    package let sourceRoot: String?
    package let allowedSourceHosts: [String]
    /// Hosts on this machine from which client descriptions may be fetched.
    package let clientDocumentHosts: [String]
    /// Hosts on this machine and in private networks that workflows may call, as URLs name them.
    package let workflowHosts: [String]
    /// A PEM file with additional certificate authorities.
    package let clientDocumentAuthorities: String?
    package let anonymousDiscovery: Bool
    /// Whether the handshake begins a session.
    package let sessions: Bool
    /// Most open event streams: in this process, and per caller.
    package let streams: Int
    package let streamsPerCaller: Int
    package let demo: Bool
    package let adminPassword: String?
    package let callTimeout: Duration
    /// How long a process on a shared state may be silent before it counts as dead.
    package let nodeLease: Duration
    /// How long chats are stored after their last question. Nil: forever.
    package let chatRetention: Duration?
    package let logLevel: LogLevel
    package let quotas: Quotas
    /// The trace collector. Nil if there is none.
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
        askEnvelope = try reader.bool(.askEnvelope)
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

    /// Whether only this machine can reach the address.
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
    /// Warnings about settings that the server accepts but that should be changed. `serve` and `check` print them.
    package var warnings: [String] {
        guard isLoopback, trustedProxies.isEmpty, let publicURL, !Self.isLoopback(origin: publicURL) else { return [] }
        return [
            """
            public_url is \(publicURL), the server listens on loopback, and trusted_proxy names no proxy: every client has the proxy's address, so that one \
            stranger's wrong passwords or registrations delay everybody, and address lists have no effect. Start with --trusted-proxy 127.0.0.1 and let the \
            proxy set X-Forwarded-For
            """
        ]
    }

    private static func isLoopback(origin: String) -> Bool {
        PublicOrigin.isLoopback(String(origin.drop { $0 != "/" }.dropFirst(2)))
    }
}

/// An invalid setting. The text names the setting, the origin of its value and the expected format. The server does not start.
package struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    package var description: String { reason }
}

extension ClientDocuments {
    /// Fetches documents from other servers through one bounded cache.
    static func fetch(_ settings: Settings) -> Fetch {
        let client = OutboundClient(
            permits: HostPermit(hosts: settings.clientDocumentHosts), authorities: settings.clientDocumentAuthorities)
        let start = ContinuousClock.now
        let cache = DocumentCache(client: client) { start.duration(to: .now) }
        return { try await cache.document($0, for: $1) }
    }
}
