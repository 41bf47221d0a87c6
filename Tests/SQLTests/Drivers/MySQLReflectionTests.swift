import GatehouseTesting
import SQL
import Testing

@Suite("A driver: reflection of MariaDB")
struct MySQLReflectionTests {
    private static let schema = """
        CREATE TABLE `odd ``name"` (b INT, a INT, PRIMARY KEY (a, b)) COMMENT 'Orders, by hand';
        CREATE TABLE item (
            id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20) NOT NULL UNIQUE, price DECIMAL(10,2) DEFAULT 0 COMMENT 'In euros',
            mood ENUM('glad','sad'), twice DECIMAL(10,2) AS (price * 2) STORED, x INT, y INT, doc JSON, flag BOOLEAN NOT NULL, bits BIT(4),
            at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, uid UUID, raw BLOB,
            UNIQUE (x, y), UNIQUE KEY prefix (raw(3)), CONSTRAINT odd FOREIGN KEY (x, y) REFERENCES `odd ``name"` (a, b) ON DELETE CASCADE);
        CREATE TABLE note (item BIGINT UNSIGNED, FOREIGN KEY (item) REFERENCES item (id) ON DELETE SET NULL ON UPDATE CASCADE);
        INSERT INTO item (name, flag) SELECT CONCAT('n', seq), 1 FROM seq_1_to_30;
        CREATE VIEW cheap AS SELECT id, price FROM item;
        ANALYZE TABLE item
        """

    @Test("tables, views, columns, keys, comments and estimates equal those of the server")
    func schema() async throws {
        try await DriverDatabase.with(.mariadb, connections: 1, schema: Self.schema) { test async throws in
            let tables = try await test.database.reflect(.minute).tables
            #expect(tables.map { "\($0.name) \($0.kind.rawValue)" } == ["cheap view", "item table", "note table", "odd `name\" table"])
            #expect(tables.allSatisfy { $0.schema == test.name })
            let item = tables[1]
            #expect(
                item.columns == [
                    ColumnSchema(name: "id", type: .integer, declaredType: "bigint(20) unsigned", isNullable: false, hasDefault: true),
                    ColumnSchema(name: "name", type: .text, declaredType: "varchar(20)", isNullable: false),
                    ColumnSchema(
                        name: "price", type: .decimal, declaredType: "decimal(10,2)", hasDefault: true, defaultText: "0.00", comment: "In euros"),
                    ColumnSchema(name: "mood", type: .text, declaredType: "enum('glad','sad')", allowedValues: ["glad", "sad"]),
                    ColumnSchema(name: "twice", type: .decimal, declaredType: "decimal(10,2)", isGenerated: true, sourceColumns: ["price"]),
                    ColumnSchema(name: "x", type: .integer, declaredType: "int(11)"),
                    ColumnSchema(name: "y", type: .integer, declaredType: "int(11)"),
                    ColumnSchema(name: "doc", type: .json, declaredType: "json"),
                    ColumnSchema(name: "flag", type: .boolean, declaredType: "tinyint(1)", isNullable: false),
                    ColumnSchema(name: "bits", type: .integer, declaredType: "bit(4)"),
                    ColumnSchema(
                        name: "at", type: .timestamp, declaredType: "timestamp", isNullable: false, hasDefault: true,
                        defaultText: "current_timestamp()"),
                    ColumnSchema(name: "uid", type: .uuid, declaredType: "uuid"),
                    ColumnSchema(name: "raw", type: .blob, declaredType: "blob"),
                ])
            #expect(item.primaryKey == ["id"])
            #expect(Set(item.uniqueKeys) == [["name"], ["x", "y"]])
            #expect(item.estimatedRows == 30)
            #expect(
                item.foreignKeys == [
                    ForeignKey(columns: ["x", "y"], referencedSchema: test.name, referencedTable: "odd `name\"", referencedColumns: ["a", "b"])
                ])
            #expect(
                item.dependents == [
                    DependentTable(
                        schema: test.name, table: "note", columns: ["item"], referencedColumns: ["id"], onDelete: .clear, onUpdate: .cascade)
                ])
            let odd = tables[3]
            #expect(odd.primaryKey == ["a", "b"] && odd.columns.map(\.name) == ["b", "a"] && odd.comment == "Orders, by hand")
            #expect(odd.dependents.map(\.table) == ["item"] && odd.dependents.first?.onDelete == .cascade)
            #expect(tables[0].columns.map(\.type) == [.integer, .decimal] && tables[0].estimatedRows == nil && tables[0].comment == nil)
        }
    }

    @Test("tables and columns that the login may not use are not there")
    func rights() async throws {
        let server = try await MariaDBServer.shared()
        try server.sql("CREATE USER reflection_guest@'%' IDENTIFIED BY 'gatehouse'")
        try await DriverDatabase.with(.mariadb, schema: "CREATE TABLE open (a INT, b INT); CREATE TABLE closed (a INT)") { test async throws in
            try test.sql("GRANT SELECT (a) ON open TO reflection_guest@'%'")
            let guest = try MySQLDatabase(url: DatabaseURL(parsing: server.url(database: test.name, user: "reflection_guest")))
            let tables = try await guest.reflect(.minute).tables
            #expect(tables.map(\.name) == ["open"] && tables.first?.columns.map(\.name) == ["a"])
            await guest.close()
        }
    }

    @Test("a login that can only read sees the foreign keys, and assumes that the server changes referencing rows")
    func reader() async throws {
        let server = try await MariaDBServer.shared()
        try server.sql("CREATE USER reflection_reader@'%' IDENTIFIED BY 'gatehouse'")
        let schema =
            "CREATE TABLE team (id INT PRIMARY KEY); "
            + "CREATE TABLE note (id INT PRIMARY KEY, team INT, FOREIGN KEY (team) REFERENCES team (id))"
        try await DriverDatabase.with(.mariadb, schema: schema) { test async throws in
            try test.sql("GRANT SELECT ON `\(test.name)`.* TO reflection_reader@'%'")
            let reader = try MySQLDatabase(url: DatabaseURL(parsing: server.url(database: test.name, user: "reflection_reader")))
            let tables = try await reader.reflect(.minute).tables
            #expect(tables.first?.foreignKeys.map(\.referencedTable) == ["team"])
            #expect(tables.last?.dependents.map(\.table) == ["note"] && tables.last?.dependents.first?.onDelete == .cascade)
            await reader.close()
        }
    }
}
