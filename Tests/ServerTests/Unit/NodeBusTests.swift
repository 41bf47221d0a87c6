import GatehouseTesting
import MCP
import SQL
import Store
import Synchronization
import Testing

@testable import Server

@Suite("The bus between nodes")
struct NodeBusTests {
    @Test("G16 a sender of long or very many messages waits until they are written; the node stores none of them", arguments: StoreEngine.allCases)
    func backpressure(engine: StoreEngine) async throws {
        try await engine.withDatabase { database in
            let store = try await Store.open(database, migrations: [], secrets: .ephemeral(), node: "test")
            let bus = NodeBus(store) { Issue.record($0) }
            for round in 1...5 {
                try await bus.publish(BusMessage(topic: "answer", payload: [UInt8](repeating: UInt8(round), count: 100_000)))
                #expect(try await Self.messages(store) == round)
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask { try await bus.publish(BusMessage(topic: "post", payload: [UInt8](repeating: UInt8(number), count: 10_000))) }
                }
                try await group.waitForAll()
            }
            #expect(try await Self.messages(store) == 45)
        }
    }

    private static func messages(_ store: Store) async throws -> Int {
        try await store.read { try $0.first("SELECT count(*) FROM node_mail") { Int($0.int(0) ?? 0) } ?? 0 }
    }
}
