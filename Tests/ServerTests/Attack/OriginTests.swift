import JSON
import MCP
import Server
import Store
import Testing

@Suite("Attacks through pages, proxies and addresses")
struct OriginTests {
    private static let rename: JSONValue = ["resource": "notes", "action": "update", "filterByTk": 1, "values": ["title": "changed"]]

    @Test("B01 a foreign Origin or Host is 403 before the body is read, even with a good key; without Origin it is served")
    func foreignOrigin() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let key = try await server.key()
            let foreign: [(name: String, value: String)] = [
                ("Origin", "https://evil.example"), ("Origin", "null"), ("Origin", ""), ("Origin", "http://localhost.evil.example"),
                ("Origin", "http://127.0.0.1.evil.example"), ("Origin", "http://localhost@evil.example"), ("Origin", "http://evil.example/localhost"),
                ("Origin", "http://localhost:80:80"), ("Origin", "http://localhost, http://evil.example"), ("Origin", "file://localhost"),
                ("Host", "evil.example"), ("Host", "127.0.0.1.evil.example"), ("Host", "evil.example:\(server.port)"), ("Host", ""),
                ("Host", "localhost@evil.example"), ("Host", "localhost/x"),
            ]
            for field in foreign {
                let connection = try RawConnection(port: server.port)
                var ask = Ask.call("crud", Self.rename, key: key, fields: [field])
                ask.fields.append(("Content-Length", "500"))
                let whole = ask.text(host: server.host)
                let head = whole.prefix(upTo: whole.firstRange(of: "\r\n\r\n")?.upperBound ?? whole.endIndex)
                try await connection.send(String(head))
                let answer = try await connection.response()
                #expect(answer?.status == 403, "\(field)")
                #expect(answer?.error["code"] == -32600 && answer?["access-control-allow-origin"] == nil)
            }
            let twice = Ask.call("crud", Self.rename, key: key).with("Origin", "http://localhost").with("Origin", "https://evil.example")
            #expect(try await server.answer(twice).status == 403)
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            #expect(try await server.audit() == [])
            for host in ["localhost:\(server.port)", "LOCALHOST", "[::1]:1", server.host] {
                #expect(try await server.answer(.mcp("ping", fields: [("Host", host)])).status == 200, "\(host)")
            }
        }
    }

    @Test("B01 a request without Host is refused, in HTTP/1.1 and 1.0", arguments: ["1.1", "1.0"])
    func noHost(version: String) async throws {
        try await RunningServer.run { server in
            let connection = try RawConnection(port: server.port)
            try await server.addNotes()
            let key = try await server.key()
            let body = Ask.call("crud", ["resource": "notes", "action": "destroy", "filterByTk": 1], key: key).body ?? ""
            try await connection.send(
                "POST /api/mcp HTTP/\(version)\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
                    + "Authorization: Bearer \(key)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            let status = try await connection.response()?.status
            #expect(status == 403 || status == 400)
            #expect(try await server.notes() == RunningServer.untouchedNotes)
        }
    }

    @Test("B02 a star among the allowed origins or hosts refuses the start", arguments: [SettingKey.allowedOrigins, .allowedHosts])
    func star(key: SettingKey) throws {
        for text in ["*", "https://app.example.org,*", " * "] {
            let resolved = try ResolvedSettings(flags: [key: text], environment: [:], file: nil)
            let error = #expect(throws: SettingsError.self) { try Settings(resolved) }
            #expect(error?.reason == "allowed_origins and allowed_hosts take no *: name each one")
        }
    }

    @Test("B02 an entry that is no origin or host refuses the start", arguments: ["https://*.example.org", "app.example.org/x", "null", "ftp://x"])
    func malformedEntry(entry: String) async throws {
        await #expect(throws: (any Error).self) {
            try await RunningServer.run([.allowedOrigins: entry]) { _ in Issue.record("it serves") }
        }
    }

    @Test("B03 a preflight from an unknown origin gets no header that allows anything")
    func foreignPreflight() async throws {
        try await RunningServer.run { server in
            for origin in ["https://evil.example", "null", "http://localhost.evil.example"] {
                let ask = Ask(method: "OPTIONS", fields: [("Origin", origin), ("Access-Control-Request-Method", "POST")])
                let answer = try await server.answer(ask)
                #expect(answer.status == 403 && !answer.fields.contains { $0.name.hasPrefix("access-control-") })
            }
        }
    }

    @Test("B01 with a public URL its host and its pages are accepted, and others are not")
    func publicURL() async throws {
        try await RunningServer.run([.publicURL: "https://gate.example.org", .allowedHosts: "inner.example.org:8443"]) { server in
            let own = try await server.answer(.call("whoami", fields: [("Host", "gate.example.org"), ("Origin", "https://gate.example.org")]))
            #expect(own.status == 401 && own["www-authenticate"]?.contains("resource_metadata=\"https://gate.example.org/.well-known/") == true)
            #expect(try await server.answer(.mcp("ping", fields: [("Host", "inner.example.org:8443")])).status == 200)
            for host in ["gate.example.org.evil.example", "inner.example.org:1", "example.org"] {
                #expect(try await server.answer(.mcp("ping", fields: [("Host", host)])).status == 403, "\(host)")
            }
            for origin in ["http://gate.example.org", "https://gate.example.org:444", "https://sub.gate.example.org"] {
                #expect(try await server.answer(.mcp("ping", fields: [("Origin", origin)])).status == 403, "\(origin)")
            }
        }
    }

    @Test(
        "A36 a key in the query string is no credential",
        arguments: ["access_token", "api_key", "key", "token", "authorization", "bearer", "accessKey", "accessSecret", "username", "password"])
    func keyInQuery(name: String) async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let key = try await server.key()
            let answer = try await server.answer(.call("crud", Self.rename, path: "/api/mcp?\(name)=\(key)"))
            #expect(answer.status == 401 && answer["www-authenticate"] == server.challenge())
            let told = "Unauthorized operation: credentials in the URL are not read, send Authorization: Bearer"
            #expect(answer.error["data"]?.string == told)
            let rest = try await server.answer(Ask(path: "/api/tools/whoami?\(name)=\(key)", body: "{}"))
            #expect(rest.status == 401 && rest.error["message"]?.string == told)
            let plain = try await server.answer(.call("crud", Self.rename, path: "/api/mcp?packages=a&tokens=\(name)"))
            #expect(plain.status == 401 && plain.error["data"] == "Unauthorized operation")
            #expect(!answer.text.contains(key) && !answer.fields.contains { $0.value.contains(key) })
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            let log = try server.log()
            #expect(log.contains("\"route\":\"mcp\"") && !log.contains(key) && !log.contains("gths_"))
        }
    }

    @Test("A46 forwarded headers change nothing of the challenge, the verdict on Host, or the logged peer")
    func forwardedHost() async throws {
        try await RunningServer.run { server in
            let lies: [(name: String, value: String)] = [
                ("X-Forwarded-Host", "evil.example"), ("X-Forwarded-Proto", "https"), ("Forwarded", "host=evil.example;proto=https"),
                ("X-Forwarded-For", "203.0.113.9"), ("X-Original-Host", "evil.example"), ("X-Forwarded-Prefix", "/evil"),
            ]
            let answer = try await server.answer(.call("whoami", fields: lies))
            #expect(answer.status == 401 && answer["www-authenticate"] == server.challenge())
            #expect(!answer.fields.contains { $0.value.contains("evil") })
            #expect(try await server.answer(.mcp("ping", fields: [("Host", "evil.example"), ("X-Forwarded-Host", server.host)])).status == 403)
            let log = try server.log()
            #expect(log.contains("\"peer\":\"127.0.0.1\"") && !log.contains("203.0.113.9"))
        }
    }
}
