import Foundation
import Synchronization

/// A MariaDB server for this test process, in a temporary directory, on a free port of 127.0.0.1.
///
/// It ends with the process in every case, as ``PostgreSQLServer`` does. Its administrator is `gatehouse` with password `gatehouse`. Unless
/// started with another certificate or without one, it has a certificate for `localhost` and `127.0.0.1`. Committed data survives
/// ``stop()`` but not a power failure.
package final class MariaDBServer: ControlledServer {
    package static let superuser = "gatehouse"
    package static let password = "gatehouse"

    /// The TCP port on 127.0.0.1.
    package let port: Int
    package let socket: String
    /// The authority of the server's certificate.
    package let authority: String

    private let client: String
    package let keeper: ServerKeeper
    /// The certificate files with which it was started.
    package let certificates: Certificates
    private let databases = Atomic<Int>(0)

    private static let sharedStart = Task.detached { try await blocking { try MariaDBServer() } }

    /// The server that all tests of this process share. The first use starts it.
    package static func shared() async throws -> MariaDBServer { try await sharedStart.value }

    /// Creates and starts a server for one test. It blocks for a second or two.
    /// - Throws: ``FixtureError`` when MariaDB is not installed or does not start.
    package init(certificates given: Certificates? = nil, hasTLS: Bool = true) throws {
        let searched = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/bin"]
        guard let server = Program.find("mariadbd", in: searched), let client = Program.find("mariadb", in: searched) else {
            throw FixtureError("MariaDB is not installed: no mariadbd in PATH (Debian: apt-get install mariadb-server)")
        }
        self.client = client
        certificates = try given ?? Certificates()
        authority = certificates.authority
        keeper = try ServerKeeper("mariadb", programs: server, user: "mysql", script: Self.script(hasTLS ? certificates : nil))
        port = keeper.port
        socket = keeper.directory + "/s"
    }

    /// Creates an empty database and returns its name.
    package func makeDatabase(named prefix: String = "test") throws -> String {
        let name = "\(prefix)_\(databases.add(1, ordering: .relaxed).newValue)"
        try sql("CREATE DATABASE `\(name)` CHARACTER SET utf8mb4")
        return name
    }

    package func dropDatabase(_ name: String) throws { try sql("DROP DATABASE IF EXISTS `\(name)`") }

    /// Creates a login with password `gatehouse` and the rights in `grants`.
    package func makeUser(_ name: String, grants: String) throws {
        try sql("CREATE USER `\(name)`@'%' IDENTIFIED BY '\(Self.password)'; GRANT \(grants) TO `\(name)`@'%'")
    }

    /// The URL of a database for a client that connects over TCP with a password.
    package func url(database: String, user: String = superuser, password: String = password, parameters: String = "connect_timeout=60") -> String {
        "mariadb://\(user):\(password)@127.0.0.1:\(port)/\(database)\(parameters.isEmpty ? "" : "?" + parameters)"
    }

    /// Runs SQL through the `mariadb` client, which is independent of our driver. Returns rows with tabs between fields.
    @discardableResult
    package func sql(_ sql: String, database: String = "") throws -> String { try run(sql, database.isEmpty ? [] : [database]) }

    /// Waits inside the server until `count` other connections meet a condition on `information_schema.processlist`.
    package func waitForSessions(_ condition: String, count: Int) throws {
        let found = "SELECT count(*) FROM information_schema.processlist WHERE id <> connection_id() AND (\(condition))"
        try run("BEGIN NOT ATOMIC WHILE (\(found)) <> \(count) DO DO SLEEP(0.01); END WHILE; END", ["--delimiter=//"])
    }

    /// Runs the client without TLS, because a socket file does not need it and reading this machine's certificate authorities would take
    /// most of the time.
    @discardableResult
    private func run(_ sql: String, _ arguments: [String]) throws -> String {
        let client = [client, "--no-defaults", "--skip-ssl", "--socket=\(socket)", "-u", "root", "--batch", "--skip-column-names"]
        return try Program.run(client + ["--default-character-set=utf8mb4", "-e", sql] + arguments).trimmingCharacters(in: .newlines)
    }

    private static func script(_ certificates: Certificates?) -> String {
        let security = certificates.map { "--ssl-cert='\($0.certificate)' --ssl-key='\($0.key)'" } ?? ""
        return #"""
            create() {
                mkdir -m 755 "$directory" || return 1
                # A server that starts empties its directory of temporary files, which must not be that of another one.
                mkdir "$directory/tmp"
                if [ -n "$as" ]; then chown mysql "$directory" "$directory/tmp" || return 1; fi
                export TMPDIR="$directory/tmp"
                $as mariadb-install-db --no-defaults --datadir="$directory/data" --auth-root-authentication-method=normal --skip-test-db \
                    --skip-name-resolve --innodb-log-file-size=8M > "$directory.log" 2>&1 < /dev/null || { cat "$directory.log"; return 1; }
                rm -f "$directory.log"
                start || return 1
                mariadb --no-defaults --skip-ssl --socket="$directory/s" -u root -e "CREATE USER gatehouse@'%' IDENTIFIED BY 'gatehouse';
                    GRANT ALL ON *.* TO gatehouse@'%' WITH GRANT OPTION" < /dev/null 2>&1 || return 1
            }
            start() {
                if ping; then return 0; fi
                $as "$programs" --no-defaults --datadir="$directory/data" --socket="$directory/s" --port="$port" --bind-address=127.0.0.1 \
                    --pid-file="$directory/data/pid" --log-error="$directory/data/server.log" --skip-name-resolve \
                    --innodb-flush-log-at-trx-commit=0 --innodb-buffer-pool-size=24M --innodb-log-file-size=8M --innodb-doublewrite=0 \
                    --innodb-use-native-aio=0 --max-connections=300 --performance-schema=0 --aria-pagecache-buffer-size=1M \
                    --key-buffer-size=1M \#(security) < /dev/null > /dev/null 2>&1 &
                server=$!
                for i in $(seq 600); do
                    if ping; then return 0; fi
                    kill -0 "$server" 2> /dev/null || break
                    sleep 0.05
                done
                cat "$directory/data/server.log"
                return 1
            }
            ping() { mariadb-admin --no-defaults --skip-ssl --socket="$directory/s" -u root ping > /dev/null 2>&1 < /dev/null; }
            stop() {
                [ -n "$server" ] || return 0
                kill -KILL "$server" 2> /dev/null
                wait "$server" 2> /dev/null
                server=''
            }
            freeze() { halt "$server"; }
            thaw() { kill -CONT "$server"; }
            """#
    }
}
