import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import SQLSyntax
import Store
import Synchronization
import Testing

/// What is written beside rows in the transaction that changes them, on the engines that workspaces have databases of their own on.
@Suite("Notes of changes")
struct ChangeNotesTests {
    static let engines: [DataEngine] = [.sqlite, .postgresql]

    /// A call of a workflow's step, with a workflow `1` that waits for changes.
    private func call(
        _ fixture: RecordsFixture, effect: String? = nil, filter: JSONValue? = nil, depth: Int = 0, told: @escaping @Sendable () -> Void = {}
    ) throws -> RecordCall {
        let watching = try fixture.call("customers")
        let watch = ChangeWatch(name: "1", actions: [.create, .update, .destroy], fields: [], filter: filter, call: watching)
        let caller = Caller(
            kind: .workflow(WorkflowID(2), title: "w"), organization: nil, user: nil, workspace: watching.grant.caller.workspace, roles: ["admin"],
            scopes: .all, step: effect.map { WorkflowStep(execution: ExecutionID(1), effect: $0, depth: depth) })
        let tool = ToolPermit(name: "crud", package: .always, scopes: [.read(.record)], audience: .members)
        return RecordCall(
            grant: try Authorizer.authorize(tool, scope: .read(.record), for: caller, in: .all), rights: watching.rights, database: fixture.database,
            bounds: .within(.seconds(60)), catalog: watching.catalog, rightsOn: watching.rightsOn,
            notes: ChangeNotes(watches: ["customers": [watch]], told: told))
    }

    private func prepare(_ fixture: RecordsFixture) async throws {
        for _ in 0..<2 { try await fixture.database.define(.within(.seconds(60))) { try ChangeTables.make(on: $0) } }
    }

    private func notes(_ fixture: RecordsFixture) async throws -> [String] {
        try await fixture.database.read(.within(.seconds(60))) { connection in
            try connection.all("SELECT watch, action, row_json, depth FROM _gatehouse_changes ORDER BY id") { row in
                let name = try row.text(2).map { try JSONValue(parsing: $0)["name"]?.string ?? "" } ?? ""
                return "\(row.text(0) ?? "") \(row.text(1) ?? "") \(name) \(row.int(3) ?? -1)"
            }
        }
    }

    @Test("Each row that is created, changed or deleted is noted as it is for whoever waits, and as it was when it goes", arguments: engines)
    func noted(engine: DataEngine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            try await prepare(fixture)
            let rings = Mutex(0)
            let call = try call(fixture, filter: ["name": ["$includes": "z"]]) { rings.withLock { $0 += 1 } }
            _ = try await fixture.records.create(CreateRequest(values: [["id": 70, "name": "zoe"], ["id": 71, "name": "ann"]]), call)
            _ = try await fixture.records.update(UpdateRequest(key: 71, values: ["name": "liz"]), call)
            _ = try await fixture.records.update(UpdateRequest(key: 70, values: ["name": "eve"]), call)
            _ = try await fixture.records.destroy(DestroyRequest(key: [70, 71]), call)
            #expect(try await notes(fixture) == ["1 create zoe 0", "1 update liz 0", "1 destroy liz 0"])
            #expect(rings.withLock { $0 } == 4)
            // No collection of the workspace.
            let schema = try await fixture.database.reflect(.within(.seconds(60)))
            #expect(
                !SchemaReading.collections(of: schema, source: "main", dialect: fixture.database.dialect).contains { $0.name.contains("gatehouse") })
        }
    }

    @Test("What is undone leaves no note and no mark", arguments: engines)
    func undone(engine: DataEngine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            try await prepare(fixture)
            let call = try call(fixture, effect: "1/a")
            await #expect(throws: Refusal.self) {
                _ = try await fixture.records.create(CreateRequest(values: [["id": 70, "name": "a"], ["id": 70, "name": "b"]]), call)
            }
            #expect(try await notes(fixture).isEmpty)
            #expect(try await fixture.count("SELECT count(*) FROM _gatehouse_effects") == 0)
            _ = try await fixture.records.create(CreateRequest(values: ["id": 70, "name": "a"]), call)
            #expect(try await fixture.count("SELECT count(*) FROM customers WHERE id = 70") == 1)
        }
    }

    @Test("I40 a change under one name happens once, whoever makes it and however often, and gives what it gave", arguments: engines)
    func once(engine: DataEngine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            try await prepare(fixture)
            let call = try call(fixture, effect: "7/add", depth: 1)
            let answers = try await withThrowingTaskGroup(of: JSONValue.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try JSONValue(parsing: await fixture.records.create(CreateRequest(values: ["name": "once"]), call).json.bytes)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(answers).count == 1 && answers[0]["data"]?["name"]?.string == "once", "\(answers)")
            #expect(try await fixture.count("SELECT count(*) FROM customers WHERE name = 'once'") == 1)
            #expect(try await notes(fixture) == ["1 create once 2"])
            _ = try await fixture.records.create(CreateRequest(values: ["name": "once"]), try self.call(fixture, effect: "8/add"))
            #expect(try await fixture.count("SELECT count(*) FROM customers WHERE name = 'once'") == 2)
        }
    }
}
