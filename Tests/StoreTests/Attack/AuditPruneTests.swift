import SQL
import Testing

@testable import Store

@Suite("Audit log: pruning")
struct AuditPruneTests {
    /// Seconds after which the calls of these tests come: the row `begin`, which has the time of the test, is older.
    private static let later: Int64 = 1_000_000_000

    private static func time(_ second: Int64) -> Timestamp { AuditCall.sample("", at: later + second).time }

    /// A chain of the row `begin` and calls `1` to `6`, one a second.
    private func calls(_ test: TestDatabase, _ count: Int = 6) async throws -> Store {
        let store = try await test.store()
        for index in 1...count { try store.audit.record(.sample("\(index)", at: Self.later + Int64(index)), .ok) }
        await store.audit.flush()
        return store
    }

    @Test("E14 Rows before a time are removed, the rest is listed and stays verifiable, and the log continues", arguments: Engine.allCases)
    func removes(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let store = try await calls(test)
        #expect(try await store.audit.prune(before: Self.time(4)) == 4)
        #expect(try await store.audit.list(AuditQuery(newestFirst: false)).map(\.call.id) == ["4", "5", "6"])
        #expect(try await store.audit.verify() == AuditVerification(rows: 3))
        try store.audit.record(.sample("7", at: Self.later + 7), .ok)
        #expect(try await store.audit.prune(before: Self.time(4)) == 0)
        #expect(try await store.audit.prune(before: Self.time(100)) == 4)
        #expect(try await store.audit.verify() == AuditVerification(rows: 0))
        try store.audit.record(.sample("8", at: Self.later + 8), .ok)
        #expect(try await store.audit.verify() == AuditVerification(rows: 1))
        await store.close()
    }

    static let attacks: [(name: String, statement: Statement, found: [String])] = [
        ("a row changed", "UPDATE audit SET tool = 'x' WHERE sequence = 6", ["changed 6"]),
        ("the oldest row removed", "DELETE FROM audit WHERE sequence = 5", ["missing 5"]),
        ("all rows removed", "DELETE FROM audit", ["missing 5"]),
        ("the checkpoint removed", "DELETE FROM audit_checkpoints", ["missing 1"]),
        (
            "the checkpoint moved on, with the rows before it removed",
            "UPDATE audit_checkpoints SET sequence = 5, hash = (SELECT hash FROM audit WHERE sequence = 5)", ["checkpoint 5", "missing 1"]
        ),
        (
            "the signed end as a checkpoint",
            """
            UPDATE audit_checkpoints SET sequence = (SELECT sequence FROM audit_heads), hash = (SELECT hash FROM audit_heads),
            signature = (SELECT signature FROM audit_heads)
            """, ["checkpoint 7", "missing 1"]
        ),
    ]

    @Test("E14 After rows were removed, a change beside the checkpoint is detected", arguments: Engine.allCases, 0..<attacks.count)
    func found(engine: Engine, number: Int) async throws {
        let attack = Self.attacks[number]
        let test = try await TestDatabase(engine)
        let store = try await calls(test)
        #expect(try await store.audit.prune(before: Self.time(4)) == 4)
        try await store.database.tamper(attack.statement)
        #expect(try await store.audit.verify().problems.map { "\($0.kind.rawValue) \($0.sequence)" } == attack.found, "\(attack.name)")
        await store.close()
    }

    @Test("E14 A log that was changed is not pruned: the checkpoint would hide it", arguments: Engine.allCases)
    func refusesChanged(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let store = try await calls(test)
        try await store.database.tamper("UPDATE audit SET tool = 'x' WHERE sequence = 2")
        await #expect {
            try await store.audit.prune(before: Self.time(4))
        } throws: {
            ($0 as? StoreError)?.code == .auditBroken
        }
        #expect(try await store.database.count("SELECT COUNT(*) FROM audit") == 7)
        #expect(try await store.database.count("SELECT COUNT(*) FROM audit_checkpoints") == 0)
        await store.close()
    }

    @Test("An intent without an outcome stays, and so do all later rows", arguments: Engine.allCases)
    func keepsOpen(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let store = try await calls(test)
        let ticket = try await store.audit.begin(.sample("open", at: Self.later + 7))
        try store.audit.record(.sample("8", at: Self.later + 8), .ok)
        #expect(try await store.audit.prune(before: Self.time(100)) == 7)
        store.audit.end(ticket, .ok)
        #expect(try await store.audit.list(AuditQuery(newestFirst: false)).map(\.outcome) == [.ok, .ok])
        #expect(try await store.audit.verify() == AuditVerification(rows: 3))
        await store.close()
    }

    @Test("E14 Other processes write, verify and prune while rows are removed page by page", arguments: Engine.allCases)
    func beside(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let store = try await calls(test, 3_500)
        let other = try await test.store(node: "two")
        let writer = Task {
            for index in 0..<200 { other.audit.end(try await other.audit.begin(.sample("w\(index)", at: Self.later + 10_000)), .ok) }
        }
        async let first = store.audit.prune(before: Self.time(3_001))
        async let second = other.audit.prune(before: Self.time(3_001))
        #expect(try await other.audit.verify().isIntact)
        // The row `begin` of the second chain may be there in time.
        #expect([3_001, 3_002].contains(try await first + second))
        try await writer.value
        await other.audit.flush()
        #expect(try await store.audit.verify().isIntact)
        #expect(try await store.audit.list(AuditQuery(outcome: .ok)).count == 700)
        await other.close()
        await store.close()
    }
}
