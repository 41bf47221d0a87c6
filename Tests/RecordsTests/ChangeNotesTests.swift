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

/// The change records that are written in the transaction of a change, on the engines of workspace databases.
@Suite("Notes of changes")
struct ChangeNotesTests {
    static let engines: [DataEngine] = [.sqlite, .postgresql]

    /// A call of a workflow's step, with a workflow `1` that waits for changes.
    private func call(
        _ fixture: RecordsFixture, _ collection: String = "customers", effect: String? = nil, filter: JSONValue? = nil, depth: Int = 0,
        told: @escaping @Sendable (Set<String>) -> Void = { _ in }
    ) throws -> RecordCall {
        let (watching, changed) = (try fixture.call("customers"), try fixture.call(collection))
        let watch = ChangeSubscription(name: "1", actions: [.create, .update, .destroy], fields: [], filter: filter, call: watching)
        let caller = Caller(
            kind: .workflow(WorkflowID(2), title: "w"), organization: nil, user: nil, workspace: watching.grant.caller.workspace, roles: ["admin"],
            scopes: .all, step: effect.map { WorkflowStep(execution: ExecutionID(1), effect: $0, depth: depth) })
        let tool = ToolPermit(name: "crud", package: .always, scopes: [.read(.record)], audience: .members)
        return RecordCall(
            grant: try Authorizer.authorize(tool, scope: .read(.record), for: caller, in: .all), rights: changed.rights, database: fixture.database,
            bounds: .within(.seconds(60)), catalog: watching.catalog, rightsOn: watching.rightsOn,
            notes: ChangeNotes(watches: ["customers": [watch]], told: told))
    }

    private func prepare(_ fixture: RecordsFixture) async throws {
        for _ in 0..<2 { try await fixture.database.define(.patient) { try ChangeTables.make(on: $0) } }
    }

