import GatehouseTesting
import SQL
import SQLSyntax
import Testing

@Suite("A driver: refusals")
struct DriverErrorTests {
    /// Names of constraints that PostgreSQL tells with their table, and MariaDB without.
    private static func schema(_ engine: DataEngine) -> String {
        let text = engine == .mariadb ? "VARCHAR(20)" : "TEXT"
        return """
            CREATE TABLE parent (id BIGINT PRIMARY KEY);
            CREATE TABLE t (id BIGINT, parent BIGINT, name \(text) NOT NULL, age INT, small SMALLINT, CONSTRAINT t_key UNIQUE (id),
                CONSTRAINT t_parent FOREIGN KEY (parent) REFERENCES parent (id), CONSTRAINT t_adult CHECK (age >= 18));
            INSERT INTO t VALUES (1, NULL, 'secret', 20, NULL)
            """
    }

    @Test("a broken constraint is named, without values, SQL or host", arguments: DataEngine.servers)
    func constraints(engine: DataEngine) async throws {
        let table = engine == .postgresql ? " of table \"t\"" : ""
        let cases = [
            (
                "INSERT INTO t VALUES (1, NULL, 'secret', 20, 0)",
                "a row with the same key exists: unique \(table.isEmpty ? "key" : "constraint") \"t_key\"\(table)"
            ),
            ("INSERT INTO t VALUES (2, 77, 'secret', 20, 0)", "the related row is missing or still in use: foreign key \"t_parent\"\(table)"),
            ("INSERT INTO t VALUES (2, NULL, NULL, 20, 0)", "column \"name\"\(table) must have a value"),
            ("INSERT INTO t (id) VALUES (2)", "column \"name\"\(table) must have a value"),
            ("INSERT INTO t VALUES (2, NULL, 'secret', 17, 0)", "a value is not allowed: check constraint \"t_adult\"\(table)"),
        ]
        try await DriverDatabase.with(engine, connections: 1, schema: Self.schema(engine)) { test async throws in
            for (sql, reason) in cases {
                let error = await databaseError { try await test.database.write(.minute) { try $0.execute(Statement(verbatim: sql)) } }
                #expect(error?.code == .constraint && error?.reason == reason, "\(sql): \(String(describing: error))")
                #expect(try test.sql("SELECT count(*) FROM t") == "1")
            }
        }
    }

    private static let onlyRows = "a reading transaction runs only statements that return rows"
    private static let readOnly = "the transaction is read-only"

    /// Statements of a reading call, each with its expected error.
    private static func refusals(_ engine: DataEngine) -> [(sql: String, code: DatabaseError.Code, reason: String)] {
        let both: [(String, DatabaseError.Code, String)] = [
            ("SELECT * FROM hidden_table", .invalid, "there is no such table"), ("SELECT hidden_column FROM t", .invalid, "there is no such column"),
            ("", .invalid, "there is no statement"), ("DELETE FROM t", .readOnly, readOnly), ("CREATE TABLE u (a INT)", .readOnly, readOnly),
            ("SELECT id FROM t FOR UPDATE", .readOnly, readOnly), ("DELETE FROM t RETURNING id", .readOnly, readOnly),
        ]
        let own: [(String, DatabaseError.Code, String)] =
            engine == .postgresql
            ? [
                ("SELEC 'secret'", .invalid, "not valid SQL at character 1"), ("SELECT 'secret'::int", .invalid, "a value does not fit its type"),
                ("SELECT 1/0", .invalid, "a value does not fit its type"), ("COPY t TO STDOUT", .invalid, "COPY is not supported"),
                ("DROP TABLE t", .readOnly, readOnly), ("TRUNCATE t", .readOnly, readOnly), ("ALTER TABLE t ADD b INT", .readOnly, readOnly),
            ]
            : [
                ("SELEC 'secret'", .invalid, "not valid SQL at line 1"), ("SELECT secret_function(1)", .invalid, "there is no such function"),
                ("SELECT ?", .invalid, "a value is missing for a ? of the statement"),
            ]
                + [
                    "DROP TABLE t", "TRUNCATE t", "SET TRANSACTION READ WRITE", "ALTER TABLE t ADD b INT", "USE mysql", "SELECT 1 INTO @a",
                    "SELECT 1 INTO OUTFILE '/tmp/gatehouse-never'", "FLUSH TABLES", "DO SLEEP(0)", "RENAME TABLE t TO u", "GRANT ALL ON *.* TO x",
                ].map { ($0, .readOnly, onlyRows) }
        return both + own
    }

