import Identity
import JSON
import Server
import Store
import Testing

/// DESIGN section 4, the first rows of the table of refusals: who shows nothing, and who shows something bad.
@Suite("Credentials on the wire")
struct CredentialTests {
    static let unauthorized = #"{"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":"Unauthorized","data":"Unauthorized operation"}}"#
    static let unauthorizedWithoutID =
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Unauthorized","data":"Unauthorized operation"}}"#
    static let rename: JSONValue = ["resource": "notes", "action": "update", "filterByTk": 1, "values": ["title": "changed"]]

    @Test("B19 without a credential the handshake, discovery, ping, the list of tools and notifications are answered, and nothing is audited")
    func anonymousDiscovery() async throws {
        try await RunningServer.run { server in
            let initialized = try await server.answer(.initialize)
            #expect(initialized.status == 200 && initialized.result["serverInfo"]?["name"] == "gatehouse")
            #expect(initialized.result["protocolVersion"] == "2025-11-25")
            let discovered = try await server.answer(.mcp("server/discover", in: "2026-07-28"))
            #expect(discovered.status == 200)
            #expect(discovered.result["supportedVersions"] == ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])
            let pinged = try await server.answer(.mcp("ping"))
            #expect(pinged.status == 200 && pinged.text == #"{"jsonrpc":"2.0","id":7,"result":{}}"#)
            let noted = try await server.answer(.notification())
            #expect(noted.status == 202 && noted.body.isEmpty)
            for revision in [nil, "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] {
                let listed = try await server.answer(.mcp("tools/list", in: revision))
                let names = (listed.result["tools"]?.array ?? []).compactMap { $0["name"]?.string }
                #expect(listed.status == 200 && names.contains("crud") && names.contains("run_sql") && names.contains("whoami"))
            }
            #expect(try await server.audit() == [])
        }
    }

