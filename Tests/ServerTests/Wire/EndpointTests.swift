import JSON
import Server
import Testing

@Suite("Endpoints on the wire")
struct EndpointTests {
    @Test("the endpoint is found in any case, with a slash at its end, by its alias, by NocoBase's actions and by its workspace")
    func spellings() async throws {
        try await RunningServer.run { server in
            let found = [
                "/api/mcp", "/api/mcp/", "/API/MCP", "/Api/Mcp/", "/mcp", "/mcp/", "/MCP", "/api/__app/main/mcp", "/API/__APP/Main/MCP/",
                "/api/mcp?packages=*", "/api/mcp:list", "/api/MCP:Create/", "/api/__app/main/mcp:list", "/api/__app/main/mcp:create",
            ]
            for path in found { #expect(try await server.answer(.mcp("ping", path: path)).status == 200, "\(path)") }
            let missing = [
                "/api", "/mcp:list", "/api/mcp-x", "/api/mcp/x", "//api/mcp", "/api//mcp", "/api/mcp//", "/api/__app/mcp",
                "/api/__app//mcp",
                "/api/__app/main",
                "/api/__app/main/mcp/x", "/api/%6dcp", "/api/__app/no~name/mcp", "/api/__app/main%2f/mcp", "/api/__app/../mcp", "/nothing",
            ]
            for path in missing {
                let answer = try await server.answer(.mcp("ping", path: path))
                #expect(answer.status == 404 && answer["content-type"] == "application/json", "\(path)")
                #expect(answer.text == #"{"error":"not_found"}"#)
            }
        }
    }

    @Test("the endpoint of another workspace has its own challenge; an unknown one is 404 for an operator's key")
    func otherWorkspace() async throws {
        try await RunningServer.run { server in
            _ = try await server.addAcme()
            let path = "/api/__app/acme-data/mcp"
            let answer = try await server.answer(.call("whoami", path: path))
            #expect(answer.status == 401 && answer["www-authenticate"] == server.challenge(path: path))
            let key = try await server.key()
            let none = try await server.answer(.call("whoami", key: key, path: "/api/__app/none/mcp"))
            #expect(none.status == 404 && none["www-authenticate"] == nil)
            #expect(none.json["jsonrpc"] == "2.0" && none.json["id"] == 7 && none.error["code"] == -32600, "\(none.text)")
            let listening = try await server.answer(.get("/api/__app/none/mcp", fields: [("Authorization", "Bearer \(key)")]))
            #expect(listening.status == 404 && listening.json["id"] == .null && listening.error["message"] == "Not found")
        }
    }

    @Test("every interface also exists below each workspace, and sets no cookie below an unknown one")
    func belowWorkspaces() async throws {
        try await RunningServer.run { server in
            _ = try await server.addAcme()
            for path in ["login", "logout", "userinfo", "device-auth", "login/oauth/introspect", "login/oauth/access_token", "oauth/register"] {
                func answer(in workspace: String) async throws -> RawResponse {
                    try await server.answer(
                        Ask(path: "/api/__app/\(workspace)/\(path)", fields: [("Content-Type", "application/json")], body: "{}"))
                }
                let nowhere = try await answer(in: "nowhere")
                let own = try await answer(in: "acme-data")
                #expect(nowhere.status == own.status && nowhere.all("set-cookie").isEmpty, "\(path)")
                #expect(own.status != 404, "\(path)")
            }
            let key = try await server.key(of: "acme/eve")
            let answer = try await server.answer(
                Ask(path: "/api/__app/acme-data/tools/whoami", fields: [("Authorization", "Bearer \(key)")], body: "{}"))
            #expect(answer.status == 200 && answer.json["workspace"] == "acme-data")
        }
    }

    @Test("a person who types a wrong address gets a page, a program JSON")
    func missingPage() async throws {
        try await RunningServer.run { server in
            let page = try await server.answer(.get("/nope", fields: [("Accept", "text/html,*/*")]))
            #expect(page.status == 404 && page["content-type"] == "text/html; charset=utf-8" && page.text.contains("There is no such page"))
            #expect(try await server.answer(.get("/nope")).text == #"{"error":"not_found"}"#)
        }
    }

    @Test("B24 without a session GET is 405 with Allow and DELETE 400, an unknown session is 404, in the modern era all but POST is 405")
    func otherMethods() async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            let bearer = (name: "Authorization", value: "Bearer \(key)")
            for method in ["GET", "DELETE", "PUT", "HEAD"] {
                let answer = try await server.answer(Ask(method: method, fields: [bearer, ("Accept", "text/event-stream"), ("Last-Event-ID", "1")]))
                if method == "DELETE" {
                    #expect(answer.status == 400)
                } else {
                    #expect(answer.status == 405 && answer["allow"] == "GET, POST, DELETE, OPTIONS", "\(method)")
                }
                let modern = try await server.answer(Ask(method: method, fields: [bearer, ("MCP-Protocol-Version", "2026-07-28")]))
                #expect(modern.status == 405 && modern["allow"] == "POST", "\(method)")
            }
            for method in ["GET", "DELETE"] {
                let answer = try await server.answer(
                    Ask(method: method, fields: [bearer, ("Accept", "text/event-stream"), ("Mcp-Session-Id", "abc")]))
                #expect(answer.status == 404)
            }
            #expect(try await server.answer(.mcp("ping", key: key, fields: [("Mcp-Session-Id", "abc")])).status == 404)
        }
    }

    @Test(
        "an answer to HEAD has no body, so that the next answer on the connection is read as itself",
        arguments: ["/health/live", "/api/mcp", "/nothing"])
    func head(path: String) async throws {
        try await RunningServer.run { server in
            let connection = try RawConnection(port: server.port)
            try await connection.send(Ask(method: "HEAD", path: path).text(host: server.host))
            let first = try await connection.response(hasBody: false)
            try await connection.send(Ask.mcp("ping").text(host: server.host))
            let second = try await connection.response()
            #expect(first != nil && second?.status == 200 && second?.result == [:])
        }
    }

    @Test("a preflight of an allowed page is answered before any credential; the answers to that page may be read by it")
    func preflight() async throws {
        try await RunningServer.run([.allowedOrigins: "https://app.example.org"]) { server in
            for origin in ["https://app.example.org", "http://localhost:3000", "http://127.0.0.1:5173"] {
                let asked = Ask(
                    method: "OPTIONS",
                    fields: [
                        ("Origin", origin), ("Access-Control-Request-Method", "POST"),
                        ("Access-Control-Request-Headers", "authorization, content-type, mcp-param-region, x-evil"),
                    ])
                let answer = try await server.answer(asked)
                #expect(answer.status == 204 && answer.body.isEmpty && answer["access-control-allow-origin"] == origin)
                #expect(answer["access-control-allow-methods"] == "GET, POST, DELETE, OPTIONS" && answer["vary"] == "Origin")
                let allowed = (answer["access-control-allow-headers"] ?? "").lowercased().split(separator: ",").map { $0.drop { $0 == " " } }
                #expect(Set(allowed).isSuperset(of: ["authorization", "content-type", "mcp-protocol-version", "mcp-session-id", "mcp-param-region"]))
                #expect(!allowed.contains("x-evil"))
                #expect(answer["access-control-allow-credentials"] == nil)
                for ask in [Ask.mcp("ping"), .call("whoami"), .get("/api/mcp")] {
                    let answer = try await server.answer(ask.with("Origin", origin))
                    #expect(answer["access-control-allow-origin"] == origin && answer["access-control-allow-credentials"] == nil)
                    #expect(answer["access-control-expose-headers"]?.contains("WWW-Authenticate") == true)
                }
            }
            #expect(try await server.answer(.mcp("ping"))["access-control-allow-origin"] == nil)
        }
    }

    @Test("a page may send the headers that choose packages and role")
    func preflightOfOwnHeaders() async throws {
        try await RunningServer.run { server in
            let answer = try await server.answer(
                Ask(method: "OPTIONS", fields: [("Origin", "http://localhost:1"), ("Access-Control-Request-Method", "POST")]))
            let allowed = (answer["access-control-allow-headers"] ?? "").lowercased()
            #expect(allowed.contains("x-mcp-packages") && allowed.contains("x-role"))
        }
    }

    @Test("every answer forbids sniffing and keeping, whatever its status")
    func securityFields() async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            let asks: [(Ask, Int)] = [
                (.mcp("ping"), 200), (.notification(), 202), (Ask(method: "OPTIONS"), 204),
                (Ask(body: "{").with("Content-Type", "application/json"), 400),
                (.call("whoami"), 401), (.mcp("ping").with("Origin", "https://evil.example"), 403), (.get("/nothing"), 404),
                (.get("/.well-known/x"), 404), (.get("/api/mcp").with("Authorization", "Bearer \(key)"), 405),
                (.mcp("ping").with("Content-Encoding", "gzip"), 415), (Ask(body: "{}"), 415), (.get("/health/live"), 200),
                (.get("/health/ready"), 200),
                (.get("/metrics"), 200), (.mcp("ping").with("Content-Length", "2000000"), 413),
            ]
            for (ask, status) in asks {
                let answer = try await server.answer(ask)
                #expect(answer.status == status, "\(ask.method) \(ask.path)")
                #expect(answer["x-content-type-options"] == "nosniff" && answer["cache-control"] == "no-store", "\(status)")
                #expect(answer["server"] == nil && answer["x-powered-by"] == nil)
            }
        }
    }

    @Test("health and metrics tell how it goes, and nothing of who asks")
    func operations() async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            _ = try await server.answer(.call("whoami", key: key))
            _ = try await server.answer(.call("secret_looking_name", key: key))
            #expect(try await server.answer(.get("/health/live")).text == #"{"status":"live"}"#)
            #expect(try await server.answer(.get("/health/ready")).text == #"{"status":"ready"}"#)
            let metrics = try await server.answer(.get("/metrics"))
            #expect(metrics["content-type"] == "text/plain; version=0.0.4")
            #expect(metrics.text.contains("gatehouse_calls_total{tool=\"whoami\",outcome=\"ok\"} 1\n"))
            #expect(metrics.text.contains("gatehouse_calls_total{tool=\"unknown\",outcome=\"unknown_tool\"} 1\n"))
            #expect(metrics.text.contains("gatehouse_call_seconds_count{tool=\"whoami\"} 1\n"))
            #expect(!metrics.text.contains("secret_looking_name") && !metrics.text.contains("admin"))
        }
    }
}
