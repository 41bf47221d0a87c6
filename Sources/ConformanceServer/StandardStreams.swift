import Foundation
import NIOPosix

/// Standard input and output, on threads that may block.
enum StandardStreams {
    /// The input in chunks of any size.
    static var input: AsyncStream<[UInt8]> {
        AsyncStream {
            // The pool runs as long as the process.
            try? await NIOThreadPool.singleton.runIfActive {
                let data = FileHandle.standardInput.availableData
                return data.isEmpty ? nil : Array(data)
            }
        }
    }

    /// Writes all bytes at once, also to a pipe.
    @Sendable
    static func write(_ bytes: [UInt8]) async throws {
        try await NIOThreadPool.singleton.runIfActive { try FileHandle.standardOutput.write(contentsOf: Data(bytes)) }
    }
}
