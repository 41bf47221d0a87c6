import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import Testing

@Suite("Rows written")
struct WritingTests {
    @Test("create returns the row as it is stored, with the server-managed fields", arguments: Engine.allCases)
    func create(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let request = CreateRequest(values: ["customer_id": 2, "quantity": 4, "due": "2026-08-01"])
            let answer = try await fixture.records.create(request, fixture.call("orders"))
            let now = RecordsFixture.now
            #expect(
                answer.json.description == """
                    {"data":{"id":5,"customer_id":2,"quantity":4,"paid":false,"due":"2026-08-01","note":null,"createdById":7,\
                    "createdAt":"\(now)","updatedAt":"\(now)"}}
                    """)
            #expect(answer.changed == 1)
        }
    }

    @Test("create of an array gives an array, all rows or none", arguments: Engine.allCases)
    func bulk(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let both = try await fixture.records.create(CreateRequest(values: [["name": "East"], ["name": "West"]]), fixture.call("regions"))
            #expect(both.json.description == #"{"data":[{"id":3,"name":"East"},{"id":4,"name":"West"}]}"#)
            let before = try await fixture.contents()
            let values: JSONValue = [["customer_id": 1, "quantity": 1], ["customer_id": 99, "quantity": 1]]
            let refused = try await refusal { _ = try await fixture.records.create(CreateRequest(values: values), fixture.call("orders")) }
            #expect(refused.code == .conflict)
            #expect(try await fixture.contents() == before)
        }
    }

    @Test("a key of one's own is kept, and an empty row takes its defaults", arguments: Engine.allCases)
    func keys(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let own = try await fixture.records.create(
                CreateRequest(values: ["store": "c", "product": 9, "amount": 1]), fixture.call("stock"))
            #expect(own.json.description == #"{"data":{"store":"c","product":9,"amount":1}}"#)
            let empty = try await fixture.records.create(CreateRequest(values: [:]), fixture.call("kinds"))
            #expect(empty.json.description.hasPrefix(#"{"data":{"id":1,"yes":null,"#))
        }
    }

    @Test("update gives the rows as they are stored, by key, keys or filter", arguments: Engine.allCases)
    func update(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let one = try await fixture.records.update(UpdateRequest(key: 1, values: ["name": "Far North"]), fixture.call("regions"))
            #expect(one.json.description == #"{"data":[{"id":1,"name":"Far North"}]}"#)
            let some = try await fixture.records.update(UpdateRequest(key: [1, 2], values: ["name": "Same"]), fixture.call("regions"))
            #expect(some.changed == 2)
            let filtered = try await fixture.records.update(
                UpdateRequest(filter: ["customer.tier": "gold"], values: ["note": "gold"]), fixture.call("orders"))
            #expect(filtered.changed == 2)
            #expect(try await fixture.count("SELECT count(*) FROM orders WHERE note = 'gold' AND customer_id = 1") == 2)
            #expect(filtered.json.description.contains(#""createdAt":"2026-06-01T08:00:00Z","updatedAt":"\#(RecordsFixture.now)""#))
            let both = try await fixture.records.update(
                UpdateRequest(key: [1, 2], filter: ["quantity": 5], values: ["paid": true]), fixture.call("orders"))
            #expect(both.changed == 1)
            let nothing = try await fixture.records.update(UpdateRequest(key: 99, values: ["name": "x"]), fixture.call("regions"))
            #expect(nothing.json.description == #"{"data":[]}"#)
        }
    }

    @Test("whitelist and blacklist leave fields out", arguments: Engine.allCases)
    func lists(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            var request = UpdateRequest(key: 1, values: ["note": "n", "quantity": 9])
            request.whitelist = ["note"]
            _ = try await fixture.records.update(request, fixture.call("orders"))
            #expect(try await fixture.count("SELECT quantity FROM orders WHERE id = 1 AND note = 'n'") == 2)
            request = UpdateRequest(key: 1, values: ["note": "m", "quantity": 9])
            request.blacklist = ["note"]
            _ = try await fixture.records.update(request, fixture.call("orders"))
            #expect(try await fixture.count("SELECT quantity FROM orders WHERE id = 1 AND note = 'n'") == 9)
        }
    }

    @Test("a row can be written back as it was read, if the server's fields are still the same", arguments: Engine.allCases)
    func asRead(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let read = try await fixture.records.get(GetRequest(key: 1), fixture.call("orders"))
            var row = try #require(try JSONValue(parsing: read.json.bytes)["data"]?.object)
            row["note"] = "back"
            let back = try await fixture.records.update(UpdateRequest(key: 1, values: .object(row)), fixture.call("orders"))
            #expect(back.changed == 1)
            #expect(try await fixture.count("SELECT count(*) FROM orders WHERE note = 'back'") == 1)
            let before = try await fixture.contents()
            // updatedAt has changed in the meantime.
            row["note"] = "again"
            let late = try await refusal { _ = try await fixture.records.update(UpdateRequest(key: 1, values: .object(row)), fixture.call("orders")) }
            #expect(late.code == .forbidden && late.reason.contains("values.updatedAt"), "\(late)")
            row["updatedAt"] = nil
            for (name, value) in [("id", 2), ("createdById", 8), ("createdById", nil), ("createdAt", "2026-06-01T08:00:01Z")] as [(String, JSONValue)]
            {
                var other = row
                other[name] = value
                let refused = try await refusal {
                    _ = try await fixture.records.update(UpdateRequest(key: 1, values: .object(other)), fixture.call("orders"))
                }
                #expect(refused.reason.contains("values.\(name)"), "\(refused)")
            }
            let several = try await refusal {
                _ = try await fixture.records.update(UpdateRequest(key: [1, 2], values: .object(row)), fixture.call("orders"))
            }
            #expect(several.reason.contains("values.id"), "\(several)")
            let idle = try await refusal { _ = try await fixture.records.update(UpdateRequest(key: 1, values: ["id": 1]), fixture.call("orders")) }
            #expect(idle.reason.contains("values.id"), "\(idle)")
            #expect(try await fixture.contents() == before)
        }
    }

    @Test("C49 a field that may be seen and not set is written back unchanged or not at all", arguments: Engine.allCases)
    func seenOnly(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let rules = [
                RecordsFixture.rule("customers", [.view], masked: ["phone"]), RecordsFixture.rule("customers", [.update], columns: ["name"]),
            ]
            let call = try fixture.call("customers", as: ["clerk"], rules: rules)
            _ = try await fixture.records.update(UpdateRequest(key: 1, values: ["name": "Ada L", "tier": "gold"]), call)
            let before = try await fixture.contents()
            for values: JSONValue in [["name": "x", "tier": "silver"], ["name": "x", "phone": "***"], ["name": "x", "phone": "555-1"]] {
                let refused = try await refusal { _ = try await fixture.records.update(UpdateRequest(key: 1, values: values), call) }
                #expect(refused.code == .forbidden && refused.reason.contains("no right to set it"), "\(refused)")
            }
            #expect(try await fixture.contents() == before)
        }
    }

    @Test("destroy returns the number of rows, and zero is not an error", arguments: Engine.allCases)
    func destroy(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let none = try await fixture.records.destroy(DestroyRequest(key: 99), fixture.call("orders"))
            #expect(none.json.description == #"{"data":0}"#)
            let two = try await fixture.records.destroy(DestroyRequest(key: [1, 2, 99]), fixture.call("orders"))
            #expect(two.json.description == #"{"data":2}"#)
            let one = try await fixture.records.destroy(DestroyRequest(filter: ["quantity": ["$lt": 2]]), fixture.call("orders"))
            #expect(one.json.description == #"{"data":1}"#)
            #expect(try await fixture.count("SELECT count(*) FROM orders") == 1)
            let held = try await refusal { _ = try await fixture.records.destroy(DestroyRequest(key: 2), fixture.call("customers")) }
            #expect(held.code == .conflict)
            #expect(try await fixture.count("SELECT count(*) FROM customers") == 3)
        }
    }

    @Test("values of every type go in and come out", arguments: Engine.allCases)
    func types(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let values: JSONValue = [
                "yes": true, "whole": "9007199254740993", "price": "12.55", "ratio": 0.5, "words": "é \" \u{1F600}", "day": "2024-02-29",
                "moment": "2026-07-01T14:00:00+02:00", "bytes": "AAEC/w==", "doc": ["a": [1, nil]],
            ]
            let answer = try await fixture.records.create(CreateRequest(values: values), fixture.call("kinds"))
            let row = try #require(try JSONValue(parsing: answer.json.bytes)["data"])
            #expect(row["yes"] == true && row["whole"] == "9007199254740993" && row["ratio"] == 0.5 && row["words"] == "é \" \u{1F600}")
            #expect(row["price"]?.string ?? row["price"]?.description == "12.55")
            #expect(row["day"] == "2024-02-29" && row["moment"] == "2026-07-01T12:00:00Z" && row["bytes"] == "AAEC/w==")
            #expect(row["doc"] == ["a": [1, nil]])
        }
    }

    private static let wrong: [(JSONValue, String)] = [
        (["yes": "x"], #"values.yes: expected true or false, found "x""#), (["whole": 1.5], "values.whole: expected an integer, found 1.5"),
        (["whole": "007"], #"values.whole: expected an integer, found "007""#), (["whole": "x"], #"values.whole: expected an integer, found "x""#),
        (["price": "1e999"], #"values.price: expected a decimal number, found "1e999""#),
        (["ratio": "1"], #"values.ratio: expected a number, found "1""#),
        (["words": 5], "values.words: expected text, found 5"), (["words": "a\u{0}"], "values.words: expected text, found"),
        (["day": "2026-02-30"], #"values.day: expected a date such as 2026-06-30, found "2026-02-30""#),
        (["moment": "2026-07-01 12:00"], "values.moment: expected a time such as 2026-06-30T17:05:00Z"),
        (["bytes": "AAEC/w="], "values.bytes: expected bytes in base64"),
        (["day": ["x"]], "values.day: expected a date such as 2026-06-30, found an array"),
    ]

    @Test("H06 a value of the wrong type is refused by name and nothing is written", arguments: Engine.allCases)
    func wrongTypes(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            for (values, reason) in Self.wrong {
                let refused = try await refusal { _ = try await fixture.records.create(CreateRequest(values: values), fixture.call("kinds")) }
                #expect(refused.code == .invalidArgument && refused.reason.hasPrefix(reason), "\(refused.reason)")
            }
            #expect(try await fixture.count("SELECT count(*) FROM kinds") == 0)
        }
    }

    @Test("missing, null, duplicate and forbidden values are refused with the reason", arguments: Engine.allCases)
    func constraints(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let before = try await fixture.contents()
            let cases: [(String, JSONValue, Refusal.Code, String)] = [
                ("orders", ["note": "x"], .invalidArgument, "missing customer_id, quantity"),
                ("customers", ["name": nil], .invalidArgument, "values.name: must not be null"),
                ("customers", ["name": "Di", "email": "ada@mail.example"], .conflict, "email"),
                ("orders", ["customer_id": 99, "quantity": 1], .conflict, ""), ("orders", ["customer_id": 1, "quantity": 0], .conflict, "check"),
                ("regions", "x", .invalidArgument, "values: expected an object"),
                ("regions", [], .invalidArgument, "values: expected 1 to 1000 rows"),
                ("log", ["line": "x"], .forbidden, "no primary key"), ("big_orders", ["id": 9], .forbidden, "read-only"),
            ]
            for (name, values, code, reason) in cases {
                let refused = try await refusal { _ = try await fixture.records.create(CreateRequest(values: values), fixture.call(name)) }
                #expect(refused.code == code && refused.reason.contains(reason), "\(refused)")
            }
            let key = try await refusal {
                _ = try await fixture.records.update(UpdateRequest(key: 1, values: ["id": 5]), fixture.call("regions"))
            }
            #expect(key.code == .invalidArgument && key.reason.contains("values.id"))
            #expect(try await fixture.contents() == before)
        }
    }

    @Test("a dry run reports how many rows would be changed, within the same rights and limits, and changes none", arguments: Engine.allCases)
    func dryRun(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let before = try await fixture.contents()
            let own = RecordsFixture.rule("orders", filter: .compare(FieldPath(field: "createdById"), .equal(.value(.int(7)))))
            for (roles, count) in [(["admin"], 3), (["clerk"], 2)] {
                let call = try fixture.call("orders", as: roles, rules: [own])
                var update = UpdateRequest(filter: ["quantity": ["$gt": 1]], values: ["note": "x"])
                update.isDry = true
                let updated = try await fixture.records.update(update, call)
                #expect(updated.json.description == #"{"data":[],"meta":{"dry_run":true,"count":\#(count)}}"# && updated.changed == 0)
                var destroy = DestroyRequest(filter: ["quantity": ["$gt": 1]])
                destroy.isDry = true
                #expect(try await fixture.records.destroy(destroy, call).json.description == #"{"data":0,"meta":{"dry_run":true,"count":\#(count)}}"#)
            }
            var wrong = UpdateRequest(filter: ["quantity": ["$gt": 1]], values: ["quantity": "many"])
            wrong.isDry = true
            let asked = wrong
            let refused = try await refusal { _ = try await fixture.records.update(asked, fixture.call("orders")) }
            #expect(refused.code == .invalidArgument)
            #expect(try await fixture.contents() == before)
        }
    }
}
