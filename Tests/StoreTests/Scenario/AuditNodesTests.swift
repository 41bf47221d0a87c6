import SQL
import Testing

@testable import Store

@Suite("Audit log: nodes")
struct AuditNodesTests {
    private static let dead = NodeLiveness.lease(.zero)
    private static let oldestFirst = AuditQuery(newestFirst: false)

    @Test(
        "I25 The open intents of a process that died are closed as unknown by a node of another name, and its chain is ended",
        arguments: Engine.allCases)
    func dead(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let killed = try await test.store(node: "container-1", liveness: Self.dead)
        _ = try await killed.audit.begin(.sample("lost", at: 1))
        killed.audit.end(try await killed.audit.begin(.sample("done", at: 2)), .ok)
        await killed.audit.flush()
        await killed.database.close()
        let other = try await test.store(node: "container-2")
        #expect(try await other.audit.list(Self.oldestFirst).map(\.outcome?.outcome) == [.unknown, .ok])
        #expect(
            try await other.database.texts("SELECT kind FROM audit WHERE node = 'container-1' ORDER BY sequence").suffix(2) == ["outcome", "end"])
        #expect(try await other.database.count("SELECT COUNT(*) FROM audit_open") == 0)
        // Another look closes nothing twice.
        await other.audit.attend()
        #expect(try await other.database.count("SELECT COUNT(*) FROM audit WHERE kind IN ('outcome', 'end')") == 3)
        #expect(try await other.audit.verify().isIntact)
        await other.close()
    }

    @Test("No process closes the rows of a running one, by lease or by lock", arguments: Engine.allCases)
    func alive(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        for (number, liveness) in [NodeLiveness.lease(.seconds(3_600)), test.lockFile].enumerated() {
            let store = try await test.store(liveness: liveness)
            let ticket = try await store.audit.begin(.sample("w\(number)", at: Int64(number)))
            await (try await test.store(node: "two", liveness: liveness)).close()
            #expect(try await store.audit.list(AuditQuery()).first?.outcome == nil)
            store.audit.end(ticket, .ok)
            #expect(try await store.audit.list(AuditQuery()).first?.outcome == .ok)
            await store.close()
        }
    }

    @Test("Without leases the lock of a process that ends tells that it died", arguments: Engine.allCases)
    func locks(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        var killed: AuditLog? = AuditLog(try test.open(), secrets: test.secrets, node: "one", liveness: test.lockFile)
        let other = try await test.store(node: "two", liveness: test.lockFile)
        _ = try await killed?.begin(.sample("lost"))
        await other.audit.attend()
        #expect(try await other.audit.list(AuditQuery()).map(\.outcome) == [nil])
        await killed?.database.close()
        // Its file is closed with it, as the system does for a process.
        killed = nil
        await other.audit.attend()
        #expect(try await other.audit.list(AuditQuery()).map(\.outcome?.outcome) == [.unknown])
        #expect(try await other.audit.verify().isIntact)
        await other.close()
    }

    @Test("I26 The outcome of a process presumed dead is added after unknown and applies; it continues in another chain", arguments: Engine.allCases)
    func paused(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let paused = try await test.store(liveness: Self.dead)
        let ticket = try await paused.audit.begin(.sample("slow", at: 1))
        let other = try await test.store(node: "two")
        #expect(try await other.audit.list(Self.oldestFirst).map(\.outcome?.outcome) == [.unknown])
        paused.audit.end(ticket, .ok)
        await paused.audit.flush()
        paused.audit.end(try await paused.audit.begin(.sample("next", at: 2)), .ok)
        await paused.audit.flush()
        #expect(try await other.audit.list(Self.oldestFirst).map(\.outcome) == [.ok, .ok])
        #expect(
            try await other.database.texts("SELECT kind || ' ' || COALESCE(outcome, '') FROM audit WHERE node = 'one' ORDER BY sequence")
                == ["begin ", "intent ", "outcome unknown", "end ", "begin ", "outcome ok", "intent ", "outcome ok"])
        #expect(try await other.audit.verify().isIntact)
        await paused.close()
        await other.close()
    }

    @Test("A process whose chain another one has taken over continues in a new chain", arguments: Engine.allCases)
    func taken(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let paused = try await test.store(liveness: Self.dead)
        let ticket = try await paused.audit.begin(.sample("slow", at: 1))
        let restarted = try await test.store()
        try restarted.audit.record(.sample("new", at: 2), .ok)
        await restarted.audit.flush()
        paused.audit.end(ticket, .ok)
        await paused.audit.flush()
        #expect(try await restarted.audit.list(Self.oldestFirst).map(\.outcome) == [.ok, .ok])
        #expect(
            try await restarted.database.texts("SELECT node FROM audit WHERE call_id = 'slow' ORDER BY node, sequence") == ["one", "one", "one-2"])
        #expect(try await restarted.audit.verify().isIntact)
        await paused.close()
        await restarted.close()
    }

    @Test("I20 Processes of one name that write their first row at the same moment have a chain each", arguments: Engine.allCases)
    func firstRows(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let store = try await test.store()
        for round in 0..<10 {
            let logs = (0..<4).map { _ in AuditLog(store.database, secrets: test.secrets, node: "host\(round)") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, log) in logs.enumerated() { group.addTask { _ = try await log.begin(.sample("\(round)-\(index)")) } }
                try await group.waitForAll()
            }
        }
        #expect(try await store.database.count("SELECT COUNT(DISTINCT node) FROM audit WHERE kind = 'intent'") == 40)
        #expect(try await store.audit.verify().isIntact)
        await store.close()
    }

    @Test("A process that closes ends its chain, and the next one continues it", arguments: Engine.allCases)
    func goesOn(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        for id in ["a", "b"] {
            let store = try await test.store(node: "terminal", liveness: test.lockFile)
            try store.audit.record(.sample(id), .ok)
            await store.close()
        }
        let store = try await test.store(node: "terminal", liveness: test.lockFile)
        #expect(try await store.database.texts("SELECT kind FROM audit ORDER BY node, sequence") == ["begin", "call", "end", "begin", "call", "end"])
        #expect(try await store.audit.verify() == AuditVerification(rows: 6))
        await store.close()
    }

    @Test("A process that writes nothing to the log has no chain", arguments: Engine.allCases)
    func silent(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        await (try await test.store()).close()
        let store = try await test.store()
        #expect(try await store.database.count("SELECT COUNT(*) FROM audit_heads") == 0)
        await store.close()
    }

    @Test("E12 Nothing is added to the chain of a dead process that was changed from outside", arguments: Engine.allCases)
    func forged(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let killed = try await test.store(liveness: Self.dead)
        _ = try await killed.audit.begin(.sample("lost"))
        try await killed.database.tamper("UPDATE audit_heads SET sequence = sequence - 1")
        await killed.database.close()
        let other = try await test.store(node: "two")
        #expect(try await other.database.count("SELECT COUNT(*) FROM audit") == 2)
        #expect(try await other.audit.verify().problems.contains { $0.kind == .end && $0.node == "one" })
        await other.close()
    }
}
