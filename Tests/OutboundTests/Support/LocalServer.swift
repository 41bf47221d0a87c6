import NIOCore
import NIOPosix
import Synchronization

/// A server on loopback that counts connections, records requests, and sends the given bytes, valid or not.
final class LocalServer: Sendable {
    enum Reply: Sendable {
        case bytes(String)
        /// The bytes, and then the end of the connection.
        case end(String)
        /// The head at once, then one piece after another.
        case drip(head: String, piece: String = "x")
        /// The head, and then 10 MB.
        case flood(head: String)
        case silence
    }

    private struct Seen {
        var connections = 0
        var closed = 0
        var requests: [String] = []
    }

    let host: String
    let port: Int
    private let channel: any Channel
    private let seen: Witness

    init(host: String = "127.0.0.1", port: Int = 0, _ reply: Reply) async throws {
        let seen = Witness()
        self.host = host
        self.seen = seen
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                seen.connected()
                return channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Answering(reply: reply, seen: seen)) }
            }
            .bind(host: host, port: port).get()
        self.port = channel.localAddress?.port ?? 0
    }

    var connections: Int { seen.connections }
    /// Connections that have ended.
    var closed: Int { seen.closed }
    /// Heads of requests, as they came.
    var requests: [String] { seen.requests }
    func url(_ path: String = "/client.json") -> String { "http://\(host):\(port)\(path)" }

    /// Runs the body with a server, and closes it after.
    static func with<R>(_ reply: Reply, host: String = "127.0.0.1", port: Int = 0, _ body: (LocalServer) async throws -> R) async throws -> R {
        let server = try await LocalServer(host: host, port: port, reply)
        do {
            let result = try await body(server)
            try await server.channel.close()
            return result
        } catch {
            try await server.channel.close()
            throw error
        }
    }

    /// A JSON answer with a body, and more header fields, each ending in a line end.
    static func json(_ body: String, status: String = "200 OK", type: String = "application/json", more: String = "") -> Reply {
        .bytes("HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\(more)\r\n\(body)")
    }

    fileprivate final class Witness: Sendable {
        private let state = Mutex(Seen())
        var connections: Int { state.withLock { $0.connections } }
        var closed: Int { state.withLock { $0.closed } }
        var requests: [String] { state.withLock { $0.requests } }
        func connected() { state.withLock { $0.connections += 1 } }
        func disconnected() { state.withLock { $0.closed += 1 } }
        func asked(_ head: String) { state.withLock { $0.requests.append(head) } }
    }

    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let reply: Reply
        private let seen: Witness
        private var head = ""

        init(reply: Reply, seen: Witness) {
            self.reply = reply
            self.seen = seen
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            head += String(buffer: unwrapInboundIn(data))
            guard head.contains("\r\n\r\n") else { return }
            seen.asked(head)
            head = ""
            switch reply {
            case .silence: return
            case .bytes(let text): send(text, context)
            case .end(let text):
                send(text, context)
                context.close(promise: nil)
            case .drip(let head, let piece):
                send(head, context)
                drip(piece, context)
            case .flood(let head):
                send(head + String(repeating: "x", count: 10_485_760), context)
            }
        }

        func channelInactive(context: ChannelHandlerContext) { seen.disconnected() }

        private func send(_ text: String, _ context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        }

        /// Until the other side has gone.
        private func drip(_ piece: String, _ context: ChannelHandlerContext) {
            let channel = context.channel
            channel.eventLoop.scheduleRepeatedTask(initialDelay: .milliseconds(20), delay: .milliseconds(20)) { task in
                if channel.isActive { channel.writeAndFlush(ByteBuffer(string: piece), promise: nil) } else { task.cancel() }
            }
        }
    }
}
