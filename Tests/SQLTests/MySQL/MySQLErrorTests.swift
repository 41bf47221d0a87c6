import GatehouseTesting
import SQL
import Testing

@Suite("MariaDB: refusals")
struct MySQLErrorTests {
    private static let schema = """
        CREATE TABLE parent (id BIGINT PRIMARY KEY);
        CREATE TABLE t (id BIGINT, parent BIGINT, name VARCHAR(20) NOT NULL, age INT, small TINYINT, UNIQUE KEY t_key (id),
            CONSTRAINT t_parent FOREIGN KEY (parent) REFERENCES parent (id), CONSTRAINT t_adult CHECK (age >= 18));
        INSERT INTO t VALUES (1, NULL, 'secret', 20, NULL)
        """

    private static let onlyRows = "a reading transaction runs only statements that return rows"

    @Test(
        "a broken constraint is named, without values, SQL or host",
        arguments: [
            ("INSERT INTO t VALUES (1, NULL, 'secret', 20, 0)", "a row with the same key exists: unique key \"t_key\""),
            ("INSERT INTO t VALUES (2, 77, 'secret', 20, 0)", "the related row is missing or still in use: foreign key \"t_parent\""),
            ("INSERT INTO t VALUES (2, NULL, NULL, 20, 0)", "column \"name\" must have a value"),
            ("INSERT INTO t (id) VALUES (2)", "column \"name\" must have a value"),
            ("INSERT INTO t VALUES (2, NULL, 'secret', 17, 0)", "a value is not allowed: check constraint \"t_adult\""),
        ])
    func constraints(sql: String, reason: String) async throws {
        try await MariaDBTestDatabase.with(connections: 1, schema: Self.schema) { test async throws in
            let error = await databaseError { try await test.database.write(.minute) { try $0.execute(Statement(verbatim: sql)) } }
            #expect(error?.code == .constraint)
            #expect(error?.reason == reason)
            #expect(try test.sql("SELECT count(*) FROM t") == "1")
        }
    }

    @Test(
        "C43 a refusal says a code and a safe reason; the server's words are for the log",
        arguments: [
            ("SELECT * FROM hidden_table", DatabaseError.Code.invalid, "there is no such table"),
            ("SELECT hidden_column FROM t", .invalid, "there is no such column"), ("SELEC 'secret'", .invalid, "not valid SQL at line 1"),
            ("SELECT secret_function(1)", .invalid, "there is no such function"), ("", .invalid, "there is no statement"),
            ("DELETE FROM t", .readOnly, "the transaction is read-only"), ("SELECT ?", .invalid, "a value is missing for a ? of the statement"),
            ("DROP TABLE t", .readOnly, onlyRows), ("CREATE TABLE u (a INT)", .readOnly, "the transaction is read-only"),
            ("TRUNCATE t", .readOnly, onlyRows),
            ("SET TRANSACTION READ WRITE", .readOnly, onlyRows), ("ALTER TABLE t ADD b INT", .readOnly, onlyRows), ("USE mysql", .readOnly, onlyRows),
            ("DELETE FROM t RETURNING id", .readOnly, "the transaction is read-only"), ("SELECT 1 INTO @a", .readOnly, onlyRows),
            ("SELECT 1 INTO OUTFILE '/tmp/gatehouse-never'", .readOnly, onlyRows), ("FLUSH TABLES", .readOnly, onlyRows),
            ("SELECT id FROM t FOR UPDATE", .readOnly, "the transaction is read-only"), ("DO SLEEP(0)", .readOnly, onlyRows),
            ("RENAME TABLE t TO u", .readOnly, onlyRows), ("GRANT ALL ON *.* TO x", .readOnly, onlyRows),
        ])
    func refusals(sql: String, code: DatabaseError.Code, reason: String) async throws {
        try await MariaDBTestDatabase.with(connections: 1, schema: Self.schema) { test async throws in
            let error = await databaseError { try await test.database.read(.minute) { try $0.execute(Statement(verbatim: sql)) } }
            #expect(error?.code == code, "\(String(describing: error?.detail))")
            #expect(error?.reason == reason, "\(String(describing: error?.detail))")
            #expect(try await test.json("SELECT count(*) FROM t") == "[1]")
            #expect(try test.sql("SHOW TABLES") == "parent\nt")
        }
    }

    @Test("a value that does not fit is refused, not cut", arguments: ["300", "'x'", "'9'+0.5e300"])
    func strict(value: String) async throws {
        try await MariaDBTestDatabase.with(connections: 1, schema: Self.schema) { test async throws in
            let error = await databaseError {
                try await test.database.write(.minute) { try $0.execute(Statement(verbatim: "UPDATE t SET small = \(value)")) }
            }
            #expect(error?.code == .invalid, "\(String(describing: error))")
            #expect(try test.sql("SELECT small IS NULL FROM t") == "1")
        }
    }

    @Test(
        "C01 a second statement in one text is refused and nothing of either runs", arguments: ["COMMIT; DELETE FROM t", "SELECT 1; DELETE FROM t"])
    func multipleStatements(sql: String) async throws {
        try await MariaDBTestDatabase.with(connections: 1, schema: Self.schema) { test async throws in
            for reads in [true, false] {
                let error = await databaseError {
                    let run: @Sendable (any Connection) throws -> Void = { try $0.execute(Statement(verbatim: sql)) }
                    try await reads ? test.database.read(.minute, run) : test.database.write(.minute, run)
                }
                #expect(error?.code == .invalid)
            }
            #expect(try test.sql("SELECT count(*) FROM t") == "1")
        }
    }

    @Test(
        "C03 C18 a statement that ends the transaction, openly or by itself, ends the call",
        arguments: [
            ("COMMIT", true), ("ROLLBACK", true), ("COMMIT AND CHAIN", true), ("START TRANSACTION", true), ("BEGIN", true),
            ("SET autocommit = 1", true), ("LOCK TABLES t WRITE", true), ("COMMIT", false), ("ROLLBACK", false), ("LOCK TABLES t WRITE", false),
        ])
    func ended(sql: String, reads: Bool) async throws {
        try await MariaDBTestDatabase.with(connections: 1, schema: Self.schema) { test async throws in
            let body: @Sendable (any Connection) throws -> Void = { connection in
                // A body that does not care must still get no further.
                _ = try? connection.execute(Statement(verbatim: sql))
                try connection.execute("DELETE FROM t")
            }
            let error = await databaseError { try await reads ? test.database.read(.minute, body) : test.database.write(.minute, body) }
            #expect(error?.code == .invalid || reads && error?.code == .readOnly, "\(String(describing: error))")
            #expect(try await test.json("SELECT count(*) FROM t") == "[1]")
        }
    }

    @Test("a write whose body goes on after an error commits nothing and says so")
    func swallowed() async throws {
        try await MariaDBTestDatabase.with(schema: Self.schema) { test async throws in
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

    @Test("a body that throws leaves nothing written")
    func rolledBack() async throws {
        struct Refused: Error {}
        try await MariaDBTestDatabase.with(connections: 1, schema: Self.schema) { test async throws in
            await #expect(throws: Refused.self) {
                try await test.database.write(.minute) { connection in
                    try connection.execute("DELETE FROM t")
                    throw Refused()
                }
            }
            #expect(try await test.json("SELECT count(*) FROM t") == "[1]")
        }
    }

    @Test("a write counts the rows it found, and tells the key that the engine gave")
    func counts() async throws {
        let schema = "CREATE TABLE t (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, a INT)"
        try await MariaDBTestDatabase.with(connections: 1, schema: schema) { test async throws in
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
}
