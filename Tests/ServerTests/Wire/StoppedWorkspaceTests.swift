import Access
import Identity
import JSON
import Server
import Store
import Testing
import Tools

@Suite("Stopped workspaces on the wire")
struct StoppedWorkspaceTests {
    private static let path = "/api/__app/acme-data"

    /// The credentials of every caller with a right in `acme-data`: its administrator and its reader, an administrator of its organization,
    /// an operator, an application of its own and a token for it.
    private static func callers(_ server: RunningServer, _ workspace: WorkspaceID) async throws -> [String] {
        let acme = try await server.domains.organizations.find("acme").id
        try await server.addPerson("acme/rita")
        try await server.addPerson("acme/boss", isAdministrator: true)
        let robot = try await server.addClient("acme/robot", redirects: [], grants: ["client_credentials"], scopes: ["read:record"])
        try await server.domains.members.add(
            acme, workspace: workspace, .user, QualifiedName(parsing: "acme/rita", argument: "user"), role: .reader,
            bound: try await server.terminal())
        let form = [("grant_type", "client_credentials"), ("client_id", robot.id), ("client_secret", robot.secret), ("scope", "read:record")]
        let token = try await server.token(form + [("resource", "http://\(server.host)\(path)/mcp")]).json["access_token"]?.string ?? ""
        return [
            "Bearer \(try await server.key(of: "acme/eve"))", "Bearer \(try await server.key(of: "acme/eve", workspace: workspace))",
            "Bearer \(try await server.key(of: "acme/rita"))", "Bearer \(try await server.key(of: "acme/boss"))",
            "Bearer \(try await server.key())", "Basic " + base64("\(robot.id):\(robot.secret)"), "Bearer \(token)",
        ]
    }

    @Test("a stopped workspace is 503 with Retry-After for every caller with a right there, including operators, as JSON-RPC on the MCP path")
    func refuses() async throws {
        try await RunningServer.run { server in
            let workspace = try await server.addAcme()
            let acme = try await server.domains.organizations.find("acme").id
            let callers = try await Self.callers(server, workspace)
            for caller in callers {
                let fields = [(name: "Authorization", value: caller)]
                #expect(try await server.answer(.call("whoami", path: "\(Self.path)/mcp", fields: fields)).status == 200, "\(caller)")
            }
            try await server.domains.workspaces.stop(acme, workspace)
            let before = try await server.audit()
            for caller in callers {
                let fields = [(name: "Authorization", value: caller)]
                for revision in ["2025-03-26", "2025-11-25", "2026-07-28"] {
                    let answer = try await server.answer(.call("whoami", in: revision, path: "\(Self.path)/mcp", fields: fields))
                    #expect(answer.status == 503 && answer["retry-after"] == "60", "\(caller) \(revision)")
                    #expect(answer.json["jsonrpc"] == "2.0" && answer.json["id"] == 7 && answer.error["code"] == -32603, "\(answer.text)")
                    #expect(answer.error["data"]?.string?.contains("stopped") == true, "\(answer.text)")
                }
                let list = try await server.answer(.mcp("tools/list", path: "\(Self.path)/mcp", fields: fields))
                #expect(list.status == 503)
                let rest = try await server.answer(Ask(path: "\(Self.path)/tools/whoami", fields: fields, body: "{}"))
                #expect(rest.status == 503 && rest["retry-after"] == "60" && rest.json["error"]?["code"] == "workspace_stopped")
                let casdoor = try await server.answer(.get("\(Self.path)/get-users?owner=acme", fields: fields))
                #expect(casdoor.status == 503 && casdoor["retry-after"] == "60" && casdoor.json["status"] == "error")
            }
            #expect(try await server.audit() == before)
        }
    }

    @Test("a workspace that is stopped is started again through main, and serves at once")
    func starts() async throws {
        try await RunningServer.run { server in
            _ = try await server.addAcme()
            try await server.addPerson("acme/boss", isAdministrator: true)
            let (boss, eve) = (try await server.key(of: "acme/boss"), try await server.key(of: "acme/eve"))
            #expect(try await server.answer(.call("workspaces_stop", ["name": "acme-data"], key: boss)).result["isError"] != true)
            #expect(try await server.answer(.call("whoami", key: eve, path: "\(Self.path)/mcp")).status == 503)
            let own = try await server.answer(.call("workspaces_start", ["name": "acme-data"], key: boss, path: "\(Self.path)/mcp"))
            #expect(own.status == 503, "not through the workspace itself")
            let started = try await server.answer(.call("workspaces_start", ["name": "acme-data"], key: boss))
            #expect(started.status == 200 && started.result["structuredContent"]?["name"] == "acme-data")
            #expect(try await server.answer(.call("whoami", key: eve, path: "\(Self.path)/mcp")).status == 200)
        }
    }

