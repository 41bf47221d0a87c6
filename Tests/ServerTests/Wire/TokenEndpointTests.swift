import Identity
import JSON
import Server
import Testing

@Suite("Tokens on the wire")
struct TokenEndpointTests {
    @Test("client credentials as a form, as JSON and by Basic, at both paths; never kept, open to any origin without cookies")
    func clientCredentials() async throws {
        try await RunningServer.run { server in
            let robot = try await server.addRobot()
            let secret = [("client_id", robot.id), ("client_secret", robot.secret)]
            let grant = ("grant_type", "client_credentials")
            let scope = ("scope", "read:application")
            let basic = (name: "Authorization", value: "Basic " + base64("\(robot.id):\(robot.secret)"))
            let json: JSONValue = [
                "grant_type": "client_credentials", "client_id": .string(robot.id), "client_secret": .string(robot.secret),
                "scope": "read:application",
            ]
            let answers = [
                try await server.token([grant, scope] + secret), try await server.token([grant, scope] + secret, path: "/token"),
                try await server.token([grant, scope], fields: [basic]),
                try await server.answer(Ask(path: "/token", fields: [("Content-Type", "application/json")], body: json.description)),
            ]
            for answer in answers {
                #expect(answer.status == 200 && answer["cache-control"] == "no-store" && answer["pragma"] == "no-cache")
                #expect(answer["access-control-allow-origin"] == "*" && answer["access-control-allow-credentials"] == nil)
                #expect(answer.json["scope"] == "read:application" && answer.json["refresh_token"] == nil && answer.all("set-cookie").isEmpty)
            }
            let all = try await server.token([grant] + secret).json
            #expect(all["scope"] == "")
            // A token without a scope is none for any tool.
            let empty = try await server.answer(.call("whoami", key: all["access_token"]?.string ?? ""))
            #expect(empty.status == 403)
        }
    }

    @Test("errors are JSON with a code, whatever was sent; wrong clients are 401 and told how when they tried Basic")
    func errors() async throws {
        try await RunningServer.run { server in
            let robot = try await server.addRobot()
            let secret = [("client_id", robot.id), ("client_secret", robot.secret)]
            let form = [(name: "Content-Type", value: "application/x-www-form-urlencoded")]
            let basic = (name: "Authorization", value: "Basic " + base64("\(robot.id):wrong"))
            let before = try await server.state()
            let cases: [(RawResponse, Int, String)] = [
                (try await server.token(secret), 400, "invalid_request"),
                (try await server.token([("grant_type", "password")] + secret), 400, "unsupported_grant_type"),
                (try await server.token([("grant_type", "refresh_token"), ("refresh_token", "x")] + secret), 400, "unauthorized_client"),
                (try await server.token([("grant_type", "client_credentials")]), 401, "invalid_client"),
                (
                    try await server.token([("grant_type", "client_credentials"), ("client_id", robot.id), ("client_secret", "x")]), 401,
                    "invalid_client"
                ),
                (try await server.token([("grant_type", "client_credentials")], fields: [basic]), 401, "invalid_client"),
                (try await server.token([("grant_type", "client_credentials")] + secret, fields: [basic]), 400, "invalid_request"),
                (try await server.token([("grant_type", "client_credentials"), ("grant_type", "x")] + secret), 400, "invalid_request"),
                (try await server.answer(Ask(path: "/token", fields: form, body: "%zz")), 400, "invalid_request"),
                (try await server.answer(Ask(path: "/token", fields: [("Content-Type", "text/plain")], body: "x")), 400, "invalid_request"),
                (try await server.answer(Ask(path: "/token", fields: [("Content-Type", "application/json")], body: "[1]")), 400, "invalid_request"),
                (
                    try await server.answer(
                        Ask(path: "/token?grant_type=client_credentials&client_id=\(robot.id)&client_secret=\(robot.secret)", fields: form, body: "")),
                    400,
                    "invalid_request"
                ),
            ]
            for (answer, status, code) in cases {
                #expect(answer.status == status && answer.json["error"]?.string == code, "\(answer.text)")
                #expect(answer.json["error_description"]?.string?.isEmpty == false && answer["content-type"] == "application/json")
                #expect(answer["cache-control"] == "no-store" && answer.json["access_token"] == nil && !answer.text.contains(robot.secret))
            }
            #expect(cases[5].0["www-authenticate"]?.hasPrefix("Basic ") == true && cases[4].0["www-authenticate"] == nil)
            #expect(try await server.answer(.get("/token")).status == 405)
            #expect(try await server.answer(Ask(path: "/token", fields: form, body: String(repeating: "a", count: 70_000))).status == 400)
            #expect(try await server.state() == before, "no token was made")
            let log = try server.log()
            #expect(!log.contains(robot.secret) && !log.contains("client_secret"))
        }
    }

