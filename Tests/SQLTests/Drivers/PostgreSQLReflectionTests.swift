import GatehouseTesting
import SQL
import SQLSyntax
import Testing

@Suite("A driver: reflection of PostgreSQL")
struct PostgreSQLReflectionTests {
    private static let schema = #"""
        CREATE TYPE mood AS ENUM ('glad', 'sad');
        CREATE DOMAIN cents AS bigint;
        CREATE SCHEMA sales;
        CREATE TABLE sales."Odd ""name""" (b int, a int, PRIMARY KEY (a, b));
        COMMENT ON TABLE sales."Odd ""name""" IS 'Orders, by hand';
        CREATE TABLE item (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name varchar(20) NOT NULL UNIQUE, price numeric(10, 2) DEFAULT 0, mood mood,
            cost cents, twice numeric GENERATED ALWAYS AS (price * 2) STORED, x int, y int, dropped int,
            UNIQUE (x, y), FOREIGN KEY (x, y) REFERENCES sales."Odd ""name""" (a, b));
        ALTER TABLE item DROP COLUMN dropped;
        CREATE UNIQUE INDEX ON item (lower(name)); CREATE UNIQUE INDEX ON item (x) WHERE y IS NULL;
        COMMENT ON COLUMN item.price IS 'In euros';
        INSERT INTO item (name) SELECT 'n' || n FROM generate_series(1, 30) n;
        CREATE VIEW cheap AS SELECT id, price FROM item;
        CREATE MATERIALIZED VIEW dear AS SELECT id FROM item;
        CREATE TABLE part (day date NOT NULL) PARTITION BY RANGE (day);
        CREATE TABLE part_1 PARTITION OF part FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
        ANALYZE item
        """#

    @Test("tables, views, columns, keys, comments and estimates equal those of the server")
    func schema() async throws {
        try await DriverDatabase.with(.postgresql, schema: Self.schema) { test async throws in
            let tables = try await test.database.reflect(.minute).tables
            #expect(
                tables.map { "\($0.schema).\($0.name) \($0.kind.rawValue)" } == [
                    "public.cheap view", "public.dear view", "public.item table", "public.part table", "sales.Odd \"name\" table",
                ])
            let item = try #require(tables.first { $0.name == "item" })
            #expect(
                item.columns == [
                    ColumnSchema(
                        name: "id", type: .integer, declaredType: "bigint", isNullable: false, hasDefault: true, isGenerated: true),
                    ColumnSchema(name: "name", type: .text, declaredType: "character varying(20)", isNullable: false),
                    ColumnSchema(
                        name: "price", type: .decimal, declaredType: "numeric(10,2)", hasDefault: true, defaultText: "0", comment: "In euros"),
                    ColumnSchema(name: "mood", type: .text, declaredType: "mood", allowedValues: ["glad", "sad"]),
                    ColumnSchema(name: "cost", type: .integer, declaredType: "cents"),
                    ColumnSchema(
                        name: "twice", type: .decimal, declaredType: "numeric", hasDefault: true, isGenerated: true, sourceColumns: ["price"]),
                    ColumnSchema(name: "x", type: .integer, declaredType: "integer"),
                    ColumnSchema(name: "y", type: .integer, declaredType: "integer"),
                ])
            #expect(item.primaryKey == ["id"])
            #expect(Set(item.uniqueKeys) == [["name"], ["x", "y"]])
            #expect(item.estimatedRows == 30)
            #expect(
                item.foreignKeys == [
                    ForeignKey(columns: ["x", "y"], referencedSchema: "sales", referencedTable: "Odd \"name\"", referencedColumns: ["a", "b"])
                ])
            let odd = try #require(tables.last)
            #expect(odd.primaryKey == ["a", "b"])
            #expect(odd.columns.map(\.name) == ["b", "a"])
            #expect(odd.comment == "Orders, by hand")
            #expect(tables[0].columns.map(\.type) == [.integer, .decimal])
            #expect(tables[0].estimatedRows == nil)
        }
    }

    @Test("tables that the login may not use are not there")
    func rights() async throws {
        let server = try await PostgreSQLServer.shared()
        try server.makeRole("reflection_guest")
        let schema = """
            CREATE TABLE open (a int, b int); GRANT SELECT (a) ON open TO reflection_guest; CREATE TABLE closed (a int);
            CREATE SCHEMA hidden; CREATE TABLE hidden.t (a int); GRANT SELECT ON hidden.t TO reflection_guest
            """
        try await DriverDatabase.with(.postgresql, schema: schema, user: "reflection_guest") { test async throws in
            #expect(try await test.database.reflect(.minute).tables.map(\.name) == ["open"])
        }
    }
}
