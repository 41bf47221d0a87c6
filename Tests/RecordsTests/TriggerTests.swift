import Access
import GatehouseTesting
import JSON
import Records
import SQL
import SQLSyntax
import Testing

@Suite("Constraints and locks that a trigger or another call meets")
struct TriggerTests {
    private static func trigger(_ engine: Engine) -> [Statement] {
        switch engine {
        case .sqlite:
            ["CREATE TRIGGER note_item AFTER INSERT ON items BEGIN INSERT INTO ledger (id, code) VALUES (NEW.id, NEW.code); END"]
        case .postgresql:
            [
                """
                CREATE FUNCTION note_item() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN INSERT INTO ledger (id, code) VALUES (NEW.id, NEW.code); RETURN NEW; END $$
                """,
                "CREATE TRIGGER note_item AFTER INSERT ON items FOR EACH ROW EXECUTE FUNCTION note_item()",
            ]
        case .mariadb:
            ["CREATE TRIGGER note_item AFTER INSERT ON items FOR EACH ROW INSERT INTO ledger (id, code) VALUES (NEW.id, NEW.code)"]
        }
    }

    @Test("C45 a constraint of another table broken by a trigger is reported only by its kind, and nothing is changed", arguments: Engine.allCases)
    func otherTable(_ engine: Engine) async throws {
        let tables: [Statement] = [
            "CREATE TABLE items (id INT PRIMARY KEY, code INT)",
            "CREATE TABLE ledger (id INT PRIMARY KEY, code INT, CONSTRAINT ledger_secret_code UNIQUE (code), CONSTRAINT ledger_limit CHECK (code < 100))",
            "INSERT INTO ledger VALUES (500, 7)",
        ]
        try await RecordsFixture.with(engine, tables + Self.trigger(engine)) { fixture in
            let call = try fixture.call("items", as: ["clerk"], rules: [RecordsFixture.rule("items")])
            for values in [["id": 1, "code": 7], ["id": 1, "code": 100]] as [JSONValue] {
                let refused = try await refusal { _ = try await fixture.records.create(CreateRequest(values: values), call) }
                #expect(refused.code == .conflict && !refused.reason.contains("ledger") && !refused.reason.contains("code"), "\(refused)")
                #expect(try await fixture.count("SELECT count(*) FROM items") == 0)
                #expect(try await fixture.count("SELECT count(*) FROM ledger") == 1)
            }
            _ = try await fixture.records.create(CreateRequest(values: ["id": 1, "code": 8]), call)
            #expect(try await fixture.count("SELECT count(*) FROM ledger") == 2)
        }
    }
}
