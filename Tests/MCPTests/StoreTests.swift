import JSON
import Testing

@testable import MCP

@Suite("Stores in memory", .timeLimit(.minutes(5)))
struct MemoryStoreTests {
    @Test("Events are numbered, and read behind any number that is still kept")
    func events() {
        let store = MemoryEventStore()
        #expect(store.events(of: "s", after: 0, limit: 9) == nil)
        for number in 1...5 { #expect(store.append([UInt8(number)], to: "s", isLast: number == 5) == number) }
        #expect(store.events(of: "s", after: 0, limit: 2)?.map(\.number) == [1, 2])
        #expect(
            store.events(of: "s", after: 3, limit: 9) == [
                .init(number: 4, message: [4], isLast: false), .init(number: 5, message: [5], isLast: true),
            ])
        #expect(store.events(of: "s", after: 5, limit: 9) == [])
        #expect(store.events(of: "s", after: 6, limit: 9) == nil)
    }

    @Test("Events are bounded by count and bytes of a stream, by bytes of all, and by age")
    func bounds() {
        var limits = MemoryEventStore.Limits()
        limits.count = 3
        limits.bytes = 10
        limits.totalBytes = 20
        let store = MemoryEventStore(limits: limits)
        for _ in 1...5 { _ = store.append([0], to: "count", isLast: false) }
        #expect(store.events(of: "count", after: 2, limit: 9)?.count == 3)
        #expect(store.events(of: "count", after: 1, limit: 9) == nil)
        for _ in 1...5 { _ = store.append([UInt8](repeating: 0, count: 4), to: "bytes", isLast: false) }
        #expect(store.events(of: "bytes", after: 3, limit: 9)?.count == 2)
        #expect(store.byteCount == 11)
        for name in 1...20 { _ = store.append([UInt8](repeating: 0, count: 10), to: "s\(name)", isLast: false) }
        #expect(store.byteCount <= 20)
        #expect(store.events(of: "count", after: 5, limit: 9) == nil && store.events(of: "s20", after: 0, limit: 9)?.count == 1)
        limits.age = .zero
        let forgetful = MemoryEventStore(limits: limits)
        _ = forgetful.append([0], to: "old", isLast: false)
        #expect(forgetful.events(of: "old", after: 0, limit: 9) == nil)
    }

    @Test("A sealer opens for its context only, and forgets the oldest at its bound")
    func sealer() {
        let sealer = MemorySealer(limit: 3)
        let text = sealer.seal([1], context: "a", lifetime: .seconds(60))
        #expect(sealer.open(text, context: "a") == [1])
        #expect(sealer.open(text, context: "b") == nil)
        #expect(sealer.open(text + "0", context: "a") == nil)
        #expect(sealer.open(sealer.seal([2], context: "a", lifetime: .zero), context: "a") == nil)
        for _ in 0..<10 { _ = sealer.seal([3], context: "a", lifetime: .seconds(60)) }
        #expect(sealer.open(text, context: "a") == nil)
    }

    @Test("Records of sessions and tasks are bounded")
    func records() {
        let sessions = MemorySessionStore(limit: 10)
        for number in 0..<30 { sessions.save(SessionRecord(), of: "\(number)", lifetime: .seconds(600)) }
        #expect(sessions.record(of: "0") == nil && sessions.record(of: "29") != nil)
        let tasks = MemoryTaskStore(limit: 10)
        for number in 0..<30 { tasks.add(TaskRecord(id: "\(number)", owner: "o", tool: "t", createdAt: 0, lifetime: 60_000, pollInterval: 1)) }
        #expect(tasks.task("0") == nil && tasks.task("29") != nil)
        tasks.add(TaskRecord(id: "short", owner: "o", tool: "t", createdAt: 0, lifetime: 0, pollInterval: 1))
        #expect(tasks.task("short") == nil && tasks.change("short") { _ in true } == nil)
    }

    @Test("G06 results of tasks are limited in bytes, per owner and in total; the oldest ones are dropped")
    func resultsOfTasks() {
        let tasks = MemoryTaskStore(bytes: 1_000, bytesOfOwner: 300)
        func finish(_ id: String, _ owner: String, bytes: Int = 100) {
            tasks.add(TaskRecord(id: id, owner: owner, tool: "t", createdAt: 0, lifetime: 60_000, pollInterval: 1))
            _ = tasks.change(id) { record in
                record.status = .completed
                record.result = JSONFragment(trusted: Array(repeating: 0x30, count: bytes))
                return true
            }
        }
        tasks.add(TaskRecord(id: "working", owner: "a", tool: "t", createdAt: 0, lifetime: 60_000, pollInterval: 1))
        for number in 0..<5 { finish("a\(number)", "a") }
        #expect((0..<5).map { tasks.task("a\($0)") != nil } == [false, false, true, true, true])
        #expect(tasks.task("working") != nil, "what has no result takes nothing")
        for owner in ["b", "c", "d"] { for number in 0..<3 { finish("\(owner)\(number)", owner) } }
        #expect(["a2", "a3", "a4", "b0", "d2"].map { tasks.task($0) != nil } == [false, false, true, true, true])
        // A result that is too long alone is stored until the next one.
        finish("e0", "e", bytes: 5_000)
        #expect(tasks.task("e0") != nil && tasks.task("d2") == nil)
        finish("e1", "e")
        #expect(tasks.task("e0") == nil && tasks.task("e1") != nil)
        for number in 0..<10 { finish("f\(number)", "f\(number)") }
        #expect(tasks.task("e1") == nil && tasks.task("f0") != nil && tasks.task("f9") != nil)
    }

    @Test(
        "Times are written as RFC 3339",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"), (1_788_256_799_999, "2026-09-01T09:59:59.999Z"),
            (-1, "1969-12-31T23:59:59.999Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        ] as [(Int64, String)])
    func times(milliseconds: Int64, text: String) { #expect(UnixTime.text(milliseconds) == text) }

    @Test("A template extracts its variables from a URI, and refuses one of another form")
    func templates() {
        let template = ResourceTemplate(uriTemplate: "gate://{source}/{table}.json", name: "t")
        #expect(template.variables(of: "gate://main/orders.json") == ["source": "main", "table": "orders"])
        for uri in ["gate://main/orders", "gate://main/.json", "gate:///orders.json", "gate://a/b/c.json", "x://main/orders.json", ""] {
            #expect(template.variables(of: uri) == nil, "\(uri)")
        }
        #expect(ResourceTemplate(uriTemplate: "file://{+path}", name: "t").variables(of: "file:///a/b") == ["path": "/a/b"])
    }
}
