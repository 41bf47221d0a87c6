import GatehouseTesting
import SQL
import SQLSyntax

/// The same work in each engine's words.
extension DataEngine {
    /// Runs until it is stopped.
    var endless: Statement {
        switch self {
        case .sqlite: .counting(to: .max)
        case .postgresql: "SELECT pg_sleep(600)"
        case .mariadb: "SELECT SLEEP(600)"
        }
    }

    /// Computes for hours, so that the engine does not check its connection in the meantime.
    var busy: Statement {
        switch self {
        case .sqlite: .counting(to: .max)
        case .postgresql: "SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b"
        case .mariadb: "SELECT count(*) FROM seq_1_to_1000000 a, seq_1_to_1000000 b"
        }
    }

    /// One call of a function that looks for a long text in a long one, in which no engine looks whether it should stop.
    var deaf: Statement {
        switch self {
        case .sqlite: .counting(to: .max)
        case .postgresql: "SELECT position('b' || repeat('a', 60000) in repeat('a', 300000))"
        case .mariadb: "SELECT locate(concat(repeat('a', 30000), 'b'), repeat('a', 300000))"
        }
    }

    /// The part of ``endless`` that the engine shows while it runs.
    var endlessWord: String { self == .postgresql ? "pg_sleep" : "SLEEP" }

    /// The number of other sessions that run a statement containing `text`.
    func runningStatements(with text: String) -> String {
        self == .postgresql
            ? "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%\(text)%'"
            : "SELECT count(*) FROM information_schema.processlist WHERE id <> connection_id() AND info LIKE '%\(text)%'"
    }

    /// The numbers from 1 on, made as they are read.
    func numbers(to count: Int) -> Statement {
        switch self {
        case .sqlite: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count)) SELECT i FROM n"
        case .postgresql: Statement(verbatim: "SELECT generate_series(1, \(count))")
        case .mariadb: Statement(verbatim: "SELECT seq FROM seq_1_to_\(count)")
        }
    }

    /// Numbers without end, each with a hundred letters beside it.
    var longRows: Statement {
        let letters = String(repeating: "x", count: 100)
        return switch self {
        case .sqlite: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, \(letters) FROM n"
        case .postgresql: "SELECT generate_series(1, 1000000000), repeat('x', 100)"
        case .mariadb: "SELECT seq, REPEAT('x', 100) FROM seq_1_to_1000000000"
        }
    }

    /// Lifts the limit on time that the driver gave the session, where it gave one.
    var liftingTimeLimit: Statement? {
        switch self {
        case .sqlite: nil
        case .postgresql: "SET LOCAL statement_timeout = 0"
        case .mariadb: "SET SESSION max_statement_time = 0"
        }
    }
}
