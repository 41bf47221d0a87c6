import Testing

@testable import Store

@Suite("Ids that reveal nothing about others")
struct OpaqueIDTests {
    @Test("Ids of one process ascend, are distinct, and are exact as JSON numbers")
    func ascending() {
        let ids = (0..<1_000).map { _ in OpaqueID.next() }
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
        #expect(ids.allSatisfy { $0 > 0 && $0 < 1 << 53 })
        // Their distances do not count.
        #expect(Set(zip(ids, ids.dropFirst()).map { $1 - $0 }).count > 500)
    }

    @Test("An id is greater than the one that it must follow")
    func following() {
        let ahead = OpaqueID.next(at: .now + .seconds(60))
        #expect(OpaqueID.next(after: ahead) > ahead)
        #expect(OpaqueID.of("main", made: .earliest) == OpaqueID.of("main", made: .earliest))
    }
}
