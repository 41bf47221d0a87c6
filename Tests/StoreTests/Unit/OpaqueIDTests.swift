import Testing

@testable import Store

@Suite("Ids that tell nothing of others")
struct OpaqueIDTests {
    @Test("Ids of one process ascend, are told apart, and are exact as numbers of JSON")
    func ascending() {
        let ids = (0..<1_000).map { _ in OpaqueID.next() }
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
        #expect(ids.allSatisfy { $0 > 0 && $0 < 1 << 53 })
        // Their distances do not count.
        #expect(Set(zip(ids, ids.dropFirst()).map { $1 - $0 }).count > 500)
    }

    @Test("An id comes after the one that it is asked to follow")
    func following() {
        let ahead = OpaqueID.next(at: .now + .seconds(60))
        #expect(OpaqueID.next(after: ahead) > ahead)
        #expect(OpaqueID.of("main", made: .earliest) == OpaqueID.of("main", made: .earliest))
    }
}
