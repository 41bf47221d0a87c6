import GatehouseTesting
import SQL
import SQLSyntax
import Synchronization
import Testing

@testable import Store

@Suite("Audit log")
struct AuditLogTests {
    @Test("An intent is durable when begin returns, and its outcome follows", arguments: Engine.allCases)
    func begin(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let store = try await test.store()
        let call = AuditCall.sample("w", tool: "crud")
        let ticket = try await store.audit.begin(call)
        let other = try test.open()
        #expect(try await other.texts("SELECT kind FROM audit ORDER BY sequence") == ["begin", "intent"])
        #expect(try await store.audit.list(AuditQuery()).map(\.outcome) == [nil])
        let outcome = AuditOutcome(code: "constraint", rows: 0, changed: 2, duration: .milliseconds(7), outcome: .error)
        store.audit.end(ticket, outcome)
        let listed = try await store.audit.list(AuditQuery())
        #expect(listed.map(\.call) == [call])
        #expect(listed.map(\.outcome) == [outcome])
        #expect(try await other.texts("SELECT kind FROM audit ORDER BY sequence") == ["begin", "intent", "outcome"])
        #expect(try await other.count("SELECT COUNT(*) FROM audit_open") == 0)
        await other.close()
        await store.close()
    }

    @Test("A full log refuses reading and writing calls, never an outcome, and accepts calls again once it is written", arguments: Engine.allCases)
    func bounded(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let store = try await test.store()
        let log = AuditLog(store.database, secrets: test.secrets, node: "small", capacity: 3)
        let ticket = try await log.begin(.sample("w"))  // written, its outcome still owed
        // What wrote it would take with it what comes before it has ended.
        try await until { log.state.withLock { !$0.queue.hasWriter } }
        try log.record(.sample("1"), .ok)
        try log.record(.sample("2"), .ok)
        #expect { try log.record(.sample("3"), .ok) } throws: { ($0 as? StoreError)?.code == .auditFull }
        await #expect {
            try await log.begin(.sample("4"))
        } throws: {
            ($0 as? StoreError)?.code == .auditFull
        }
        log.end(ticket, .ok)
        #expect(log.queueLength == 3)
        await log.flush()
        #expect(log.queueLength == 0)
        try log.record(.sample("5", at: 9), .ok)
        #expect(try await log.list(AuditQuery(newestFirst: false)).map(\.call.id).sorted() == ["1", "2", "5", "w"])
        await store.close()
    }

    @Test("Calls of many tasks stand in one unbroken chain", arguments: Engine.allCases)
    func concurrent(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let store = try await test.store()
        let audit = store.audit
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<150 {
                group.addTask {
                    if index % 3 == 0 {
                        audit.end(try await audit.begin(.sample(audit.makeCallID())), .ok)
                    } else {
                        try audit.record(.sample(audit.makeCallID()), .ok)
                    }
                }
            }
            try await group.waitForAll()
        }
        let found = try await audit.verify()
        #expect(found.isIntact)
        #expect(found.rows == 201)
        let listed = try await audit.list(AuditQuery())
        #expect(Set(listed.map(\.call.id)).count == 150)
        #expect(listed.allSatisfy { $0.outcome == .ok })
        await store.close()
    }

    @Test("More rows than one group and one statement hold keep their order", arguments: Engine.allCases)
    func manyRows(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let store = try await test.store()
        let ids = (0..<2_345).map { "c\($0)" }
        for id in ids { try store.audit.record(.sample(id), .ok) }
        await store.audit.flush()
        #expect(try await store.database.texts("SELECT call_id FROM audit WHERE kind = 'call' ORDER BY sequence") == ids)
        #expect(try await store.audit.verify() == AuditVerification(rows: 2_346))
        await store.close()
    }

    @Test("The list can be filtered by each member and continues after a position", arguments: Engine.allCases)
    func list(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let store = try await test.store()
        let audit = store.audit
        let refused = AuditOutcome(decision: .refused, code: "forbidden", duration: .zero, outcome: .refused)
        try audit.record(.sample("a", tool: "whoami", at: 1), .ok)
        try audit.record(.sample("b", at: 2, user: "acme/bob"), refused)
        try audit.record(.sample("c", at: 3, organization: "other", user: "other/ann"), .ok)
        audit.end(try await audit.begin(.sample("d", at: 4)), refused)
        func ids(_ query: AuditQuery) async throws -> [String] { try await audit.list(query).map(\.call.id) }
        #expect(try await ids(AuditQuery()) == ["d", "c", "b", "a"])
        #expect(try await ids(AuditQuery(newestFirst: false)) == ["a", "b", "c", "d"])
        #expect(try await ids(AuditQuery(since: Timestamp(rfc3339: "2024-01-01T00:00:03Z"))) == ["d", "c"])
        #expect(try await ids(AuditQuery(organization: "other")) == ["c"])
        #expect(try await ids(AuditQuery(user: "acme/bob")) == ["b"])
        #expect(try await ids(AuditQuery(tool: "whoami")) == ["a"])
        #expect(try await ids(AuditQuery(outcome: .refused)) == ["d", "b"])
        #expect(try await ids(AuditQuery(organization: "acme", tool: "crud", outcome: .refused, limit: 1)) == ["d"])
        let page = try await audit.list(AuditQuery(limit: 2))
        #expect(try await ids(AuditQuery(limit: 2, after: page.last?.position)) == ["b", "a"])
        #expect(try await ids(AuditQuery(newestFirst: false, after: page.last?.position)) == ["d"])
        await store.close()
    }

    @Test("The list finds outcomes by their index, not by walking the chain")
    func plan() async throws {
        let test = try await TestDatabase(.sqlite)
        let store = try await test.store()
        let statement: Statement = "EXPLAIN QUERY PLAN \(AuditLog.statement(for: AuditQuery()))"
        let plan = try await store.read { try $0.all(statement) { $0.text(3) ?? "" } }
        #expect(plan.contains("SEARCH l USING INDEX audit_outcomes (call_id=?)"))
        #expect(plan.contains("SCAN a USING INDEX audit_time"))
        await store.close()
    }

    @Test("Texts from outside are cut, and a NUL is dropped", arguments: Engine.allCases)
    func texts(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let store = try await test.store()
        let long = String(repeating: "é", count: 1_000)
        try store.audit.record(AuditCall(id: "x", organization: "a\0b", workspace: nil, caller: "anonymous", client: long, tool: long), .ok)
        let call = try #require(try await store.audit.list(AuditQuery()).first?.call)
        #expect(call.organization == "ab")
        #expect(call.tool == String(repeating: "é", count: 128))
        #expect(call.client == call.tool)
        #expect(try await store.audit.verify().isIntact)
        await store.close()
    }
}
