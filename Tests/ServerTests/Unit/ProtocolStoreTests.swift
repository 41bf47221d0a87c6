import GatehouseTesting
import JSON
import MCP
import SQL
import Store
import Synchronization
import Testing

@testable import Server

@Suite("The protocol's state in the store")
struct ProtocolStoreTests {
    private static func withStore(_ engine: StoreEngine, _ body: (Store) async throws -> Void) async throws {
        try await engine.withDatabase { database in
            try await body(try await Store.open(database, migrations: [], secrets: .ephemeral(), node: "test"))
        }
    }

    @Test("B08 sealed data opens on every node with the key, for its context, unchanged, and in time")
    func sealer() throws {
        let time = Mutex<Int64>(1_000_000)
        let box = SecretBox.ephemeral()
        let sealer = SecretSealer(box: box) { time.withLock { $0 } }
        let text = try sealer.seal([1, 2, 3], context: "session\nann", lifetime: .seconds(60))
        #expect(text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") })
        #expect(SecretSealer(box: box) { 1_000_000 }.open(text, context: "session\nann") == [1, 2, 3])
        #expect(sealer.open(text, context: "session\nbob") == nil)
        #expect(SecretSealer(box: .ephemeral()) { 1_000_000 }.open(text, context: "session\nann") == nil)
        for index in text.indices {
            var changed = text
            changed.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
            #expect(sealer.open(changed, context: "session\nann") == nil)
        }
        // Of the last digit only some bits mean something: a text that differs in the others is another text.
        let last = try #require(text.lastIndex { $0 != "=" })
        for digit in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" where digit != text[last] {
            var changed = text
            changed.replaceSubrange(last...last, with: String(digit))
            #expect(sealer.open(changed, context: "session\nann") == nil)
        }
        for wrong in ["", "A", "AQ==", "not base64", String(text.dropLast(4))] { #expect(sealer.open(wrong, context: "session\nann") == nil) }
        time.withLock { $0 += 59_999 }
        #expect(sealer.open(text, context: "session\nann") != nil)
        time.withLock { $0 += 1 }
        #expect(sealer.open(text, context: "session\nann") == nil)
    }

    @Test("a session's record is found as it was saved", arguments: StoreEngine.allCases)
    func sessions(engine: StoreEngine) async throws {
        try await Self.withStore(engine) { store in
            let sessions = StoredSessions(values: SharedValues(store))
            #expect(try await sessions.record(of: "s") == nil)
            var record = SessionRecord()
            record.logLevel = .error
            record.subscriptions = ["1 gate://main/orders": "gate://main/orders"]
            try await sessions.save(record, of: "s", lifetime: .seconds(60))
            #expect(try await sessions.record(of: "s") == record)
            record.isEnded = true
            try await sessions.save(record, of: "s", lifetime: .seconds(60))
            #expect(try await sessions.record(of: "s") == record)
        }
    }

    @Test("a task is found as it was left; one whose node fell silent has failed", arguments: StoreEngine.allCases)
    func tasks(engine: StoreEngine) async throws {
        try await Self.withStore(engine) { store in
            let time = Mutex<Int64>(1_000_000)
            let tasks = StoredTasks(values: SharedValues(store), now: { time.withLock { $0 } })
            let new = TaskRecord(id: "t", owner: "1/2/3/key 4", tool: "run_sql", createdAt: 1_000_000, lifetime: 3_600_000, pollInterval: 1000)
            try await tasks.add(new)
            #expect(try await tasks.task("t") == new)
            #expect(try await tasks.task("u") == nil)
            #expect(try await tasks.change("u") { _ in true } == nil)
            let asking = try await tasks.change("t") { record in
                record.status = .inputRequired
                record.statusMessage = "waits"
                record.inputRequests = ["a": ["method": "roots/list", "params": [:]]]
                return true
            }
            #expect(try await tasks.task("t") == asking && asking?.status == .inputRequired)
            time.withLock { $0 += 120_000 }
            #expect(try await tasks.task("t")?.status == .inputRequired, "a person may take longer")
            let done = try await tasks.change("t") { record in
                record.status = .completed
                record.result = JSONFragment(["content": []])
                return true
            }
            #expect(try await tasks.task("t") == done && done?.result != nil)
            #expect(try await tasks.change("t") { _ in false } == done)

            try await tasks.add(TaskRecord(id: "lost", owner: "o", tool: "run_sql", createdAt: 0, lifetime: 3_600_000, pollInterval: 1000))
            let lost = try await tasks.task("lost")
            #expect(lost?.status == .failed && lost?.error?["code"] == -32603)
        }
    }

    @Test("G06 the long results of one owner are limited in bytes; the oldest ones are dropped", arguments: StoreEngine.allCases)
    func resultsOfTasks(engine: StoreEngine) async throws {
        try await Self.withStore(engine) { store in
            let tasks = StoredTasks(values: SharedValues(store), bytesOfOwner: 300_000)
            func finish(_ id: String, _ owner: String, bytes: Int) async throws {
                try await tasks.add(TaskRecord(id: id, owner: owner, tool: "t", createdAt: 0, lifetime: 3_600_000, pollInterval: 1))
                _ = try await tasks.change(id) { record in
                    record.status = .completed
                    record.result = JSONFragment(.string(String(repeating: "0", count: bytes)))
                    return true
                }
            }
            func kept(_ ids: [String]) async throws -> [String] {
                var kept: [String] = []
                for id in ids where try await tasks.task(id) != nil { kept.append(id) }
                return kept
            }
            try await tasks.add(TaskRecord(id: "waits", owner: "a", tool: "t", createdAt: .max, lifetime: 3_600_000, pollInterval: 1))
            try await finish("short", "a", bytes: 100)
            for number in 0..<5 { try await finish("a\(number)", "a", bytes: 90_000) }
            #expect(try await kept(["waits", "short", "a0", "a1", "a2", "a3", "a4"]) == ["waits", "short", "a2", "a3", "a4"])
            // A result that is too long alone is stored until the next one.
            try await finish("b0", "b", bytes: 900_000)
            #expect(try await kept(["a4", "b0"]) == ["a4", "b0"])
            try await finish("b1", "b", bytes: 90_000)
            #expect(try await kept(["a2", "b0", "b1"]) == ["a2", "b1"])
        }
    }
}
