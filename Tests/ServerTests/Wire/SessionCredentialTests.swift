import JSON
import Server
import Testing

@Suite("Sessions and address lists as credentials")
struct SessionCredentialTests {
    private static let call = Ask.call("whoami")

    @Test("D09 B20 the session opens the user's tools for pages of this server, on MCP and REST, and for no other page or program")
    func sameOrigin() async throws {
        try await RunningServer.run { server in
            let browser = Browser(server)
            _ = try await browser.signIn(password: server.adminPassword)
            let own: [[(name: String, value: String)]] = [
                [("Origin", "http://\(server.host)")], [("Sec-Fetch-Site", "same-origin")],
                [("Origin", "http://\(server.host)"), ("Sec-Fetch-Site", "same-origin")],
            ]
            let foreign: [[(name: String, value: String)]] = [
                [], [("Sec-Fetch-Site", "none")], [("Sec-Fetch-Site", "cross-site")], [("Sec-Fetch-Site", "same-site")],
                [("Origin", "http://localhost:1")], [("Origin", "http://127.0.0.1:1")], [("Origin", "https://\(server.host)")],
                [("Origin", "https://\(server.host)"), ("Sec-Fetch-Site", "same-origin")],
                [("Sec-Fetch-Site", "same-origin"), ("Origin", "http://localhost:1")],
            ]
            @Sendable func asks(_ fields: [(name: String, value: String)]) -> [Ask] {
                var mcp = Self.call
                mcp.fields += fields
                return [
                    mcp, Ask(path: "/api/tools/whoami", fields: fields), .get("/api/get-users?owner=built-in", fields: fields),
                ]
            }
            for fields in own {
                for ask in asks(fields) { #expect(try await browser.send(ask).status == 200, "\(ask.path) \(fields)") }
            }
            let me = try await browser.send(asks(own[0])[1]).json
            #expect(me["kind"] == "user_session" && me["user"] == "built-in/admin")
            for fields in foreign {
                for ask in asks(fields) {
                    let answer = try await browser.send(ask)
                    #expect(answer.status == 401, "\(ask.path) \(fields)")
                }
            }
            let bad = try await browser.send(Self.call.with("Origin", "http://\(server.host)").with("Authorization", "Bearer x"))
            #expect(bad.status == 401, "a bad credential is not saved by a good cookie")
            try await server.disable("built-in/admin")
            try await server.eventually { try await browser.send(asks(own[0])[1]).status == 401 }
        }
    }

    @Test("D09 B20 a call with a token, a key or client credentials never makes a session")
    func noCookie() async throws {
        try await RunningServer.run { server in
            let robot = try await server.addRobot()
            let token = try await server.clientToken(robot)
            let key = try await server.key()
            for value in ["Bearer \(token)", "Bearer \(key)", "Basic " + base64("\(robot.id):\(robot.secret)")] {
                for ask in [
                    Self.call, .get("/api/get-applications?owner=built-in"), Ask(path: "/api/tools/whoami"), .get("/connections"), .get("/login"),
                ] {
                    let answer = try await server.answer(ask.with("Authorization", value))
                    #expect(answer.all("set-cookie").allSatisfy { !$0.contains("session") }, "\(ask.path)")
                }
            }
        }
    }

    @Test("E13 A15 a token of one workspace's endpoint is 401 at another's, on MCP and REST")
    func audience() async throws {
        try await RunningServer.run { server in
            _ = try await server.addAcme()
            let robot = try await server.addClient("acme/robot", redirects: [], grants: ["client_credentials"], scopes: ["read:application"])
            let form = [
                ("grant_type", "client_credentials"), ("client_id", robot.id), ("client_secret", robot.secret), ("scope", "read:application"),
            ]
            let main = try await server.token(form).json["access_token"]?.string ?? ""
            let base = "http://\(server.host)"
            let other = try await server.token(form + [("resource", "\(base)/api/__app/acme-data/mcp")]).json["access_token"]?.string ?? ""
            let places = ["/api", "/api/__app/acme-data"]
            for (token, good) in [(main, 0), (other, 1)] {
                for (index, place) in places.enumerated() {
                    let expected = index == good ? 200 : 401
                    #expect(try await server.answer(.call("whoami", key: token, path: "\(place)/mcp")).status == expected, "\(place)")
                    let rest = try await server.answer(.get("\(place)/get-applications?owner=acme", fields: [("Authorization", "Bearer \(token)")]))
                    #expect(rest.status == expected, "\(place)")
                    if expected == 401 {
                        let challenge = try await server.answer(.call("whoami", key: token, path: "\(place)/mcp"))["www-authenticate"]
                        #expect(challenge == server.challenge(path: "\(place)/mcp", error: "invalid_token"))
                    }
                }
            }
        }
    }

    @Test("E09 an application's address list holds at the token endpoint, on MCP and REST; only a trusted proxy's word counts")
    func addresses() async throws {
        for (settings, isBelieved) in [([SettingKey: String](), false), ([.trustedProxy: "127.0.0.1", .publicURL: "http://127.0.0.1"], true)] {
            try await RunningServer.run(settings) { server in
                let robot = try await server.addClient(
                    redirects: [], grants: ["client_credentials"], scopes: ["read:application"], addresses: "203.0.113.0/24")
                let form = [
                    ("grant_type", "client_credentials"), ("client_id", robot.id), ("client_secret", robot.secret), ("scope", "read:application"),
                ]
                let inside = (name: "X-Forwarded-For", value: "203.0.113.9")
                let outside = (name: "X-Forwarded-For", value: "198.51.100.1")
                let basic = (name: "Authorization", value: "Basic " + base64("\(robot.id):\(robot.secret)"))
                let allowed = try await server.token(form, fields: [inside])
                #expect((allowed.status == 200) == isBelieved)
                for fields in [[outside], []] {
                    let refused = try await server.token(form, fields: fields)
                    #expect(refused.status != 200 && refused.json["access_token"] == nil && refused.text.contains("has been banned"), "\(fields)")
                    let mcp = try await server.answer(.call("get_applications", ["owner": "built-in"], fields: [basic] + fields))
                    #expect(mcp.status == 403 && mcp.text.contains("has been banned"))
                    let rest = try await server.answer(.get("/api/get-applications?owner=built-in", fields: [basic] + fields))
                    #expect(rest.status == 403 && rest.json["msg"]?.string?.contains("has been banned") == true)
                }
                let mcp = try await server.answer(.call("get_applications", ["owner": "built-in"], fields: [basic, inside]))
                #expect((mcp.status == 200) == isBelieved)
                let rest = try await server.answer(.get("/api/get-applications?owner=built-in", fields: [basic, inside]))
                #expect((rest.status == 200) == isBelieved)
            }
        }
    }
}
