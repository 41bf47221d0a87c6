package import Access
package import Ask
package import Catalog
package import Identity
package import Outbound
package import Records
package import SQLGuard
package import Store
package import Workflows

/// The domains that tools use.
package final class Domains: Sendable {
    package let store: Store
    package let organizations: Organizations
    package let users: Users
    package let roles: Roles
    package let permissions: Permissions
    package let providers: Providers
    package let workspaces: Workspaces
    package let members: Members
    package let keys: APIKeys
    package let applications: Applications
    package let tokens: Tokens
    package let authorization: AuthorizationServer
    package let sources: DataSources
    package let catalog: Catalog
    package let designer: CollectionDesigner
    package let rules: RuleStore
    package let sqlGuard: Guard
    package let questions: Questions
    package let semantics: SemanticLayers
    package let verified: VerifiedQueries
    package let chats: Chats
    package let models: LanguageModels
    package let assistants: Assistants
    let painter = ChartPainter()
    /// Nil where pictures are not stored.
    package let pictures: ChartPictures?
    package let records: Records
    package let files: StoredFiles
    package let workflows: Workflows
    let workflowCallers: WorkflowCallers
    /// Sends the requests of workflows.
    let workflowClient: OutboundClient
    package let information: ServerInformation
    package let statements = StatementQueue()
    package let rowChanges = RowChanges()
    package let rowViews = RowViews()

    /// Builds all domains over one store, for the server and for tests.
    /// - Parameters:
    ///   - pictures: stores pictures of charts, so that links can refer to them.
    ///   - documents: fetches metadata documents of clients; nil when clients with documents are not served.
    ///   - permitsLoopbackDocuments: whether documents may come by http from this machine.
    ///   - words: English synonyms for the question engine; nil for its own alone.
    ///   - samples: values that the question engine has read from data sources, kept across restarts; nil where they are not stored.
    ///   - workflowHosts: hosts to which workflows may send requests although their addresses are not public.
    ///   - isDemo: whether this is a demo server, where strangers' clients are not listed and expire after a day.
    package init(
        store: Store, hasher: PasswordHasher, sources: DataSources, quotas: Quotas, uses: KeyUses,
        pictures: ChartPictures? = nil, documents: ClientDocuments.Fetch? = nil, permitsLoopbackDocuments: Bool = false,
        words: WordNetFile? = nil, samples: KeptSamples? = nil, isDemo: Bool = false, workflowHosts: HostPermit = .none, version: String
    ) {
        self.store = store
        self.sources = sources
        organizations = Organizations(store: store, quotas: quotas)
        users = Users(store: store, hasher: hasher, quotas: quotas)
        roles = Roles(store: store)
        permissions = Permissions(store: store)
        providers = Providers(store: store, quotas: quotas)
        workspaces = Workspaces(store: store, quotas: quotas)
        members = Members(store: store)
        keys = APIKeys(store: store)
        applications = Applications(store: store, policy: ScopeRegistry(), quotas: quotas, hidesUnregistered: isDemo)
        tokens = Tokens(store: store)
        authorization = AuthorizationServer(
            store: store, applications: applications, users: users, hasher: hasher, directory: Directory(store: store, uses: uses),
            documents: documents, permitsLoopbackDocuments: permitsLoopbackDocuments, isDemo: isDemo)
        catalog = Catalog(sources: sources, system: SystemCollections(users: Members.rowsOfUsers, roles: Members.rowsOfRoles))
        designer = CollectionDesigner(sources: sources, catalog: catalog)
        rules = RuleStore(store: store)
        sqlGuard = Guard(sources: sources, catalog: catalog, rules: rules)
        semantics = SemanticLayers(store: store)
        models = LanguageModels(store: store)
        assistants = Assistants(store: store)
        verified = VerifiedQueries(store: store)
        questions = Questions(
            catalog: catalog, rules: rules, sqlGuard: sqlGuard, layers: semantics, verified: verified, models: models, words: words,
            kept: samples)
        chats = Chats(store: store)
        self.pictures = pictures
        let callers = WorkflowCallers(store: store, workspaces: workspaces, organizations: organizations, roles: roles)
        workflowCallers = callers
        workflows = Workflows(
            store: store, rules: rules,
            directory: WorkflowDirectory(
                caller: { try await callers.caller(of: $0) }, database: { try await sources.open(DataSource.mainName, in: $0).database }))
        workflowClient = OutboundClient(permits: workflowHosts)
        records = Records(
            hash: { password, argument in
                do {
                    return try await hasher.hash(Secret(password))
                } catch {
                    guard let refusal = Refusal(error as any Error) else { throw error }
                    throw Refusal(refusal.code, "\(argument): \(refusal.reason)")
                }
            },
            number: { workspace, sequence, count in
                try await Sequences(store: store).take(
                    count, field: sequence.field, of: sequence.collection, sequence.source, in: workspace, start: sequence.start)
            })
        files = StoredFiles(store: store)
        information = ServerInformation(version: version)
    }
}
