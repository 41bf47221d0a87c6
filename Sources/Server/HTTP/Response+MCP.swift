import Hummingbird
import MCP
import NIOCore

extension Response {
    /// What the protocol's server answers, as the HTTP server writes it.
    /// - Parameter ended: is called when a stream has been written or its reader has gone.
    init(_ answer: MCPHTTPResponse, ended: @escaping @Sendable () -> Void = {}) {
        switch answer.body {
        case .none:
            self.init(status: answer.head.status, headers: answer.head.headerFields)
        case .bytes(let bytes):
            self.init(status: answer.head.status, headers: answer.head.headerFields, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
        case .events(let stream):
            self.init(
                status: answer.head.status, headers: answer.head.headerFields,
                body: .init { writer in
                    defer { ended() }
                    for await frame in stream { try await writer.write(ByteBuffer(bytes: frame)) }
                    try await writer.finish(nil)
                })
        }
    }
}
