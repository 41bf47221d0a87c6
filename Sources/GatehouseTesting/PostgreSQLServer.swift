import Foundation
import Synchronization

/// A PostgreSQL server for this test process, in a temporary directory, on a free port of 127.0.0.1 and a socket file.
///
/// It ends with the process, however the process ends: a small shell holds the other end of a pipe, and when the pipe closes, it stops the
/// server and removes its files. The superuser is `gatehouse` with password `gatehouse`; only TCP connections need the password. Committed
/// data survives ``stop()`` but not a power failure (`fsync` is off).
package final class PostgreSQLServer: ControlledServer {
    package static let superuser = "gatehouse"
    package static let password = "gatehouse"

    /// The TCP port on 127.0.0.1.
    package let port: Int
    /// The folder of the socket file, which is the `host` of a connection without TCP.
    package let socketDirectory: String

    package let keeper: ServerKeeper
    private let programs: String
    private let databases = Atomic<Int>(0)

    private static let sharedStart = Task.detached { try await blocking { try PostgreSQLServer() } }

    /// The server that all tests of this process share. The first use starts it.
    package static func shared() async throws -> PostgreSQLServer { try await sharedStart.value }

    /// Creates and starts a server for one test. It blocks for a second or two.
    /// - Throws: ``FixtureError`` when PostgreSQL is not installed or does not start.
    package init() throws {
        let programs = try PostgreSQLInstallation.programs()
        keeper = try ServerKeeper("postgresql", programs: programs, user: "postgres", script: Self.script)
        self.programs = programs
        socketDirectory = keeper.directory
        port = keeper.port
    }

    /// Creates a database and returns its name. The database is empty, or a copy of a database without connections.
    package func makeDatabase(named prefix: String = "test", template: String = "template1") throws -> String {
        let name = "\(prefix)_\(databases.add(1, ordering: .relaxed).newValue)"
        // `file_copy` takes half the time of the default strategy, `wal_log`.
        try psql("CREATE DATABASE \"\(name)\" TEMPLATE \"\(template)\" STRATEGY file_copy")
        return name
    }

    /// Removes a database and ends its connections. PostgreSQL waits until every session of the server has acknowledged the removal, and a
    /// session that has just begun may miss the request; a second attempt sends it again.
    package func dropDatabase(_ name: String) throws {
        let patient = "dbname=postgres options='-c statement_timeout=15s'"
        let drop = "DROP DATABASE IF EXISTS \"\(name)\" WITH (FORCE)"
        do { try psql(drop, database: patient) } catch { try psql(drop, database: patient) }
    }

    /// Creates a role with login, password `gatehouse`, and attributes such as `SUPERUSER` or `NOSUPERUSER`.
    package func makeRole(_ name: String, attributes: String = "NOSUPERUSER") throws {
        try psql("CREATE ROLE \"\(name)\" LOGIN \(attributes) PASSWORD '\(Self.password)'")
    }

    /// Creates a role with login that can only read. It has the rights of `pg_read_all_data`, and its transactions are read-only by
    /// default.
    package func makeReadOnlyRole(_ name: String) throws {
        try makeRole(name, attributes: "NOSUPERUSER NOCREATEDB NOCREATEROLE")
        try psql("GRANT pg_read_all_data TO \"\(name)\"; ALTER ROLE \"\(name)\" SET default_transaction_read_only = on")
    }

    /// The URL of a database for a client that connects over TCP with a password.
    package func url(database: String, user: String = superuser, password: String = password, parameters: String = "connect_timeout=60") -> String {
        "postgres://\(user):\(password)@127.0.0.1:\(port)/\(database)\(parameters.isEmpty ? "" : "?" + parameters)"
    }

    /// Runs SQL through `psql`, an independent client, and returns unaligned rows with `|` between fields.
    @discardableResult
    package func psql(_ sql: String, database: String = "postgres", user: String = superuser) throws -> String {
        let text = try Program.run([
            "\(programs)/psql", "-h", socketDirectory, "-p", String(port), "-U", user, "-d", database, "-XqAt", "-v", "ON_ERROR_STOP=1", "-c", sql,
        ])
        return text.trimmingCharacters(in: .newlines)
    }

    private static let script = #"""
        create() {
            mkdir -m 755 "$directory" || return 1
            if [ -n "$as" ]; then chown postgres "$directory" || return 1; fi
            echo gatehouse > "$directory/password"; chmod 644 "$directory/password"
            $as "$programs/initdb" --no-sync -U gatehouse --pwfile "$directory/password" --auth-local=trust --auth-host=scram-sha-256 \
                -E UTF8 --no-locale -D "$directory/data" > "$directory/initdb.log" 2>&1 || { cat "$directory/initdb.log"; return 1; }
            $as sh -c 'cat >> "$1"' sh "$directory/data/postgresql.conf" <<CONF
        listen_addresses = '127.0.0.1'
        unix_socket_directories = '$directory'
        port = $port
        fsync = off
        full_page_writes = off
        autovacuum = off
        shared_buffers = 16MB
        max_wal_size = 256MB
        max_connections = 300
        max_wal_senders = 0
        wal_level = minimal
        CONF
        }
        start() {
            $as "$programs/pg_ctl" -D "$directory/data" -l "$directory/data/server.log" -t 120 -w start > /dev/null 2>&1 < /dev/null || { cat "$directory/data/server.log"; return 1; }
        }
        stop() {
            thaw
            $as "$programs/pg_ctl" -D "$directory/data" -m immediate -t 120 -w stop > /dev/null 2>&1 < /dev/null
        }
        tree() { master=$(head -n 1 "$directory/data/postmaster.pid" 2> /dev/null) && echo "$master" $(ps -o pid= --ppid "$master"); }
        freeze() { halt $(tree); }
        thaw() { processes=$(tree) && kill -CONT $processes; true; }
        """#
}