    @Test("sign-in, tokens, revocation and registration are under the path of a workspace too")
    func prefixed() async throws {
        try await RunningServer.run { server in
            _ = try await server.addAcme()
            let robot = try await server.addClient("acme/robot", redirects: [], grants: ["client_credentials"], scopes: ["read:record"])
            let form = [("grant_type", "client_credentials"), ("client_id", robot.id), ("client_secret", robot.secret), ("scope", "read:record")]
            let resource = [("resource", "http://\(server.host)\(Self.path)/mcp")]
            let token = try await server.token(form + resource, path: "\(Self.path)/login/oauth/access_token").json["access_token"]?.string ?? ""
            #expect(try await server.answer(.call("whoami", key: token, path: "\(Self.path)/mcp")).status == 200)
            let own = [("client_id", robot.id), ("client_secret", robot.secret), ("token", token)]
            #expect(try await server.token(own, path: "\(Self.path)/login/oauth/revoke").status == 200)
            #expect(try await server.answer(.call("whoami", key: token, path: "\(Self.path)/mcp")).status == 401)
            let client: JSONValue = [
                "redirect_uris": ["http://127.0.0.1:4000/callback"], "client_name": "Agent", "token_endpoint_auth_method": "none",
            ]
            let fields = [(name: "Content-Type", value: "application/json")]
            let made = try await server.answer(Ask(path: "\(Self.path)/oauth/register", fields: fields, body: client.description))
            #expect(made.status == 201 && made.json["client_id"]?.string != nil, "\(made.text)")
            let signIn: JSONValue = ["type": "login", "organization": "built-in", "username": "admin", "password": .string(server.adminPassword)]
            let session = try await server.answer(Ask(path: "\(Self.path)/login", fields: fields, body: signIn.description))
            #expect(session.status == 200 && session["set-cookie"] != nil, "\(session.text)")
            for page in ["login/oauth/authorize", "connections", "device", "health/live", "metrics"] {
                // What is no page is the path of a collection, which strangers are not told of.
                #expect([401, 404].contains(try await server.answer(.get("\(Self.path)/\(page)")).status), "\(page)")
            }
        }
    }

    @Test("a workspace with a disabled MCP endpoint looks like an unknown one there; its REST interface still works")
    func withoutMCP() async throws {
        try await RunningServer.run { server in
            let workspace = try await server.addAcme()
            let callers = try await Self.callers(server, workspace)
            let off = try await server.answer(.call("workspaces_update", ["name": "acme-data", "mcp": false], key: server.key()))
            #expect(off.result["isError"] != true, "\(off.text)")
            for caller in callers + [""] {
                let fields = caller.isEmpty ? [] : [(name: "Authorization", value: caller)]
                let answer = try await server.answer(.call("whoami", path: "\(Self.path)/mcp", fields: fields))
                let unknown = try await server.answer(.call("whoami", path: "/api/__app/no-such-one/mcp", fields: fields))
                // A token for this endpoint is a bad credential at any other.
                guard answer.status != 404 || unknown.status != 401 else { continue }
                #expect(answer.status == unknown.status && answer.status != 200, "\(caller): \(answer.text)")
                #expect(answer.text.replacing("acme-data", with: "no-such-one") == unknown.text, "\(caller): \(answer.text) \(unknown.text)")
            }
            let eve = try await server.key(of: "acme/eve")
            let rest = try await server.answer(Ask(path: "\(Self.path)/tools/whoami", fields: [("Authorization", "Bearer \(eve)")], body: "{}"))
            #expect(rest.status == 200, "\(rest.text)")
            let main = try await server.answer(.call("workspaces_update", ["name": "main", "mcp": false], key: server.key()))
            #expect(main.result["isError"] == true)
            let on = try await server.answer(.call("workspaces_update", ["name": "acme-data", "mcp": true], key: server.key()))
            #expect(on.result["isError"] != true)
            #expect(try await server.answer(.call("whoami", key: eve, path: "\(Self.path)/mcp")).status == 200)
        }
    }

    @Test("an open stream of a workspace ends when it is stopped")
    func streams() async throws {
        try await RunningServer.run { server in
            let workspace = try await server.addAcme()
            let acme = try await server.domains.organizations.find("acme").id
            let key = try await server.key(of: "acme/eve")
            let connection = try RawConnection(port: server.port)
            defer { connection.close() }
            let stream = Ask.get("\(Self.path)/sse", fields: [("Authorization", "Bearer \(key)"), ("Accept", "text/event-stream")])
            try await connection.send(stream.text(host: server.host))
            _ = try await connection.until("endpoint")
            try await server.domains.workspaces.stop(acme, workspace)
            // The last chunk of the body.
            try await connection.until("\r\n0\r\n\r\n")
        }
    }
}
