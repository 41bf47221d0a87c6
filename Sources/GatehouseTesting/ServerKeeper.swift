import Foundation
import Glibc
import Synchronization

/// A database server of this test process, which a test can stop and start.
package protocol ControlledServer: Sendable {
    var keeper: ServerKeeper { get }
}

extension ControlledServer {
    /// Starts the server again after ``stop()``, on the same port with the same data.
    package func start() throws { try keeper.order("start") }

    /// Ends the server and every connection at once, as a crash would.
    package func stop() throws { try keeper.order("stop") }

    /// Suspends every process of the server (SIGSTOP): connections stay open, but nothing responds.
    package func freeze() throws { try keeper.order("freeze") }

    package func thaw() throws { try keeper.order("thaw") }
}

/// The shell process that owns a server. It reads one command per line, responds to each with one line, and cleans up when its input ends.
///
/// It has its own session, so that interrupting the test run does not end it before it has cleaned up.
package final class ServerKeeper: Sendable {
    let directory: String
    let port: Int
    private let name: String
    private let pipes: Mutex<Pipes>

    private struct Pipes {
        let orders: FileHandle
        let replies: FileHandle
    }

    /// - Parameters:
    ///   - kind: the kind of server, which is part of the directory's name.
    ///   - script: defines the shell functions `create`, `start`, `stop`, `freeze` and `thaw`. The variables `$directory`, `$port`,
    ///     `$programs` and `$as` are set.
    init(_ kind: String, programs: String, user: String, script: String) throws {
        name = kind
        directory = "\(Self.baseDirectory)/gatehouse-\(kind)-\(UUID().uuidString.prefix(8))"
        port = try Self.freePort()
        let shell = Process()
        let input = Pipe()
        let output = Pipe()
        shell.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
        shell.arguments = ["/bin/sh", "-c", Self.head + script + Self.tail, "sh", directory, String(port), programs, user]
        shell.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"]
        shell.standardInput = input
        shell.standardOutput = output
        shell.standardError = output
        shell.currentDirectoryURL = URL(fileURLWithPath: "/")
        try shell.run()
        // A child process that starts later must not keep the pipe open after this process has ended.
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        pipes = Mutex(Pipes(orders: input.fileHandleForWriting, replies: output.fileHandleForReading))
        try order("create")
        try order("start")
    }

    /// Sends one command to the shell and waits for its reply.
    func order(_ word: String) throws {
        try pipes.withLock { pipes in
            try pipes.orders.write(contentsOf: Data("\(word)\n".utf8))
            var said = ""
            while let byte = try pipes.replies.read(upToCount: 1), !byte.isEmpty {
                said += String(decoding: byte, as: UTF8.self)
                guard said.hasSuffix("\n") else { continue }
                if said.hasSuffix("@done\n") { return }
                if said.hasSuffix("@failed\n") { break }
            }
            throw FixtureError("\(name) fixture could not \(word): \(said)")
        }
    }

    /// Ends the shell's input. The shell then stops the server and removes its files.
    deinit {
        // If it is closed already, nothing is left to end.
        pipes.withLock { try? $0.orders.close() }
    }

    /// The directory for the server's files. It is in memory if there is enough, which makes creating a database several times faster.
    private static var baseDirectory: String {
        // A system without it has only the other directory.
        let memory = try? FileManager.default.attributesOfFileSystem(forPath: "/dev/shm")
        let free = (memory?[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
        return free > 2_000_000_000 ? "/dev/shm" : "/tmp"
    }

    /// A port of 127.0.0.1 that is free at this moment.
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

    /// The user for the server. Servers refuse to run as root, so under root they run as another user.
    private static let head = #"""
        trap '' INT HUP TERM PIPE
        directory=$1 port=$2 programs=$3
        if [ "$(id -u)" = 0 ]; then as="setpriv --reuid=$4 --regid=$4 --clear-groups"; else as=''; fi
        # Stops processes with all their threads: the order itself returns before the last thread stands, which could answer a call until then.
        halt() {
            kill -STOP "$@" || return 1
            for process in "$@"; do
                while grep -hs '^State:' "/proc/$process/task/"*/status | grep -qv '[TZX] ('; do sleep 0.01; done
            done
        }

        """#

    private static let tail = #"""

        while read -r word; do
            case $word in create | start | stop | freeze | thaw) "$word" ;; *) false ;; esac && echo @done || echo @failed
        done
        stop
        rm -rf "$directory"
        """#
}
