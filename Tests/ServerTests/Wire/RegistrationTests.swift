import Identity
import JSON
import SQL
import Server
import Store
import Testing
import Tools

@Suite("Clients that keep their own registration")
struct RegistrationTests {
    private static func send(_ server: RunningServer, _ method: String, _ path: String, token: String? = nil, _ body: JSONValue? = nil) async throws
        -> RawResponse
    {
        var fields: [(name: String, value: String)] = token.map { [("Authorization", "Bearer \($0)")] } ?? []
        if body != nil { fields.append(("Content-Type", "application/json")) }
        return try await server.answer(Ask(method: method, path: path, fields: fields, body: body?.description))
    }

    @Test("RFC 7592: a client reads, changes and removes its own registration with its own token; changes apply at once")
    func change() async throws {
        try await RunningServer.run { server in
            func register(_ name: String) async throws -> (path: String, token: String, id: String, all: JSONValue) {
                let made = try await Self.send(
                    server, "POST", "/api/oauth/register",
                    ["client_name": .string(name), "redirect_uris": ["https://app.example.org/cb"], "token_endpoint_auth_method": "none"])
                let (id, token) = (made.json["client_id"]?.string ?? "", made.json["registration_access_token"]?.string ?? "")
                return ("/api/oauth/register/\(id)", token, id, made.json)
            }
            let (own, other) = (try await register("One"), try await register("Two"))
            #expect(own.all["client_secret"] == nil)
            let browser = Browser(server)
            let old = Authorization(own.id, scope: "read:record")
            _ = try await browser.decide(try await browser.follow(browser.signIn(password: server.adminPassword, at: old.path)))
            #expect(try await browser.get(old.path).redirected["code"] != nil, "remembered")

            let body: JSONObject = ["client_id": .string(own.id), "client_name": "Renamed", "redirect_uris": ["https://app.example.org/new"]]
            let before = try await server.state()
            let wrong: [(token: String?, body: JSONValue, status: Int, error: String)] = [
                (nil, .object(body), 401, "invalid_token"), (other.token, .object(body), 401, "invalid_token"),
                (own.token, ["client_id": .string(other.id), "redirect_uris": ["https://app.example.org/new"]], 400, "invalid_request"),
                (own.token, ["client_id": .string(own.id), "redirect_uris": ["javascript:alert(1)"]], 400, "invalid_redirect_uri"),
                (own.token, ["client_id": .string(own.id)], 400, "invalid_redirect_uri"),
                (own.token, .object(body.with(["client_secret": "gthc_guess"])), 400, "invalid_request"),
                (own.token, [1], 400, "invalid_client_metadata"),
            ]
            for (token, body, status, error) in wrong {
                let answer = try await Self.send(server, "PUT", own.path, token: token, body)
                #expect(answer.status == status && answer.json["error"]?.string == error, "\(body): \(answer.text)")
            }
            #expect(try await server.state() == before)

            let changed = try await Self.send(server, "PUT", own.path, token: own.token, .object(body))
            #expect(changed.status == 200 && changed.json["client_name"] == "Renamed" && changed.json["client_id"]?.string == own.id)
            #expect(changed.json["redirect_uris"] == ["https://app.example.org/new"] && changed["cache-control"] == "no-store")
            // By default a client has a secret (RFC 7591 section 2), which it receives once.
            let secret = changed.json["client_secret"]?.string ?? ""
            #expect(changed.json["token_endpoint_auth_method"] == "client_secret_basic" && secret.hasPrefix("gthc_"))
            let read = try await Self.send(server, "GET", own.path, token: own.token)
            #expect(read.json["client_name"] == "Renamed" && read.json["client_secret"] == nil)
            #expect(try await browser.get(old.path).status == 400, "the old redirect is nothing")
            let new = Authorization(own.id, redirect: "https://app.example.org/new", scope: "read:record")
            let page = try await browser.get(new.path)
            #expect(page.status == 200 && page.text.contains("Renamed") && page.text.contains("app.example.org"), "asked again")
            let code = try await browser.decide(page).redirected["code"] ?? ""
            #expect(try await server.token(new.redemption(code)).json["error"] == "invalid_client")
            #expect(try await server.token(new.redemption(code, secret: secret)).status == 200)
            let stored = try await server.state().joined()
            #expect(!stored.contains(secret) && !stored.contains(own.token))

            let foreign = try await server.unchanged { try await Self.send(server, "DELETE", own.path, token: other.token) }
            #expect(foreign.status == 401)
            #expect(try await Self.send(server, "DELETE", own.path, token: own.token).status == 204)
            #expect(try await Self.send(server, "PUT", own.path, token: own.token, .object(body)).status == 401)
        }
    }