    @Test(
        "B19 without a credential a call is 401 with the challenge and the body of the contract, in every revision; it has no effect and is audited")
    func anonymousCall() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            for revision in [nil, "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] {
                let answer = try await server.answer(.call("crud", Self.rename, in: revision))
                #expect(answer.status == 401 && answer["www-authenticate"] == server.challenge())
                #expect(answer.text == Self.unauthorized)
            }
            #expect(try await server.answer(.call("nothing_like_it")).text == Self.unauthorized, "what exists is not told")
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            let audit = try await server.audit()
            #expect(audit == Array(repeating: "crud refused unauthorized", count: 6) + ["unknown refused unauthorized"])
            #expect(try await server.entries().allSatisfy { $0.call.caller == "anonymous" && $0.call.user == nil })
        }
    }

    @Test("B19 without a credential any method but POST is 401", arguments: ["GET", "DELETE", "PUT", "PATCH", "HEAD"])
    func anonymousMethods(method: String) async throws {
        try await RunningServer.run { server in
            let answer = try await server.answer(Ask(method: method, fields: [("Accept", "text/event-stream")]))
            #expect(answer.status == 401 && answer["www-authenticate"] == server.challenge())
            if method != "HEAD" { #expect(answer.text == Self.unauthorizedWithoutID) }
        }
    }

    @Test("one call in a batch makes the whole batch 401, and nothing of it has an effect")
    func anonymousBatch() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            var ask = Ask.call("crud", Self.rename, in: "2025-03-26")
            ask.body = "[" + (Ask.mcp("ping").body ?? "") + "," + (ask.body ?? "") + "]"
            let answer = try await server.answer(ask)
            #expect(answer.status == 401 && answer["www-authenticate"] == server.challenge())
            #expect(answer.json[1]?.description == Self.unauthorized)
            #expect(try await server.notes() == RunningServer.untouchedNotes)
        }
    }

    @Test("B19 with anonymous_discovery off nothing is answered without a credential, and everything with one")
    func closedDiscovery() async throws {
        try await RunningServer.run([.anonymousDiscovery: "false"]) { server in
            let key = try await server.key()
            let asks = [Ask.initialize, .mcp("ping"), .mcp("tools/list"), .mcp("server/discover", in: "2026-07-28"), .notification()]
            for ask in asks {
                let answer = try await server.answer(ask)
                #expect(answer.status == 401 && answer["www-authenticate"] == server.challenge())
                #expect(answer.json["error"]?["message"] == "Unauthorized" && answer.json["result"] == nil)
                let served = try await server.answer(ask.with("Authorization", "Bearer \(key)"))
                #expect(served.status == 200 || served.status == 202)
            }
        }
    }

    @Test("B19 a bad credential is 401 with error=\"invalid_token\" on everything, also where none would do")
    func badCredential() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            try await server.addUser("gone", role: "admin")
            let good = try await server.key()
            let revoked = try await server.newKey()
            let disabled = try await server.key(of: "built-in/gone")
            let expired = try await server.key(expires: .now - .seconds(1), now: .now - .seconds(3600))
            let ofRevoked = Ask.call("whoami", key: revoked.key.text)
            #expect(try await server.answer(ofRevoked).status == 200)
            try await server.revoke(revoked.id)
            try await server.disable("built-in/gone")
            let credentials = [
                "Bearer gths_wrong", "Bearer gths_" + String(repeating: "A", count: 43), "Bearer", "Bearer  ", "", "Token \(good)", good,
                "Bearer \(good)x", "Bearer \(good.lowercased())", "Bearer \(good) \(good)", "Bearer \(good),Bearer \(good)",
                "Basic YWRtaW46YWRtaW4=", "Basic ???", "Bearer \(revoked.key.text)", "Bearer \(disabled)", "Bearer \(expired)",
            ]
            for credential in credentials {
                let answer = try await server.answer(Ask.call("crud", Self.rename).with("Authorization", credential))
                #expect(answer.status == 401 && answer["www-authenticate"] == server.challenge(error: "invalid_token"), "\(credential.prefix(16))")
                #expect(answer.text == Self.unauthorized)
            }
            for ask in [Ask.initialize, .mcp("ping"), .mcp("tools/list"), .notification(), .get("/api/mcp"), Ask(method: "DELETE"), Ask(body: "{")] {
                let answer = try await server.answer(ask.with("Authorization", "Bearer gths_wrong"))
                #expect(answer.status == 401 && answer["www-authenticate"] == server.challenge(error: "invalid_token"))
                #expect(answer.json["result"] == nil)
            }
            let twice = Ask.call("crud", Self.rename, key: good).with("Authorization", "Bearer \(good)")
            #expect(try await server.answer(twice).status == 401, "two fields are not one credential")
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            // Of all of them one is a client's id with a secret.
            #expect(try await server.audit() == ["whoami ok", "authenticate_client refused invalid_client"])
        }
    }

    @Test("a key works with the scheme in any case, and its call is audited under its owner")
    func goodCredential() async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            for scheme in ["Bearer", "bearer", "BEARER"] {
                let answer = try await server.answer(Ask.call("whoami").with("Authorization", "\(scheme) \(key)"))
                #expect(answer.status == 200 && answer.result["structuredContent"]?["organization"] == "built-in")
            }
            let entries = try await server.entries()
            #expect(entries.count == 3 && entries.allSatisfy { $0.call.user == "built-in/admin" })
            let callers = Set(entries.map(\.call.caller))
            #expect(callers.count == 1 && callers.allSatisfy { $0.hasPrefix("api_key:built-in/admin#") })
        }
    }

    @Test("E13 a key of one workspace is 401 at the endpoint of another, both ways; an unbound key of an administrator opens both")
    func foreignWorkspace() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let acme = try await server.addAcme()
            let ofMain = try await server.key(workspace: Workspace.mainID)
            let ofAcme = try await server.key(of: "acme/eve", workspace: acme)
            let path = "/api/__app/acme-data/mcp"
            let fromMain = try await server.answer(.call("whoami", key: ofMain, path: path))
            #expect(fromMain.status == 401 && fromMain["www-authenticate"] == server.challenge(path: path, error: "invalid_token"))
            let fromAcme = try await server.answer(.call("crud", Self.rename, key: ofAcme))
            #expect(fromAcme.status == 401 && fromAcme["www-authenticate"] == server.challenge(error: "invalid_token"))
            #expect(fromAcme.text == Self.unauthorized)
            let own = try await server.answer(.call("whoami", key: ofAcme, path: path))
            #expect(own.result["structuredContent"]?["workspace"] == "acme-data" && own.result["structuredContent"]?["organization"] == "acme")
            let unbound = try await server.key()
            for path in ["/api/mcp", path] { #expect(try await server.answer(.call("whoami", key: unbound, path: path)).status == 200) }
            #expect(try await server.notes() == RunningServer.untouchedNotes)
        }
    }

    @Test("a role that is not the caller's own is 403; one of its own narrows")
    func foreignRole() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let key = try await server.key()
            let refused = try await server.answer(.call("crud", Self.rename, key: key, fields: [("x-role", "root")]))
            #expect(refused.status == 403 && refused.error["code"] == -32001 && refused.error["message"] == "Unauthorized")
            #expect(refused.error["data"]?.string?.contains("'root'") == true)
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            let own = try await server.answer(.call("whoami", key: key, fields: [("x-role", "admin")]))
            #expect(own.result["structuredContent"]?["isOperator"] == false)
        }
    }
}
