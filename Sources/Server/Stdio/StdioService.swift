import Access
import Glibc
package import Identity
import MCP
import NIOPosix
import Tools

/// Serves MCP over standard input and output to one caller.
package enum StdioService {
    /// The caller: a key, or a user named at the terminal.
    package enum Identity: Sendable {
        case key(String)
        case user(QualifiedName)
    }

    /// Serves until the end of the input.
    package static func run(_ composition: Composition, as identity: Identity, workspace: String?) async throws {
        let unknown = Refusal(.notFound, "workspace: '\((workspace ?? "").prefix(64))' does not exist")
        let judge: @Sendable () async throws -> Caller = {
            switch identity {
            case .key(let key): return try await composition.callers.caller(for: .bearer(key), at: workspace)
            case .user(let name):
                guard let endpoint = try await composition.callers.workspace(workspace) else { throw unknown }
                return try await composition.callers.caller(named: name, in: endpoint, composition.domains)
            }
        }
        let principal = RequestPrincipal(
            caller: try await judge(), packages: .standard, requestID: "stdio-" + RequestIDs.one(),
            challenge: Challenge(origin: "stdio:", path: ""),
            isConnection: true, renewal: judge)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await composition.runBackground() }
            let connection = StdioConnection(composition.server, principal: principal)
            try await connection.run(StandardInput(), write: StandardOutput.write)
            group.cancelAll()
        }
    }
}

/// Standard input as chunks of bytes, read on a thread of its own.
struct StandardInput: AsyncSequence, Sendable {
    typealias Element = [UInt8]

    struct AsyncIterator: AsyncIteratorProtocol {
        /// Nil at the end of the input.
        mutating func next() async throws -> [UInt8]? {
            try await NIOThreadPool.singleton.runIfActive {
                var buffer = [UInt8](repeating: 0, count: 65_536)
                while true {
                    let count = Glibc.read(0, &buffer, buffer.count)
                    if count < 0 && errno == EINTR { continue }
                    return count > 0 ? Array(buffer.prefix(count)) : nil
                }
            }
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}

/// Standard output.
enum StandardOutput {
    /// The reader of the output has closed it.
    struct Closed: Error {}

    /// Writes all bytes, on a thread that may block.
    @Sendable
    static func write(_ bytes: [UInt8]) async throws {
        try await NIOThreadPool.singleton.runIfActive {
            var offset = 0
            while offset < bytes.count {
                let written = bytes.withUnsafeBytes { Glibc.write(1, $0.baseAddress.map { $0 + offset }, $0.count - offset) }
                if written < 0 && errno == EINTR { continue }
                guard written > 0 else { throw Closed() }
                offset += written
            }
        }
    }
}
