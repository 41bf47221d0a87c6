import Access
import Store
import Testing

@testable import Ask

@Suite("Data sources that failed")
struct FailingSourcesTests {
    private static func caller(_ user: Int64, in workspace: Int64 = 1) -> Caller {
        Caller(
            kind: .userSession(id: "1"), organization: OrganizationRef(id: OrganizationID(1), name: "acme"),
            user: UserRef(id: UserID(user), name: "u\(user)"),
            workspace: WorkspaceRef(id: WorkspaceID(workspace), name: "w", organization: OrganizationID(1)), roles: ["reader"], scopes: .all)
    }

    @Test("a source that failed for one caller is still queried for others, because that caller's rights may be the cause")
    func perCaller() throws {
        let failing = FailingSources()
        failing.note("dw", for: Self.caller(1), Refusal(.limited, "too slow"))
        #expect(throws: Refusal(.limited, "too slow")) { try failing.check("dw", for: Self.caller(1)) }
        try failing.check("dw", for: Self.caller(2))
        try failing.check("dw", for: Self.caller(1, in: 2))
        try failing.check("other", for: Self.caller(1))
    }

    @Test("A refusal that time does not mend is not remembered")
    func decisions() throws {
        let failing = FailingSources()
        failing.note("dw", for: Self.caller(1), Refusal(.forbidden, "no right"))
        #expect(throws: Never.self) { try failing.check("dw", for: Self.caller(1)) }
    }
}
