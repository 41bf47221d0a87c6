import GatehouseTesting
import SQL
import SQLSyntax

@testable import Store

/// The engines that every store test runs on.
enum Engine: String, CaseIterable, Sendable { case sqlite, postgresql }

/// An empty database of one test's own. Each ``open()`` is a pool of its own, as another process would have.
final class TestDatabase: Sendable {
    let engine: Engine
    let secrets = SecretBox.ephemeral()
    private let directory: TemporaryDirectory
    private let url: String?

    init(_ engine: Engine) async throws {
        self.engine = engine
        directory = try TemporaryDirectory()
        switch engine {
        case .sqlite: url = nil
        case .postgresql:
            let server = try await PostgreSQLServer.shared()
            url = server.url(database: try server.makeDatabase())
        }
    }

    func open() throws -> any Database {
        if let url { return try PostgreSQLDatabase(url: DatabaseURL(parsing: url), connections: 4) }
        return try SQLiteDatabase(path: directory.path(of: "store.db"))
    }

    /// - Parameters:
    ///   - node: another name stands for another server.
    ///   - liveness: a lease of no length makes the process count as dead at once.
    func store(
        node: String = "one", migrations: [Migration] = [], liveness: NodeLiveness = .lease(.seconds(3_600))
    ) async throws -> Store {
        try await Store.open(try open(), migrations: migrations, secrets: secrets, node: node, liveness: liveness)
    }

    /// Processes that see by the locks of one file which of them live.
    var lockFile: NodeLiveness { .lockFile(directory.path(of: "nodes.lock")) }
}

extension Database {
    /// Changes the database with the engine's own tools, bypassing the store.
    @discardableResult
    func tamper(_ statement: Statement) async throws -> Int { try await write(.patient) { try $0.execute(statement) } }

    func count(_ statement: Statement) async throws -> Int64 {
        try await read(.patient) { try $0.first(statement) { $0.int(0) ?? -1 } ?? -1 }
    }

    func texts(_ statement: Statement) async throws -> [String] {
        try await read(.patient) { try $0.all(statement) { $0.text(0) ?? "" } }
    }
}

extension AuditCall {
    /// A call for tests; times count seconds from 2024-01-01T00:00:00Z.
    static func sample(
        _ id: String, tool: String = "crud", at second: Int64 = 0, organization: String? = "acme", user: String? = "acme/ann"
    ) -> AuditCall {
        AuditCall(
            id: id, time: Timestamp(microseconds: (1_704_067_200 + second) * 1_000_000), organization: organization, workspace: "main",
            caller: "api_key:acme/ann", user: user, client: "tests", tool: tool, objects: ["main/orders"], requestID: "r-" + id)
    }
}

extension AuditOutcome {
    static let ok = AuditOutcome(rows: 3, duration: .microseconds(1_234), outcome: .ok)
}
