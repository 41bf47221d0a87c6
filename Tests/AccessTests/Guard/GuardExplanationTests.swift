import Access
import Catalog
import SQL
import SQLGuard
import Store
import Testing

@Suite("Why a statement would not run")
struct GuardExplanationTests {
    private func opinion(_ fixture: GuardFixture, _ sql: String, _ roles: [String], revealing: Bool = false) async throws -> GuardExplanation {
        try await fixture.world.gate.opinion(on: sql, of: World.caller(roles), source: "main", revealing: revealing, World.bounds)
    }

    @Test("the explanation contains the statement that would run, the omissions because of the caller's rights, and the rules")
    func runs() async throws {
        let fixture = try await GuardFixture([("staff", RuleContent(actions: [.view], hidden: ["salary"]))])
        let seen = try await opinion(fixture, "SELECT * FROM staff", ["clerk"])
        #expect(seen.refusal == nil && seen.sql?.contains("(SELECT * FROM `main`.`staff`") == true)
        #expect(seen.rulesApplied.count == 1 && seen.tables.map(\.name) == ["staff"])
        #expect(seen.tables.first?.explanation.contains { $0.contains("role 'clerk'") } == true)
        await fixture.world.close()
    }

    @Test("the reason of a refusal equals that of run_sql; a forbidden table looks like an unknown one")
    func refused() async throws {
        let fixture = try await GuardFixture([("staff", RuleContent(actions: [.view], hidden: ["salary"]))])
        for sql in [
            "SELECT salary FROM staff", "SELECT * FROM orders, staff", "SELECT * FROM nowhere", "SELECT pg_sleep(1) FROM staff", "DELETE FROM staff",
            "SELECT",
        ] {
            let told = try await opinion(fixture, sql, ["clerk"])
            let run = try await fixture.refused(sql, ["clerk"])
            #expect(told.refusal == run && told.refusal != nil && told.sql == nil, "\(sql): \(told)")
            #expect(!"\(told.tables)".contains("salary"), "\(told.tables)")
        }
        let hidden = try await opinion(fixture, "SELECT * FROM orders", ["clerk"])
        let absent = try await opinion(fixture, "SELECT * FROM ordert", ["clerk"])
        #expect(hidden.tables.map(\.explanation) == absent.tables.map(\.explanation))
        let administrator = try await opinion(fixture, "SELECT * FROM orders", ["clerk"], revealing: true)
        #expect(administrator.tables.first?.explanation.contains { $0.contains("nothing without a rule") } == true)
        await fixture.world.close()
    }

    @Test("a credential without the scope is told so")
    func scope() async throws {
        let fixture = try await GuardFixture()
        let caller = World.caller(["reader"], scopes: try ScopeSet(parsing: "read:record"))
        let told = try await fixture.world.gate.opinion(on: "SELECT 1 FROM orders", of: caller, source: "main", revealing: false, World.bounds)
        #expect(told.refusal?.code == .insufficientScope)
        await fixture.world.close()
    }
}
