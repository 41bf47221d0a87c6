import JSON
import Server
import Testing

@Suite("Discovery on the wire")
struct DiscoveryTests {
    private static let documents = [
        "oauth-protected-resource", "oauth-protected-resource/api/mcp", "oauth-protected-resource/mcp", "oauth-protected-resource/api/__app/main/mcp",
        "oauth-authorization-server", "openid-configuration", "jwks", "jwks.json", "portal/oauth-protected-resource",
        "portal/oauth-authorization-server", "portal/openid-configuration", "portal/jwks",
    ]

    @Test("every document is JSON, may be kept for minutes, and is open to any origin without cookies")
    func documents() async throws {
        try await RunningServer.run { server in
            try await server.addClient()
            for document in Self.documents {
                let answer = try await server.answer(.get("/.well-known/\(document)", fields: [("Origin", "https://any.example")]))
                #expect(answer.status == 200 && answer["content-type"] == "application/json" && answer.json.object != nil, "\(document)")
                #expect(answer["cache-control"] == "public, max-age=300", "\(document)")
                #expect(answer["access-control-allow-origin"] == "*" && answer["access-control-allow-credentials"] == nil, "\(document)")
                let asked = Ask(method: "OPTIONS", path: "/.well-known/\(document)", fields: [("Origin", "https://any.example")])
                let preflight = try await server.answer(asked)
                #expect(preflight.status == 204 && preflight["access-control-allow-origin"] == "*", "\(document)")
                #expect(preflight["access-control-allow-headers"]?.contains("MCP-Protocol-Version") == true)
            }
        }
    }

    @Test(
        "T9 what is not there is 404 with JSON: unknown names and applications, what is no name of a workspace, and other documents under an endpoint's path"
    )
    func missing() async throws {
        try await RunningServer.run { server in
            let paths = [
                "/.well-known/", "/.well-known/x", "/.well-known/x/y/z", "/.well-known/none/openid-configuration",
                "/.well-known/none/oauth-protected-resource", "/.well-known/oauth-protected-resource/api/__app/../mcp",
                "/.well-known/oauth-protected-resource/api", "/.well-known/oauth-protected-resource/",
                "/.well-known/oauth-protected-resource/api/mcp/x",
                "/.well-known/oauth-authorization-server/api/mcp", "/.well-known/openid-configuration/api/mcp",
                "/api/mcp/.well-known/openid-configuration", "/api/mcp/.well-known/oauth-authorization-server",
            ]
            for path in paths {
                let answer = try await server.answer(.get(path))
                #expect(answer.status == 404 && answer["content-type"] == "application/json" && answer.json.object != nil, "\(path)")
            }
        }
    }

    @Test("the page's resource document: origin, header, and the three scopes of OpenID first")
    func pageDocument() async throws {
        try await RunningServer.run { server in
            let document = try await server.answer(.get("/.well-known/oauth-protected-resource")).json
            let origin = "http://\(server.host)"
            #expect(document["resource"]?.string == origin && document["authorization_servers"] == [.string(origin)])
            #expect(document["bearer_methods_supported"] == ["header"])
            let scopes = document["scopes_supported"]?.array?.compactMap(\.string) ?? []
            #expect(Array(scopes.prefix(3)) == ["openid", "profile", "email"] && scopes.contains("read:application") && scopes.contains("mcp"))
            #expect(!scopes.contains("offline_access"))
        }
    }

    private static let spellings = [
        "/api/mcp", "/API/Mcp", "/mcp", "/MCP/", "/api/mcp/", "/api/__app/main/mcp", "/api/sse", "/api/__app/acme-data/mcp",
        "/api/__app/ACME-data/mcp", "/api/__APP/acme-data/Mcp/", "/api/__app/acme-data/sse",
    ]

    @Test("the challenge of an endpoint, in every spelling, names a document whose resource is the URL that was called")
    func spelling() async throws {
        try await RunningServer.run { server in
            _ = try await server.addAcme()
            for path in Self.spellings {
                // A stream of HTTP+SSE is opened before anything is posted.
                let calls: [Ask] = path.hasSuffix("/sse") ? [] : [.call("whoami", path: path), .call("whoami", path: path + "?packages=*")]
                for ask in calls + [.get(path), .call("whoami", key: "x", path: path)] {
                    let challenge = try await server.answer(ask)["www-authenticate"] ?? ""
                    let url = try #require(challenge.firstMatch(of: /resource_metadata="http:\/\/[^\/]+([^"]+)"/)?.1)
                    let document = try await server.answer(.get(String(url))).json
                    #expect(document["resource"]?.string == "http://\(server.host)\(path)", "\(ask.method) \(ask.path)")
                }
            }
        }
    }

