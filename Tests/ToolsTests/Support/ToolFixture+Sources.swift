import GatehouseTesting
import JSON
import SQL
import SQLSyntax
import Testing

extension ToolFixture {
    /// A house with a data source of each kind of engine in workspace `acme`, made by a script.
    /// - Parameter body: also gets a way to run a statement on the source's database as its owner.
    static func withSource(
        _ name: String, _ kind: Dialect, _ script: [String], _ body: (ToolFixture, @Sendable (String) async throws -> Void) async throws -> Void
    ) async throws {
        func attached(_ url: String, _ fixture: ToolFixture, _ run: @escaping @Sendable (String) async throws -> Void) async throws {
            for statement in script { try await run(statement) }
            try await fixture.does("data_sources_add", ["name": .string(name), "url": .string(url)], as: .workspaceAdministrator)
            try await body(fixture, run)
        }
        switch kind {
        case .sqlite:
            try await with(.init(hasSourceRoot: true)) { fixture in
                let path = fixture.directory.path + "/\(name).db"
                try await attached("sqlite://\(path)", fixture) { statement in
                    let database = try SQLiteDatabase(path: path)
                    _ = try await database.write(.patient) { try $0.execute(Statement(verbatim: statement)) }
                    await database.close()
                }
            }
        case .postgresql:
            let server = try await PostgreSQLServer.shared()
            let database = try server.makeDatabase(named: name)
            try await with(.init(allowedHosts: ["127.0.0.1"])) { fixture in
                try await attached(server.url(database: database), fixture) { _ = try server.psql($0, database: database) }
            }
        case .mysql:
            let server = try await MariaDBServer.shared()
            let database = try server.makeDatabase(named: name)
            try await with(.init(allowedHosts: ["127.0.0.1"])) { fixture in
                try await attached(server.url(database: database), fixture) { _ = try server.sql($0, database: database) }
            }
        }
    }
}
