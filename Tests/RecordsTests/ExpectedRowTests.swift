import Access
import GatehouseTesting
import JSON
import Records
import SQL
import SQLSyntax
import Testing

@Suite("A change of the row that was read")
struct ExpectedRowTests {
    private static func update(_ values: JSONValue, ifMatch: JSONValue?, key: JSONValue = 1) -> UpdateRequest {
        var request = UpdateRequest(key: key, values: values)
        request.ifMatch = ifMatch
        return request
    }

    @Test("C53 of two writers of one row the second gets the first one's values, and changes nothing", arguments: Engine.allCases)
    func stale(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let call = try fixture.call("orders")
            let read = try JSONValue(parsing: try await fixture.records.get(GetRequest(key: 1), call).json.bytes)
            let row = try #require(read["data"]?.object)
            for expected in [["note": "first", "quantity": 2], .object(row)] as [JSONValue] {
                let matched = try await fixture.records.update(Self.update(["note": "first"], ifMatch: expected), call)
                #expect(matched.changed == 1)
                guard expected.object?["updatedAt"] == nil else { break }
                // The server-managed fields have changed with it.
                #expect(try await fixture.count("SELECT count(*) FROM orders WHERE note = 'first'") == 1)
                _ = try await fixture.database.write(.patient) {
                    try $0.execute("UPDATE orders SET \(Identifier("updatedAt")) = \(Identifier("createdAt")) WHERE id = 1")
                }
            }
            _ = try await fixture.records.update(Self.update(["note": "theirs"], ifMatch: ["note": "first"]), call)
            let before = try await fixture.contents()
            let late = try await refusal {
                _ = try await fixture.records.update(Self.update(["quantity": 9], ifMatch: ["note": "first", "quantity": 2]), call)
            }
            #expect(late.code == .conflict && late.reason.contains("note") && !late.reason.contains("quantity"), "\(late)")
            #expect(late.current == ["quantity": 2, "note": "theirs"])
            let whole = try await refusal { _ = try await fixture.records.update(Self.update(["quantity": 9], ifMatch: .object(row)), call) }
            #expect(whole.code == .conflict && whole.current?["updatedAt"] == .string(RecordsFixture.now))
            var gone = DestroyRequest(key: 1)
            gone.ifMatch = ["note": "first"]
            let kept = try await refusal { _ = try await fixture.records.destroy(gone, call) }
            #expect(kept.code == .conflict && kept.current == ["note": "theirs"])
            #expect(try await fixture.contents() == before)
            gone.ifMatch = ["note": "theirs"]
            #expect(try await fixture.records.destroy(gone, call).changed == 1)
        }
    }

    @Test("C53 of many writers at the same moment that read the same, one writes", arguments: Engine.allCases)
    func race(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let call = try fixture.call("stock")
            let codes = await withTaskGroup(of: Refusal.Code?.self) { group in
                for writer in 1...8 {
                    group.addTask {
                        let request = Self.update(
                            ["amount": .number(JSONNumber(Int64(1000 + writer)))], ifMatch: ["amount": 10], key: ["store": "a", "product": 1])
                        do { _ = try await fixture.records.update(request, call) } catch { return (error as? Refusal)?.code ?? .sourceFailed }
                        return nil
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(codes.count { $0 == nil } == 1)
            #expect(codes.allSatisfy { $0 == nil || $0 == .conflict }, "\(codes)")
        }
    }

    @Test("C53 of two writers that wait for the row and give back the same updatedAt, one writes", arguments: [Engine.postgresql, .mariadb])
    func keptRace(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let call = try fixture.call("orders")
            let read = try JSONValue(parsing: try await fixture.records.get(GetRequest(key: 1), call).json.bytes)
            let old = try #require(read["data"]?["updatedAt"])
            // MariaDB refreshes this table only if nobody has queried it for a tenth of a second.
            let waiting: Statement =
                engine == .postgresql
                ? "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
                : "SELECT count(*) FROM information_schema.innodb_trx, (SELECT SLEEP(0.2)) AS pause WHERE trx_state = 'LOCK WAIT'"
            let (locked, lock) = AsyncStream<Void>.makeStream()
            // Keeps the row until both have come as far as they can.
            async let holder: Void = fixture.database.write(.patient) { connection in
                try connection.execute("UPDATE orders SET note = note WHERE id = 1")
                lock.finish()
                while try connection.first(waiting, { $0.int(0) ?? 0 }) ?? 0 < 2 {
                    if engine == .postgresql { _ = try connection.first("SELECT pg_stat_clear_snapshot()") { _ in true } }
                }
            }
            for await _ in locked {}
            let codes = await withTaskGroup(of: Refusal.Code?.self) { group in
                for writer in 1...2 {
                    group.addTask {
                        let values: JSONValue = ["quantity": .number(JSONNumber(Int64(100 + writer))), "updatedAt": old]
                        do { _ = try await fixture.records.update(UpdateRequest(key: 1, values: values), call) } catch {
                            return (error as? Refusal)?.code ?? .sourceFailed
                        }
                        return nil
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            try await holder
            #expect(codes.count { $0 == nil } == 1, "\(codes)")
            #expect(try await fixture.count("SELECT count(*) FROM orders WHERE quantity > 100") == 1)
        }
    }

    @Test("C53 a truncated value is not compared, because the rest may differ", arguments: Engine.allCases)
    func cut(_ engine: Engine) async throws {
        let type: Statement = engine == .mariadb ? "LONGTEXT" : "TEXT"
        let script: [Statement] = [
            "CREATE TABLE books (id INTEGER NOT NULL PRIMARY KEY, body \(type), title VARCHAR(40))",
            "INSERT INTO books VALUES (1, \(String(repeating: "b", count: 300_000)), 'one')",
        ]
        try await RecordsFixture.with(engine, script) { fixture in
            let call = try fixture.call("books")
            let read = try JSONValue(parsing: try await fixture.records.get(GetRequest(key: 1), call).json.bytes)
            let body = try #require(read["data"]?["body"])
            #expect(read["meta"] == ["truncatedValues": ["body"]])
            let title: Statement = "SELECT count(*) FROM books WHERE title = 'one'"
            let refused = try await refusal { _ = try await fixture.records.update(Self.update(["title": "two"], ifMatch: ["body": body]), call) }
            #expect(refused.code == .invalidArgument && refused.reason.contains("cannot be compared") && refused.current == nil, "\(refused)")
            var gone = DestroyRequest(key: 1)
            gone.ifMatch = ["body": body]
            #expect(try await refusal { _ = try await fixture.records.destroy(gone, call) }.reason.contains("cannot be compared"))
            #expect(try await fixture.count(title) == 1)
            #expect(try await fixture.records.update(Self.update(["title": "two"], ifMatch: ["title": "one"]), call).changed == 1)
        }
    }

    @Test("C53 a row that is too large to be compared is not changed")
    func large() async throws {
        let script: [Statement] = [
            "CREATE TABLE books (id INTEGER NOT NULL PRIMARY KEY, a TEXT, b TEXT, c TEXT, d TEXT, title TEXT)",
            "INSERT INTO books SELECT 1, x, x, x, x, 'one' FROM (SELECT hex(zeroblob(4500000)) AS x)",
        ]
        try await RecordsFixture.with(.sqlite, script) { fixture in
            let call = try fixture.call("books")
            let other: JSONValue = ["a": "other", "b": "x", "c": "x", "d": "x"]
            let refused = try await refusal { _ = try await fixture.records.update(Self.update(["title": "two"], ifMatch: other), call) }
            #expect(refused.code == .limited, "\(refused)")
            #expect(try await fixture.count("SELECT count(*) FROM books WHERE title = 'one'") == 1)
        }
    }

    @Test("C45 C53 expected values concern one row and fields that the caller may see", arguments: Engine.allCases)
    func refused(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let rules = [RecordsFixture.rule("customers", masked: ["phone"], hidden: ["secret"])]
            let call = try fixture.call("customers", as: ["clerk"], rules: rules)
            let before = try await fixture.contents()
            var codes: [Refusal.Code] = []
            for expected in [["secret": "blue"], ["nothing": 1], ["phone": "555-1"], [:], "x", ["name"]] as [JSONValue] {
                let refused = try await refusal { _ = try await fixture.records.update(Self.update(["tier": "x"], ifMatch: expected), call) }
                #expect(refused.current == nil && !refused.reason.contains("blue"), "\(refused)")
                codes.append(refused.code)
            }
            #expect(codes == [.invalidArgument, .invalidArgument, .forbidden, .invalidArgument, .invalidArgument, .invalidArgument])
            for key in [.null, [1, 2]] as [JSONValue] {
                var request = Self.update(["tier": "x"], ifMatch: ["name": "Ada"], key: key)
                request.filter = ["name": "Ada"]
                let refused = try await refusal { _ = try await fixture.records.update(request, call) }
                #expect(refused.code == .invalidArgument && refused.reason.contains("filterByTk"), "\(refused)")
            }
            #expect(try await fixture.contents() == before)
            let nobody = try await fixture.records.update(Self.update(["tier": "x"], ifMatch: ["name": "Ada"], key: 99), call)
            #expect(nobody.json.description == #"{"data":[]}"#)
            let open = try await fixture.records.update(Self.update(["tier": "x"], ifMatch: ["name": "Ada", "region_id": 1]), call)
            #expect(open.changed == 1)
        }
    }
}
