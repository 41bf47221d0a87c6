import JSON
import Store
import Testing

@testable import Tools

@Suite("Rows of callers without a credential")
struct AnonymousRowsTests {
    @Test("G14 calls without a credential leave a few rows in the audit log, and each is refused; others are logged as ever")
    func flood() async throws {
        try await ToolFixture.with { fixture in
            for _ in 0..<200 {
                let answer = try await fixture.call("whoami", [:], as: .anonymous)
                #expect(answer.code == "unauthorized")
            }
            _ = try await fixture.call("whoami", [:], as: .reader)
            await fixture.store.audit.flush()
            let rows = try await fixture.store.audit.list(AuditQuery(newestFirst: false))
            #expect(rows.count { $0.call.caller == "anonymous" } == 20)
            #expect(rows.count { $0.call.caller != "anonymous" } == 1)
        }
    }
}
