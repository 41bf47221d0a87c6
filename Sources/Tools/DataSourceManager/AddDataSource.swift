import Access
import Catalog
import Identity
import JSON
import SQL
import SQLSyntax
import Store

/// `data_sources_add`: attaches a database to the workspace.
struct AddDataSource: Tool {
    struct Input: ToolArguments {
        var dataSource = ""
        var url = ""
        var password: String?
        var provider: String?
        var title = ""
        var maximumCost: Int?
        var changesSchema = false
    }

    let domains: Domains

    let name = "data_sources_add"
    let access = ToolAccess(.dataSourceManager, scope: .one(.write(.source)), audience: .workspaceAdministrators, effect: .writes, secrets: .set)
    let reachesOutside = true
    let title = "Add a data source"
    let description =
        "Attaches a database to this workspace. The operator allows its host."
    let arguments: [Argument<Input>] = [
        .text("dataSource", \.dataSource, "Its new name: a small letter, then letters, digits, _, -.").required.naming().formerly("name"),
        .text(
            "url", \.url,
            "postgres://user@host/db?sslmode=verify-full, mysql://…, sqlite:///file."
        ).required,
        .text("password", \.password, "When the URL has none."),
        .text("provider", \.provider, "A provider of type PostgreSQL, for its login."),
        .text("title", \.title, "A name for people."),
        .integer(
            "maxCost", \.maximumCost, in: 1...DataSource.highestCost,
            "run_sql refuses what the engine expects to cost more."),
        .flag("allowSchemaChanges", \.changesSchema, "true: collections_apply and its like may change its tables."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workspace = call.caller.workspace.id
        var url = try DatabaseURL(parsing: input.url)
        if let password = input.password { url = url.with(password: DatabasePassword(password)) }
        if let provider = input.provider { url = try await login(provider, url, call.caller) }
        let source = try await domains.sources.add(
            NewDataSource(
                name: input.dataSource, title: input.title, url: url, maximumCost: input.maximumCost.map(Int64.init),
                changesSchema: input.changesSchema),
            in: workspace, trust: call.caller.sourceTrust)
        let trial = await domains.sources.trial(of: source.name, in: workspace, call.bounds)
        if trial.reason == nil { try await PermissionCompiler.recompile(domains, on: source.name, call) }
        return .object(changed: 1, objects: [source.name]) { writer in
            writer.member("id", source.id?.rawValue ?? 0)
            writer.member("name", source.name)
            trial.write(to: &writer)
        }
    }

    /// The address with the login of a provider of the workspace's organization. The login is sent only to the host for which it was given.
    private func login(_ name: String, _ url: DatabaseURL, _ caller: Caller) async throws -> DatabaseURL {
        let organization = caller.workspace.organization
        guard try CredentialBound(caller).administers(organization) else {
            throw Refusal(.forbidden, "provider: only an administrator of the organization attaches with a provider's login")
        }
        let login = try await domains.providers.login(try Name(parsing: name, argument: "provider"), of: organization, type: "PostgreSQL")
        guard url.dialect == .postgresql, url.host == login.host, Int64(url.port ?? 5432) == (login.port == 0 ? 5432 : login.port),
            url.user == nil || url.user == login.user, url.password == nil, url.parameters.keys.allSatisfy({ $0 == "sslmode" })
        else {
            throw Refusal(
                .invalidArgument, "url: expected postgres:// with host and port of the provider, and no other login or parameter but sslmode")
        }
        return DatabaseURL(
            dialect: .postgresql, host: url.host, port: url.port, user: login.user, password: DatabasePassword(login.secret.text),
            database: url.database, parameters: url.parameters)
    }
}

extension Caller {
    /// Which addresses the caller may attach; an operator at the terminal may attach any.
    var sourceTrust: SourceTrust { kind == .terminal ? .operator : .caller }
}

extension PermissionCompiler {
    /// Compiles permissions again that name a source which was added, or responds again.
    static func recompile(_ domains: Domains, on source: String, _ call: ToolCall) async throws {
        let workspace = call.caller.workspace
        try await recompile(domains, in: workspace.organization, call.bounds) { permission in
            permission.resources.contains { $0.hasPrefix("\(workspace.name)/\(source)/") }
        }
    }
}
