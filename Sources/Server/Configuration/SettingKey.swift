/// Every setting with its name, meaning and default. `docs/configuration.md` has the same rows.
package enum SettingKey: String, CaseIterable, Sendable {
    case data, database
    case databaseConnections = "database_connections"
    case dataDatabase = "data_database"
    case openDatabases = "open_databases"
    case sourceConnections = "source_connections"
    case databaseIdleTime = "database_idle_time"
    case host, port
    case askPort = "ask_port"
    case askPublicURL = "ask_public_url"
    case askEnvelope = "ask_envelope"
    case publicURL = "public_url"
    case trustedProxy = "trusted_proxy"
    case tlsCertificate = "tls_certificate"
    case tlsKey = "tls_key"
    case allowedHosts = "allowed_hosts"
    case allowedOrigins = "allowed_origins"
    case sourceRoot = "source_root"
    case allowedSourceHosts = "allowed_source_hosts"
    case clientDocumentHosts = "client_document_hosts"
    case workflowHosts = "workflow_hosts"
    case clientDocumentAuthorities = "client_document_authorities"
    case anonymousDiscovery = "anonymous_discovery"
    case sessions, streams
    case streamsPerCaller = "streams_per_caller"
    case demo
    case adminPassword = "admin_password"
    case callTimeout = "call_timeout"
    case nodeLease = "node_lease"
    case chatRetention = "chat_retention"
    case logLevel = "log_level"
    case telemetryEndpoint = "telemetry.endpoint"
    case telemetryHeaders = "telemetry.headers"
    case quotaApplication = "quota.application"
    case quotaUser = "quota.user"
    case quotaOrganization = "quota.organization"
    case quotaProvider = "quota.provider"
    case quotaWorkspace = "quota.workspace"

    /// The name of the flag, for example `--tls-key`.
    package var flag: String { "--" + rawValue.map { $0 == "_" || $0 == "." ? "-" : String($0) }.joined() }

    /// The name of the environment variable, for example `GATEHOUSE_TLS_KEY`.
    package var environment: String { "GATEHOUSE_" + rawValue.map { $0 == "." ? "_" : $0.uppercased() }.joined() }

    /// Whether the value is never printed and can also be read from the file that `GATEHOUSE_…_FILE` names.
    package var isSecret: Bool { self == .adminPassword || self == .database || self == .dataDatabase || self == .telemetryHeaders }

    /// The default as text. Nil for a setting without a default.
    package var fallback: String? {
        switch self {
        case .data: "gatehouse-data"
        case .host: "127.0.0.1"
        case .port: "8080"
        case .askPort: "8001"
        case .anonymousDiscovery: "true"
        case .sessions: "true"
        case .streams: "10000"
        case .streamsPerCaller: "64"
        case .demo, .askEnvelope: "false"
        case .callTimeout: "30s"
        case .nodeLease: "15s"
        case .logLevel: "info"
        case .databaseConnections: "16"
        case .openDatabases, .sourceConnections: "256"
        case .databaseIdleTime: "5m"
        case .quotaApplication, .quotaUser, .quotaOrganization, .quotaProvider, .quotaWorkspace: "-1"
        default: nil
        }
    }
}
