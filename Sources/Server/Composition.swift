import Access
import Ask
import Catalog
package import Identity
import JSON
package import MCP
import Outbound
import Records
import SQL
import SQLSyntax
package import Store
package import Tools
import Workflows

/// Builds every part of the server once from its settings. Nothing else calls the initializers of these parts.
package final class Composition: Sendable {
    /// The purpose of the process.
    package enum Process: Sendable {
        /// A server.
        case server
        /// A command that may run beside a server or without one.
        case terminal
    }

    package let settings: Settings
    package let resolved: ResolvedSettings
    package let domains: Domains
    package let dispatcher: Dispatcher
    package let callers: Callers
    package let server: MCPServer<RequestPrincipal>
    /// The MCP server of the question server. It has only the question server's tools.
    let questionServer: MCPServer<RequestPrincipal>
    let questionDispatcher: Dispatcher
    let addresses: ListenerAddresses
    package let metrics: Metrics
    package let log: LogSink
    package let readiness: Readiness
    /// The random password of `built-in/admin`. Nil unless this call created it.
    package let firstPassword: Secret?
    let databases: WorkspaceDatabases
    /// Nil when traces are not collected.
    let spans: SpanExporter?
    private let uses: KeyUses
    private let bus: NodeBus
    private let watchdog: Watchdog
    /// Nil in a process that is not a server.
    private let runner: WorkflowRunner?
    private let sources: DataSources

    package var store: Store { domains.store }

    /// Opens the state, migrates it to this program's schema, creates the first organization if there is none, and builds the other parts.
    /// - Parameters:
    ///   - makes: whether to create a missing state. Otherwise a missing state is an error, and nothing is created.
    ///   - log: the destination of log lines; standard error by default.
    /// - Throws: ``SettingsError`` before anything is created or opened, ``StartError`` when the state cannot be used.
    package static func open(
        _ settings: Settings, _ resolved: ResolvedSettings, as process: Process, makes: Bool = true, log: LogSink = LogSink(descriptor: 2)
    ) async throws -> Composition {
        if process == .server { _ = try settings.tls?.configuration() }
        let location = StateLocation(settings: settings)
        let folder = try await location.folder(makes: makes)
        SQLiteDatabase.limitMemory(bytes: Self.maximumSQLiteMemory, ofOthers: Self.sqliteCallerMemory, caches: Self.sqliteCacheMemory)
        let store: Store
        do {
            // The key is created before the state: see `StateLocation`.
            let secrets = try SecretBox.open(keyFile: folder.keyFile)
            store = try await Store.open(
                try Self.stateDatabase(settings, folder),
                migrations: IdentitySchema.migrations + CatalogSchema.migrations + AccessSchema.migrations + AskSchema.migrations
                    + RecordsSchema.migrations + WorkflowsSchema.migrations,
                secrets: secrets, node: process == .server ? folder.node : "terminal",
                liveness: settings.database == nil ? .lockFile(folder.lockFile) : .lease(settings.nodeLease),
                strangers: settings.database == nil ? strangersOnSQLite : max(1, settings.databaseConnections / 4))
        } catch {
            throw location.told(error, folder)
        }
        store.damaged.listen { log.warning("\($0); gatehouse check lists all such rows") }
        let hasher = PasswordHasher()
        let firstPassword = try await Bootstrap.run(store, hasher: hasher, password: settings.adminPassword.map { Secret($0) })
        return try Composition(settings, resolved, as: process, folder, store, hasher, firstPassword: firstPassword, log: log)
    }

    private init(
        _ settings: Settings, _ resolved: ResolvedSettings, as process: Process, _ folder: DataFolder, _ store: Store, _ hasher: PasswordHasher,
        firstPassword: Secret?, log: LogSink
    ) throws {
        self.settings = settings
        self.resolved = resolved
        self.firstPassword = firstPassword
        self.log = log
        addresses = ListenerAddresses(settings)
        readiness = Readiness(store)
        watchdog = Watchdog()
        uses = KeyUses(store: store)
        spans = process == .server ? settings.telemetry.map { SpanExporter($0, node: folder.node) } : nil
        let metrics = Metrics()
        self.metrics = metrics
        let open = OpenDatabases(limit: settings.openDatabases, idleTime: settings.databaseIdleTime)
        let connections = ConnectionSlots(limit: settings.sourceConnections)
        let tenant: @Sendable (WorkspaceID) async throws -> Int64 = { try await Workspaces(store: store).organization(of: $0).rawValue }
        let databases = WorkspaceDatabases(
            folder: folder, dataURL: settings.dataDatabase, stateURL: settings.database, idleTime: settings.databaseIdleTime,
            logins: WorkspaceLogins(store: store), in: open, connections: connections, tenant: tenant)
        self.databases = databases
        sources = DataSources(
            store: store,
            locations: SourceLocations(
                root: settings.sourceRoot, own: [folder.path], ownDatabases: [settings.database, settings.dataDatabase].compactMap(\.self),
                allowedHosts: settings.allowedSourceHosts),
            databases: open, tenant: tenant, mainDatabase: { try await databases.database(of: $0) },
            connect: { try Self.connect($0, connections.share(of: $1), idleTime: settings.databaseIdleTime) })
        domains = Domains(
            store: store, hasher: hasher, sources: sources, quotas: settings.quotas, uses: uses,
            pictures: ChartPictures(folder: folder.path + "/images", secrets: store.secrets), documents: ClientDocuments.fetch(settings),
            permitsLoopbackDocuments: !settings.clientDocumentHosts.isEmpty, words: WordNetFile(folder: folder.path),
            samples: KeptSamples(folder: folder.path + "/samples", secrets: store.secrets, sources: sources),
            isDemo: settings.demo,
            workflowHosts: HostPermit(hosts: settings.workflowHosts, reach: .privateNetworks), version: ServerVersion.current)
        callers = Callers(directory: domains.authorization.directory)
        let observer = CallObserver(
            ended: { metrics.call(tool: $0, outcome: $1, duration: $2) },
            failed: { request, error in log.failure("\(error)", request: request) })
        dispatcher = Dispatcher(
            try Toolbox(ToolDefinition.all(domains)), store: store, observer: observer, isDemo: settings.demo, callTimeout: settings.callTimeout)
        questionDispatcher = Dispatcher(
            try Toolbox(ToolDefinition.questionServer(domains)), store: store, observer: observer, isDemo: settings.demo,
            callTimeout: settings.callTimeout)
        // A SQLite state has one server; only the command line may use it at the same time.
        bus = NodeBus(store, reachesOthers: store.database.dialect != .sqlite) { log.failure("messages between nodes: \($0)", request: "") }
        var bounds = MCPSettings.Bounds()
        bounds.streams = settings.streams
        bounds.streamsPerPrincipal = settings.streamsPerCaller
        let protocolSettings = MCPSettings(
            callTimeout: settings.callTimeout, mixedVersionClients: ["claude-ai", "Anthropic/ClaudeAI"], bounds: bounds,
            reportFailure: { error, method in log.failure("\(method): \(error)", request: "") })
        server = MCPServer<RequestPrincipal>(
            Implementation(name: "gatehouse", version: ServerVersion.current, title: "Gatehouse"), instructions: Self.instructions,
            features: Self.features(dispatcher, domains), settings: protocolSettings,
            continuity: Self.continuity(store, bus: bus, offersSessions: settings.sessions))
        questionServer = MCPServer<RequestPrincipal>(
            Implementation(name: "gatehouse", version: ServerVersion.current, title: "Gatehouse questions"), instructions: Self.questionInstructions,
            features: Features(
                tools: GatehouseTools(questionDispatcher, envelopesTexts: settings.askEnvelope), resources: QuestionGuide(),
                prompts: QuestionPrompts(),
                extensions: [AppView.extensionName: .object(AppView.settings)]),
            settings: protocolSettings, continuity: Self.questionContinuity(store, offersSessions: settings.sessions))
        runner =
            process == .server
            ? WorkflowRunner(
                domains.workflows, effects: WorkflowEffects(dispatcher, domains), timing: WorkflowRunner.Timing(lease: settings.nodeLease),
                report: { log.failure($0, request: "") }) : nil
        addGauges(open, connections)
    }

    private func addGauges(_ open: OpenDatabases, _ connections: ConnectionSlots) {
        metrics.gauge("gatehouse_audit_queue", "Audit rows that wait to be written.") { [store] in store.audit.queueLength }
        metrics.gauge("gatehouse_open_databases", "Data sources and workspace databases that are open.") { open.count }
        metrics.gauge("gatehouse_open_databases_waiting", "Calls that wait for a database to be opened.") { open.waitingCount }
        metrics.gauge("gatehouse_source_connections", "Connections to the servers of data sources and workspaces.") { connections.count }
        metrics.gauge("gatehouse_source_connections_waiting", "Calls that wait for a connection to be opened.") { connections.waitingCount }
        metrics.gauge("gatehouse_strangers_waiting", "Look-ups of credentials that are not known yet, which wait for their turn.") { [store] in
            store.waitingStrangers
        }
        metrics.gauge("gatehouse_sql_waiting", "Calls of run_sql that wait for their turn.") { [domains] in domains.statements.waitingCount }
        metrics.gauge("gatehouse_streams", "Event streams that stay open.") { [server] in server.openStreamCount }
        if let spans { metrics.gauge("gatehouse_spans_lost", "Spans lost because the collector was slow or not there.") { spans.lost } }
        metrics.gauge("gatehouse_task_delay_ms", "The latest that a task began in ten seconds.") { [watchdog] in watchdog.taskDelay }
        metrics.gauge("gatehouse_loop_delay_ms", "The latest that an event loop answered in ten seconds.") { [watchdog] in watchdog.loopDelay }
        if let runner { metrics.gauge("gatehouse_workflows_running", "Executions of workflows that run in this process.") { runner.runningCount } }
        metrics.gauge("gatehouse_log_dropped", "Log lines lost because the sink was too slow.") { [log] in log.dropped }
    }

    /// Concurrent anonymous calls on SQLite. The number leaves most of the queue to known callers, but allows group commits.
    private static let strangersOnSQLite = 16
    /// Calls that may wait for a connection to the state's PostgreSQL database; the same number as for SQLite. Each waits at most
    /// ``Store/patience``.
    private static let stateQueueLength = 1_024

    private static func stateDatabase(_ settings: Settings, _ folder: DataFolder) throws -> any Database {
        if let url = settings.database {
            return try PostgreSQLDatabase(
                url: url, connections: settings.databaseConnections, queueLength: stateQueueLength, idleTime: settings.databaseIdleTime)
        }
        return try SQLiteDatabase(path: folder.stateFile)
    }

    /// Opens a data source. Sessions on database servers are reset after each call; the journal mode of SQLite files is not changed.
    private static func connect(_ url: DatabaseURL, _ share: ConnectionSlots.Share, idleTime: Duration) throws -> any Database {
        switch url.dialect {
        case .postgresql: try PostgreSQLDatabase(url: url, resetsAfterUse: true, share: share, idleTime: idleTime)
        case .sqlite: try SQLiteDatabase(path: url.database, options: SQLiteOptions(access: .readWrite, usesWriteAheadLog: false))
        case .mysql: try MySQLDatabase(url: url, share: share, idleTime: idleTime)
        }
    }

    /// Memory limit of all SQLite databases together. Unit: bytes.
    private static let maximumSQLiteMemory: Int64 = 768 * 1_048_576
    /// The part of the limit that callers' SQL may use, including its sorts. Unit: bytes.
    private static let sqliteCallerMemory: Int64 = 512 * 1_048_576
    /// The size at which page caches stop growing. Unit: bytes.
    private static let sqliteCacheMemory: Int64 = 256 * 1_048_576

    private static let instructions = """
        Gatehouse gives access to an organization's databases. Start with collections_list to see the tables of a data source and \
        collections_get for the fields of one; read and write rows with crud; answer questions over many rows with run_sql (SELECT only). \
        Everything is checked against the rights of the key and logged.
        """

    private static let questionInstructions = """
        Answers questions in plain language about an organization's databases. Call mcp_start with username and password, or send a bearer token, then \
        mcp_question with the chat_id. mcp_ws_list and mcp_datasource_list say where questions can go.
        """

    /// The principal of a command-line verb: the terminal, or the named user, in either case with every package.
    package func terminalPrincipal(in workspace: String? = nil, as user: QualifiedName? = nil) async throws -> RequestPrincipal {
        guard let location = try await callers.workspace(workspace) else {
            throw Refusal(.notFound, "workspace: '\((workspace ?? "").prefix(64))' does not exist")
        }
        let caller: Caller
        if let user {
            caller = try await callers.caller(named: user, in: location, domains)
        } else {
            let builtIn = try await domains.organizations.find(.builtIn)
            caller = Callers.terminal(organization: OrganizationRef(id: builtIn.id, name: builtIn.name.text), workspace: location)
        }
        return RequestPrincipal(
            caller: caller, packages: .all, requestID: RequestIDs.one(), challenge: Challenge(origin: "", path: ""))
    }

    /// Runs the background work until the task is cancelled: feeds, logs, deferred writes.
    package func runBackground() async {
        await withDiscardingTaskGroup { group in
            group.addTask { [store] in await store.feed.run() }
            group.addTask { [store] in await store.audit.run() }
            group.addTask { [uses, log] in await uses.run { log.failure("key uses: \($0)", request: "") } }
            group.addTask { [authorization = domains.authorization, log] in
                await authorization.ended.run { log.failure("authorization server: \($0)", request: "") }
            }
            group.addTask { [sources] in await sources.run() }
            group.addTask { [questions = domains.questions] in await questions.run() }
            if let spans { group.addTask { await spans.run() } }
            group.addTask { [log] in await log.run() }
            group.addTask { [watchdog] in await watchdog.run() }
            if let runner { group.addTask { await runner.run() } }
            group.addTask { await self.followChanges() }
            group.addTask { await self.followRowChanges() }
            group.addTask { await self.followNarrowedRows() }
            group.addTask { await self.noteTools() }
            group.addTask { await self.clearExpired() }
            group.addTask { [bus] in await bus.run() }
            if bus.reachesOthers {
                for counts in [runningStatements, openStreams] {
                    group.addTask { [log] in await counts.run { log.failure("numbers of other nodes: \($0)", request: "") } }
                }
            }
        }
    }

    private var runningStatements: NodeCounts {
        NodeCounts(
            store, "running statements", own: { [domains] in domains.statements.counts }, hear: { [domains] in domains.statements.setElsewhere($0) })
    }

    /// Shares the open streams of each listener. Each listener has its own stream limit.
    private var openStreams: NodeCounts {
        NodeCounts(
            store, "open streams",
            own: { [server, questionServer] in ["main": server.openStreams, "questions": questionServer.openStreams].filter { !$0.value.isEmpty } },
            hear: { [server, questionServer] elsewhere in
                server.countStreams(elsewhere: elsewhere["main"] ?? [:])
                questionServer.countStreams(elsewhere: elsewhere["questions"] ?? [:])
            })
    }

    /// Writes everything that is still in memory, and closes every database.
    package func close() async {
        await tellRowChanges()
        await bus.drain()
        do { try await uses.flush() } catch { log.failure("key uses: \(error)", request: "") }
        await sources.close()
        await domains.store.close()
        log.flush()
    }
}
