import GatehouseTesting
import Glibc
import SQL
import Synchronization
import Testing

/// A server that answers every login with yes and every statement with the wish for a file of the client.
private final class RogueServer: Sendable {
    let port: Int
    private let listener: Int32
    private let heard = Mutex<[UInt8]>([])

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let open = listener
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(open, $0, size) | listen(open, 16) | getsockname(open, $0, &size) }
        }
        try #require(status == 0)
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(listener) }

    /// All bytes that clients sent.
    var received: [UInt8] { heard.withLock { $0 } }

    /// Serves one connection until it ends; blocks.
    func serve(asking plugin: String = "mysql_native_password", answer: [UInt8]) {
        let client = accept(listener, nil, nil)
        defer { close(client) }
        Self.send(Self.greeting(plugin), number: 0, to: client)
        // To the login: yes. To everything after it: the answer.
        var isIn = false
        while let number = next(from: client) {
            Self.send(isIn ? answer : [0, 0, 0, 2, 0, 0, 0], number: number &+ 1, to: client)
            isIn = true
        }
    }

    /// Reads one packet; its number, nil at the end.
    private func next(from client: Int32) -> UInt8? {
        guard let head = read(4, from: client), let body = read(Int(head[0]) | Int(head[1]) << 8 | Int(head[2]) << 16, from: client) else {
            return nil
        }
        heard.withLock { $0 += body }
        return head[3]
    }

    private func read(_ count: Int, from client: Int32) -> [UInt8]? {
        var out: [UInt8] = []
        while out.count < count {
            var buffer = [UInt8](repeating: 0, count: count - out.count)
            let got = recv(client, &buffer, buffer.count, 0)
            guard got > 0 else { return nil }
            out += buffer.prefix(got)
        }
        return out
    }

    private static func send(_ body: [UInt8], number: UInt8, to client: Int32) {
        let packet = [UInt8(body.count & 255), UInt8(body.count >> 8), 0, number] + body
        _ = Glibc.send(client, packet, packet.count, Int32(MSG_NOSIGNAL))
    }

    private static func greeting(_ plugin: String) -> [UInt8] {
        // Everything is offered but TLS: LOCAL INFILE (0x80) too.
        let capabilities: UInt32 = 0x00FF_F7FF
        var out: [UInt8] = [10]
        out += Array("8.0.36".utf8) + [0, 7, 0, 0, 0] + Array("12345678".utf8) + [0]
        out += [UInt8(capabilities & 255), UInt8(capabilities >> 8 & 255), 0x21, 2, 0, UInt8(capabilities >> 16 & 255), 0, 21]
        out += [UInt8](repeating: 0, count: 10) + Array("123456789012".utf8) + [0] + Array(plugin.utf8) + [0]
        return out
    }
}

@Suite("A driver: a server that only pretends")
struct RogueServerTests {
    @Test("C16 a server that asks for a local file gets nothing of it")
    func localFile() async throws {
        let server = try RogueServer()
        let files = try TemporaryDirectory()
        let file = files.path(of: "secret.txt")
        try await blocking {
            let written = fopen(file, "w")
            fputs("the client's own secret", written)
            fclose(written)
        }
        let database = try MySQLDatabase(url: DatabaseURL(parsing: "mysql://u:p@127.0.0.1:\(server.port)/d?sslmode=disable&connect_timeout=60"))
        let serving = Task { try await blocking { server.serve(answer: [0xFB] + Array(file.utf8)) } }
        let error = await databaseError { _ = try await database.read(.patient) { try $0.first("SELECT 1") { $0.int(0) } } }
        #expect(error != nil)
        await database.close()
        try await serving.value
        let text = String(decoding: server.received, as: UTF8.self)
        #expect(text.contains("SET NAMES") && !text.contains("own secret"))
    }

    @Test("A server that asks for the password itself does not get it", arguments: ["mysql_clear_password", "dialog", "auth_gssapi_client", "../x"])
    func clearPassword(plugin: String) async throws {
        let server = try RogueServer()
        let database = try MySQLDatabase(
            url: DatabaseURL(parsing: "mysql://u:hunter2-password@127.0.0.1:\(server.port)/d?sslmode=disable&connect_timeout=60"))
        let serving = Task { try await blocking { server.serve(asking: plugin, answer: [0xFE] + Array(plugin.utf8) + [0]) } }
        let error = await databaseError { _ = try await database.read(.patient) { try $0.first("SELECT 1") { $0.int(0) } } }
        #expect(error?.code == .denied || error?.code == .unavailable || error?.code == .other, "\(String(describing: error))")
        await database.close()
        try await serving.value
        #expect(!String(decoding: server.received, as: UTF8.self).contains("hunter2"))
    }
}
