import Testing

@testable import Store

@Suite("Audit queue")
struct AuditQueueTests {
    static func record(_ id: String) -> AuditRecord {
        .outcome(callID: id, time: .earliest, AuditOutcome(duration: .zero, outcome: .ok))
    }

    @Test("A full queue refuses, and rows that are being written count")
    func bounded() throws {
        var queue = AuditQueue(capacity: 2)
        var admitted = [queue.add(Self.record("a")), queue.add(Self.record("b")), queue.add(Self.record("c"))]
        #expect(admitted == [true, true, false])
        let batch = queue.take()
        let taken = try #require(batch)
        admitted = [queue.add(Self.record("d"))]
        #expect(admitted == [false])
        queue.didWrite(taken.count)
        admitted = [queue.add(Self.record("e"))]
        #expect(admitted == [true])
    }

    @Test("Rows that could not be written are queued again before newer ones")
    func givesUp() throws {
        var queue = AuditQueue(capacity: 10)
        for id in ["a", "b"] { _ = queue.add(Self.record(id)) }
        let batch = queue.take()
        let taken = try #require(batch)
        _ = queue.add(Self.record("c"))
        queue.didWrite(1)
        let waiters = queue.giveUp(taken.dropFirst())
        #expect(waiters.isEmpty)
        #expect(!queue.hasWriter)
        let again = queue.take()
        #expect(try #require(again).compactMap(\.record?.fields.callID) == ["b", "c"])
    }
}
