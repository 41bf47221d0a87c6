import JSON
import SQL
import Server
import Store
import Testing
import Tools

@Suite("Devices on the wire")
struct DeviceGrantTests {
    private static let grant = "urn:ietf:params:oauth:grant-type:device_code"

    /// A device of a client, as far as it goes by itself.
    private struct Device {
        let server: RunningServer
        let client: String
        let answer: RawResponse

        init(_ server: RunningServer, _ client: String, scope: String = "read:record run:sql") async throws {
            self.server = server
            self.client = client
            answer = try await server.token([("client_id", client), ("scope", scope)], path: "/api/device-auth")
        }

        var code: String { answer.json["user_code"]?.string ?? "" }

        func poll(as client: String? = nil) async throws -> RawResponse {
            try await server.token([
                ("grant_type", grant), ("device_code", answer.json["device_code"]?.string ?? ""), ("client_id", client ?? self.client),
            ])
        }

        /// As if the device had waited.
        func wait() async throws { try await server.composition.store.write { _ = try $0.execute("UPDATE device_codes SET polled_at = NULL") } }
    }

    private static func client(_ server: RunningServer, _ name: String = "built-in/tv") async throws -> String {
        try await server.addClient(name, redirects: [], grants: [grant, "refresh_token"], isPublic: true).id
    }

    @Test("a device shows a code, a person allows it at its page, and the device gets its tokens, once")
    func allowed() async throws {
        try await RunningServer.run { server in
            let client = try await Self.client(server)
            let stranger = try await Self.client(server, "built-in/other")
            let device = try await Device(server, client)
            #expect(device.answer.status == 200 && device.answer["cache-control"] == "no-store" && device.answer.json["interval"] == 5)
            #expect(device.answer.json["verification_uri"]?.string == "http://\(server.host)/device" && device.code.count == 9)
            #expect(device.answer.json["expires_in"]?.int ?? 0 > 0)
            let first = try await device.poll()
            #expect(first.status == 400 && first.json["error"] == "authorization_pending" && first["cache-control"] == "no-store")
            #expect(try await device.poll().json["error"] == "slow_down")
            try await device.wait()
            #expect(try await device.poll().json["error"] == "authorization_pending")

            let browser = Browser(server)
            let page = try await browser.follow(browser.signIn(password: server.adminPassword, at: "/login/oauth/device/\(device.code)"))
            #expect(page.text.contains(device.code) && page.text.contains("Is that your own device"))
            let before = try await server.state()
            let unknown = try await browser.post("/device", page.hidden.filter { $0.0 == "csrf" } + [("user_code", "AAAA-AAAA")])
            #expect(unknown.status == 404 && unknown.text.contains("is unknown"))
            #expect(try await browser.decide(page, scopes: []).status == 400, "nothing ticked is no answer")
            #expect(try await server.state() == before)
            let answer = try await browser.decide(page, scopes: ["read:record"])
            #expect(answer.status == 200 && answer.text.contains("connected"))
            let again = try await server.unchanged { try await browser.decide(page) }
            #expect(again.status == 404, "a code is answered once")

            try await device.wait()
            #expect(try await device.poll(as: stranger).json["error"] == "invalid_grant", "another client gets nothing")
            try await device.wait()
            let tokens = try await device.poll()
            #expect(tokens.status == 200 && tokens["cache-control"] == "no-store" && tokens.json["scope"] == "read:record")
            let me = try await server.answer(.call("whoami", key: tokens.json["access_token"]?.string)).result["structuredContent"]
            #expect(me?["user"] == "built-in/admin" && me?["scopes"] == ["read:record"])
            let refreshed = try await server.token([
                ("grant_type", "refresh_token"), ("refresh_token", tokens.json["refresh_token"]?.string ?? ""), ("client_id", client),
            ])
            #expect(refreshed.status == 200 && refreshed.json["scope"] == "read:record")
            try await device.wait()
            #expect(try await device.poll().json["error"] == "invalid_grant")
            #expect(try await browser.get("/connections").text.contains("tv"))
        }
    }

    @Test("a device that was refused, waited too long, or asks with a code that is none gets nothing")
    func refused() async throws {
        try await RunningServer.run { server in
            let client = try await Self.client(server)
            let denied = try await Device(server, client)
            let late = try await Device(server, client)
            let browser = Browser(server)
            let page = try await browser.follow(browser.signIn(password: server.adminPassword, at: "/device?user_code=\(denied.code)"))
            #expect(try await browser.decide(page, "deny").text.contains("refused"))
            let refusal = try await denied.poll()
            #expect(refusal.status == 400 && refusal.json["error"] == "access_denied" && refusal.json["access_token"] == nil)
            try await server.composition.store.write { _ = try $0.execute("UPDATE device_codes SET expires_at = 1") }
            #expect(try await late.poll().json["error"] == "expired_token")
            let over = try await browser.get("/device?user_code=\(late.code)")
            #expect(over.status == 404 && over.text.contains("has expired"))
            let none = try await server.token([("grant_type", Self.grant), ("device_code", "gthd_nothing"), ("client_id", client)])
            #expect(none.status == 400 && none.json["error"] == "invalid_grant")
            let without = try await server.addClient("built-in/web")
            let begun = try await server.token([("client_id", without.id), ("client_secret", without.secret)], path: "/api/device-auth")
            #expect(begun.status == 400 && begun.json["error"] == "unauthorized_client")
            #expect(try await server.grants().isEmpty)
        }
    }
}
