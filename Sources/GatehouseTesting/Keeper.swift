import Foundation
import Glibc

/// The shell that owns a server: obeys one word a line, answers one line each, and cleans up when its input ends.
///
/// It runs in a session of its own so that an interrupted test run does not take it along before it has cleaned up.
struct Keeper {
    let directory: String
    let port: Int

    private let orders: FileHandle
    private let answers: FileHandle

    init(programs: String) throws {
        directory = "\(Self.place)/gatehouse-postgresql-\(UUID().uuidString.prefix(8))"
        port = try Self.freePort()
        let shell = Process()
        let input = Pipe()
        let output = Pipe()
        shell.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
        shell.arguments = ["/bin/sh", "-c", Self.script, "sh", directory, String(port), programs]
        shell.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"]
        shell.standardInput = input
        shell.standardOutput = output
        shell.standardError = output
        shell.currentDirectoryURL = URL(fileURLWithPath: "/")
        try shell.run()
        orders = input.fileHandleForWriting
        answers = output.fileHandleForReading
        // No child started later may hold the pipe open after this process has gone.
        _ = fcntl(orders.fileDescriptor, F_SETFD, FD_CLOEXEC)
        try order("create")
        try order("start")
    }

    /// Tells the shell one word and waits for its answer.
    func order(_ word: String) throws {
        try orders.write(contentsOf: Data("\(word)\n".utf8))
        var said = ""
        while let byte = try answers.read(upToCount: 1), !byte.isEmpty {
            said += String(decoding: byte, as: UTF8.self)
            guard said.hasSuffix("\n") else { continue }
            if said.hasSuffix("@done\n") { return }
            if said.hasSuffix("@failed\n") { break }
        }
        throw FixtureError("PostgreSQL fixture could not \(word): \(said)")
    }

    /// Ends the shell's input, at which it stops the server and removes its files.
    func close() {
        // Already closed: nothing is left to end.
        try? orders.close()
    }

    /// Where the server's files go: in memory where there is plenty, which makes a new database several times faster.
    private static var place: String {
        // A system without it has only the other place.
        let memory = try? FileManager.default.attributesOfFileSystem(forPath: "/dev/shm")
        let free = (memory?[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
        return free > 2_000_000_000 ? "/dev/shm" : "/tmp"
    }

    /// A port of 127.0.0.1 that nothing listens on at this moment.
    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { _ = Glibc.close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) | getsockname(descriptor, $0, &size) }
        }
        guard status == 0 else { throw FixtureError("no free port on 127.0.0.1") }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// PostgreSQL refuses to run as root, so there it runs as `postgres`.
    private static let script = #"""
        trap '' INT HUP TERM PIPE
        directory=$1 port=$2 programs=$3
        if [ "$(id -u)" = 0 ]; then as='setpriv --reuid=postgres --regid=postgres --clear-groups'; else as=''; fi
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
            $as "$programs/pg_ctl" -D "$directory/data" -l "$directory/data/server.log" -t 30 -w start > /dev/null 2>&1 < /dev/null || { cat "$directory/data/server.log"; return 1; }
        }
        stop() {
            thaw
            $as "$programs/pg_ctl" -D "$directory/data" -m immediate -w stop > /dev/null 2>&1 < /dev/null
        }
        tree() { master=$(head -n 1 "$directory/data/postmaster.pid" 2> /dev/null) && echo "$master" $(ps -o pid= --ppid "$master"); }
        freeze() { kill -STOP $(tree); }
        thaw() { processes=$(tree) && kill -CONT $processes; true; }
        while read -r word; do
            case $word in create | start | stop | freeze | thaw) "$word" ;; *) false ;; esac && echo @done || echo @failed
        done
        stop
        rm -rf "$directory"
        """#
}
