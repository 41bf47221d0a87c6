import Access
import Identity
import JSON
import Server
import Store
import Testing
import Tools

@Suite("Names of workspaces are not revealed to callers without a right there")
struct WorkspaceNameTests {
    /// A workspace of another organization, a stopped one, and an unknown name.
    private static let names = ["acme-data", "acme-shut", "acme-none", "no_such.name"]

    /// A server with all of ``names``.
    private static func run(_ body: @escaping @Sendable (RunningServer) async throws -> Void) async throws {
        try await RunningServer.run { server in
            _ = try await server.addAcme()
            let acme = try await server.domains.organizations.find("acme").id
            let shut = try await server.domains.workspaces.add(acme, "acme-shut").id
            try await server.domains.members.add(
                acme, workspace: shut, .user, QualifiedName(parsing: "acme/eve", argument: "user"), role: .admin, bound: try await server.terminal())
            try await server.domains.workspaces.stop(acme, shut)
            try await body(server)
        }
    }

    /// The visible part of a response, without the name that was called.
    private static func seen(_ answer: RawResponse, _ name: String) -> String {
        let fields = answer.fields.filter { !["date", "mcp-session-id", "x-request-id", "content-length"].contains($0.name) }
        let head = fields.map { "\($0.name): \($0.value)" }.sorted().joined(separator: "\n")
        return "\(answer.status)\n\(head)\n\(answer.text)".replacing(name, with: "NAME")
    }

