import Access
import Catalog
import Identity
import JSON
import SQL
import Store

extension ToolDefinition {
    /// `data_sources_*`: the databases that a workspace can reach.
    static func dataSources(_ domains: Domains) -> [ToolDefinition] {
        [list(domains), add(domains), update(domains), test(domains), refresh(domains), remove(domains), tables(domains), describe(domains)]
    }

    private static let subject = [Subject(argument: "name")]
    private static let name = Property.string("The data source's name.")

    private static func list(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "data_sources_list", in: .dataSourceManager, scope: .read(.source), for: .members, .reads, title: "List data sources",
            description: "Lists the databases of this workspace.", properties: PageRequest.properties,
            aliases: ["data_sources_list_enabled": [:]]
        ) { grant, input, context in
            let request = try PageRequest("data_sources_list", input, grant, context, domains)
            let sources = try await domains.sources.list(in: grant.caller.workspace.id)
            let administers = grant.caller.isOperator || grant.caller.roles.contains(BuiltInRole.admin.rawValue)
            return try .page("data", request.part(of: sources), of: request) { writer, source in
                source.write(to: &writer, withAddress: administers)
            }
        }
    }

    private static func add(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "data_sources_add", in: .dataSourceManager, scope: .write(.source), for: .workspaceAdministrators, .writes, title: "Add a data source",
            description:
                "Attaches a database to this workspace. The password is kept sealed and never given back. Hosts must be allowed by the operator.",
            openWorld: true,
            properties: [
                "name": Property.string("A lower-case letter, then letters, digits, _ or -, at most 48."),
                "url": Property.string(
                    "postgres://user@host:port/database?sslmode=verify-full, mysql:// or mariadb://… alike, or sqlite:///absolute/file."),
                "password": Property.string("The login's password, when the URL has none."),
                "provider": Property.string("Instead of user and password: the provider of type PostgreSQL whose login it is."),
                "title": Property.string("A name for people."),
                "maxCost": Property.int(
                    "run_sql refuses what the database expects to cost more: planner units on PostgreSQL, rows looked at on MySQL and MariaDB.",
                    1...DataSource.highestCost),
            ],
            required: ["name", "url"], about: subject
        ) { grant, input, context in
            let workspace = grant.caller.workspace.id
            var url = try DatabaseURL(parsing: try input.required("url"))
            if let password = input.string("password") { url = url.with(password: DatabasePassword(password)) }
            if let provider = input.string("provider") { url = try await Self.login(provider, url, grant.caller, domains) }
            let source = try await domains.sources.add(
                NewDataSource(
                    name: try input.required("name"), title: input.string("title") ?? "", url: url, maximumCost: input.int("maxCost").map(Int64.init)),
                in: workspace,
                trust: grant.caller.kind == .terminal ? .operator : .caller)
            let trial = await domains.sources.trial(of: source.name, in: workspace, context.bounds)
            if trial.reason == nil { try await recompilePermissions(on: source.name, grant, domains, context) }
            return .object(changed: 1, objects: [source.name]) { writer in
                writer.member("id", source.id?.rawValue ?? 0)
                writer.member("name", source.name)
                trial.write(to: &writer)
            }
        }
    }

    /// Permissions that name a source which is there, or answers, again.
    private static func recompilePermissions(on source: String, _ grant: Grant, _ domains: Domains, _ context: ToolContext) async throws {
        let place = grant.caller.workspace
        try await PermissionCompiler.recompile(domains, in: place.organization, context.bounds) { permission in
            permission.resources.contains { $0.hasPrefix("\(place.name)/\(source)/") }
        }
    }

    private static func update(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "data_sources_update", in: .dataSourceManager, scope: .write(.source), for: .workspaceAdministrators, .writes,
            title: "Change a data source",
            description: "Changes address, password or cost limit of a database in place; its rules stay. A new address is tried before it is kept.",
            idempotent: true, openWorld: true,
            properties: [
                "name": name, "url": Property.string("The new address, as data_sources_add takes it; the same when absent."),
                "password": Property.string("The new password; needed again when host, port or login change."),
                "maxCost": Property.int("As of data_sources_add; 0 for no limit.", 0...DataSource.highestCost),
            ],
            required: ["name"], about: subject
        ) { grant, input, context in
            let name = try input.required("name")
            let change = DataSourceChange(
                url: try input.string("url").map { try DatabaseURL(parsing: $0) }, password: input.string("password").map { DatabasePassword($0) },
                maximumCost: input.int("maxCost").map(Int64.init))
            guard change.url != nil || change.password != nil || change.maximumCost != nil else {
                throw Refusal(.invalidArgument, "url, password, maxCost: expected at least one to change")
            }
            let workspace = grant.caller.workspace.id
            let source = try await domains.sources.update(
                name, in: workspace, change, trust: grant.caller.kind == .terminal ? .operator : .caller, context.bounds)
            domains.catalog.refresh(name, in: workspace)
            let trial = await domains.sources.trial(of: name, in: workspace, context.bounds)
            return .object(changed: 1, objects: [name]) { writer in
                writer.member("id", source.id?.rawValue ?? 0)
                writer.member("name", source.name)
                trial.write(to: &writer)
            }
        }
    }

    /// The address with the login of a provider of the workspace's organization, which goes to the host it was given for and no other.
    private static func login(_ name: String, _ url: DatabaseURL, _ caller: Caller, _ domains: Domains) async throws -> DatabaseURL {
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

    private static func test(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "data_sources_test", in: .dataSourceManager, scope: .read(.source), for: .workspaceAdministrators, .reads, title: "Test a data source",
            description: "Connects to a database and says whether it answers, and what its login can do that it should not.", openWorld: true,
            properties: ["name": name], required: ["name"], about: subject
        ) { grant, input, context in
            let name = try input.required("name")
            var trial = await domains.sources.trial(of: name, in: grant.caller.workspace.id, context.bounds)
            if trial.isUnknown { throw Refusal(.notFound, trial.reason ?? "") }
            if trial.reason == nil {
                trial.warnings += try await domains.catalog.contents(of: name, in: grant.caller.workspace.id, context.bounds).leftOut
            }
            return .object(objects: [name]) { writer in
                writer.member("name", name)
                trial.write(to: &writer)
            }
        }
    }

    private static func refresh(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "data_sources_refresh", in: .dataSourceManager, scope: .write(.source), for: .workspaceAdministrators, .writes,
            title: "Refresh a data source", description: "Reads the tables of a database anew, after they were changed outside.", idempotent: true,
            properties: ["name": name], required: ["name"], about: subject
        ) { grant, input, context in
            let name = try input.required("name")
            try await domains.sources.refresh(name, in: grant.caller.workspace.id)
            domains.catalog.refresh(name, in: grant.caller.workspace.id)
            try await recompilePermissions(on: name, grant, domains, context)
            return .object(changed: 0, objects: [name]) { writer in writer.member("name", name) }
        }
    }

    private static func remove(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "data_sources_remove", in: .dataSourceManager, scope: .write(.source), for: .workspaceAdministrators, .writes,
            title: "Remove a data source",
            description:
                "Detaches a database from this workspace and suspends its rules. The database is left as it is. To change address or password use data_sources_update.",
            destructive: true, properties: ["name": name], required: ["name"], about: subject
        ) { grant, input, _ in
            let name = try input.required("name")
            let workspace = grant.caller.workspace.id
            try await domains.removeSource(name, in: workspace)
            return .object(changed: 1, objects: [name]) { writer in writer.member("name", name) }
        }
    }

    private static func tables(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "data_sources_tables", in: .dataSourceManager, scope: .read(.source), for: .members, .reads, title: "List tables",
            description: "Lists the tables and views of a data source that you may read.",
            properties: PageRequest.properties.with(["name": name]), required: ["name"], about: subject
        ) { grant, input, context in
            let name = try input.required("name")
            let request = try PageRequest("data_sources_tables", input, grant, context, domains)
            let contents = try await domains.catalog.contents(of: name, in: grant.caller.workspace.id, context.bounds)
            let rights = try await domains.rules.rights(of: grant.caller)
            let tables = contents.collections.map { rights.on($0) }.filter { $0.allows(.view) }
            return try .page("data", request.part(of: tables), of: request, objects: [name]) { writer, own in
                let table = own.collection
                writer.member("name", table.name)
                writer.member("kind", table.kind.rawValue)
                writer.member("description", table.comment)
                writer.key("estimatedRows")
                if let rows = own.estimatedRows { writer.int(rows) } else { writer.null() }
            }
        }
    }

    private static func describe(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "data_sources_describe", in: .dataSourceManager, scope: .read(.source), for: .members, .reads, title: "Describe a table",
            description: "Describes the columns of one table of a data source, as run_sql names them.",
            properties: ["name": name, "table": Property.string("The table's name.")], required: ["name", "table"],
            about: [Subject(argument: "table", in: "name")]
        ) { grant, input, context in
            let name = try input.required("name")
            let table = try input.required("table")
            let contents = try await domains.catalog.contents(of: name, in: grant.caller.workspace.id, context.bounds)
            let rights = try await domains.rules.rights(of: grant.caller)
            guard let collection = contents[table], case let own = rights.on(collection), own.allows(.view) else {
                throw Refusal(.notFound, "table '\(table.prefix(60))' not found in data source '\(name)'; data_sources_tables names yours")
            }
            let readable = Set(own.readable)
            return .object(rows: 1, objects: ["\(name)/\(table)"]) { writer in
                writer.member("name", collection.name)
                writer.member("dialect", contents.dialect.rawValue)
                writer.member("primaryKey", collection.primaryKey.filter(readable.contains))
                writer.member("columns", collection.fields.filter { readable.contains($0.name) }) { writer, field in
                    writer.member("name", field.name)
                    writer.member("type", field.declaredType)
                    writer.member("nullable", field.isNullable)
                    if let comment = field.comment { writer.member("description", comment) }
                }
            }
        }
    }
}

extension DataSource {
    /// - Parameter withAddress: hosts, logins and paths are an administrator's to know.
    fileprivate func write(to writer: inout JSONWriter, withAddress: Bool) {
        writer.member("key", name)
        writer.member("displayName", title)
        writer.member("type", url?.dialect.rawValue ?? "main")
        if withAddress { writer.member("url", url?.description) }
        if let maximumCost { writer.member("maxCost", maximumCost) }
        writer.member("createdAt", created)
    }
}