    @Test("Concurrent first uses create the tables once", arguments: engines)
    func madeTogether(engine: DataEngine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            for _ in 0..<5 {
                try await withThrowingTaskGroup { group in
                    for _ in 0..<8 { group.addTask { try await fixture.database.define(.patient) { try ChangeTables.make(on: $0) } } }
                    try await group.waitForAll()
                }
                let made = try await fixture.database.reflect(.patient).tables.map(\.name).filter { ChangeTables.isOwn($0) }
                #expect(Set(made) == ["_gatehouse_changes", "_gatehouse_effects"])
                try await fixture.database.define(.patient) { connection in
                    for table in made { try connection.execute("DROP TABLE \(Identifier(table))") }
                }
            }
        }
    }

    private func notes(_ fixture: RecordsFixture) async throws -> [String] {
        try await fixture.database.read(.patient) { connection in
            try connection.all("SELECT watch, action, row_json, depth FROM _gatehouse_changes ORDER BY id") { row in
                let name = try row.text(2).map { try JSONValue(parsing: $0)["name"]?.string ?? "" } ?? ""
                return "\(row.text(0) ?? "") \(row.text(1) ?? "") \(name) \(row.int(3) ?? -1)"
            }
        }
    }

    @Test("Each created, changed or deleted row is recorded in its new state, or in its last state when it is deleted", arguments: engines)
    func noted(engine: DataEngine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            try await prepare(fixture)
            let told = Mutex<[Set<String>]>([])
            let call = try call(fixture, filter: ["name": ["$includes": "z"]]) { names in told.withLock { $0.append(names) } }
            _ = try await fixture.records.create(CreateRequest(values: [["id": 70, "name": "zoe"], ["id": 71, "name": "ann"]]), call)
            _ = try await fixture.records.update(UpdateRequest(key: 71, values: ["name": "liz"]), call)
            _ = try await fixture.records.update(UpdateRequest(key: 70, values: ["name": "eve"]), call)
            _ = try await fixture.records.destroy(DestroyRequest(key: [70, 71]), call)
            #expect(try await notes(fixture) == ["1 create zoe 0", "1 update liz 0", "1 destroy liz 0"])
            #expect(told.withLock { $0 } == Array(repeating: ["customers"], count: 4))
            // No collection of the workspace.
            let schema = try await fixture.database.reflect(.patient)
            #expect(
                !SchemaReading.collections(of: schema, source: "main", dialect: fixture.database.dialect).contains { $0.name.contains("gatehouse") })
        }
    }

    @Test("A rolled-back change leaves no record and no marker", arguments: engines)
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

    @Test("I40 a change under one name happens once, whoever makes it and however often, and returns the first result", arguments: engines)
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
            // With rows of its relations too.
            for _ in 0..<2 {
                let made = CreateRequest(values: ["name": "pair", "region": ["name": "new"]])
                _ = try await fixture.records.create(made, try self.call(fixture, effect: "9/add"))
                let changed = UpdateRequest(filter: ["name": "pair"], values: ["region": ["name": "newer"]])
                _ = try await fixture.records.update(changed, try self.call(fixture, effect: "10/change"))
            }
            #expect(try await fixture.count("SELECT count(*) FROM customers WHERE name = 'pair'") == 1)
            #expect(try await fixture.count("SELECT count(*) FROM regions WHERE name IN ('new', 'newer')") == 2)
        }
    }

    @Test("I40 nested rows under one name are added once", arguments: engines)
    func nestedOnce(engine: DataEngine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            try await prepare(fixture)
            let told = Mutex<[Set<String>]>([])
            let call = try call(fixture, effect: "9/add") { names in told.withLock { $0.append(names) } }
            let relation = try #require(call.rights.collection.relations.first { $0.target == "regions" }).name
            var nested: JSONObject = ["name": "once"]
            nested[relation] = ["name": "West"]
            let request = CreateRequest(values: .object(nested))
            for _ in 0..<2 { _ = try await fixture.records.create(request, call) }
            #expect(try await fixture.count("SELECT count(*) FROM customers WHERE name = 'once'") == 1)
            #expect(try await fixture.count("SELECT count(*) FROM regions WHERE name = 'West'") == 1)
            #expect(told.withLock { $0 } == [["customers", "regions"]])
        }
    }

    @Test("Changes by the engine's cascades are announced too, and calls that change no row are not", arguments: DataEngine.allCases)
    func along(engine: DataEngine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let told = Mutex<[Set<String>]>([])
            func call(_ name: String) throws -> RecordCall {
                let plain = try fixture.call(name)
                return RecordCall(
                    grant: plain.grant, rights: plain.rights, database: plain.database, bounds: plain.bounds, catalog: plain.catalog,
                    rightsOn: plain.rightsOn, notes: ChangeNotes(watches: nil) { names in told.withLock { $0.append(names) } })
            }
            _ = try await fixture.records.update(UpdateRequest(key: 99, values: ["name": "x"]), call("albums"))
            _ = try await fixture.records.destroy(DestroyRequest(key: 99), call("albums"))
            var dry = DestroyRequest(key: 1)
            dry.isDry = true
            _ = try await fixture.records.destroy(dry, call("albums"))
            await #expect(throws: Refusal.self) {
                _ = try await fixture.records.create(CreateRequest(values: [["id": 90], ["id": 90]]), call("albums"))
            }
            #expect(told.withLock { $0 }.isEmpty)
            _ = try await fixture.records.update(UpdateRequest(key: 1, values: ["code": "uno"]), call("albums"))
            _ = try await fixture.records.destroy(DestroyRequest(key: 3), call("pressings"))
            _ = try await fixture.records.destroy(DestroyRequest(key: 2), call("albums"))
            #expect(told.withLock { $0 } == [["albums", "pressings"], ["pressings"], ["albums", "tracks", "plays"]])
        }
    }

    @Test("Each imported row is noted once and told as one change; of a file that is not taken nothing is", arguments: engines)
    func imported(engine: DataEngine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            try await prepare(fixture)
            let told = Mutex<[Set<String>]>([])
            let call = try call(fixture) { names in told.withLock { $0.append(names) } }
            let refused = try await fixture.records.importRows(
                ImportRequest(ImportedFile(text: "name,email\nEd,ed@mail.example\nFlo,ed@mail.example\n")), call)
            #expect(refused.imported == 0 && refused.errors.map(\.line) == [3])
            var request = ImportRequest(ImportedFile(text: "name\ndry\n"))
            request.isDryRun = true
            _ = try await fixture.records.importRows(request, call)
            #expect(try await notes(fixture).isEmpty && told.withLock { $0 }.isEmpty)
            request = ImportRequest(ImportedFile(text: "name,email\nEd,ed@mail.example\nFlo,ed@mail.example\nGil,\n"))
            request.skipsBadLines = true
            #expect(try await fixture.records.importRows(request, call).imported == 2)
            #expect(try await notes(fixture) == ["1 create Ed 0", "1 create Gil 0"])
            let many = (0..<450).map { "n\($0)\n" }.joined()
            #expect(try await fixture.records.importRows(ImportRequest(ImportedFile(text: "name\n" + many)), call).imported == 450)
            let found = try await notes(fixture)
            #expect(found.count == 452 && Set(found).count == 452)
            #expect(told.withLock { $0 } == [["customers"], ["customers"]])
        }
    }
}
