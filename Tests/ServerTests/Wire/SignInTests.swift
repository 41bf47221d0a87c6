import JSON
import Server
import Store
import Testing

@Suite("Signing in with a browser")
struct SignInTests {
    @Test("A43 a right password redirects with 303 and without a referrer; a wrong one gets the same response for known and unknown users")
    func passwords() async throws {
        try await RunningServer.run { server in
            let browser = Browser(server)
            let (wrong, unknown, nowhere) = try await server.unchanged {
                (
                    try await browser.signIn("built-in/admin", password: "wrong"), try await browser.signIn("built-in/nobody", password: "wrong"),
                    try await browser.signIn("nowhere/admin", password: "wrong")
                )
            }
            #expect(wrong.status == unknown.status && wrong.fields.map(\.name) == unknown.fields.map(\.name))
            for answer in [wrong, unknown, nowhere] {
                #expect(answer.status == 403 && answer.text.contains("do not fit together") && !answer.text.contains("wrong"))
                #expect(answer.all("set-cookie").allSatisfy { !$0.contains("session") })
            }
            #expect(browser.cookies["gatehouse_session"] == nil)
            let good = try await browser.signIn(password: server.adminPassword)
            #expect(good.status == 303 && good["location"] == "/" && good["referrer-policy"] == "no-referrer")
            #expect(try await browser.follow(good).text.contains("My connections"))
            #expect(try await browser.get("/login")["location"] == "/")
        }
    }

    @Test("D08 pages forbid framing, sniffing, caching, foreign content and referrers; over TLS they say so for the future")
    func fields() async throws {
        for origin in [nil, "https://gate.example.org"] {
            try await RunningServer.run(origin.map { [.publicURL: $0] } ?? [:]) { server in
                for path in ["/login", "/signed-out", "/login/oauth/authorize", "/login/oauth/authorize?client_id=x"] {
                    let page = try await Browser(server).get(path)
                    let policy = page["content-security-policy"] ?? ""
                    #expect(
                        policy.hasPrefix("default-src 'none';") && policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"))
                    #expect(!policy.contains("unsafe") && !policy.contains("script-src") && policy.contains("form-action 'self'"))
                    #expect(page["x-content-type-options"] == "nosniff" && page["x-frame-options"] == "DENY" && page["cache-control"] == "no-store")
                    #expect(page["referrer-policy"] == "same-origin" && page["cross-origin-opener-policy"] == "same-origin")
                    #expect(page["strict-transport-security"] == (origin == nil ? nil : "max-age=31536000"))
                    #expect(page["access-control-allow-origin"] == nil)
                }
            }
        }
    }

    @Test("D09 the cookie is for this host only, hidden from scripts and other sites' forms; under TLS it has the __Host- prefix")
    func cookieFlags() async throws {
        try await RunningServer.run { server in
            let made = try await Browser(server).signIn(password: server.adminPassword).all("set-cookie").first { $0.hasPrefix("gatehouse_session=") }
            let flags = Set((made ?? "").split(separator: ";").dropFirst().map { $0.drop { $0 == " " } })
            #expect(flags.isSuperset(of: ["Path=/", "HttpOnly", "SameSite=Lax"]) && !flags.contains { $0.hasPrefix("Domain") })
        }
        try await RunningServer.run([.publicURL: "https://gate.example.org"]) { server in
            let browser = Browser(server)
            let page = try await browser.get("/login")
            #expect(page.all("set-cookie").allSatisfy { $0.hasPrefix("__Host-gatehouse_visitor=") && $0.contains("; Secure") })
            let answer = try await browser.signIn(password: server.adminPassword)
            let made = try #require(answer.all("set-cookie").first)
            #expect(answer.status == 303)
            #expect(made.hasPrefix("__Host-gatehouse_session=") && made.hasSuffix("; Path=/; HttpOnly; SameSite=Lax; Secure"), "\(answer.fields)")
        }
    }

    @Test("D09 each sign-in has a new id, whatever the browser brought; the id before ends, and signing out ends it on the server")
    func fixation() async throws {
        try await RunningServer.run { server in
            let browser = Browser(server)
            browser.keep("gatehouse_session", "chosen-by-somebody-else")
            _ = try await browser.signIn(password: server.adminPassword)
            let first = browser.cookies["gatehouse_session"] ?? ""
            #expect(first != "chosen-by-somebody-else" && first.count >= 43)
            let again = try await browser.get("/login?again=1")
            _ = try await browser.post(
                "/login", again.hidden + [("organization", "built-in"), ("username", "admin"), ("password", server.adminPassword)])
            let second = browser.cookies["gatehouse_session"] ?? ""
            #expect(second != first && !second.isEmpty)
            let old = Browser(server)
            old.keep("gatehouse_session", first)
            #expect(try await old.get("/connections")["location"]?.hasPrefix("/login") == true)

            let page = try await browser.get("/logout")
            let out = try await browser.post("/logout", page.hidden)
            #expect(out.status == 303 && out["location"] == "/signed-out" && browser.cookies["gatehouse_session"] == nil)
            browser.keep("gatehouse_session", second)
            #expect(try await browser.get("/connections")["location"]?.hasPrefix("/login") == true)
        }
    }

