import Identity
import JSON
import Server
import Store
import Testing

@Suite("Questions before something is destroyed")
struct QuestionTests {
    private static let destroy: JSONValue = ["resource": "notes", "action": "destroy", "filterByTk": 2]
    private static let call: JSONObject = ["name": "crud", "arguments": destroy]
    private static let capabilities: JSONValue = ["elicitation": [:]]
    private static let withoutSecond = ["1 first", "3 third"]

    @Test("in a session the person is asked on the call's stream, and only a yes destroys", arguments: ["yes", "no", "decline", "cancel", "error"])
    func session(answer: String) async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let key = try await server.key()
            let session = try await server.session(key, Self.capabilities)
            let call = Ask.mcp("tools/call", Self.call, key: key).inSession(session)
            let stream = try await server.sent(call)
            let question = try await stream.until("\"method\":\"elicitation/create\"")
            let id = try #require(question.firstMatch(of: /"id":"([^"]+)"/)?.1)
            #expect(try await server.notes() == RunningServer.untouchedNotes, "nothing happens before the answer")
            let result: JSONObject =
                switch answer {
                case "yes": ["result": ["action": "accept", "content": ["confirmed": true]]]
                case "no": ["result": ["action": "accept", "content": ["confirmed": false]]]
                case "error": ["error": ["code": -1, "message": "no"]]
                default: ["result": ["action": .string(answer)]]
                }
            var message: JSONObject = ["jsonrpc": "2.0", "id": .string(String(id))]
            for (name, value) in result { message[name] = value }
            #expect(try await server.answer(call.saying(.object(message))).status == 202)
            if answer == "yes" {
                try await stream.until("\"id\":7")
                #expect(try await server.notes() == Self.withoutSecond)
                #expect(try await server.audit() == ["crud ok"])
            } else {
                let end = try await stream.until("\r\n0\r\n")
                #expect(end.contains("\"isError\":true") && end.contains("\"code\":\"declined\""))
                #expect(try await server.notes() == RunningServer.untouchedNotes)
                #expect(try await server.audit() == ["crud refused declined"])
            }
        }
    }

    @Test("a client that cannot be asked is served without questions; others are asked only about destructive, permitted calls")
    func notAsked() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let key = try await server.key()
            let session = try await server.session(key, Self.capabilities)
            let reader = try await server.key(scopes: ["read:record"])
            let readers = try await server.session(reader, Self.capabilities)
            let refused = try await server.answer(.mcp("tools/call", Self.call, key: reader).inSession(readers))
            #expect(refused.status == 403)
            let wrong = try await server.answer(.call("crud", ["resource": "notes", "action": "destroy", "x": 1], key: key).inSession(session))
            #expect(wrong.result["structuredContent"]?["error"]?["code"] == "invalid_argument")
            let update: JSONValue = ["resource": "notes", "action": "update", "filterByTk": 1, "values": ["title": "new"]]
            #expect(try await server.answer(.call("crud", update, key: key).inSession(session)).result["isError"] == nil)
            #expect(try await server.notes() == ["1 new", "2 second", "3 third"])
            for ask in [Ask.mcp("tools/call", Self.call, key: key), .modern("tools/call", Self.call, key: key)] {
                #expect(try await server.answer(ask).result["isError"] == nil)
            }
            #expect(try await server.notes() == ["1 new", "3 third"])
        }
    }

    @Test("B26 the question shows what is destroyed: both ends of long arguments with the omitted length, and misleading characters as escapes")
    func wording() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let key = try await server.key()
            func question(_ filter: JSONValue) async throws -> String {
                let arguments: JSONValue = ["resource": "notes", "action": "destroy", "filter": filter]
                let call: JSONObject = ["name": "crud", "arguments": arguments]
                let asked = try await server.answer(.modern("tools/call", call, key: key, capabilities: Self.capabilities)).result
                return try #require(asked["inputRequests"]?["confirm"]?["params"]?["message"]?.string)
            }
            let harmless: JSONValue = ["title": ["$eq": "a row that was made by mistake just now"]]
            for place in [1, 10, 30] {
                var parts = [JSONValue](repeating: harmless, count: 30)
                parts.insert(["id": ["$gt": 0]], at: place)
                let text = try await question(["$or": .array(parts)])
                let isShown = text.contains(#"{"id":{"$gt":0}}"#)
                let says = text.contains(" characters are too many to show; they can widen what is destroyed]") && text.contains("say no.")
                #expect(says && isShown == (place != 10), "\(place): \(text)")
                #expect(text.utf8.count < 1_400)
            }
            let turned = try await question(["title": ["$eq": "a\u{202E}gpj.exe\u{2066}\u{200B}\u{E0041}"]])
            #expect(turned.contains(#"a\u{202e}gpj.exe\u{2066}\u{200b}\u{e0041}"#), "\(turned)")
            #expect(turned.unicodeScalars.allSatisfy { $0 == "\n" || ![.format, .control].contains($0.properties.generalCategory) })
            #expect(try await server.notes() == RunningServer.untouchedNotes)
        }
    }

    @Test("in 2026-07-28 the question is the answer, and the call comes again with it")
    func modern() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let key = try await server.key()
            func call(_ more: JSONObject = [:]) async throws -> JSONValue {
                var params = Self.call
                for (name, value) in more { params[name] = value }
                return try await server.answer(.modern("tools/call", params, key: key, capabilities: Self.capabilities)).result
            }
            let asked = try await call()
            #expect(asked["resultType"] == "input_required")
            #expect(asked["inputRequests"]?["confirm"]?["method"] == "elicitation/create")
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            #expect(try await server.audit() == [], "a round is no call yet")
            let state = try #require(asked["requestState"])
            // Answers without the state, or the state without answers, ask again.
            let yes: JSONValue = ["confirm": ["action": "accept", "content": ["confirmed": true]]]
            #expect(try await call(["inputResponses": yes])["resultType"] == "input_required")
            #expect(try await call(["requestState": state])["resultType"] == "input_required")
            let declined = try await call(["requestState": state, "inputResponses": ["confirm": ["action": "decline"]]])
            #expect(declined["structuredContent"]?["error"]?["code"] == "declined")
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            #expect(try await call(["requestState": state, "inputResponses": yes])["resultType"] == "complete")
            #expect(try await server.notes() == Self.withoutSecond)
        }
    }

    @Test("B08 the state of a question opens for its caller, workspace, tool and arguments only, and opens nothing when it was changed")
    func foreignState() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            _ = try await server.addAcme()
            let (key, other) = (try await server.key(), try await server.key())
            let asked = try await server.answer(.modern("tools/call", Self.call, key: key, capabilities: Self.capabilities)).result
            let state = try #require(asked["requestState"]?.string)
            let yes: JSONValue = ["confirm": ["action": "accept", "content": ["confirmed": true]]]
            func replay(
                _ state: String, _ name: String = "crud", _ arguments: JSONValue = Self.destroy, key: String, path: String = "/api/mcp"
            ) async throws {
                let params: JSONObject = [
                    "name": .string(name), "arguments": arguments, "requestState": .string(state), "inputResponses": yes,
                ]
                let answer = try await server.answer(.modern("tools/call", params, key: key, capabilities: Self.capabilities, path: path))
                #expect(answer.error["code"] == -32602, "\(answer.text)")
            }
            try await replay(state, key: other)
            try await replay(state, key: key, path: "/api/__app/acme-data/mcp")
            try await replay(state, "crud", ["resource": "notes", "action": "destroy", "filterByTk": 3], key: key)
            try await replay(state, "resource_destroy", key: key)
            try await replay(String(state.dropLast(4)), key: key)
            try await replay("B" + state.dropFirst(), key: key)
            #expect(try await server.notes() == RunningServer.untouchedNotes)
            #expect(try await server.audit() == [])
        }
    }

    @Test("E07 rights that fall while the person thinks are gone when the answer comes")
    func rightsFallMeanwhile() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            try await server.addUser("ann", role: .admin)
            let key = try await server.key(of: "built-in/ann")
            let session = try await server.session(key, Self.capabilities)
            let call = Ask.mcp("tools/call", Self.call, key: key).inSession(session)
            let stream = try await server.sent(call)
            let question = try await stream.until("\"method\":\"elicitation/create\"")
            let id = try #require(question.firstMatch(of: /"id":"([^"]+)"/)?.1)
            try await server.removeUser("ann")
            let yes: JSONValue = [
                "jsonrpc": "2.0", "id": .string(String(id)), "result": ["action": "accept", "content": ["confirmed": true]],
            ]
            #expect(try await server.answer(call.saying(yes)).status == 202)
            let end = try await stream.until("\"id\":7")
            #expect(end.contains("\"isError\":true") || !end.contains("\"data\":1"))
            #expect(try await server.notes() == RunningServer.untouchedNotes)
        }
    }
}