    @Test("a token for one spelling of an endpoint counts at all of its spellings, and at no other endpoint")
    func tokensOfSpellings() async throws {
        try await RunningServer.run { server in
            _ = try await server.addAcme()
            let robot = try await server.addClient("acme/robot", redirects: [], grants: ["client_credentials"], scopes: ["read:record"])
            let form = [("grant_type", "client_credentials"), ("client_id", robot.id), ("client_secret", robot.secret), ("scope", "read:record")]
            for asked in Self.spellings {
                let token = try await server.token(form + [("resource", "http://\(server.host)\(asked)")]).json["access_token"]?.string ?? ""
                for path in Self.spellings where !path.hasSuffix("/sse") {
                    let isSame = asked.lowercased().contains("acme") == path.lowercased().contains("acme")
                    let answer = try await server.answer(.call("whoami", key: token, path: path))
                    #expect(answer.status == (isSame ? 200 : 401), "\(asked) at \(path)")
                }
            }
        }
    }

    @Test("the server's document names only working endpoints and features")
    func serverDocument() async throws {
        try await RunningServer.run { server in
            let document = try await server.answer(.get("/.well-known/oauth-authorization-server")).json
            #expect(try await server.answer(.get("/.well-known/openid-configuration")).json == document)
            #expect(document["issuer"]?.string == "http://\(server.host)")
            #expect(document["response_types_supported"] == ["code"] && document["code_challenge_methods_supported"] == ["S256"])
            #expect(document["authorization_response_iss_parameter_supported"] == true)
            #expect(document["client_id_metadata_document_supported"] == true)
            #expect(document["token_endpoint_auth_methods_supported"]?.array?.contains("none") == true)
            let scopes = document["scopes_supported"]?.array?.compactMap(\.string) ?? []
            #expect(Array(scopes.prefix(3)) == ["openid", "profile", "email"] && scopes.contains("offline_access"))
            for (name, value) in document.object ?? [:] where name.hasSuffix("_endpoint") || name == "jwks_uri" {
                let path = value.string?.dropFirst("http://\(server.host)".count) ?? ""
                #expect(try await server.answer(.get(String(path))).status != 404, "\(name)")
            }
        }
    }

    @Test("an application's documents add its own scopes, and keep issuer and resource")
    func applicationDocument() async throws {
        try await RunningServer.run { server in
            try await server.addClient(scopes: ["read:application"])
            let resource = try await server.answer(.get("/.well-known/portal/oauth-protected-resource")).json
            #expect(resource["resource"]?.string == "http://\(server.host)")
            let metadata = try await server.answer(.get("/.well-known/portal/oauth-authorization-server")).json
            #expect(metadata["issuer"]?.string == "http://\(server.host)")
            #expect(metadata["scopes_supported"]?.array?.contains("read:application") == true)
        }
    }

    @Test("A46 no header of a client moves the issuer, behind a proxy or not")
    func lyingHeaders() async throws {
        for settings in [[SettingKey.publicURL: "https://gate.example.org"], [.publicURL: "https://gate.example.org", .trustedProxy: "127.0.0.1"]] {
            try await RunningServer.run(settings) { server in
                let honest = try await server.answer(.get("/.well-known/oauth-authorization-server")).json
                #expect(honest["issuer"] == "https://gate.example.org")
                let lies: [(name: String, value: String)] = [
                    ("X-Forwarded-Host", "evil.example"), ("X-Forwarded-Proto", "http"), ("Forwarded", "host=evil.example;proto=http"),
                    ("X-Original-Host", "evil.example"), ("X-Forwarded-Server", "evil.example"), ("X-Forwarded-Port", "1"),
                ]
                for lie in lies {
                    #expect(try await server.answer(.get("/.well-known/oauth-authorization-server", fields: [lie])).json == honest, "\(lie)")
                    let page = try await server.answer(.get("/login", fields: [lie]))
                    #expect(!page.text.contains("evil.example"))
                    let challenge = try await server.answer(.call("whoami", fields: [lie]))["www-authenticate"] ?? ""
                    #expect(challenge.contains("https://gate.example.org/") && !challenge.contains("evil"))
                }
                let foreign = try await server.answer(.get("/.well-known/oauth-authorization-server", fields: [("Host", "evil.example")]))
                #expect(foreign.status == 403 && !foreign.text.contains("evil.example"))
            }
        }
    }
}
