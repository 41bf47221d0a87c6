import Glibc
import NIOPosix

/// Standard input as chunks of bytes, read on a thread of its own.
struct StandardInput: AsyncSequence, Sendable {
    typealias Element = [UInt8]

    struct AsyncIterator: AsyncIteratorProtocol {
        /// nil at the end of the input.
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
    /// The reader of the output is gone.
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
