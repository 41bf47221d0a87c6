import Catalog
import GatehouseTesting
import Identity
import SQL
import Server
import Store
import Testing
import Tools

@Suite("The workspaces' own data in PostgreSQL")
struct WorkspaceSchemaTests {
    /// A database for the state, another for the data, and a login of the data that may do what `grants` says.
    private static func servers(_ user: String, grants: String) async throws -> (
        settings: [SettingKey: String], server: PostgreSQLServer, data: String
    ) {
        let server = try await PostgreSQLServer.shared()
        let state = try server.makeDatabase(named: "state")
        let data = try server.makeDatabase(named: "data")
        try server.makeRole(user)
        try server.psql("REVOKE ALL ON DATABASE \"\(data)\" FROM PUBLIC; GRANT CONNECT ON DATABASE \"\(data)\" TO \"\(user)\"")
        if !grants.isEmpty { try server.psql(grants.replacing("LOGIN", with: user).replacing("PLACE", with: data), database: data) }
        let settings: [SettingKey: String] = [
            .database: server.url(database: state, parameters: "connect_timeout=60"),
            .dataDatabase: server.url(database: data, user: user, parameters: "connect_timeout=60"),
        ]
        return (settings, server, data)
    }

    private static func test(_ server: RunningServer) async -> CatalogError? {
        do throws(CatalogError) {
            try await server.composition.domains.sources.test("main", in: Workspace.mainID, .within(.seconds(60)))
            return nil
        } catch {
            return error
        }
    }

    @Test("a missing schema is made by the login of the data")
    func made() async throws {
        let (settings, server, data) = try await Self.servers("data_maker", grants: "GRANT CREATE ON DATABASE \"PLACE\" TO \"LOGIN\"")
        try await RunningServer.run(settings) { running in
            #expect(await Self.test(running) == nil)
            let owner = "SELECT nspname, pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname LIKE 'workspace%'"
            let found = try server.psql(owner, database: data)
            #expect(found == "workspace_1|data_maker")
        }
    }

    @Test("E05 a workspace knows no table of another, by either's name, and its own keep their names whatever else there is")
    func apart() async throws {
        let (settings, server, data) = try await Self.servers("data_tenant", grants: "GRANT CREATE ON DATABASE \"PLACE\" TO \"LOGIN\"")
        try await RunningServer.run(settings) { running in
            let domains = running.composition.domains
            let other = try await domains.workspaces.add(domains.organizations.find(.builtIn).id, "other")
            #expect(other.id == WorkspaceID(2))
            for workspace in [1, 2] {
                try await domains.sources.test("main", in: WorkspaceID(Int64(workspace)), .within(.seconds(60)))
                let table =
                    "CREATE TABLE workspace_\(workspace).notes_\(workspace) (id int PRIMARY KEY); CREATE TABLE workspace_\(workspace).both (id int)"
                try server.psql("SET ROLE data_tenant; \(table)", database: data)
            }
            try server.psql("CREATE TABLE public.everyone (id int); GRANT SELECT ON public.everyone TO data_tenant", database: data)
            for workspace in [1, 2] {
                let known = try await domains.catalog.contents(of: "main", in: WorkspaceID(Int64(workspace))).collections
                let tables = known.filter { if case .table = $0.origin { true } else { false } }
                #expect(tables.map(\.name) == ["both", "notes_\(workspace)"])
                #expect(tables.allSatisfy { if case .table("workspace_\(workspace)", _) = $0.origin { true } else { false } })
            }
        }
    }

    @Test("a login that may not make it says what is missing, and works without a restart once it is there")
    func denied() async throws {
        let (settings, server, data) = try await Self.servers("data_guest", grants: "")
        try await RunningServer.run(settings) { running in
            let refused = await Self.test(running)
            #expect(
                refused?.code == .sourceFailed && refused?.reason.contains("CREATE SCHEMA workspace_1 AUTHORIZATION") == true, "\(refused as Any)")
            try server.psql("CREATE SCHEMA workspace_1", database: data)
            let closed = await Self.test(running)
            #expect(closed?.reason.contains("GRANT USAGE ON SCHEMA workspace_1") == true, "\(closed as Any)")
            try server.psql("GRANT USAGE ON SCHEMA workspace_1 TO data_guest", database: data)
            #expect(await Self.test(running) == nil)
        }
    }
}
