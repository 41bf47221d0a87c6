import Catalog
import SQL
import SQLSyntax
import Testing

@Suite("Collections of a schema")
struct SchemaReadingTests {
    static func table(_ name: String, schema: String = "public", _ columns: [String], keys: [ForeignKey] = [], kind: TableSchema.Kind = .table)
        -> TableSchema
    {
        TableSchema(
            schema: schema, name: name, kind: kind, columns: columns.map { ColumnSchema(name: $0, type: .integer, declaredType: "integer") },
            primaryKey: ["id"], foreignKeys: keys
        )
    }

    static func key(_ column: String, _ table: String, _ target: [String] = ["id"]) -> ForeignKey {
        ForeignKey(columns: [column], referencedSchema: "public", referencedTable: table, referencedColumns: target)
    }

    static func relations(_ tables: [TableSchema]) -> [String: [String]] {
        let made = SchemaReading.collections(of: DatabaseSchema(tables: tables, defaultSchema: "public"), source: "main", dialect: .postgresql)
        return Dictionary(uniqueKeysWithValues: made.map { ($0.name, $0.relations.map { "\($0.kind.rawValue) \($0.name) -> \($0.target)" }) })
    }

    @Test("a key to an unknown table, or with another number of columns, makes no relation")
    func broken() {
        let odd = ForeignKey(columns: ["a", "b"], referencedSchema: "public", referencedTable: "teams", referencedColumns: ["id"])
        #expect(Self.relations([Self.table("x", ["id", "a", "b"], keys: [odd, Self.key("a", "nowhere")]), Self.table("teams", ["id"])])["x"] == [])
    }

    @Test("tables of other schemas and with reserved names keep their schema in front; views are read-only")
    func collectionNames() {
        let schema = DatabaseSchema(
            tables: [
                Self.table("orders", ["id"]), Self.table("orders", schema: "old", ["id"]), Self.table("users", ["id"]),
                Self.table("sums", ["id"], kind: .view),
            ], defaultSchema: "public")
        let made = SchemaReading.collections(of: schema, source: "main", dialect: .postgresql, reserved: ["users", "roles"])
        #expect(made.map(\.name) == ["old.orders", "orders", "public.users", "sums"])
        #expect(made.map(\.isReadOnly) == [false, false, false, true])
        #expect(made[0].origin == .table(schema: "old", name: "orders"))
    }

    @Test("a name does not move when another schema comes: rules made for it would hold for another table")
    func stable() {
        let alone = [Self.table("people", schema: "app", ["id"])]
        for tables in [alone, alone + [Self.table("people", ["id"])]] {
            let made = SchemaReading.collections(of: DatabaseSchema(tables: tables, defaultSchema: "public"), source: "main", dialect: .postgresql)
            #expect(made.first?.name == "app.people" && made.first?.origin == .table(schema: "app", name: "people"))
        }
        let own = SchemaReading.collections(of: DatabaseSchema(tables: alone, defaultSchema: "app"), source: "main", dialect: .postgresql)
        #expect(own.map(\.name) == ["people"])
    }

    @Test("C47 names that differ in their bytes alone are no collections and no fields, and it is said which")
    func lookalikes() {
        let (composed, decomposed) = ("t\u{E9}", "te\u{301}")
        let schema = DatabaseSchema(
            tables: [
                Self.table(composed, ["id", "a"]), Self.table(decomposed, ["id", "b"]), Self.table("u", ["id", composed, decomposed]),
                Self.table("v", ["id", composed, "t_id"], keys: [Self.key("t_id", composed)]), Self.table("a.b", ["id"]),
                Self.table("b", schema: "a", ["id"]),
            ], defaultSchema: "public")
        let made = SchemaReading.collections(of: schema, source: "main", dialect: .postgresql)
        #expect(made.map(\.name) == ["v"] && made[0].relations.isEmpty)
        let said = SchemaReading.leftOut(of: schema)
        #expect(said.count == 5 && said.filter { $0.contains("two tables have names that look the same") }.count == 4)
        #expect(said[2] == "u is left out: columns of it have names that look the same; rename one")
    }

    @Test("C49 fields that the server keeps, or the engine computes, are never taken from a caller")
    func kept() {
        var table = Self.table("t", ["id", "created_by_id", "createdAt", "updated_at", "updatedById", "created", "sum"])
        table.columns[6].isGenerated = true
        let made = SchemaReading.collections(of: DatabaseSchema(tables: [table], defaultSchema: "public"), source: "main", dialect: .sqlite)[0]
        #expect(made.fields.filter(\.isGenerated).map(\.name) == ["created_by_id", "createdAt", "updated_at", "updatedById", "sum"])
        #expect(made.field(kept: .createdBy)?.name == "created_by_id" && made.field(kept: .updatedBy)?.name == "updatedById")
    }
}
