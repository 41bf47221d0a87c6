import GatehouseTesting
import SQL
import Testing

@Suite struct PostgreSQLErrorTests {
    private static let schema = """
        CREATE TABLE parent (id bigint PRIMARY KEY);
        CREATE TABLE t (id bigint CONSTRAINT t_key UNIQUE, parent bigint CONSTRAINT t_parent REFERENCES parent, name text NOT NULL,
            age int CONSTRAINT t_adult CHECK (age >= 18));
        INSERT INTO t VALUES (1, NULL, 'secret', 20)
        """

    @Test(
        "a broken constraint is named with its table, without values, SQL or host",
        arguments: [
            ("INSERT INTO t VALUES (1, NULL, 'secret', 20)", "a row with the same key exists: unique constraint \"t_key\" of table \"t\""),
            (
                "INSERT INTO t VALUES (2, 77, 'secret', 20)",
                "the related row is missing or still in use: foreign key \"t_parent\" of table \"t\""
            ),
            ("INSERT INTO t VALUES (2, NULL, NULL, 20)", "column \"name\" of table \"t\" must have a value"),
            ("INSERT INTO t VALUES (2, NULL, 'secret', 17)", "a value is not allowed: check constraint \"t_adult\" of table \"t\""),
        ])
    func constraints(sql: String, reason: String) async throws {
        try await PostgreSQLTestDatabase.with(schema: Self.schema) { test async throws in
            let error = await databaseError { try await test.database.write(.minute) { try $0.execute(Statement(verbatim: sql)) } }
            #expect(error?.code == .constraint)
            #expect(error?.reason == reason)
            #expect(try test.psql("SELECT count(*) FROM t") == "1")
        }
    }

    @Test(
        "C43 a refusal says a code and a safe reason; the server's words are for the log",
        arguments: [
            ("SELECT * FROM hidden_table", DatabaseError.Code.invalid, "there is no such table"),
            ("SELECT hidden_column FROM t", .invalid, "there is no such column"), ("SELEC 'secret'", .invalid, "not valid SQL at character 1"),
            ("SELECT 'secret'::int", .invalid, "a value does not fit its type"), ("SELECT 1/0", .invalid, "a value does not fit its type"),
            ("", .invalid, "there is no statement"), ("COPY t TO STDOUT", .invalid, "COPY is not possible here"),
            ("DELETE FROM t", .readOnly, "the transaction is read-only"),
        ])
    func refusals(sql: String, code: DatabaseError.Code, reason: String) async throws {
        try await PostgreSQLTestDatabase.with(connections: 1, schema: Self.schema) { test async throws in
            let error = await databaseError { try await test.database.read(.minute) { try $0.execute(Statement(verbatim: sql)) } }
            #expect(error?.code == code)
            #expect(error?.reason == reason)
            #expect(try await test.json("SELECT count(*) FROM t") == "[1]")
        }
    }

    @Test(
        "C01 a second statement in one text is refused and nothing of either runs", arguments: ["COMMIT; DELETE FROM t", "SELECT 1; DELETE FROM t"])
    func multipleStatements(sql: String) async throws {
        try await PostgreSQLTestDatabase.with(schema: Self.schema) { test async throws in
            for reads in [true, false] {
                let error = await databaseError {
                    let run: @Sendable (any Connection) throws -> Void = { try $0.execute(Statement(verbatim: sql)) }
                    try await reads ? test.database.read(.minute, run) : test.database.write(.minute, run)
                }
                #expect(error?.code == .invalid)
            }
            #expect(try test.psql("SELECT count(*) FROM t") == "1")
        }
    }

    @Test("C02 a reading transaction cannot be made a writing one, as its snapshot is taken")
    func readWrite() async throws {
        try await PostgreSQLTestDatabase.with(schema: Self.schema) { test async throws in
            let error = await databaseError {
                try await test.database.read(.minute) { connection in
                    try connection.execute("SET TRANSACTION READ WRITE")
                    try connection.execute("DELETE FROM t")
                }
            }
            #expect(error?.code == .invalid)
            #expect(try test.psql("SELECT count(*) FROM t") == "1")
        }
    }

    @Test("C03 a statement that ends the transaction ends the call", arguments: ["COMMIT", "ROLLBACK", "COMMIT AND CHAIN", "ABORT", "END"])
    func ended(sql: String) async throws {
        try await PostgreSQLTestDatabase.with(connections: 1, schema: Self.schema) { test async throws in
            let error = await databaseError {
                try await test.database.read(.minute) { connection in
                    // A body that does not care must still get no further.
                    _ = try? connection.execute(Statement(verbatim: sql))
                    try connection.execute("DELETE FROM t")
                }
            }
            #expect(error?.code == .invalid)
            #expect(try await test.json("SELECT count(*) FROM t") == "[1]")
        }
    }

    @Test("what a read-only transaction may still write is undone with it")
    func largeObject() async throws {
        try await PostgreSQLTestDatabase.with { test async throws in
            try await test.database.read(.minute) { _ = try $0.first("SELECT lo_create(0)") { _ in } }
            #expect(try test.psql("SELECT count(*) FROM pg_largeobject_metadata") == "0")
        }
    }

    @Test("a write whose body goes on after an error commits nothing and says so")
    func swallowed() async throws {
        try await PostgreSQLTestDatabase.with(schema: Self.schema) { test async throws in
            let error = await databaseError {
                try await test.database.write(.minute) { connection in
                    try connection.execute("INSERT INTO t VALUES (5, NULL, 'kept?', 30)")
                    _ = try? connection.execute("SELECT 1/0")
                }
            }
            #expect(error?.code == .invalid)
            #expect(try test.psql("SELECT count(*) FROM t") == "1")
        }
    }

    @Test("a body that throws leaves nothing written")
    func rolledBack() async throws {
        struct Refused: Error {}
        try await PostgreSQLTestDatabase.with(connections: 1, schema: Self.schema) { test async throws in
            await #expect(throws: Refused.self) {
                try await test.database.write(.minute) { connection in
                    try connection.execute("DELETE FROM t")
                    throw Refused()
                }
            }
            #expect(try await test.json("SELECT count(*) FROM t") == "[1]")
        }
    }

    @Test("two writers in conflict: one is told to try again")
    func conflict() async throws {
        try await PostgreSQLTestDatabase.with(schema: Self.schema) { test async throws in
            let error = await databaseError {
                try await test.database.write(.minute) { connection in
                    try connection.execute("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
                    _ = try connection.first("SELECT age FROM t") { _ in }
                    try test.psql("UPDATE t SET age = age + 1")
                    try connection.execute("UPDATE t SET age = age + 10")
                }
            }
            #expect(error?.code == .busy)
            #expect(try test.psql("SELECT age FROM t") == "21")
        }
    }
}
