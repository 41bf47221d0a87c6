import Access
import GatehouseTesting
import Identity
import JSON
import SQL
import Store
import Testing

@testable import Tools

@Suite("Fair shares")
struct FairShareTests {
    private static let endless: JSONObject = [
        "sql": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    ]
    private static let quick: JSONObject = ["sql": "SELECT count(*) FROM orders"]

    @Test("I11 slow SQL of one caller waits beyond its share, leaves connections to others, and gives up when it is cancelled")
    func share() async throws {
        try await ToolFixture.with { fixture in
            let (running, waiting) = (Cancellation(), Cancellation())
            let caller = try await fixture.principal(.reader)
            func principal(_ cancellation: Cancellation) -> RequestPrincipal {
                RequestPrincipal(
                    caller: caller.caller, packages: caller.packages, requestID: "slow", challenge: caller.challenge, cancellation: cancellation)
            }
            try await withThrowingTaskGroup(of: Reply.self) { group in
                for _ in 0..<3 { group.addTask { await fixture.call("run_sql", Self.endless, as: principal(running)) } }
                try await fixture.waits(for: 0, running: 3)
                let behind = (0..<2).map { _ in Task { await fixture.call("run_sql", Self.endless, as: principal(waiting)) } }
                try await fixture.waits(for: 2, running: 3)
                let other = try await fixture.call("run_sql", Self.quick, as: .workspaceAdministrator)
                #expect(other.code == "ok", "\(other)")
                #expect(try await fixture.does("crud", ["resource": "orders", "action": "list"], as: .reader)["data"]?.count == 4)
                waiting.cancel()
                for call in behind {
                    let reply = await call.value
                    #expect(reply.code == "limited" && reply.reason.contains("'main'") && reply.reason.contains("waited"), "\(reply)")
                }
                running.cancel()
                for try await reply in group { #expect(reply.code == "limited", "\(reply)") }
            }
            let later = await fixture.call("run_sql", Self.quick, as: caller)
            #expect(later.code == "ok" && fixture.domains.statements.waitingCount == 0, "\(later)")
        }
    }

    @Test("I11 a call that waits for the caller's own slow ones is refused at its deadline, and nothing of it is left")
    func deadline() async throws {
        try await ToolFixture.with { fixture in
            let hurried = try fixture.dispatcher(timeout: .seconds(1))
            // The first call reads the source's schema, with another deadline.
            #expect(try await fixture.call("run_sql", Self.quick, as: .reader).code == "ok")
            try await withThrowingTaskGroup(of: Reply.self) { group in
                for _ in 0..<8 { group.addTask { try await fixture.call("run_sql", Self.endless, as: .reader, by: hurried) } }
                for try await reply in group { #expect(reply.code == "limited" && reply.reason.contains("deadline"), "\(reply)") }
            }
            #expect(fixture.domains.statements.waitingCount == 0)
            #expect(try await fixture.call("run_sql", Self.quick, as: .reader).code == "ok")
        }
    }

    @Test("E08 a call that waited for its turn runs with its current rights: not at all if its key was revoked in the meantime")
    func revokedWhileWaiting() async throws {
        try await ToolFixture.with { fixture in
            let key = try #require(fixture.people.keys[.reader])
            let known = try await fixture.principal(.reader)
            let (slow, waiting) = (Cancellation(), Cancellation())
            func principal(_ cancellation: Cancellation) -> RequestPrincipal {
                RequestPrincipal(
                    caller: known.caller, packages: known.packages, requestID: "r", challenge: known.challenge, cancellation: cancellation
                ) { try await fixture.principal(key: key.key.text).caller }
            }
            try await withThrowingTaskGroup(of: Reply.self) { group in
                for _ in 0..<3 { group.addTask { await fixture.call("run_sql", Self.endless, as: principal(slow)) } }
                try await fixture.waits(for: 0, running: 3)
                let calls = (0..<4).map { _ in Task { await fixture.call("run_sql", Self.quick, as: principal(waiting)) } }
                try await fixture.waits(for: 4)
                try await fixture.domains.keys.revoke(fixture.people.acme.id, key.id)
                slow.cancel()
                for call in calls {
                    let reply = await call.value
                    #expect(reply.code == "unauthorized", "\(reply)")
                }
                for try await reply in group { #expect(reply.code != "ok") }
            }
            #expect(fixture.domains.statements.waitingCount == 0)
        }
    }

    @Test("I11 a hundred short concurrent calls of one caller all get their rows, and so do other callers' calls")
    func manyShort() async throws {
        try await ToolFixture.with { fixture in
            try await withThrowingTaskGroup(of: Reply.self) { group in
                for number in 0..<120 {
                    group.addTask { try await fixture.call("run_sql", Self.quick, as: number % 6 == 0 ? .workspaceAdministrator : .reader) }
                }
                for try await reply in group { #expect(reply.code == "ok", "\(reply)") }
            }
            #expect(fixture.domains.statements.waitingCount == 0)
        }
    }
}

extension ToolFixture {
    /// Waits until so many calls of `run_sql` wait for their turn.
    /// - Parameter running: and so many run, on all sources.
    fileprivate func waits(for count: Int, running: Int? = nil) async throws {
        func isReached() -> Bool {
            let runs = domains.statements.counts.values.flatMap(\.values).reduce(0, +)
            return domains.statements.waitingCount == count && running.map { $0 == runs } ?? true
        }
        try await until { isReached() }
    }
}