    @Test(
        "C18 C43 a refusal has a code and a safe reason, and nothing is changed; the server's message is for the log", arguments: DataEngine.servers)
    func refusals(engine: DataEngine) async throws {
        try await DriverDatabase.with(engine, connections: 1, schema: Self.schema(engine)) { test async throws in
            let tables =
                engine == .postgresql
                ? "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1" : "SHOW TABLES"
            for (sql, code, reason) in Self.refusals(engine) {
                let error = await databaseError { try await test.database.read(.minute) { try $0.execute(Statement(verbatim: sql)) } }
                #expect(error?.code == code && error?.reason == reason, "\(sql): \(String(describing: error?.detail))")
                #expect(try await test.json("SELECT count(*) FROM t") == "[1]", "\(sql)")
            }
            #expect(try test.sql(tables) == "parent\nt")
        }
    }

    @Test("a value that does not fit is refused, not cut", arguments: DataEngine.servers, ["70000", "'x'", "'9'+0.5e300"])
    func strict(engine: DataEngine, value: String) async throws {
        try await DriverDatabase.with(engine, connections: 1, schema: Self.schema(engine)) { test async throws in
            let error = await databaseError {
                try await test.database.write(.minute) { try $0.execute(Statement(verbatim: "UPDATE t SET small = \(value)")) }
            }
            #expect(error?.code == .invalid, "\(String(describing: error))")
            #expect(try test.sql("SELECT count(*) FROM t WHERE small IS NULL") == "1")
        }
    }

    @Test(
        "C01 a second statement in one text is refused and nothing of either runs", arguments: DataEngine.allCases,
        ["COMMIT; DELETE FROM t", "SELECT 1; DELETE FROM t"])
    func multipleStatements(engine: DataEngine, sql: String) async throws {
        try await DriverDatabase.with(engine, connections: 1, schema: Self.schema(engine)) { test async throws in
            for reads in [true, false] {
                let error = await databaseError {
                    let run: @Sendable (any Connection) throws -> Void = { try $0.execute(Statement(verbatim: sql)) }
                    try await reads ? test.database.read(.minute, run) : test.database.write(.minute, run)
                }
                #expect(error?.code == .invalid, "\(String(describing: error))")
            }
            #expect(try test.sql("SELECT count(*) FROM t") == "1")
        }
    }

    @Test("C02 a reading transaction cannot be made a writing one, as its snapshot is taken", arguments: DataEngine.servers)
    func readWrite(engine: DataEngine) async throws {
        try await DriverDatabase.with(engine, connections: 1, schema: Self.schema(engine)) { test async throws in
            for text in ["SET TRANSACTION READ WRITE", "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE", "SET SESSION TRANSACTION READ WRITE"]
            {
                let error = await databaseError {
                    try await test.database.read(.minute) { connection in
                        // A body that does not care must still get no further.
                        _ = try? connection.execute(Statement(verbatim: text))
                        try connection.execute("DELETE FROM t")
                    }
                }
                #expect(error?.code == .invalid || error?.code == .readOnly, "\(text): \(String(describing: error))")
            }
            #expect(try test.sql("SELECT count(*) FROM t") == "1")
        }
    }

