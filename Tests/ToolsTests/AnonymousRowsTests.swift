import JSON
import Store
import Testing

@testable import Tools

@Suite("Rows of callers without a credential")
struct AnonymousRowsTests {
    @Test("so many a minute are allowed, and again in the next")
    func allowance() {
        let allowance = RowAllowance(perMinute: 3)
        let start = ContinuousClock.now
        #expect((0..<5).map { _ in allowance.admits(at: start + .seconds(59)) } == [true, true, true, false, false])
        #expect((0..<4).map { _ in allowance.admits(at: start + .seconds(121)) } == [true, true, true, false])
    }

    @Test("G14 calls without a credential leave a few rows in the audit log, and each is refused; others are logged as ever")
    func flood() async throws {
        try await ToolHouse.with { house in
            for _ in 0..<200 {
                let answer = try await house.call("whoami", [:], as: .anonymous)
                #expect(answer.code == "unauthorized")
            }
            _ = try await house.call("whoami", [:], as: .reader)
            await house.store.audit.flush()
            let rows = try await house.store.audit.list(AuditQuery(newestFirst: false))
            #expect(rows.count { $0.call.caller == "anonymous" } == 20)
            #expect(rows.count { $0.call.caller != "anonymous" } == 1)
        }
    }
}
