import Access
import GatehouseTesting
import JSON
import SQL
import Testing
import Tools

@Suite("A share for everyone")
struct FairShareTests {
    private static let endless: JSONObject = [
        "sql": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    ]
    private static let quick: JSONObject = ["sql": "SELECT count(*) FROM orders"]

    @Test("I11 slow SQL of one caller is refused beyond its share at once, and leaves connections to others and to its later calls")
    func share() async throws {
        try await ToolHouse.with { house in
            let cancellation = Cancellation()
            let caller = try await house.requester(.reader)
            let slow = Requester(
                caller: caller.caller, packages: caller.packages, requestID: "slow", challenge: caller.challenge, cancellation: cancellation)
            try await withThrowingTaskGroup(of: Reply.self) { group in
                for _ in 0..<4 { group.addTask { await house.call("run_sql", Self.endless, as: slow) } }
                // Of four that never end by themselves only the one beyond the share comes back.
                let first = try #require(try await group.next())
                #expect(first.code == "limited" && first.reason.contains("3 run_sql calls") && first.reason.contains("'main'"), "\(first)")
                let again = await house.call("run_sql", Self.quick, as: caller)
                #expect(again.code == "limited", "\(again)")
                let other = try await house.call("run_sql", Self.quick, as: .workspaceAdministrator)
                #expect(other.code == "ok", "\(other)")
                #expect(try await house.does("crud", ["resource": "orders", "action": "list"], as: .reader)["data"]?.count == 4)
                cancellation.cancel()
                for try await reply in group { #expect(reply.code != "ok") }
            }
            let later = await house.call("run_sql", Self.quick, as: caller)
            #expect(later.code == "ok", "\(later)")
        }
    }
}
