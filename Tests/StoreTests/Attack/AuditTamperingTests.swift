import SQL
import Testing

@testable import Store

@Suite("Audit log: tampering")
struct AuditTamperingTests {
    /// A manipulation of a chain of six rows of node `one`, the first of which is not a call, and the expected finding: kind and first row.
    struct Attack: Sendable, CustomTestStringConvertible {
        let name: String
        let statements: [Statement]
        let found: [String]
        var testDescription: String { name }
    }

    static let attacks: [Attack] =
        ["tool", "organization", "workspace", "user_name", "outcome", "call_id", "detail", "kind"].map { column in
            Attack(name: "another \(column)", statements: ["UPDATE audit SET \(Identifier(column)) = 'x' WHERE sequence = 3"], found: ["changed 3"])
        } + [
            Attack(name: "a member made absent", statements: ["UPDATE audit SET user_name = NULL WHERE sequence = 3"], found: ["changed 3"]),
            Attack(name: "another time", statements: ["UPDATE audit SET time = time + 1 WHERE sequence = 1"], found: ["changed 1"]),
            Attack(name: "the last row changed", statements: ["UPDATE audit SET tool = 'x' WHERE sequence = 6"], found: ["changed 6"]),
            Attack(
                name: "a text moved to the next column",
                statements: ["UPDATE audit SET organization = workspace, workspace = organization WHERE sequence = 2"], found: ["changed 2"]),
            Attack(name: "a row removed", statements: ["DELETE FROM audit WHERE sequence = 3"], found: ["missing 3"]),
            Attack(name: "the first row removed", statements: ["DELETE FROM audit WHERE sequence = 1"], found: ["missing 1"]),
            Attack(name: "the tail cut", statements: ["DELETE FROM audit WHERE sequence > 4"], found: ["missing 5"]),
            Attack(name: "all rows removed", statements: ["DELETE FROM audit"], found: ["missing 1"]),
            Attack(
                name: "the tail cut and the end set back",
                statements: [
                    "DELETE FROM audit WHERE sequence > 4",
                    "UPDATE audit_heads SET sequence = 4, hash = (SELECT hash FROM audit WHERE sequence = 4)",
                ], found: ["end 4"]),
            Attack(name: "the end removed", statements: ["DELETE FROM audit_heads"], found: ["end 0"]),
            Attack(name: "the chain removed whole", statements: ["DELETE FROM audit", "DELETE FROM audit_heads"], found: ["end 0"]),
            Attack(
                name: "the chain given to another node", statements: ["UPDATE audit SET node = 'two'", "UPDATE audit_heads SET node = 'two'"],
                found: ["end 0", "end 6"] + (1...6).map { "changed \($0)" }),
            Attack(
                name: "a row added",
                statements: [
                    """
                    INSERT INTO audit (node, sequence, kind, call_id, time, detail, hash)
                    SELECT node, 7, kind, 'new', time, detail, hash FROM audit WHERE sequence = 6
                    """
                ], found: ["changed 7", "added 7"]),
        ]

    private func sixRows(_ test: TestDatabase) async throws -> Store {
        let store = try await test.store()
        for index in 1...5 { try store.audit.record(.sample("c\(index)", at: Int64(index)), .ok) }
        await store.audit.flush()
        #expect(try await store.audit.verify() == AuditVerification(rows: 6))
        return store
    }

    @Test("E12 a changed or removed row is found", arguments: Engine.allCases, attacks)
    func found(engine: Engine, attack: Attack) async throws {
        let test = try await TestDatabase(engine)
        let store = try await sixRows(test)
        let other = try test.open()
        for statement in attack.statements { try await other.tamper(statement) }
        await other.close()
        let found = try await store.audit.verify()
        #expect(!found.isIntact)
        #expect(found.problems.map { "\($0.kind.rawValue) \($0.sequence)" } == attack.found)
        await store.close()
    }

    @Test("E12 a log opened after its end was forged refuses every call and writes nothing", arguments: Engine.allCases)
    func failsClosed(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let before = try await sixRows(test)
        await before.close()
        let other = try test.open()
        try await other.tamper("DELETE FROM audit WHERE sequence > 4")
        try await other.tamper("UPDATE audit_heads SET sequence = 4, hash = (SELECT hash FROM audit WHERE sequence = 4)")
        let store = try await test.store()
        await #expect {
            try await store.audit.begin(.sample("w"))
        } throws: {
            ($0 as? StoreError)?.code == .auditBroken
        }
        #expect { try store.audit.record(.sample("r"), .ok) } throws: { ($0 as? StoreError)?.code == .auditBroken }
        #expect(try await other.count("SELECT COUNT(*) FROM audit") == 4)
        #expect(try await store.audit.verify().problems.map(\.kind) == [.end])
        await other.close()
        await store.close()
    }

    @Test("E12 a whole chain of another node put back to an earlier end is found by its running server", arguments: Engine.allCases)
    func setBack(engine: Engine) async throws {
        let test = try await TestDatabase(engine)
        let store = try await sixRows(test)
        let other = try test.open()
        // A true earlier end, kept by somebody who can read the database.
        try await other.tamper("CREATE TABLE kept AS SELECT * FROM audit_heads")
        try store.audit.record(.sample("c7"), .ok)
        await store.audit.flush()
        try await other.tamper("DELETE FROM audit WHERE sequence > 6")
        try await other.tamper("DELETE FROM audit_heads")
        try await other.tamper("INSERT INTO audit_heads SELECT * FROM kept")
        #expect(try await store.audit.verify().problems.map(\.kind) == [.end])
        await #expect {
            try await store.audit.begin(.sample("w"))
        } throws: {
            ($0 as? StoreError)?.code == .auditBroken
        }
        await other.close()
        await store.close()
    }
}