    @Test(
        "A38 scope strings beyond the grammar, unknown names, look-alikes and very many names are invalid_scope",
        arguments: [
            "read:application\twrite:application", "read:application  write:application", " read:application", "read:application\n", "no:such",
            "read:applicat\u{456}on", "read:application\u{0}", "\"read:application\"", "READ:APPLICATION",
            String(repeating: "a ", count: 9_999) + "a",
        ])
    func scopes(scope: String) async throws {
        try await RunningServer.run { server in
            let robot = try await server.addRobot()
            let form = [("grant_type", "client_credentials"), ("client_id", robot.id), ("client_secret", robot.secret), ("scope", scope)]
            let answer = try await server.unchanged { try await server.token(form) }
            #expect(answer.status == 400 && answer.json["error"] == "invalid_scope" && answer.json["access_token"] == nil)
        }
    }

    @Test("A36 a token in the query string is not read: 401 on every interface, and it is not in the log")
    func queryTokens() async throws {
        try await RunningServer.run { server in
            let robot = try await server.addRobot()
            let token = try await server.clientToken(robot)
            for name in ["access_token", "accessToken"] {
                let query = "?\(name)=\(token)"
                for ask in [
                    Ask.call("get_applications", ["owner": "built-in"], path: "/api/mcp\(query)"),
                    .get("/api/get-applications\(query)&owner=built-in"),
                    .get("/api/userinfo\(query)"), Ask(path: "/api/tools/whoami\(query)"),
                ] {
                    let answer = try await server.answer(ask)
                    #expect(answer.status == 401 && answer["www-authenticate"]?.hasPrefix("Bearer ") == true, "\(ask.path)")
                }
            }
            let pair = "?clientId=\(robot.id)&clientSecret=\(robot.secret)&owner=built-in"
            #expect(try await server.answer(.get("/api/get-applications\(pair)")).status == 401)
            let log = try server.log()
            #expect(!log.contains(token) && !log.contains(robot.secret))
        }
    }

    @Test("introspection, revocation and userinfo serve permitted callers, and revoking ends the token within seconds")
    func life() async throws {
        try await RunningServer.run { server in
            let robot = try await server.addRobot()
            let secret = [("client_id", robot.id), ("client_secret", robot.secret)]
            let token = try await server.clientToken(robot)
            let known = try await server.token([("token", token)] + secret, path: "/api/login/oauth/introspect")
            #expect(known.status == 200 && known.json["active"] == true && known.json["client_id"]?.string == robot.id)
            #expect(known["cache-control"] == "no-store" && known.json["iss"]?.string == "http://\(server.host)")
            #expect(try await server.token([("token", "x")] + secret, path: "/api/login/oauth/introspect").json == ["active": false])
            #expect(try await server.token([("token", token)], path: "/api/login/oauth/introspect").status == 401)
            let info = try await server.answer(.get("/api/userinfo", fields: [("Authorization", "Bearer \(token)")]))
            #expect(info.status == 200 && info.json["sub"]?.string != nil)
            let anonymous = try await server.answer(.get("/api/userinfo"))
            #expect(anonymous.status == 401 && anonymous["www-authenticate"]?.contains("error=") == false)
            let bad = try await server.answer(.get("/api/userinfo", fields: [("Authorization", "Bearer x")]))
            #expect(bad.status == 401 && bad["www-authenticate"]?.contains("error=\"invalid_token\"") == true)
            for path in ["/revoke", "/api/login/oauth/revoke"] {
                #expect(try await server.token([("token", token)] + secret, path: path).status == 200)
                #expect(try await server.token([("token", "unknown")] + secret, path: path).status == 200)
            }
            try await server.eventually { try await server.answer(.call("whoami", key: token)).status == 401 }
        }
    }

