import Foundation
import GatehouseTesting
import Server
import Testing

@Suite("TLS on the wire")
struct TLSTests {
    @Test("with a certificate the server accepts only https, and its challenge uses https")
    func https() async throws {
        let files = try TemporaryDirectory()
        let (certificate, key) = (files.path(of: "cert.pem"), files.path(of: "key.pem"))
        let made = try await Self.run(
            "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
            "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", certificate)
        try #require(made.status == 0)
        try await RunningServer.run([.tlsCertificate: certificate, .tlsKey: key]) { server in
            #expect(server.url.hasPrefix("https://127.0.0.1:"))
            let live = try await Self.run("/usr/bin/curl", "-sS", "--cacert", certificate, "\(server.url)/health/live")
            #expect(live.status == 0 && live.output == #"{"status":"live"}"#)
            let call = try await Self.run(
                "/usr/bin/curl", "-sS", "-i", "--cacert", certificate, "\(server.url)/api/mcp", "-H", "Content-Type: application/json", "-d",
                #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami"}}"#)
            #expect(call.output.contains("401") && call.output.contains("resource_metadata=\"https://127.0.0.1:\(server.port)/.well-known/"))
            let old = try await Self.run("/usr/bin/curl", "-sS", "-k", "--tls-max", "1.1", "\(server.url)/health/live")
            #expect(old.status != 0)
            let plain = try RawConnection(port: server.port)
            try await plain.send(Ask.get("/health/live").text(host: server.host))
            let said = try await plain.rest()
            #expect(!String(decoding: said, as: UTF8.self).contains("HTTP/1.1"))
        }
    }

    @Test("files that are no certificate and key stop the start")
    func damagedFiles() async throws {
        let files = try TemporaryDirectory()
        let path = files.path(of: "none.pem")
        try Data("nothing".utf8).write(to: URL(filePath: path))
        await #expect(throws: (any Error).self) {
            try await RunningServer.run([.tlsCertificate: path, .tlsKey: path]) { _ in Issue.record("it serves") }
        }
    }

    private static func run(_ arguments: String...) async throws -> (status: Int32, output: String) {
        try await blocking {
            let process = Process()
            process.executableURL = URL(filePath: arguments[0])
            process.arguments = Array(arguments.dropFirst())
            let output = Pipe()
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            let said = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return (process.terminationStatus, String(decoding: said, as: UTF8.self))
        }
    }
}
