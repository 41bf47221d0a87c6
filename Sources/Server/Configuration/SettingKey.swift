/// Every setting there is: its name, what it means and what it is when nobody says. The table of `docs/configuration.md` holds the same rows.
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

    /// The name of the flag, `--tls-key`.
    package var flag: String { "--" + rawValue.map { $0 == "_" || $0 == "." ? "-" : String($0) }.joined() }

    /// The name of the environment variable, `GATEHOUSE_TLS_KEY`.
    package var environment: String { "GATEHOUSE_" + rawValue.map { $0 == "." ? "_" : $0.uppercased() }.joined() }

    /// Never printed, and also read from the file that `GATEHOUSE_…_FILE` names.
    package var isSecret: Bool { self == .adminPassword || self == .database || self == .dataDatabase || self == .telemetryHeaders }

    /// The text that stands when nobody says; nil when the setting is then absent.
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
        case .demo: "false"
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

    /// One sentence for `--help` and the documentation.
    package var help: String {
        switch self {
        case .data: "Folder of the server's state and of SQLite workspaces; made with mode 0700 when missing."
        case .database: "postgres:// URL of the server's state instead of SQLite in the data folder."
        case .dataDatabase: "postgres:// URL of the workspaces' own data, under another login than --database."
        case .databaseConnections: "Connections to the PostgreSQL of the state; a quarter of them at most serves callers that are not known yet."
        case .openDatabases: "Data sources and workspace databases open at once; beyond, idle ones are closed. One organization has at most half."
        case .sourceConnections: "Connections to the database servers of data sources and workspaces at once. One organization has at most half."
        case .databaseIdleTime: "How long a data source, a workspace database or a connection of theirs stays open unused, for example 5m."
        case .host: "Address to listen on. Another than loopback needs TLS or a declared proxy."
        case .port: "Port of the MCP endpoint and REST; 0 takes any free one."
        case .askPort: "Port of the question server; off for none."
        case .askPublicURL: "The question server's URL as its clients know it, with a path if a proxy has one."
        case .publicURL: "The origin that clients use, https://gate.example.org."
        case .trustedProxy: "CIDR of the proxy that ends TLS; only its forwarded headers count. A comma divides several."
        case .tlsCertificate: "PEM file of the certificate chain."
        case .tlsKey: "PEM file of the private key."
        case .allowedHosts: "Further Host values to serve beside loopback and the public URL, divided by commas."
        case .allowedOrigins: "Origins of browsers to serve beside the public URL, divided by commas; never *."
        case .sourceRoot: "Folder under which SQLite data sources must lie."
        case .allowedSourceHosts: "Hosts that the tool data_sources_add may connect to, divided by commas."
        case .clientDocumentHosts: "For development: hosts of this machine that clients may be described at, divided by commas; http too."
        case .workflowHosts: "Hosts that workflows may send requests to though their addresses are not public, divided by commas; http too."
        case .clientDocumentAuthorities: "PEM file of certificates to trust besides the system's when a client's description is read."
        case .anonymousDiscovery: "Answer initialize, ping and tools/list without a credential."
        case .sessions: "Offer a session with the handshake; false answers every request alone."
        case .streams: "Event streams of this process that may stay open."
        case .streamsPerCaller: "Event streams of one caller that may stay open."
        case .demo: "Refuse every writing tool."
        case .adminPassword: "Password of built-in/admin at the first start; a random one is printed once when absent."
        case .callTimeout: "How long one tool call may take, for example 30s."
        case .nodeLease: "With --database: how long a node may be silent until the others close its open rows of the audit log, at least 1s."
        case .chatRetention: "How long chats are kept after their last question, for example 90d; without end when absent."
        case .logLevel: "trace, debug, info, warning or error."
        case .telemetryEndpoint: "OpenTelemetry collector to send traces to, http://localhost:4318; none without it."
        case .telemetryHeaders: "Header fields for the collector, name=value, divided by commas."
        case .quotaApplication: "Applications per organization; -1 for no limit."
        case .quotaUser: "Users per organization; -1 for no limit."
        case .quotaOrganization: "Organizations in all; -1 for no limit."
        case .quotaProvider: "Providers per organization; -1 for no limit."
        case .quotaWorkspace: "Workspaces per organization; -1 for no limit."
        }
    }
}
