import Testing

@testable import Tools

@Suite("Turns of run_sql")
struct StatementScheduleTests {
    private static let limits = StatementSchedule.Limits(ofOneCaller: 2, waitingOfOneCaller: 4, waiting: 6)
    private static let slots = 3

    @Test("Callers take turns however many calls one of them has waiting, and the calls of one come in their order")
    func order() {
        var turns = StatementSchedule(StatementSchedule.Limits())
        for id in 1...6 { #expect(turns.enter(UInt64(id), of: "many", slots: 1) == (id == 1 ? .run : .wait)) }
        #expect(turns.enter(7, of: "ann", slots: 1) == .wait)
        #expect(turns.enter(8, of: "bo", slots: 1) == .wait)
        #expect(turns.enter(9, of: "bo", slots: 1) == .wait)
        var order: [UInt64] = []
        var running = "many"
        while turns.waiting > 0 {
            let (starting, refused) = turns.callEnded(of: running, isUnstopped: false, slots: 1)
            #expect(starting.count == 1 && refused.isEmpty)
            order += starting
            running = (starting.first ?? 0) < 7 ? "many" : starting.first == 7 ? "ann" : "bo"
        }
        #expect(order == [2, 7, 8, 3, 9, 4, 5, 6])
        _ = turns.callEnded(of: running, isUnstopped: false, slots: 1)
        #expect(turns.isEmpty && turns.running == 0)
    }

    @Test("One caller runs within its share though slots are free, and a call of another one runs at once")
    func share() {
        var turns = StatementSchedule(Self.limits)
        #expect((1...4).map { turns.enter($0, of: "ann", slots: Self.slots) } == [.run, .run, .wait, .wait])
        #expect(turns.enter(5, of: "bo", slots: Self.slots) == .run)
        #expect(turns.enter(6, of: "cy", slots: Self.slots) == .wait)
        #expect(turns.callEnded(of: "ann", isUnstopped: false, slots: Self.slots).starting == [3])
        #expect(turns.callEnded(of: "bo", isUnstopped: false, slots: Self.slots).starting == [6])
    }

    @Test("Beyond the queue's bounds a call is refused, and a call that gives up leaves its place in the queue")
    func bounds() {
        var turns = StatementSchedule(Self.limits)
        #expect((1...7).map { turns.enter($0, of: "ann", slots: 1) } == [.run, .wait, .wait, .wait, .wait, .full, .full])
        #expect((8...10).map { turns.enter($0, of: "bo", slots: 1) } == [.wait, .wait, .full])
        #expect(turns.withdraw(2, of: "ann") && !turns.withdraw(2, of: "ann") && !turns.withdraw(1, of: "ann"))
        #expect(turns.enter(11, of: "bo", slots: 1) == .wait)
        #expect(turns.enter(12, of: "bo", slots: 1) == .full)
        #expect(turns.callEnded(of: "ann", isUnstopped: false, slots: 1).starting == [3])
    }

    @Test("I11 statements that the engine did not stop count for their caller alone, and at the cap its waiting calls are refused")
    func unstopped() {
        var turns = StatementSchedule(Self.limits)
        #expect((1...4).map { turns.enter($0, of: "ann", slots: 2) } == [.run, .run, .wait, .wait])
        #expect(turns.enter(5, of: "bo", slots: 2) == .wait)
        var ended = turns.callEnded(of: "ann", isUnstopped: true, slots: 2)
        // The place is free for others, the share is not for the caller.
        #expect(ended.starting == [5] && ended.refused == [])
        ended = turns.callEnded(of: "ann", isUnstopped: true, slots: 2)
        #expect(ended.starting == [] && ended.refused == [3, 4])
        #expect(turns.enter(6, of: "ann", slots: 2) == .unstopped)
        #expect(turns.enter(7, of: "bo", slots: 2) == .run)
        #expect(turns.statementEnded(of: "ann", slots: 2) == [])
        #expect(turns.enter(8, of: "ann", slots: 3) == .run)
        // The engine may have done before its call is told to have ended.
        #expect(turns.statementEnded(of: "ann", slots: 3) == [])
        #expect(turns.callEnded(of: "ann", isUnstopped: false, slots: 3).starting == [])
        for _ in 1...2 { _ = turns.callEnded(of: "bo", isUnstopped: false, slots: 3) }
        #expect(turns.isEmpty && turns.running == 0 && turns.waiting == 0)
    }

    @Test("A caller's statements on other nodes count against its share, and its calls begin when they end")
    func elsewhere() {
        var turns = StatementSchedule(Self.limits, elsewhere: ["ann": 1])
        #expect((1...3).map { turns.enter($0, of: "ann", slots: Self.slots) } == [.run, .wait, .wait])
        #expect(turns.enter(4, of: "bo", slots: Self.slots) == .run)
        #expect(turns.counts == ["ann": 1, "bo": 1])
        #expect(turns.elsewhereChanged(["ann": 2], slots: Self.slots).isEmpty)
        #expect(turns.callEnded(of: "ann", isUnstopped: false, slots: Self.slots).starting.isEmpty)
        #expect(turns.elsewhereChanged(["ann": 1], slots: Self.slots) == [2])
        #expect(turns.elsewhereChanged([:], slots: Self.slots) == [3])
    }
}
