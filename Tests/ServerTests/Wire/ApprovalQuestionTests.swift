import Identity
import JSON
import Server
import Store
import Testing
import Tools

@Suite("Questions to the person who set a workflow off and approves")
struct ApprovalQuestionTests {
    private static let capabilities: JSONValue = ["elicitation": [:]]

    /// A workflow that asks, and then adds a note.
    private func workflow(_ server: RunningServer, _ key: String, _ assignees: JSONValue = ["roles": ["admin"]]) async throws -> JSONObject {
        try await server.addNotes()
        let asks: JSONValue = [
            "type": "approval", "key": "ok", "config": ["message": "Add {{$context.data.title}}?", "assignees": assignees],
        ]
        let adds: JSONValue = ["type": "create", "config": ["collection": "notes", "params": ["values": ["title": "{{$context.data.title}}"]]]]
        let made = try await server.answer(.call("workflows_apply", ["title": "W", "type": "manual", "nodes": [asks, adds]], key: key)).result
        let id = try #require(made["structuredContent"]?["data"]?["id"], "\(made)")
        return ["name": "workflows_execute", "arguments": ["filterByTk": id, "values": ["data": ["title": "four\u{202E}th"]]]]
    }

    /// How the executions are: `waiting 0`.
    private func executions(_ server: RunningServer, _ key: String) async throws -> [String] {
        let list = try await server.answer(.call("executions_list", [:], key: key)).result["structuredContent"]?["data"]?.array ?? []
        return list.map { "\($0["state"]?.string ?? "") \($0["status"]?.int ?? 9)" }
    }

    /// The id of the only execution.
    private func execution(_ server: RunningServer, _ key: String) async throws -> Int64 {
        let list = try await server.answer(.call("executions_list", [:], key: key)).result["structuredContent"]?["data"]?.array ?? []
        return try #require(list.first?["id"]?.int)
    }

    private static let form: JSONObject = [
        "approve": ["action": "accept", "content": ["decision": "approve", "comment": "yes"]],
        "reject": ["action": "accept", "content": ["decision": "reject"]], "decline": ["action": "decline"], "cancel": ["action": "cancel"],
        "other": ["action": "accept", "content": ["decision": "perhaps"]],
    ]