    @Test("only the token in the logout hint ends")
    func logoutHint() async throws {
        try await RunningServer.run { server in
            let robot = try await server.addRobot()
            let first = try await server.clientToken(robot)
            let second = try await server.clientToken(robot)
            let answer = try await server.answer(.get("/api/logout?id_token_hint=\(first)"))
            #expect(answer.status == 200 && answer.json["status"] == "ok")
            try await server.eventually { try await server.answer(.call("whoami", key: first)).status == 401 }
            #expect(try await server.answer(.call("whoami", key: second)).status == 200)
        }
    }

    @Test("A02 redirects that no browser should be sent to are not registered; a registration can be read and removed with its token alone")
    func registration() async throws {
        try await RunningServer.run { server in
            func register(_ body: JSONValue) async throws -> RawResponse {
                try await server.answer(Ask(path: "/api/oauth/register", fields: [("Content-Type", "application/json")], body: body.description))
            }
            let bad = [
                "javascript:alert(1)", "data:text/html,x", "https://user@app.example.org/cb", "https://app.example.org/cb#x",
                "http://app.example.org/cb",
                "file:///etc/passwd", "https://*.example.org/cb", "//app.example.org/cb", "http://127.0.0.1.evil.example/cb",
            ]
            for uri in bad {
                let answer = try await register(["redirect_uris": [.string(uri)], "client_name": "x"])
                #expect(answer.status == 400 && answer.json["error"] == "invalid_redirect_uri" && answer.json["client_id"] == nil, "\(uri)")
            }
            for body in [["client_name": "x"], [1], "x", ["redirect_uris": "https://app.example.org/cb"]] as [JSONValue] {
                let answer = try await register(body)
                #expect(answer.status == 400 && answer.json["error"]?.string != nil)
            }
            #expect(try await server.applications().isEmpty)

            try await server.addOrganization("acme")
            for organization in ["acme", "nowhere"] {
                let answer = try await server.answer(
                    Ask(
                        path: "/api/oauth/register?organization=\(organization)", fields: [("Content-Type", "application/json")],
                        body: #"{"redirect_uris":["https://app.example.org/cb"]}"#))
                #expect(answer.status == 201, "which organizations there are is told to nobody")
            }
            #expect(try await server.applications(of: "acme").isEmpty)

            let made = try await register(["redirect_uris": ["https://app.example.org/cb"], "client_name": "App"])
            #expect(made.status == 201 && made["cache-control"] == "no-store" && made["access-control-allow-origin"] == "*")
            #expect(made.json["client_secret"]?.string?.isEmpty == false && made.json["client_secret_expires_at"] == 0)
            let uri = made.json["registration_client_uri"]?.string ?? ""
            let place = String(uri.dropFirst("http://\(server.host)".count))
            let token = (name: "Authorization", value: "Bearer " + (made.json["registration_access_token"]?.string ?? ""))
            try await server.unchanged {
                for fields in [[], [(name: "Authorization", value: "Bearer x")]] {
                    let refusals = [
                        try await server.answer(.get(place, fields: fields)),
                        try await server.answer(Ask(method: "DELETE", path: place, fields: fields)),
                    ]
                    for refused in refusals { #expect(refused.status == 401 && !refused.text.contains("App") && refused.json["client_id"] == nil) }
                }
            }
            let read = try await server.answer(.get(place, fields: [token]))
            #expect(read.status == 200 && read.json["client_name"] == "App" && read.json["client_secret"] == nil)
            #expect(try await server.answer(Ask(method: "DELETE", path: place, fields: [token])).status == 204)
            #expect(try await server.answer(.get(place, fields: [token])).status == 401)
        }
    }
}

/// RFC 4648 section 4, made by hand so that nothing under test makes it.
func base64(_ text: String) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var out = ""
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: 3) {
        let group = bytes[start..<min(start + 3, bytes.count)]
        let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[group.startIndex + $1]) : 0) }
        for place in 0..<4 { out.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : "=") }
    }
    return out
}