    /// Sends the same requests to every name and compares the responses.
    private static func compare(
        _ server: RunningServer, _ label: String, _ asks: @Sendable (String) -> [Ask], status: Int? = nil,
        send: (@Sendable (Ask) async throws -> RawResponse)? = nil
    ) async throws {
        for index in asks("x").indices {
            var expected: String?
            for name in names {
                let ask = asks(name)[index]
                let answer = if let send { try await send(ask) } else { try await server.answer(ask) }
                let seen = seen(answer, name)
                #expect(seen == expected ?? seen, "\(label) \(name) \(ask.method) \(ask.path)")
                if let status { #expect(answer.status == status, "\(label) \(name) \(ask.method) \(ask.path)") }
                expected = expected ?? seen
            }
        }
    }

    private static func discovery(_ name: String) -> [Ask] {
        ["mcp", "MCP", "mcp/"].flatMap { last -> [Ask] in
            let path = "/api/__app/\(name)/\(last)"
            return [
                .mcp(
                    "initialize", ["protocolVersion": "2025-11-25", "capabilities": [:], "clientInfo": ["name": "t", "version": "1"]], in: nil,
                    path: path),
                .mcp("tools/list", path: path), .mcp("tools/list", in: "2026-07-28", path: path), .mcp("ping", path: path),
                .mcp("server/discover", in: "2026-07-28", path: path), .mcp("resources/list", path: path), .mcp("prompts/list", path: path),
                .mcp("resources/read", ["uri": "gatehouse://x"], path: path),
                .get("/.well-known/oauth-protected-resource\(path)"),
            ]
        }
    }

    private static func calls(_ name: String, _ fields: [(name: String, value: String)] = []) -> [Ask] {
        let place = "/api/__app/\(name)"
        return [
            .call("whoami", path: "\(place)/mcp", fields: fields), .call("whoami", in: "2026-07-28", path: "\(place)/MCP/", fields: fields),
            .get("\(place)/mcp", fields: fields + [("Accept", "text/event-stream")]), .get("\(place)/sse", fields: fields),
            Ask(method: "DELETE", path: "\(place)/mcp", fields: fields),
            Ask(path: "\(place)/tools/whoami", fields: fields, body: "{}"), .get("\(place)/get-users?owner=acme", fields: fields),
        ]
    }

    @Test("E15 without a credential every name gets the same response on every interface, and calls are 401 with a challenge")
    func strangers() async throws {
        try await Self.run { server in
            try await Self.compare(server, "anonymous", Self.discovery, status: nil)
            try await Self.compare(server, "anonymous", { Self.calls($0) }, status: 401)
            try await Self.compare(server, "anonymous") { name in
                ["login", "logout", "userinfo", "device-auth", "login/oauth/introspect"].map { path in
                    Ask(path: "/api/__app/\(name)/\(path)", fields: [("Content-Type", "application/json")], body: "{}")
                }
            }
            let challenge = try await server.answer(Self.calls("acme-none")[0])["www-authenticate"] ?? ""
            #expect(challenge == server.challenge(path: "/api/__app/acme-none/mcp"))
            let document = try await server.answer(.get("/.well-known/oauth-protected-resource/api/__app/acme-none/mcp"))
            #expect(document.status == 200 && document.json["resource"]?.string == "http://\(server.host)/api/__app/acme-none/mcp")
        }
    }

    @Test("E15 E13 a bad credential, a key of another workspace and a token of another endpoint are 401 at every name")
    func wrongCredentials() async throws {
        try await Self.run { server in
            let robot = try await server.addRobot()
            let credentials = [
                "Bearer x", "Bearer gths_x", "Bearer \(try await server.key(workspace: Workspace.mainID))",
                "Bearer \(try await server.clientToken(robot))", "Digest x",
            ]
            for value in credentials {
                try await Self.compare(server, value, { Self.calls($0, [("Authorization", value)]) }, status: 401)
            }
        }
    }

    @Test("E15 E05 keys, client credentials and sessions without a right there are 404 at every name")
    func foreigners() async throws {
        try await Self.run { server in
            try await server.addUser("zoe", role: .reader)
            let robot = try await server.addRobot()
            let credentials = ["Bearer \(try await server.key(of: "built-in/zoe"))", "Basic " + base64("\(robot.id):\(robot.secret)")]
            for value in credentials {
                try await Self.compare(server, value, { Self.calls($0, [("Authorization", value)]) }, status: 404)
            }
            try await server.addPerson("built-in/yan")
            let browser = Browser(server)
            _ = try await browser.signIn("built-in/yan", password: "a long password")
            let own = [(name: "Origin", value: "http://\(server.host)")]
            try await Self.compare(server, "session", { Self.calls($0, own) }, status: 404, send: { try await browser.send($0) })
        }
    }

    @Test("E15 an address list, and a role that is not the caller's, give the same response at every name")
    func lists() async throws {
        try await Self.run { server in
            let robot = try await server.addClient(
                redirects: [], grants: ["client_credentials"], scopes: ["read:application"], addresses: "203.0.113.0/24")
            let value = "Basic " + base64("\(robot.id):\(robot.secret)")
            try await Self.compare(server, "address", { Self.calls($0, [("Authorization", value)]) })
            try await server.addUser("zoe", role: .reader)
            let key = try await server.key(of: "built-in/zoe")
            try await Self.compare(server, "role", { Self.calls($0, [("Authorization", "Bearer \(key)"), ("x-role", "root")]) })
        }
    }

    @Test("E15 A16 the authorization server reveals no endpoint before sign-in; after it foreign and unknown ones are both invalid_target")
    func resources() async throws {
        try await Self.run { server in
            let device = "urn:ietf:params:oauth:grant-type:device_code"
            let client = try await server.addClient(grants: ["authorization_code", device, "client_credentials"], scopes: ["read:record"])
            try await server.addPerson("built-in/yan")
            let browser = Browser(server)
            func request(_ name: String) -> Authorization {
                Authorization(client.id, scope: "read:record", resource: "http://\(server.host)/api/__app/\(name)/mcp")
            }
            for name in Self.names {
                let asked = try await browser.get(request(name).path)
                #expect(asked.status == 303 && asked["location"]?.hasPrefix("/login?") == true, "\(name)")
                let silent = try await browser.get(request(name).with("prompt", "none").path)
                #expect(silent.redirected["error"] == "login_required", "\(name)")
            }
            _ = try await browser.signIn("built-in/yan", password: "a long password")
            let before = try await server.grants()
            let credentials = [("client_id", client.id), ("client_secret", client.secret)]
            for name in Self.names {
                let answer = try await browser.get(request(name).path)
                #expect(answer.status == 303 && answer.redirected["error"] == "invalid_target", "\(name)")
                #expect(answer.redirected["error_description"] == "parameter 'resource': there is no such endpoint", "\(name)")
                let resource = ("resource", "http://\(server.host)/api/__app/\(name)/mcp")
                let own = try await server.token(credentials + [("grant_type", "client_credentials"), resource])
                #expect(own.status == 400 && own.json["error"] == "invalid_target", "\(name)")
                let begun = try await server.token(credentials + [resource], path: "/api/device-auth")
                #expect(begun.status == 200, "\(name)")
                let page = try await browser.get("/device?user_code=\(begun.json["user_code"]?.string ?? "")")
                #expect(page.status == 403 && page.text.contains("there is no such endpoint"), "\(name) \(page.status)")
            }
            #expect(try await server.grants() == before)
        }
    }
}
