import HTTPTypes
import JSON
import MCP
import NIOCore
import NIOHTTP1
import NIOPosix

/// A minimal HTTP server for the library: `/sse` serves HTTP+SSE, every other path Streamable HTTP. It has no authentication and listens on
/// loopback only.
struct HTTPListener {
    private let channel: any Channel

    static func start(_ server: MCPServer<Visitor>, port: Int) async throws -> HTTPListener {
        let policy = try OriginPolicy(allowsLoopback: true)
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
                    try channel.pipeline.syncOperations.addHandler(Connection(server: server, policy: policy))
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        return HTTPListener(channel: channel)
    }

    var port: Int { channel.localAddress?.port ?? 0 }

    func wait() async throws { try await channel.closeFuture.get() }

    func stop() async throws { try await channel.close() }

    /// One connection. The pipeline before it passes one request at a time.
    private final class Connection: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let server: MCPServer<Visitor>
        private let policy: OriginPolicy
        private var head: HTTPRequestHead?
        private var body: [UInt8] = []
        private var task: Task<Void, Never>?

        init(server: MCPServer<Visitor>, policy: OriginPolicy) {
            self.server = server
            self.policy = policy
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                self.head = head
                body = []
            case .body(let buffer):
                // One byte above the limit is enough for the library to refuse the body.
                let room = server.settings.jsonLimits.maximumByteCount + 1 - body.count
                body.append(contentsOf: buffer.readableBytesView.prefix(room))
            case .end:
                guard let head, let request = Self.request(head) else { return context.close(promise: nil) }
                task = Self.start(request, body, server, policy, context.channel, isLast: !head.isKeepAlive)
            }
        }

        func channelInactive(context: ChannelHandlerContext) {
            task?.cancel()
            context.fireChannelInactive()
        }

        private static func start(
            _ request: HTTPRequest, _ body: [UInt8], _ server: MCPServer<Visitor>, _ policy: OriginPolicy, _ channel: any Channel, isLast: Bool
        ) -> Task<Void, Never> {
            Task {
                let response = await respond(to: request, body, server, policy)
                // Both fail when the client has left.
                try? await write(response, to: channel, isBodyless: request.method == .head)
                if isLast { try? await channel.close() }
            }
        }

        private static func request(_ head: HTTPRequestHead) -> HTTPRequest? {
            guard let method = HTTPRequest.Method(head.method.rawValue) else { return nil }
            var fields = HTTPFields()
            for (name, value) in head.headers {
                guard let name = HTTPField.Name(name) else { return nil }
                fields.append(HTTPField(name: name, value: value))
            }
            return HTTPRequest(method: method, scheme: "http", authority: head.headers.first(name: "host"), path: head.uri, headerFields: fields)
        }

        private static func respond(
            to request: HTTPRequest, _ body: [UInt8], _ server: MCPServer<Visitor>, _ policy: OriginPolicy
        ) async -> MCPHTTPResponse {
            if let refusal = policy.refusal(of: request) { return refusal }
            if request.method == .options { return CORS.preflight(request) }
            var response = await answer(to: request, body, server)
            CORS.allow(request, &response.head)
            return response
        }

        private static func answer(to request: HTTPRequest, _ body: [UInt8], _ server: MCPServer<Visitor>) async -> MCPHTTPResponse {
            let parts = (request.path ?? "").split(separator: "?", maxSplits: 1)
            guard parts.first == "/sse", request.method == .get || request.method == .post else {
                return await server.respond(to: request, body: body, principal: Visitor())
            }
            if request.method == .get { return server.openSSE(principal: Visitor()) { "/sse?\($0)" } }
            return await server.postSSE(body, connection: parts.count > 1 ? String(parts[1]) : "", principal: Visitor())
        }

        private static func write(_ response: MCPHTTPResponse, to channel: any Channel, isBodyless: Bool) async throws {
            var headers = HTTPHeaders(response.head.headerFields.map { ($0.name.rawName, $0.value) })
            let status = HTTPResponseStatus(statusCode: response.head.status.code)
            switch response.body {
            case .none where status == .noContent, .events: break
            case .none: headers.add(name: "Content-Length", value: "0")
            case .bytes(let bytes): headers.add(name: "Content-Length", value: String(bytes.count))
            }
            try await channel.writeAndFlush(HTTPServerResponsePart.head(.init(version: .http1_1, status: status, headers: headers)))
            func send(_ bytes: [UInt8]) async throws {
                try await channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: bytes))))
            }
            switch response.body {
            case .none: break
            case .bytes(let bytes): if !isBodyless { try await send(bytes) }
            case .events(let stream): for await frame in stream { try await send(frame) }
            }
            try await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
        }
    }
}
