import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import SQLSyntax
import Testing

@Suite("Rows of files are imported")
struct ImportTests {
    private func report(
        _ text: String, into name: String, _ fixture: RecordsFixture, as roles: [String] = ["admin"], rules: [Rule] = [],
        _ change: (inout ImportRequest) -> Void = { _ in }
    ) async throws -> ImportReport {
        var request = ImportRequest(ImportedFile(text: text))
        change(&request)
        return try await fixture.records.importRows(request, fixture.call(name, as: roles, rules: rules))
    }

    @Test("CSV is imported into fields of every type, with defaults and server-managed values", arguments: Engine.allCases)
    func everyType(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let csv = """
                yes,whole,price,ratio,words,day,moment,bytes,doc
                true,9007199254740993,12.50,0.1,"a, ""b""\r\nc",2026-02-28,2026-06-30T17:05:00Z,aGk=,"{""a"":[1]}"
                0,-3,7,2e3,,,,,

                """
            let done = try await report(csv, into: "kinds", fixture)
            #expect(done.imported == 2 && done.errors.isEmpty, "\(done)")
            let list = try await fixture.records.list(ListRequest(), fixture.call("kinds")).json.description
            #expect(list.contains(#""yes":true,"whole":"9007199254740993""#), "\(list)")
            #expect(list.contains(#""words":"a, \"b\"\r\nc","day":"2026-02-28","moment":"2026-06-30T17:05:00Z""#), "\(list)")
            #expect(list.contains(#""yes":false,"whole":-3"#) && list.contains(#""words":null,"day":null,"moment":null,"bytes":null"#), "\(list)")
            let orders = try await report("customer_id,quantity\n2,4\n", into: "orders", fixture)
            #expect(orders.imported == 1)
            #expect(try await fixture.count("SELECT count(*) FROM orders WHERE quantity = 4 AND NOT paid AND \(Identifier("createdById")) = 7") == 1)
        }
    }

    @Test("JSON Lines have values of their own types, and columns go by name, title or mapping", arguments: Engine.allCases)
    func jsonLines(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let lines = "{\"Name\":\"Ed\",\"mail\":\"ed@mail.example\",\"x\":1}\n\n{\"Name\":\"Flo\",\"region_id\":2}\n"
            let unmapped = try await refusal { _ = try await report(lines, into: "customers", fixture) }
            #expect(unmapped.code == .invalidArgument && unmapped.reason.contains("mail") && unmapped.reason.contains("mapping"), "\(unmapped)")
            let done = try await report(lines, into: "customers", fixture) { $0.mapping = ["mail": "email", "x": nil] }
            #expect(done.imported == 2)
            #expect(done.columns.map(\.field) == ["name", "email", nil, "region_id"])
            #expect(try await fixture.count("SELECT count(*) FROM customers WHERE name = 'Ed' AND email = 'ed@mail.example'") == 1)
            #expect(try await fixture.count("SELECT count(*) FROM customers WHERE name = 'Flo' AND region_id = 2") == 1)
        }
    }

    @Test("H07 all rows or none: a database refusal is reported with its line, and nothing is stored", arguments: Engine.allCases)
    func allOrNothing(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let before = try await fixture.contents()
            let csv = "name,email\nEd,new@mail.example\nFlo,ada@mail.example\nGil,ok@mail.example\nHal,new@mail.example\n"
            let refused = try await report(csv, into: "customers", fixture)
            #expect(refused.imported == 0 && refused.errors.map(\.line) == [3, 5], "\(refused.errors)")
            #expect(refused.errors.first?.reason.contains("email") == true)
            let wrong = try await report("customer_id,quantity\n1,1\n1,-1\n1,x\n", into: "orders", fixture)
            #expect(wrong.imported == 0 && wrong.errors.map(\.line) == [4], "what is wrong in the file is told before the database is asked")
            #expect(wrong.errors.first?.column == "quantity")
            let broken = try await report("customer_id,quantity\n1,1\n1,-1\n", into: "orders", fixture)
            #expect(broken.imported == 0 && broken.errors.map(\.line) == [3])
            #expect(try await fixture.contents() == before)
        }
    }

    @Test("With bad lines left out the others are there", arguments: Engine.allCases)
    func skipping(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let csv = "name,email,region_id\nEd,new@mail.example,1\nFlo,ada@mail.example,1\nGil,g@mail.example,x\nHal,h@mail.example,2\n"
            let done = try await report(csv, into: "customers", fixture) { $0.skipsBadLines = true }
            #expect(done.imported == 2 && Set(done.errors.map(\.line)) == [3, 4], "\(done.errors)")
            #expect(try await fixture.count("SELECT count(*) FROM customers WHERE name IN ('Ed', 'Hal')") == 2)
            #expect(try await fixture.count("SELECT count(*) FROM customers WHERE name IN ('Flo', 'Gil')") == 0)
        }
    }

    @Test("A dry run reads all and adds nothing", arguments: Engine.allCases)
    func dryRun(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let before = try await fixture.contents()
            let shown = try await report("Quantity;customer_id\n1;2\ntwo;2\n3;2\n", into: "orders", fixture) { $0.isDryRun = true }
            #expect(shown.rows == 2 && shown.imported == 0 && shown.errors.map(\.line) == [3])
            #expect(shown.sample.first == ["quantity": "1", "customer_id": "2"])
            #expect(try await fixture.contents() == before)
        }
    }

    @Test("The rights to create hold for each row: rules, fields, related rows", arguments: Engine.allCases)
    func rights(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let before = try await fixture.contents()
            let own = Filter.compare(FieldPath(field: "quantity"), .lessOrEqual(.value(.int(9))))
            let rules = [RecordsFixture.rule("orders", columns: ["id", "customer_id", "quantity"], filter: own)]
            let none = try await refusal { _ = try await report("name\nX\n", into: "regions", fixture, as: ["clerk"], rules: rules) }
            #expect(none.code == .forbidden || none.code == .notFound)
            let hidden = try await refusal {
                _ = try await report("customer_id,quantity,note\n1,1,x\n", into: "orders", fixture, as: ["clerk"], rules: rules)
            }
            #expect(hidden.code == .invalidArgument && hidden.reason.contains("note"))
            if engine == .mariadb {
                _ = try await refusal {
                    _ = try await report("customer_id,quantity\n1,1\n1,50\n", into: "orders", fixture, as: ["clerk"], rules: rules)
                }
            } else {
                let beyond = try await report("customer_id,quantity\n1,1\n1,50\n", into: "orders", fixture, as: ["clerk"], rules: rules)
                #expect(beyond.imported == 0 && beyond.errors.map(\.line) == [3], "\(beyond)")
                #expect(beyond.errors.first?.reason.contains("rights") == true)
            }
            #expect(try await fixture.contents() == before)
            let within = try await report("customer_id,quantity\n1,1\n1,9\n", into: "orders", fixture, as: ["clerk"], rules: rules)
            #expect(within.imported == 2)
        }
    }

    @Test("Many rows go in some at a time, and a clash near the end undoes all", arguments: Engine.allCases)
    func many(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let before = try await fixture.contents()
            let rows = (0..<1_500).map { "code\($0),Album \($0)" }.joined(separator: "\n")
            let clash = try await report("code,name\n\(rows)\ncode3,again\n", into: "albums", fixture)
            #expect(clash.imported == 0 && clash.errors.map(\.line) == [1_502], "\(clash.errors)")
            #expect(try await fixture.contents() == before)
            let done = try await report("code,name\n\(rows)\n", into: "albums", fixture)
            #expect(done.imported == 1_500)
            #expect(try await fixture.count("SELECT count(*) FROM albums") == 1_502)
        }
    }

    @Test("H07 when a trigger gives up the whole transaction, nothing of the import is there, and nothing follows outside of it")
    func trigger() async throws {
        let trigger: Statement = """
            CREATE TRIGGER ends BEFORE INSERT ON regions WHEN NEW.name = 'n450' BEGIN SELECT RAISE(ROLLBACK, 'no'); END
            """
        try await RecordsFixture.with(.sqlite, [trigger]) { fixture in
            let before = try await fixture.contents()
            let rows = (0..<600).map { "n\($0)\n" }.joined()
            for skips in [false, true] {
                let refused = try await refusal { _ = try await report("name\n" + rows, into: "regions", fixture) { $0.skipsBadLines = skips } }
                #expect(refused.code == .conflict, "\(refused)")
                #expect(try await fixture.contents() == before)
            }
        }
    }

    @Test("H06 numbers and times are taken as they are or refused by line", arguments: Engine.allCases)
    func edges(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let csv =
                "whole,price,ratio,day,moment\n007,1,1,,\n1,1.005,1,,\n1,1,1e400,,\n1,1,1,2026-02-30,\n1,1,1,,2026-06-30 17:05\n1,1,1,,2026-06-30 17:05:00\n"
            let refused = try await report(csv, into: "kinds", fixture)
            #expect(refused.errors.map(\.line) == [2, 3, 4, 5, 6, 7], "\(refused.errors)")
            #expect(refused.errors.map(\.column) == ["whole", "price", "ratio", "day", "moment", "moment"])
            let zoned = try await report("moment\n2026-06-30 17:05:00\n", into: "kinds", fixture) { $0.offset = "+02:00" }
            #expect(zoned.imported == 1)
            #expect(try await fixture.records.list(ListRequest(), fixture.call("kinds")).json.description.contains("2026-06-30T15:05:00Z"))
        }
    }
}
