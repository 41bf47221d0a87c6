import Hummingbird
import Logging
import NIOCore

/// The floor of every request: a bare Hummingbird route that reads the same body and answers the same number of bytes.
enum HummingbirdFloor {
    static func run(port: Int, bytes: Int) async throws {
        let answer = ByteBuffer(repeating: UInt8(ascii: "x"), count: bytes)
        let router = Router()
        router.post("/api/mcp") { request, _ in
            let body = try await request.body.collect(upTo: 1_048_576)
            precondition(body.readableBytes > 0)
            return Response(status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: answer))
        }
        var logger = Logger(label: "floor")
        logger.logLevel = .error
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { Announcement.line("\($0.localAddress?.port ?? 0)") },
            logger: logger
        )
        try await application.runService()
    }
}