    @Test("D09 another site can neither sign in nor sign out: not by a link, not by a form, not with a form's token")
    func otherSites() async throws {
        try await RunningServer.run { server in
            let browser = Browser(server)
            _ = try await browser.signIn(password: server.adminPassword)
            let token = try await browser.get("/logout").hidden
            let foreign: [[(name: String, value: String)]] = [
                [("Origin", "https://evil.example"), ("Sec-Fetch-Site", "cross-site")], [("Origin", "null")], [("Sec-Fetch-Site", "same-site")], [],
                [("Sec-Fetch-Site", "none")],
            ]
            let before = try await server.state()
            for fields in foreign {
                #expect(try await browser.post("/logout", token, fields: fields).status == 403, "\(fields)")
                #expect(try await browser.post("/login", [("username", "a")], fields: fields).status == 403, "\(fields)")
                #expect(try await browser.post("/connections", token, fields: fields).status == 403, "\(fields)")
            }
            #expect(try await browser.post("/logout", [("csrf", "other")]).status == 403)
            #expect(try await browser.get("/api/logout", fields: [("Referer", "https://evil.example")])["location"] == "/logout")
            #expect(try await server.state() == before)
            #expect(try await browser.get("/connections").status == 200, "still signed in")
        }
    }

    @Test("a form that was loaded in another browser is shown again, without signing in")
    func borrowedForm() async throws {
        try await RunningServer.run { server in
            let page = try await Browser(server).get("/login")
            let victim = Browser(server)
            _ = try await victim.get("/login")
            let form = page.hidden + [("organization", "built-in"), ("username", "admin"), ("password", server.adminPassword)]
            let answer = try await server.unchanged { try await victim.post("/login", form) }
            #expect(answer.status == 403 && answer.text.contains("open for too long") && victim.cookies["gatehouse_session"] == nil)
            #expect(!answer.text.contains(server.adminPassword))
        }
    }

    @Test("A41 signing in never redirects to another site")
    func openRedirect() async throws {
        try await RunningServer.run { server in
            for place in [
                "//evil.example", "\\\\evil.example", "/%09/evil.example", "https://evil.example", "/\\evil.example", "/%2f%2fevil.example",
            ] {
                let browser = Browser(server)
                let path = "/login?" + Browser.encoded([("return_to", place)])
                let answer = try await browser.signIn(password: server.adminPassword, at: path)
                #expect(answer.status == 303 && answer["location"] == "/", "\(place)")
                #expect(try await browser.get(path)["location"] == "/", "\(place)")
            }
        }
    }

    @Test("without a page: JSON in, cookie out; wrong passwords, forms and foreign pages get none")
    func plain() async throws {
        try await RunningServer.run { server in
            func login(_ body: JSONValue, type: String = "application/json", fields: [(name: String, value: String)] = []) async throws -> RawResponse
            {
                try await server.answer(Ask(path: "/api/login", fields: [("Content-Type", type)] + fields, body: body.description))
            }
            let good: JSONValue = [
                "type": "login", "application": "app-built-in", "organization": "built-in", "username": "admin",
                "password": .string(server.adminPassword),
            ]
            let answer = try await login(good)
            #expect(answer.status == 200 && answer.json["status"] == "ok" && answer.json["data"] == "built-in/admin")
            let cookies = answer.all("set-cookie")
            #expect(cookies.count == 2 && cookies[0].hasPrefix("gatehouse_session=") && cookies[1].hasPrefix("gatehouse_device_"))
            #expect(cookies.allSatisfy { $0.contains("; HttpOnly; SameSite=Lax") && $0.contains("; Max-Age=") })
            var wrong = good.object ?? [:]
            wrong["password"] = "wrong"
            let before = try await server.state()
            let refusals: [(RawResponse, Int)] = [
                (try await login(.object(wrong)), 401), (try await login(good, type: "text/plain"), 415),
                (try await login(good, fields: [("Origin", "http://127.0.0.1:1")]), 403),
                (try await login(good, fields: [("Origin", "https://evil.example")]), 403), (try await login(["type": "login"]), 400),
                (try await login(["type": "code", "organization": "built-in"]), 400), (try await login([1]), 400),
            ]
            for (refusal, status) in refusals {
                #expect(refusal.status == status && refusal["content-type"] == "application/json" && refusal.all("set-cookie").isEmpty)
                #expect(refusal.json.object != nil && !refusal.text.contains(server.adminPassword))
            }
            #expect(try await server.state() == before, "nobody is signed in")
        }
    }

    @Test("A24 A51 guesses over the wire are delayed with Retry-After; signed-in people stay so, and a known browser can sign in")
    func throttled() async throws {
        try await RunningServer.run { server in
            let owner = Browser(server)
            _ = try await owner.signIn(password: server.adminPassword)
            let guesser = Browser(server)
            var last: RawResponse?
            for _ in 0..<30 where last?.status != 429 { last = try await guesser.signIn(password: "guess") }
            let answer = try #require(last)
            try await server.prolongWaits()
            #expect(answer.status == 429 && (Int(answer["retry-after"] ?? "") ?? 0) > 0 && answer.text.contains("Too many tries"))
            let body: JSONValue = ["type": "login", "organization": "built-in", "username": "admin", "password": "guess"]
            let plain = try await server.answer(Ask(path: "/api/login", fields: [("Content-Type", "application/json")], body: body.description))
            #expect(plain.status == 429 && plain["retry-after"] != nil && plain["content-type"] == "application/json")
            #expect(plain.json["status"] == "error" && plain.json["msg"]?.string?.contains("too many tries") == true)
            #expect(try await owner.get("/connections").status == 200)
            // Signed out, the owner's browser is still known, at the very address of the guesser; a new one is not.
            owner.forget("gatehouse_session")
            #expect(try await owner.signIn(password: server.adminPassword).status == 303)
            #expect(try await Browser(server).signIn(password: server.adminPassword).status == 429)
        }
    }
}