    @Test("in a session the answer decides; without one the execution waits on", arguments: ["approve", "reject", "decline", "cancel", "other"])
    func session(answer: String) async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            let params = try await workflow(server, key)
            let session = try await server.session(key, Self.capabilities)
            let call = Ask.mcp("tools/call", params, key: key).inSession(session)
            let stream = try await server.sent(call)
            let question = try await stream.until("\"method\":\"elicitation/create\"")
            let id = try #require(question.firstMatch(of: /"id":"([^"]+)"/)?.1)
            #expect(try await executions(server, key) == ["waiting 0"])
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            let message: JSONValue = ["jsonrpc": "2.0", "id": .string(String(id)), "result": Self.form[answer] ?? .null]
            #expect(try await server.answer(call.saying(message)).status == 202)
            let end = try await stream.until("\r\n0\r\n")
            switch answer {
            case "approve":
                #expect(end.contains("\"status\":1") && end.contains("\"state\":\"ended\""), "\(end)")
                #expect(try await server.notes().last == "4 four\u{202E}th")
                #expect(try await executions(server, key) == ["ended 1"])
            case "reject": #expect(try await executions(server, key) == ["ended -5"])
            default: #expect(try await executions(server, key) == ["waiting 0"])
            }
            if answer != "approve" { #expect(try await server.notes() == RunningServer.untouchedNotes) }
        }
    }

    @Test("E31 in 2026-07-28 the question is the answer, and the call that comes again with it sets nothing else off and answers no other question")
    func modern() async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            let first = try await workflow(server, key)
            func call(_ more: JSONObject = [:]) async throws -> JSONValue {
                var params = first
                for (name, value) in more { params[name] = value }
                return try await server.answer(.modern("tools/call", params, key: key, capabilities: Self.capabilities)).result
            }
            let asked = try await call()
            let (state, requests) = (try #require(asked["requestState"], "\(asked)"), asked["inputRequests"]?.object ?? [:])
            let id = try await execution(server, key)
            let node = "approval/\(id)/ok"
            #expect(requests.map(\.key) == [node])
            let message = requests[node]?["params"]?["message"]?.string
            // Marks that turn letters are escapes.
            #expect(message == #"W: Add four\u{202e}th?"#, "\(asked)")
            #expect(try await executions(server, key) == ["waiting 0"])
            #expect(try await server.audit().filter { $0.hasPrefix("workflows_execute") } == ["workflows_execute ok"])
            // Without the answer it is asked again, about the same execution.
            #expect(try await call(["requestState": state])["inputRequests"]?[node] != nil)
            let declined = try await call(["requestState": state, "inputResponses": [node: ["action": "decline"]]])
            #expect(declined["structuredContent"]?["data"]?["execution"]?["state"] == "waiting", "\(declined)")
            // An answer to another node, or without the state, answers nothing.
            let yes = Self.form["approve"] ?? .null
            #expect(try await call(["requestState": state, "inputResponses": ["approval/\(id)/other": yes]])["inputRequests"]?[node] != nil)
            #expect(try await executions(server, key) == ["waiting 0"])
            let done = try await call(["requestState": state, "inputResponses": [node: yes]])
            #expect(done["structuredContent"]?["data"]?["execution"] == ["id": .number(JSONNumber(id)), "status": 1, "state": "ended"], "\(done)")
            // The same answer a second time decides nothing and sets nothing off.
            #expect(
                try await call(["requestState": state, "inputResponses": [node: yes]])["structuredContent"] == done["structuredContent"])
            #expect(try await executions(server, key) == ["ended 1"])
            #expect(try await server.notes().count == 4)
        }
    }

    @Test("E31 who has lost the role while the question was open decides nothing", arguments: [false, true])
    func lost(isModern: Bool) async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            try await server.addUser("ann", role: .admin)
            let params = try await workflow(server, key, ["users": ["built-in/ann"]])
            let anns = try await server.key(of: "built-in/ann")
            let yes = Self.form["approve"] ?? .null
            let end: String
            if isModern {
                func call(_ params: JSONObject) async throws -> RawResponse {
                    try await server.answer(.modern("tools/call", params, key: anns, capabilities: Self.capabilities))
                }
                var again = params
                again["requestState"] = try await call(params).result["requestState"]
                again["inputResponses"] = ["approval/\(try await execution(server, key))/ok": yes]
                try await server.removeUser("ann")
                end = try await call(again).text
            } else {
                let session = try await server.session(anns, Self.capabilities)
                let call = Ask.mcp("tools/call", params, key: anns).inSession(session)
                let stream = try await server.sent(call)
                let question = try await stream.until("\"method\":\"elicitation/create\"")
                let id = try #require(question.firstMatch(of: /"id":"([^"]+)"/)?.1)
                try await server.removeUser("ann")
                let ann = try QualifiedName(parsing: "built-in/ann", argument: "user")
                let builtIn = try await server.domains.organizations.find(.builtIn).id
                try await server.domains.members.add(
                    builtIn, workspace: Workspace.mainID, .user, ann, role: .reader, bound: try await server.terminal())
                let answer: JSONValue = ["jsonrpc": "2.0", "id": .string(String(id)), "result": yes]
                #expect(try await server.answer(call.saying(answer)).status == 202)
                end = try await stream.until("\r\n0\r\n")
            }
            #expect(end.contains("forbidden") || end.contains("error"), "\(end)")
            #expect(try await executions(server, key) == ["waiting 0"])
            #expect(try await server.notes() == RunningServer.untouchedNotes)
        }
    }

    @Test("only named people with a capable client are asked")
    func notAsked() async throws {
        try await RunningServer.run { server in
            let key = try await server.key()
            let params = try await workflow(server, key, ["roles": ["reader"]])
            let other = try await server.answer(.modern("tools/call", params, key: key, capabilities: Self.capabilities)).result
            #expect(other["structuredContent"]?["data"]?["execution"]?["id"] != nil, "\(other)")
        }
        try await RunningServer.run { server in
            let key = try await server.key()
            let params = try await workflow(server, key)
            let other = try await server.answer(.modern("tools/call", params, key: key)).result
            #expect(other["structuredContent"]?["data"]?["execution"]?["id"] != nil, "\(other)")
        }
    }
}
