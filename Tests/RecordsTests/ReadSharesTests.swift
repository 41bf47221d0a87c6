import Access
import GatehouseTesting
import JSON
import Records
import SQL
import Testing

@Suite("Shares of a database's connections")
struct ReadSharesTests {
    @Test("G19 Reads of one account leave connections to others, and go on in their turn", arguments: [Engine.sqlite, .postgresql])
    func shares(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let database = HeldDatabase(fixture.database)
            let limit = engine == .sqlite ? 3 : 6
            func list(as user: Int64) throws -> Task<Int, any Error> {
                let call = try fixture.call("orders", user: user).on(database)
                var request = ListRequest()
                request.pageSize = ListRequest.maximumPageSize
                return Task { [request] in try await fixture.records.list(request, call).rows }
            }
            let slow = try (0..<20).map { _ in try list(as: 7) }
            try await until { database.heldCount == limit }
            // A call that is cancelled while it waits ends, and its turn goes to the next.
            slow[19].cancel()
            let other = try list(as: 8)
            try await until { database.heldCount == limit + 1 }
            #expect(database.heldCount == limit + 1)
            database.letGo()
            let rows = try await other.value
            #expect(rows > 0)
            for task in slow.dropLast() { #expect(try await task.value == rows) }
            _ = await slow[19].result
        }
    }
}

extension RecordCall {
    /// The same call on another database.
    fileprivate func on(_ database: any Database) -> RecordCall {
        RecordCall(grant: grant, rights: rights, database: database, bounds: bounds, catalog: catalog, rightsOn: rightsOn)
    }
}
