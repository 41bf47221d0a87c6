import Identity
import JSON
import Server
import Store
import Testing
import Tools

@Suite("People from where they may not act")
struct BannedPlaceTests {
    @Test("E09 with a session from a forbidden address nobody sees connections, allows a client, or redeems a code; signing out works")
    func pages() async throws {
        try await RunningServer.run { server in
            try await server.addPerson("built-in/ann", role: "reader")
            let client = try await server.addClient()
            let request = Authorization(client.id, scope: "read:record")
            let browser = Browser(server)
            _ = try await browser.signIn("built-in/ann", password: "a long password")
            let page = try await browser.get(request.path)
            #expect(page.status == 200 && page.scopes == ["read:record"])
            let code = try await browser.decide(page).redirected["code"] ?? ""
            #expect(!code.isEmpty)
            let second = try await browser.get(request.with("scope", "read:record run:sql").path)

            let organization = try await server.domains.organizations.find(.builtIn).id
            let ann = try await server.domains.users.find(organization, "ann")
            var patch = Patch([:])
            patch.set("ipWhitelist", "192.0.2.0/24")
            _ = try await server.domains.users.update(organization, ann.id, patch, bound: try await server.terminal())
            let before = try await server.grants()
            for path in ["/connections", request.path, "/device?user_code=BCDF-GHJK"] {
                let answer = try await browser.get(path)
                #expect(answer.status == 303 && answer["location"]?.hasPrefix("/login") == true, "\(path)")
            }
            #expect(try await browser.decide(second).status == 403)
            let redeemed = try await server.token(request.redemption(code, secret: client.secret))
            #expect(redeemed.status == 400 && redeemed.json["error"] == "invalid_grant" && redeemed.json["access_token"] == nil)
            #expect(redeemed.json["error_description"]?.string?.contains("has been banned") == true)
            #expect(try await server.grants() == before)
            let refused = try await Browser(server).signIn("built-in/ann", password: "a long password")
            #expect(refused.status == 403 && refused.text.contains("has been banned"))
            #expect(try await browser.post("/logout", browser.get("/logout").hidden)["location"] == "/signed-out")
            #expect(browser.cookies["gatehouse_session"] == nil)
        }
    }

    @Test("E09 a refresh token is taken from where its person may act alone")
    func refresh() async throws {
        try await RunningServer.run { server in
            try await server.addPerson("built-in/ann", role: "reader")
            let client = try await server.addClient()
            let request = Authorization(client.id, scope: "read:record")
            let browser = Browser(server)
            let page = try await browser.follow(browser.signIn("built-in/ann", password: "a long password", at: request.path))
            let tokens = try await server.token(
                request.redemption(try await browser.decide(page).redirected["code"] ?? "", secret: client.secret))
            let organization = try await server.domains.organizations.find(.builtIn).id
            let ann = try await server.domains.users.find(organization, "ann")
            func allow(_ addresses: String) async throws {
                var patch = Patch([:])
                patch.set("ipWhitelist", addresses)
                _ = try await server.domains.users.update(organization, ann.id, patch, bound: try await server.terminal())
            }
            let form = [
                ("grant_type", "refresh_token"), ("refresh_token", tokens.json["refresh_token"]?.string ?? ""), ("client_id", client.id),
                ("client_secret", client.secret),
            ]
            try await allow("192.0.2.0/24")
            let refused = try await server.unchanged { try await server.token(form) }
            #expect(refused.json["error"] == "invalid_grant" && refused.json["access_token"] == nil)
            try await allow("127.0.0.0/8")
            #expect(try await server.token(form).status == 200, "the token was not spent by the refusal")
        }
    }

    @Test("a device that requests scopes which the person cannot give gets a page with the reason, not a server error")
    func deviceRefusals() async throws {
        try await RunningServer.run { server in
            try await server.addOrganization("globex")
            try await server.addOrganization("acme")
            try await server.addPerson("globex/gil")
            try await server.addPerson("built-in/bob", role: "reader")
            let grants = ["urn:ietf:params:oauth:grant-type:device_code"]
            let (theirs, ours) = (
                try await server.addClient("acme/box", grants: grants, isPublic: true),
                try await server.addClient("built-in/screen", grants: grants, isPublic: true)
            )
            for (person, client, reason) in [("globex/gil", theirs, "another organization"), ("built-in/bob", ours, "nothing in it")] {
                let start = try await server.token([("client_id", client.id), ("scope", "write:application")], path: "/api/device-auth")
                let code = start.json["user_code"]?.string ?? ""
                #expect(!code.isEmpty)
                let browser = Browser(server)
                _ = try await browser.signIn(person, password: "a long password")
                let page = try await browser.get("/device?user_code=\(code)")
                #expect(page.status == 403 && page.text.contains(reason), "\(page.text)")
                #expect(try await server.grants().isEmpty)
            }
        }
    }
}
