import Identity
import JSON
import Server
import Store
import Testing

@Suite("Authorization on the wire")
struct AuthorizeTests {
    /// Signed in, at the consent page of a request.
    private static func consent(_ request: Authorization, _ browser: Browser) async throws -> RawResponse {
        let answer = try await browser.signIn(password: browser.server.adminPassword, at: request.path)
        return try await browser.follow(answer)
    }

    @Test("without a session the client leads to the sign-in page and back; the person sees client, destination and scopes")
    func wholeFlow() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let client = try await server.addClient()
            let browser = Browser(server)
            let request = Authorization(client.id, scope: "read:record run:sql openid", state: "a b&c=d")
            let page = try await Self.consent(request, browser)
            #expect(
                page.status == 200 && page.text.contains("app.example.org") && page.text.contains("Registered")
                    && page.text.contains("built-in/admin"))
            #expect(Set(page.scopes) == ["read:record", "run:sql", "openid"])
            #expect(page["content-security-policy"]?.contains("form-action 'self' https://app.example.org;") == true)

            let answer = try await browser.decide(page)
            let back = answer.redirected
            #expect(answer.status == 303 && answer["location"]?.hasPrefix("https://app.example.org/cb?") == true)
            #expect(back["state"] == "a b&c=d" && back["iss"] == "http://\(server.host)" && back["error"] == nil)
            #expect(answer["cache-control"] == "no-store" && answer["referrer-policy"] == "no-referrer")

            let tokens = try await server.token(request.redemption(back["code"] ?? "", secret: client.secret))
            #expect(tokens.status == 200 && tokens["cache-control"] == "no-store" && tokens["content-type"] == "application/json")
            #expect(tokens.json["token_type"] == "Bearer" && tokens.json["scope"] == "read:record run:sql openid")
            #expect(tokens.json["expires_in"]?.int ?? 0 > 3_500 && tokens.json["refresh_token"]?.string != nil)
            let access = tokens.json["access_token"]?.string
            let rows = try await server.answer(.call("crud", ["resource": "notes", "action": "list"], key: access))
            #expect(rows.status == 200 && rows.result["isError"] != true)
            let me = try await server.answer(.call("whoami", key: access)).result["structuredContent"]
            #expect(me?["kind"] == "access_token" && me?["user"] == "built-in/admin" && me?["scopes"] == ["read:record", "run:sql"])

            let refreshed = try await server.token(
                [
                    ("grant_type", "refresh_token"), ("refresh_token", tokens.json["refresh_token"]?.string ?? ""), ("client_id", client.id),
                    ("client_secret", client.secret),
                ], path: "/token")
            #expect(refreshed.status == 200 && refreshed.json["scope"] == "read:record run:sql openid")
        }
    }

    @Test("A52 a code goes to a window that the person sees: neither into a frame nor to a script")
    func navigation() async throws {
        try await RunningServer.run { server in
            let client = try await server.addClient()
            let browser = Browser(server)
            let request = Authorization(client.id, scope: "read:record")
            let page = try await Self.consent(request, browser)
            let strange: [(name: String, value: String)] = [("Sec-Fetch-Dest", "iframe")]
            let own = [(name: "Origin", value: "http://\(server.host)"), ("Sec-Fetch-Site", "same-origin")]
            let form = page.hidden + [("decision", "allow")] + page.scopes.map { ("scope", $0) }
            let framed = try await browser.post(request.path, form, fields: own + strange)
            #expect(framed.status == 400 && framed["location"] == nil)
            _ = try await browser.decide(page)
            for fields in [
                strange, [("Sec-Fetch-Dest", "empty"), ("Sec-Fetch-Mode", "cors")], [("Sec-Fetch-Dest", "document"), ("Sec-Fetch-Mode", "no-cors")],
                [("Sec-Fetch-Dest", "document"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Purpose", "prefetch;prerender")],
            ] {
                let refused = try await browser.get(request.path, fields: fields)
                #expect(refused.status == 400 && refused["location"] == nil, "\(fields)")
            }
            let shown = try await browser.get(request.path, fields: [("Sec-Fetch-Dest", "document"), ("Sec-Fetch-Mode", "navigate")])
            #expect(shown.status == 303 && shown.redirected["code"] != nil)
        }
    }

    @Test("A27 consent is remembered only for this client and these scopes, and can be asked again")
    func remembered() async throws {
        try await RunningServer.run { server in
            let first = try await server.addClient()
            let second = try await server.addClient("built-in/other")
            let browser = Browser(server)
            let request = Authorization(first.id, scope: "read:record")
            _ = try await browser.decide(try await Self.consent(request, browser))
            let silent = try await browser.get(request.path)
            #expect(silent.status == 303 && silent.redirected["code"] != nil && silent.redirected["iss"] != nil)
            for asked in [
                Authorization(second.id, scope: "read:record"), Authorization(first.id, scope: "read:record write:record"),
                request.with("prompt", "consent"),
            ] { #expect(try await browser.get(asked.path).text.contains("Allow"), "\(asked)") }
            #expect(try await browser.get(request.with("prompt", "none").path).redirected["code"] != nil)
            #expect(try await browser.get(request.with("prompt", "login").path)["location"]?.hasPrefix("/login?") == true)
            let wider = request.with("scope", "write:record").with("prompt", "none")
            #expect(try await browser.get(wider.path).redirected["error"] == "consent_required")
            #expect(try await Browser(server).get(request.with("prompt", "none").path).redirected["error"] == "login_required")
        }
    }

    @Test("the person reduces the requested scopes, also within mcp; the token has exactly the rest")
    func narrowing() async throws {
        try await RunningServer.run { server in
            let client = try await server.addClient(isPublic: true)
            let browser = Browser(server)
            let request = Authorization(client.id, scope: "mcp offline_access")
            let page = try await Self.consent(request, browser)
            #expect(page.scopes.contains("read:record") && page.scopes.contains("run:sql") && !page.scopes.contains("write:user"))
            let none = try await browser.decide(page, scopes: [])
            #expect(none.status == 400 && none.text.contains("Leave at least one right"))
            let some = try await browser.decide(page, scopes: ["read:record", "offline_access", "write:user"])
            let tokens = try await server.token(request.redemption(some.redirected["code"] ?? "")).json
            #expect(tokens["scope"] == "offline_access read:record" || tokens["scope"] == "read:record offline_access")
            let refused = try await server.answer(.call("run_sql", ["sql": "SELECT 1"], key: tokens["access_token"]?.string))
            #expect(refused.status == 403 && refused.error["message"] == "insufficient_scope")

            let all = try await browser.decide(try await browser.get(request.with("prompt", "consent").path))
            #expect(try await server.token(request.redemption(all.redirected["code"] ?? "")).json["scope"] == "mcp offline_access")
        }
    }

    @Test("denying sends the client an error and nothing else")
    func deny() async throws {
        try await RunningServer.run { server in
            let client = try await server.addClient()
            let browser = Browser(server)
            let answer = try await browser.decide(try await Self.consent(Authorization(client.id), browser), "deny")
            #expect(answer.status == 303 && answer.redirected["error"] == "access_denied" && answer.redirected["code"] == nil)
            #expect(answer.redirected["state"] == "st" && answer.redirected["iss"] == "http://\(server.host)")
            #expect(try await browser.get(Authorization(client.id).path).text.contains("Allow"), "a refusal is not remembered as anything")
        }
    }

    @Test("an authorization request may come as a form from the client's own page; it is asked like any other")
    func formRequest() async throws {
        try await RunningServer.run { server in
            let client = try await server.addClient()
            let browser = Browser(server)
            let request = Authorization(client.id)
            let fields = [(name: "Origin", value: "https://app.example.org"), (name: "Sec-Fetch-Site", value: "cross-site")]
            let answer = try await browser.post("/login/oauth/authorize", request.parameters, fields: fields)
            #expect(answer.status == 303 && answer["location"]?.hasPrefix("/login/oauth/authorize?response_type=code&client_id=") == true)
            #expect(try await browser.follow(answer).text.contains("Sign in"))
        }
    }

    @Test("A01 a redirect that differs by slash, case, encoding, query or port is answered with a page and leads nowhere")
    func redirects() async throws {
        try await RunningServer.run { server in
            let client = try await server.addClient(redirects: ["https://app.example.org/cb", "http://127.0.0.1/callback"])
            let browser = Browser(server)
            _ = try await browser.signIn(password: server.adminPassword)
            let wrong: [String?] = [
                "https://app.example.org/cb/", "https://app.example.org/CB", "https://APP.example.org/cb", "https://app.example.org/%63b",
                "https://app.example.org/cb?x=1", "https://app.example.org/cb#x", "https://app.example.org/x/../cb",
                "https://app.example.org:8443/cb",
                "http://app.example.org/cb", "https://app.example.org.evil.example/cb", "https://user@app.example.org/cb", "https://evil.example/cb",
                "//evil.example/cb", "javascript:alert(1)", "http://127.0.0.1:5000/other", "http://127.0.0.2:5000/callback",
                "https://127.0.0.1:5000/callback", "http://localhost:5000/callback", "", nil,
            ]
            for uri in wrong {
                let answer = try await browser.get(Authorization(client.id).with("redirect_uri", uri).path)
                #expect(answer.status == 400 && answer["location"] == nil && answer["content-type"] == "text/html; charset=utf-8", "\(uri ?? "")")
                #expect(answer.text.contains("cannot go on") && !answer.text.contains("<script") && !answer.text.contains("href=\"http"))
                #expect(answer.text.contains(uri == nil || uri == "" ? "missing" : "is not registered for the client"), "\(uri ?? "")")
            }
            let unknown = try await browser.get(Authorization("no-such-client").path)
            #expect(unknown.status == 400 && unknown["location"] == nil && unknown.text.contains("remove the connection"))
            let local = try await browser.get(Authorization(client.id, redirect: "http://127.0.0.1:49152/callback").path)
            #expect(local.status == 200 && local.text.contains("Allow"))
        }
    }

    @Test("A03 without a challenge, or with a plain one, the client gets an error by redirect and no code")
    func challenges() async throws {
        try await RunningServer.run { server in
            let client = try await server.addClient()
            let browser = Browser(server)
            _ = try await browser.signIn(password: server.adminPassword)
            let request = Authorization(client.id)
            for wrong in [
                request.with("code_challenge", nil), request.with("code_challenge_method", "plain"), request.with("code_challenge_method", nil),
                request.with("code_challenge", "short"),
            ] {
                let answer = try await browser.get(wrong.path)
                #expect(answer.status == 303 && answer.redirected["error"] == "invalid_request" && answer.redirected["code"] == nil)
                #expect(answer.redirected["iss"] == "http://\(server.host)" && answer.redirected["state"] == "st")
            }
            #expect(try await browser.get(request.with("response_type", "token").path).redirected["error"] == "unsupported_response_type")
        }
    }

    @Test("A16 a resource that is unknown, doubled or has a fragment is invalid_target; every spelling of an endpoint is that endpoint")
    func resources() async throws {
        try await RunningServer.run { server in
            let client = try await server.addClient()
            let browser = Browser(server)
            _ = try await browser.signIn(password: server.adminPassword)
            let base = "http://\(server.host)"
            let request = Authorization(client.id, scope: "read:record")
            var doubled = request.with("resource", "\(base)/api/mcp")
            doubled.parameters.append(("resource", "\(base)/api/__app/x/mcp"))
            let unknown = ["https://evil.example/api/mcp", "\(base)/api/mcp#x", "\(base)/other", "\(base)/api/__app/none/mcp", "not a url"]
            for wrong in unknown.map({ request.with("resource", $0) }) + [doubled] {
                #expect(try await browser.get(wrong.path).redirected["error"] == "invalid_target", "\(wrong)")
            }
            for spelling in [base, "\(base)/", "\(base)/api/mcp", "\(base)/API/mcp/", "\(base)/mcp"] {
                #expect(try await browser.get(request.with("resource", spelling).path).text.contains("Allow"), "\(spelling)")
            }
        }
    }

    @Test("A26 A42 every response contains the issuer; state is returned unchanged, and an unusable one is refused")
    func stateAndIssuer() async throws {
        try await RunningServer.run { server in
            let client = try await server.addClient()
            let browser = Browser(server)
            _ = try await browser.signIn(password: server.adminPassword)
            for state in ["x\r\nSet-Cookie: a=b", "\u{0}", "ü&iss=https://evil.example", String(repeating: "s", count: 2_048)] {
                let answer = try await browser.get(Authorization(client.id, scope: "no:such", state: state).path)
                #expect(answer.status == 303 && answer.redirected["error"] == "invalid_scope" && answer.redirected["state"] == state)
                #expect(answer.redirected["iss"] == "http://\(server.host)" && answer.all("set-cookie").isEmpty)
                #expect(answer["location"]?.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 } == true)
            }
            let long = try await browser.get(Authorization(client.id, state: String(repeating: "s", count: 8_192)).path)
            #expect(long.status == 400 && long["location"] == nil)
        }
    }

    @Test("A28 a consent that no page of this server sent is 403, and nothing is allowed")
    func foreignConsent() async throws {
        try await RunningServer.run { server in
            let client = try await server.addClient()
            let browser = Browser(server)
            let request = Authorization(client.id)
            let page = try await Self.consent(request, browser)
            let form = page.hidden + [("scope", "read:record"), ("decision", "allow")]
            let foreign: [[(name: String, value: String)]] = [
                [("Origin", "https://evil.example"), ("Sec-Fetch-Site", "cross-site")], [("Origin", "https://app.example.org")], [("Origin", "null")],
                [("Sec-Fetch-Site", "same-site")], [],
            ]
            for fields in foreign {
                let answer = try await browser.post(request.path, form, fields: fields)
                #expect(answer.status == 403 && answer["location"] == nil, "\(fields)")
            }
            for token in ["", "x", String(repeating: "A", count: 43)] {
                let answer = try await browser.post(request.path, [("csrf", token), ("scope", "mcp"), ("decision", "allow")])
                #expect(answer.status == 403 && answer["location"] == nil)
            }
            let other = Browser(server)
            try await server.addPerson("built-in/mallory", role: "reader")
            _ = try await other.signIn("built-in/mallory", password: "a long password")
            #expect(try await other.post(request.path, form).status == 403, "a token of another session")
            let connections = try await browser.get("/connections")
            #expect(connections.text.contains("None yet"))
            #expect(page["x-frame-options"] == "DENY" && page["content-security-policy"]?.contains("frame-ancestors 'none'") == true)
        }
    }

    @Test("A30 a client on this machine is announced with host and port, each time")
    func loopback() async throws {
        try await RunningServer.run { server in
            let body: JSONValue = [
                "client_name": "Claude <b>Code</b>\u{202E}", "redirect_uris": ["http://localhost/callback"], "token_endpoint_auth_method": "none",
            ]
            let made = try await server.answer(Ask(path: "/register", fields: [("Content-Type", "application/json")], body: body.description))
            #expect(made.status == 201)
            let browser = Browser(server)
            let request = Authorization(made.json["client_id"]?.string ?? "", redirect: "http://localhost:49152/callback", scope: "read:record")
            let page = try await Self.consent(request, browser)
            #expect(page.text.contains("localhost:49152") && page.text.contains("Did you start this yourself") && page.text.contains("Not verified"))
            #expect(!page.text.contains("<b>Code") && !page.text.contains("\u{202E}"))
            #expect(page["content-security-policy"]?.contains("form-action 'self' http://localhost:49152;") == true)
        }
    }

    @Test("consents are listed, and one button ends each: tokens, refresh tokens and the remembered consent")
    func disconnecting() async throws {
        try await RunningServer.run { server in
            let client = try await server.addClient()
            let browser = Browser(server)
            let request = Authorization(client.id, scope: "read:record")
            let answer = try await browser.decide(try await Self.consent(request, browser))
            let tokens = try await server.token(request.redemption(answer.redirected["code"] ?? "", secret: client.secret)).json
            #expect(try await server.answer(.call("whoami", key: tokens["access_token"]?.string)).status == 200)
            let page = try await browser.get("/connections")
            let id = page.text.firstMatch(of: /name="disconnect" value="(\d+)"/).map { String($0.1) } ?? ""
            #expect(page.text.contains("portal") && page.text.contains("read:record") && page.text.contains("<strong>app.example.org</strong>"))
            #expect(page.text.contains("Data: read only: rows"))

            try await server.addPerson("built-in/mallory", role: "reader")
            let other = Browser(server)
            _ = try await other.signIn("built-in/mallory", password: "a long password")
            let theirs = try await other.get("/connections")
            _ = try await other.post("/connections", theirs.hidden + [("disconnect", id)])
            #expect(try await server.answer(.call("whoami", key: tokens["access_token"]?.string)).status == 200, "another's press ends nothing")

            let form = page.text.matches(of: /name="csrf" value="([^"]*)"/).last.map { String($0.1) } ?? ""
            let ended = try await browser.post("/connections", [("csrf", form), ("disconnect", id)])
            #expect(ended.status == 303)
            try await server.eventually { try await server.answer(.call("whoami", key: tokens["access_token"]?.string)).status == 401 }
            #expect(try await browser.follow(ended).text.contains("None yet"))
            #expect(try await browser.get(request.path).text.contains("Allow"))
        }
    }

    @Test("A41 a client that registered itself sends no browser on from here before its person presses something")
    func openRedirect() async throws {
        try await RunningServer.run { server in
            let body: JSONValue = ["client_name": "Claude", "redirect_uris": ["https://evil.example/cb"], "token_endpoint_auth_method": "none"]
            let made = try await server.answer(Ask(path: "/register", fields: [("Content-Type", "application/json")], body: body.description))
            let request = Authorization(made.json["client_id"]?.string ?? "", redirect: "https://evil.example/cb", scope: "read:record")
            let browser = Browser(server)
            for wrong in [request.with("response_type", "token"), request.with("prompt", "none"), request.with("code_challenge", "x")] {
                let answer = try await browser.get(wrong.path)
                #expect(answer.status == 400 && answer["location"] == nil && answer.text.contains("back to evil.example"), "\(wrong)")
                #expect(answer.text.contains("rel=\"noreferrer\"") && answer["content-security-policy"]?.contains("evil") == false)
            }
            let signIn = try await browser.follow(browser.get(request.path))
            #expect(signIn.text.contains("Not verified") && signIn.text.contains("<strong>evil.example</strong>"))
            let page = try await Self.consent(request, browser)
            #expect(try await browser.get(request.with("prompt", "none").path)["location"] == nil)
            let denied = try await browser.decide(page, "deny")
            #expect(denied.redirected["error"] == "access_denied", "what the person pressed goes to the client")
        }
    }

    @Test("A31 an unknown client's document is not fetched before sign-in, and the page then shows its error")
    func strangersDocument() async throws {
        try await RunningServer.run { server in
            let browser = Browser(server)
            for number in 0..<200 {
                let answer = try await browser.get(Authorization("https://127.0.0.1/\(number)", redirect: "https://client.example/cb").path)
                #expect(answer.status == 303 && answer["location"]?.hasPrefix("/login?") == true)
            }
            _ = try await browser.signIn(password: server.adminPassword)
            let answer = try await browser.get(Authorization("https://127.0.0.1/client.json", redirect: "https://client.example/cb").path)
            #expect(answer.status == 400 && answer.text.contains("its host does not respond, or may not be contacted"))
        }
    }

    @Test("groups with changes are open on the consent page, and one sentence summarizes all of them")
    func adminConsent() async throws {
        try await RunningServer.run { server in
            let client = try await server.addClient()
            let page = try await Self.consent(Authorization(client.id, scope: "admin"), Browser(server))
            #expect(page.text.contains("This is everything that you may do here") && page.text.contains("as an administrator of built-in"))
            let groups = page.text.matches(of: /<details( open)?><summary>([^<]*)<span class="tag warn">changes/)
            #expect(groups.map { String($0.2).trimmingPrefix(" ") } == ["Data ", "Set-up of data ", "People and access "])
            #expect(groups.allSatisfy { $0.1 != nil })
            let narrow = try await Self.consent(Authorization(client.id, scope: "read:record"), Browser(server))
            #expect(!narrow.text.contains("This is everything"))
        }
    }

    @Test("the audit log names the application that acted for a person")
    func auditedApplication() async throws {
        try await RunningServer.run { server in
            let client = try await server.addClient()
            let browser = Browser(server)
            let request = Authorization(client.id, scope: "read:record")
            let answer = try await browser.decide(try await Self.consent(request, browser))
            let tokens = try await server.token(request.redemption(answer.redirected["code"] ?? "", secret: client.secret)).json
            _ = try await server.answer(.call("whoami", key: tokens["access_token"]?.string))
            _ = try await server.answer(.call("whoami", key: try await server.key()))
            let calls = try await server.entries().map(\.call).filter { $0.tool == "whoami" }
            #expect(calls.map(\.client) == ["portal", nil])
            #expect(calls.first?.caller == "token:built-in/admin" && calls.last?.caller.hasPrefix("api_key:built-in/admin#") == true)
        }
    }
}
