import GatehouseTesting
import Store
import Synchronization
import Testing

@testable import Tools

@Suite("Who is notified of changed rows, and when")
struct RowViewsTests {
    private static func name(_ organization: Int64, _ number: Int, of holder: String = "ann") -> RowViews.Name {
        RowViews.Name(organization: OrganizationID(organization), holder: holder, text: "\(number)")
    }

    /// A read that continues until it is released.
    private final class SlowReads: Sendable {
        private let state = Mutex((begun: 0, isOpen: false))

        var begun: Int { state.withLock(\.begun) }

        func letGo() { state.withLock { $0.isOpen = true } }

        func read() async throws -> Int {
            state.withLock { $0.begun += 1 }
            try await until { state.withLock(\.isOpen) }
            return 1
        }
    }

    @Test("C86 slow views of one organization do not delay those of others, and its own are read in turn")
    func turns() async throws {
        let (views, slow) = (RowViews(), SlowReads())
        let names = (0..<20).map { Self.name(1, $0) }
        for name in names { #expect(views.keep(0, of: name)) }
        #expect(views.keep(0, of: Self.name(2, 0)))
        let told = try await withThrowingTaskGroup(of: Bool.self) { group in
            for name in names { group.addTask { try await views.differs(name, since: name) { try await slow.read() } } }
            try await until { slow.begun == 2 }
            // Another organization's view is read in the meantime.
            #expect(try await views.differs(Self.name(2, 0), since: Self.name(2, 0)) { 1 })
            #expect(slow.begun == 2)
            slow.letGo()
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(told == names.count && slow.begun == names.count)
    }

    @Test("G06 an organization, and a person in it, listens to so much and no more")
    func shares() {
        let views = RowViews(limit: 200)
        #expect((0..<40).count { views.keep(0, of: Self.name(1, $0)) } == 32)
        #expect((0..<100).count { views.keep(0, of: Self.name(1, $0, of: "holder \($0)")) } == 68)
        #expect((0..<40).count { views.keep(0, of: Self.name(2, $0)) } == 32)
    }

    @Test("C86 the time of a collection's notification does not depend on other collections' changes")
    func times() throws {
        let (changes, start) = (RowChanges(), ContinuousClock.now)
        changes.add(["2 theirs"])
        #expect(changes.take(at: start).topics == ["2 theirs"])
        // The other collection was announced a moment ago and waits; this one is announced at once.
        changes.add(["2 theirs", "1 ours"])
        let due = changes.take(at: start + .milliseconds(10))
        #expect(due.topics == ["1 ours"] && due.next == start + .milliseconds(500))
        changes.add(["1 ours"])
        #expect(changes.take(at: start + .milliseconds(499)).topics.isEmpty)
        #expect(changes.take(at: start + .milliseconds(500)).topics == ["2 theirs"])
        #expect(changes.takeAll() == ["1 ours"])
        #expect(changes.take(at: start + .seconds(9)).next == nil)
    }
}