    @Test("if the operators disable self-registration, registering is 403 and creates nothing; other clients keep working")
    func closed() async throws {
        try await RunningServer.run { server in
            let body: JSONValue = [
                "client_name": "One", "redirect_uris": ["https://app.example.org/cb"], "token_endpoint_auth_method": "none",
            ]
            let first = try await Self.send(server, "POST", "/register", body)
            #expect(first.status == 201)
            let organizations = server.composition.domains.organizations
            let builtIn = try await organizations.find(.builtIn).id
            let bound = CredentialBound.terminal(builtIn, scopes: [])
            _ = try await organizations.update(builtIn, Patch(["dcrPolicy": "disabled"]), bound: bound)
            let before = try await server.state()
            for path in ["/register", "/api/oauth/register", "/api/oauth/register?organization=acme"] {
                let answer = try await Self.send(server, "POST", path, body)
                #expect(answer.status == 403 && answer.json["error"] == "access_denied", "\(answer.text)")
                #expect(answer.json["error_description"]?.string?.contains("dcrPolicy") == true && answer["cache-control"] == "no-store")
            }
            #expect(try await server.state() == before)
            let path = "/api/oauth/register/\(first.json["client_id"]?.string ?? "")"
            #expect(try await Self.send(server, "GET", path, token: first.json["registration_access_token"]?.string).status == 200)
            _ = try await organizations.update(builtIn, Patch(["dcrPolicy": .null]), bound: bound)
            #expect(try await Self.send(server, "POST", "/register", body).status == 201)
        }
    }

    @Test("WebFinger returns this issuer for any account; without a resource the request is invalid")
    func finger() async throws {
        try await RunningServer.run { server in
            try await server.addClient("built-in/portal")
            for path in ["/.well-known/webfinger", "/.well-known/portal/webfinger"] {
                for who in ["acct:admin@gate.example.org", "acct:nobody@gate.example.org"] {
                    let answer = try await server.answer(.get("\(path)?" + Browser.encoded([("resource", who)])))
                    #expect(answer.status == 200 && answer["content-type"] == "application/jrd+json" && answer.json["subject"]?.string == who)
                    #expect(
                        answer.json["links"] == [["rel": "http://openid.net/specs/connect/1.0/issuer", "href": .string("http://\(server.host)")]])
                }
                let other = try await server.answer(.get("\(path)?resource=acct:a@b&rel=avatar"))
                #expect(other.status == 200 && other.json["links"] == [])
                #expect(try await server.answer(.get(path)).status == 400)
            }
            #expect(try await server.answer(.get("/.well-known/nothing/webfinger?resource=acct:a@b")).status == 404)
        }
    }

    @Test("the session answers at userinfo for pages of this server alone")
    func sessionAtUserInfo() async throws {
        try await RunningServer.run { server in
            let browser = Browser(server)
            _ = try await browser.signIn(password: server.adminPassword)
            func ask(_ fields: [(name: String, value: String)]) async throws -> RawResponse {
                try await browser.send(.get("/api/userinfo", fields: fields))
            }
            for fields in [[("Origin", "http://\(server.host)")], [("Sec-Fetch-Site", "same-origin")]] as [[(name: String, value: String)]] {
                let own = try await ask(fields)
                #expect(own.status == 200 && own.json["preferred_username"] == "built-in/admin" && own["cache-control"] == "no-store")
            }
            for fields in [[], [("Sec-Fetch-Site", "cross-site")], [("Sec-Fetch-Site", "none")]] as [[(name: String, value: String)]] {
                let foreign = try await ask(fields)
                #expect(foreign.status == 401 && foreign.json["preferred_username"] == nil, "\(fields)")
            }
            #expect(try await ask([("Origin", "https://evil.example")]).status == 403)
        }
    }
}

extension JSONObject {
    fileprivate func with(_ other: JSONObject) -> JSONObject { JSONObject(map { ($0.key, $0.value) } + other.map { ($0.key, $0.value) }) }
}
