import Store

extension ToolDefinition {
    /// Every tool, in the order in which clients see them.
    package static func all(_ domains: Domains) -> [ToolDefinition] {
        [ToolDefinition(Crud(domains: domains))] + dataSourceMain(domains) + dataSourceManager(domains) + workflows(domains) + accessRules(domains)
            + members(domains)
            + ObjectKind.role.tools(domains) + ObjectKind.permission.tools(domains) + workspaces(domains) + ObjectKind.user.tools(domains)
            + ObjectKind.organization.tools(domains) + [ToolDefinition(Whoami())] + apiKeys(domains) + ObjectKind.application.tools(domains)
            + ObjectKind.provider.tools(domains) + ObjectKind.token.tools(domains) + ai(domains)
            + server(domains) + [ToolDefinition(SearchTools()), ToolDefinition(DescribeTools()), ToolDefinition(CallNamedTool())]
    }

    private static func dataSourceMain(_ domains: Domains) -> [ToolDefinition] {
        let (catalog, rules) = (domains.catalog, domains.rules)
        return [
            ToolDefinition(ListCollections(catalog: catalog, rules: rules, secrets: domains.store.secrets)),
            ToolDefinition(GetCollection(catalog: catalog, rules: rules)), ToolDefinition(ApplyCollection(domains: domains)),
            ToolDefinition(ApplyField(domains: domains)), ToolDefinition(DestroyCollection(domains: domains)),
            ToolDefinition(DestroyField(domains: domains)),
        ]
    }

    private static func dataSourceManager(_ domains: Domains) -> [ToolDefinition] {
        let (sources, catalog, rules, secrets) = (domains.sources, domains.catalog, domains.rules, domains.store.secrets)
        return [
            ToolDefinition(RunSQL(sources: sources, statements: domains.statements, sqlGuard: domains.sqlGuard, secrets: secrets)),
            ToolDefinition(ListDataSources(sources: sources, secrets: secrets)),
            ToolDefinition(AddDataSource(domains: domains)),
            ToolDefinition(UpdateDataSource(sources: sources, catalog: catalog)),
            ToolDefinition(TestDataSource(sources: sources, catalog: catalog)),
            ToolDefinition(RefreshDataSource(domains: domains)),
            ToolDefinition(RemoveDataSource(domains: domains)),
            ToolDefinition(ListTables(catalog: catalog, rules: rules, secrets: secrets)),
            ToolDefinition(DescribeTable(catalog: catalog, rules: rules)),
        ]
    }

    private static func workflows(_ domains: Domains) -> [ToolDefinition] {
        [
            ToolDefinition(ListWorkflows(domains: domains)), ToolDefinition(GetWorkflow(domains: domains)),
            ToolDefinition(ApplyWorkflow(domains: domains)), ToolDefinition(ExecuteWorkflow(domains: domains)),
            ToolDefinition(ListExecutions(domains: domains)), ToolDefinition(GetExecution(domains: domains)),
            ToolDefinition(ActOnExecution(domains: domains)),
        ]
    }

    private static func accessRules(_ domains: Domains) -> [ToolDefinition] {
        let (rules, catalog) = (domains.rules, domains.catalog)
        return [
            ToolDefinition(SetAccessRule(domains: domains)),
            ToolDefinition(ListAccessRules(rules: rules, catalog: catalog, secrets: domains.store.secrets)),
            ToolDefinition(RemoveAccessRule(rules: rules)), ToolDefinition(ResumeAccessRules(rules: rules, catalog: catalog)),
            ToolDefinition(ExplainRights(domains: domains)),
        ]
    }

    private static func apiKeys(_ domains: Domains) -> [ToolDefinition] {
        let (keys, organizations) = (domains.keys, domains.organizations)
        return [
            ToolDefinition(CreateAPIKey(domains: domains)),
            ToolDefinition(ListAPIKeys(keys: keys, organizations: organizations, secrets: domains.store.secrets)),
            ToolDefinition(RevokeAPIKey(keys: keys, organizations: organizations)),
        ]
    }

    private static func members(_ domains: Domains) -> [ToolDefinition] {
        [
            ToolDefinition(ListMembers(members: domains.members, secrets: domains.store.secrets)),
            ToolDefinition(AddMember(members: domains.members)),
            ToolDefinition(RemoveMember(members: domains.members)),
        ]
    }

    private static func workspaces(_ domains: Domains) -> [ToolDefinition] {
        let (workspaces, organizations) = (domains.workspaces, domains.organizations)
        return [
            ToolDefinition(AddWorkspace(domains: domains)), ToolDefinition(UpdateWorkspace(workspaces: workspaces)),
            ToolDefinition(ListWorkspaces(workspaces: workspaces, organizations: organizations, secrets: domains.store.secrets)),
        ] + [ChangeWorkspace.Change.stop, .start, .remove].map { ToolDefinition(ChangeWorkspace(change: $0, domains: domains)) }
    }

    private static func ai(_ domains: Domains) -> [ToolDefinition] {
        [ToolDefinition(AskQuestion(asking: asking(domains)))]
            + questionServer(domains) + [ToolDefinition(GetSemanticLayer(domains: domains)), ToolDefinition(ApplySemanticLayer(domains: domains))]
            + [ToolDefinition(ListVerifiedQueries(domains: domains)), ToolDefinition(ApplyVerifiedQuery(domains: domains))]
    }

    private static func asking(_ domains: Domains) -> QuestionRunner {
        QuestionRunner(
            chats: domains.chats, sources: domains.sources, statements: domains.statements, questions: domains.questions, painter: domains.painter,
            pictures: domains.pictures)
    }

    /// The tools of the question server, which the main endpoint also offers.
    package static func questionServer(_ domains: Domains) -> [ToolDefinition] {
        let (chats, sources) = (domains.chats, domains.sources)
        return [
            ToolDefinition(StartChat(chats: chats)),
            ToolDefinition(AskInChat(asking: asking(domains))),
            ToolDefinition(ListQuestionWorkspaces(chats: chats)),
            ToolDefinition(ListQuestionSources(chats: chats, sources: sources, catalog: domains.catalog, rules: domains.rules)),
            ToolDefinition(AskAssistant(domains: domains, asking: asking(domains))),
            ToolDefinition(ListModels(chats: chats, models: domains.models)),
        ]
    }

    private static func server(_ domains: Domains) -> [ToolDefinition] {
        [
            ToolDefinition(GetServerInfo(information: domains.information)),
            ToolDefinition(ListAudit(audit: domains.store.audit, secrets: domains.store.secrets)),
            ToolDefinition(ListLanguageModels(models: domains.models, secrets: domains.store.secrets)),
            ToolDefinition(ApplyLanguageModel(models: domains.models, questions: domains.questions)),
            ToolDefinition(ListAssistants(assistants: domains.assistants, secrets: domains.store.secrets)),
            ToolDefinition(ApplyAssistant(domains: domains)),
            ToolDefinition(ListChats(domains: domains)), ToolDefinition(ApplyChat(domains: domains)),
            ToolDefinition(CreateUpload(files: domains.files)), ToolDefinition(ImportRows(domains: domains)),
            ToolDefinition(ExportRows(domains: domains)),
        ]
    }
}
