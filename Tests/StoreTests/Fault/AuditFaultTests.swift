import SQL
import Testing

@testable import Store

@Suite("Audit log: faults")
struct AuditFaultTests {
    @Test("I02 while the log cannot be written no writing call begins, and nothing queued is lost", arguments: Engine.allCases)
    func cannotWrite(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let store = try await test.store()
        try store.audit.record(.sample("a", at: 1), .ok)
        try await store.database.tamper("ALTER TABLE audit RENAME TO away")
        await #expect(throws: DatabaseError.self) { try await store.audit.begin(.sample("w", at: 2)) }
        try store.audit.record(.sample("b", at: 3), .ok)
        await store.audit.flush()
        #expect(store.audit.queueLength == 2)
        try await store.database.tamper("ALTER TABLE away RENAME TO audit")
        #expect(try await store.audit.list(AuditQuery(newestFirst: false)).map(\.call.id) == ["a", "b"])
        #expect(try await store.audit.verify() == AuditVerification(rows: 3))
        await store.close()
    }

    @Test(
        "A group whose commit's answer was lost is not written twice, the first one of a process neither", arguments: Engine.allCases, [true, false])
    func lostAnswer(engine: Engine, isFirst: Bool) async throws {
        let test = try await TestDatabase(engine)
        let database = LostAnswerDatabase(try test.open())
        let store = try await Store.open(database, migrations: [], secrets: test.secrets, node: "one")
        if !isFirst { _ = try await store.audit.heldChain() }
        for id in ["a", "b"] { try store.audit.record(.sample(id), .ok) }
        database.loseNext(happens: true)
        await store.audit.flush()
        #expect(store.audit.queueLength == 2)
        try store.audit.record(.sample("c"), .ok)
        await store.audit.flush()
        #expect(try await database.texts("SELECT call_id FROM audit WHERE kind = 'call' ORDER BY sequence") == ["a", "b", "c"])
        #expect(try await store.audit.verify() == AuditVerification(rows: 4))
        await store.close()
    }

    @Test(
        "A group whose commit's answer was lost is not written twice when the next groups fail too", arguments: Engine.allCases,
        [[true, false], [true, true], [true, false, false], [true, false, true], [false, true, false]])
    func lostAnswers(engine: Engine, fates: [Bool]) async throws {
        let test = try await TestDatabase(engine)
        let database = LostAnswerDatabase(try test.open())
        let store = try await Store.open(database, migrations: [], secrets: test.secrets, node: "one")
        _ = try await store.audit.heldChain()
        for (number, happens) in fates.enumerated() {
            try store.audit.record(.sample("c\(number)"), .ok)
            database.loseNext(happens: happens)
            await store.audit.flush()
        }
        try store.audit.record(.sample("last"), .ok)
        await store.audit.flush()
        let ids = fates.indices.map { "c\($0)" } + ["last"]
        #expect(try await database.texts("SELECT call_id FROM audit WHERE kind = 'call' ORDER BY sequence") == ids)
        #expect(try await store.audit.verify() == AuditVerification(rows: ids.count + 1))
        await store.close()
    }

    @Test("The end of the call that starts the writing does not end it for the others", arguments: Engine.allCases)
    func cancelled(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let store = try await test.store()
        let audit = store.audit
        let calls = (0..<20).map { index in Task { try await audit.begin(.sample("c\(index)")) } }
        calls[0].cancel()
        for call in calls { #expect(try await call.value.callID.hasPrefix("c")) }
        #expect(try await store.database.count("SELECT COUNT(*) FROM audit_open") == 20)
        await store.close()
    }
}