    @Test(
        "C03 C18 a statement that ends the transaction, openly or by itself, ends the call", arguments: DataEngine.servers,
        ["COMMIT", "ROLLBACK", "COMMIT AND CHAIN", "START TRANSACTION", "BEGIN", "SET autocommit = 1", "LOCK TABLES t WRITE", "ABORT", "END"])
    func ended(engine: DataEngine, sql: String) async throws {
        try await DriverDatabase.with(engine, connections: 1, schema: Self.schema(engine)) { test async throws in
            // What is no statement of the engine, or begins nothing inside a writing transaction, ends nothing there.
            let ends = ["COMMIT", "ROLLBACK"] + (engine == .mariadb ? ["LOCK TABLES t WRITE"] : ["COMMIT AND CHAIN", "ABORT", "END"])
            for reads in [true, false] where reads || ends.contains(sql) {
                let body: @Sendable (any Connection) throws -> Void = { connection in
                    _ = try? connection.execute(Statement(verbatim: sql))
                    try connection.execute("DELETE FROM t")
                }
                let error = await databaseError { try await reads ? test.database.read(.minute, body) : test.database.write(.minute, body) }
                #expect(error?.code == .invalid || reads && error?.code == .readOnly, "\(String(describing: error))")
                #expect(try await test.json("SELECT count(*) FROM t") == "[1]")
            }
        }
    }

    @Test("a write whose body continues after an error commits nothing and fails", arguments: DataEngine.servers)
    func swallowed(engine: DataEngine) async throws {
        try await DriverDatabase.with(engine, schema: Self.schema(engine)) { test async throws in
            let error = await databaseError {
                try await test.database.write(.minute) { connection in
                    try connection.execute("INSERT INTO t VALUES (5, NULL, 'kept?', 30, 0)")
                    _ = try? connection.execute("SELECT nothing")
                }
            }
            #expect(error?.code == .invalid)
            #expect(try test.sql("SELECT count(*) FROM t") == "1")
        }
    }

    @Test("a body that throws leaves nothing written", arguments: DataEngine.allCases)
    func rolledBack(engine: DataEngine) async throws {
        struct Refused: Error {}
        try await DriverDatabase.with(engine, connections: 1, schema: Self.schema(engine)) { test async throws in
            await #expect(throws: Refused.self) {
                try await test.database.write(.minute) { connection in
                    try connection.execute("DELETE FROM t")
                    throw Refused()
                }
            }
            #expect(try await test.json("SELECT count(*) FROM t") == "[1]")
        }
    }

    @Test("a write counts the rows it found, and MariaDB tells the key that it gave")
    func counts() async throws {
        let schema = "CREATE TABLE t (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, a INT)"
        try await DriverDatabase.with(.mariadb, connections: 1, schema: schema) { test async throws in
            try await test.database.write(.minute) { connection throws in
                #expect(try connection.execute("INSERT INTO t (a) VALUES (1)") == 1)
                #expect(connection.generatedKey == .int(1))
                #expect(try connection.execute("INSERT INTO t VALUES (41, 1)") == 1)
                #expect(try connection.execute("UPDATE t SET a = 1") == 2)
                #expect(connection.generatedKey == nil)
                #expect(try connection.execute("DELETE FROM t WHERE id = 2") == 0)
            }
            #expect(try test.sql("SELECT count(*) FROM t") == "2")
        }
    }

    @Test("writes that PostgreSQL permits in a read-only transaction are rolled back with it")
    func largeObject() async throws {
        try await DriverDatabase.with(.postgresql) { test async throws in
            try await test.database.read(.minute) { _ = try $0.first("SELECT lo_create(0)") { _ in } }
            #expect(try test.sql("SELECT count(*) FROM pg_largeobject_metadata") == "0")
        }
    }

    @Test("of two conflicting writers on PostgreSQL one is told to try again")
    func conflict() async throws {
        try await DriverDatabase.with(.postgresql, schema: Self.schema(.postgresql)) { test async throws in
            let error = await databaseError {
                try await test.database.write(.minute) { connection in
                    try connection.execute("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
                    _ = try connection.first("SELECT age FROM t") { _ in }
                    try test.sql("UPDATE t SET age = age + 1")
                    try connection.execute("UPDATE t SET age = age + 10")
                }
            }
            #expect(error?.code == .busy)
            #expect(try test.sql("SELECT age FROM t") == "21")
        }
    }
}
