import HTTPTypes
import JSON
import Synchronization
import Testing

@testable import MCP

@Suite("Tasks", .timeLimit(.minutes(5)))
struct TaskTests {
    private static let knows: JSONValue = ["extensions": ["io.modelcontextprotocol/tasks": [:]], "elicitation": [:]]
    private static let gate: @Sendable () async -> Void = { await untilCancelled() }

    private func get(_ client: TestClient<Person>, _ id: JSONValue) async throws -> Reply {
        try await client.modern("tasks/get", ["taskId": id], capabilities: Self.knows)
    }

    /// Looks until the task has the status.
    private func wait(_ client: TestClient<Person>, _ id: JSONValue, for status: String) async throws -> JSONValue {
        while true {
            let result = try #require(try await get(client, id).result)
            if result["status"] == .string(status) { return result }
            #expect(result["status"] == "working")
            await Task.yield()
        }
    }

    @Test("#157 A call that becomes a task is answered at once, flat, and found by any node")
    func begins() async throws {
        let world = World()
        let server = try world.server { _, _, context in
            try await context.beginTask("Counting")
            await Self.gate()
            throw CancellationError()
        }
        let client = TestClient(server, as: Person.ada)
        let created = try #require(try await client.call("task_slow", capabilities: Self.knows).result)
        #expect(created["resultType"] == "task" && created["status"] == "working" && created["statusMessage"] == "Counting")
        #expect(created["ttlMs"] == 3_600_000 && created["pollIntervalMs"] == 1000)
        let times = [created["createdAt"], created["lastUpdatedAt"]].map { $0?.string ?? "" }
        #expect(times[0] == times[1] && times[0].contains(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))
        for key in ["task", "result", "error", "inputRequests", "requestState", "ttl", "pollInterval"] { #expect(created[key] == nil, "\(key)") }
        let id = try #require(created["taskId"])
        #expect((id.string?.count ?? 0) >= 32)
        let elsewhere = TestClient(try world.server(), as: Person.ada)
        let found = try #require(try await get(elsewhere, id).result)
        #expect(found["resultType"] == "complete" && found["taskId"] == id && found["status"] == "working" && found["result"] == nil)
        #expect(try await elsewhere.modern("tasks/cancel", ["taskId": id], capabilities: Self.knows).result?.object?.keys == ["resultType", "_meta"])
        #expect(try await get(client, id).result?["status"] == "cancelled")
    }

    @Test(
        "A task ends with its call's result, an error of the tool included, or with an error of the protocol; ends are final",
        arguments: [
            ("task_ok", "completed"), ("task_fails", "completed"), ("task_breaks", "failed"),
        ])
    func ends(tool: String, status: String) async throws {
        let server = try World().server { name, _, context in
            try await context.beginTask()
            switch name {
            case "task_ok": return CallToolResult(text: "done")
            case "task_fails": return .failure("did not work")
            default: throw MCPError(.internalError, "broke", data: ["why": 1])
            }
        }
        let client = TestClient(server, as: Person.ada)
        let id = try #require(try await client.call(tool, capabilities: Self.knows).result?["taskId"])
        let ended = try await wait(client, id, for: status)
        if tool == "task_breaks" {
            #expect(ended["error"] == ["code": -32603, "message": "broke", "data": ["why": 1]] && ended["result"] == nil)
        } else {
            #expect(ended["result"]?["content"]?[0]?["text"] == (tool == "task_ok" ? "done" : "did not work"))
            #expect((ended["result"]?["isError"] == true) == (tool == "task_fails"))
            #expect(ended["result"]?["_meta"]?["io.modelcontextprotocol/related-task"] == nil)
        }
        #expect(try await client.modern("tasks/cancel", ["taskId": id], capabilities: Self.knows).result?["resultType"] == "complete")
        #expect(try await get(client, id).result?["status"] == .string(status))
    }

    @Test("B08 A task's result is withheld from callers that may no longer use the tool; a stream that watches it reveals nothing either")
    func closedTool() async throws {
        let open = Mutex(true)
        var world = World()
        world.isOpen = { tool, _ in tool == "task_rows" && open.withLock { $0 } }
        let goesOn = OneShotChannel<Void>()
        let server = try world.server { _, _, context in
            try await context.beginTask()
            _ = await goesOn.take()
            return CallToolResult(text: "rows")
        }
        let client = TestClient(server, as: Person.ada)
        let id = try #require(try await client.call("task_rows", capabilities: Self.knows).result?["taskId"])
        let watching = try await client.modernResponse(
            "subscriptions/listen", ["notifications": ["taskIds": [id], "toolsListChanged": true]], capabilities: Self.knows, id: 9)
        var watcher = try FrameReader(watching)
        #expect(await watcher.message()?["params"]?["notifications"]?["taskIds"] == [id])
        #expect(try await get(client, id).result?["status"] == "working")
        open.withLock { $0 = false }
        _ = goesOn.put(())
        for method in ["tasks/get", "tasks/cancel"] {
            #expect(try await client.modern(method, ["taskId": id], capabilities: Self.knows).error?["code"] == -32602)
        }
        while world.tasks.task(id.string ?? "")?.status.isFinal == false { await Task.yield() }
        await server.announce(.changed(.tools))
        #expect(await watcher.message()?["method"] == "notifications/tools/list_changed")
        open.withLock { $0 = true }
        #expect(try await wait(client, id, for: "completed")["result"]?["content"]?[0]?["text"] == "rows")
    }

    @Test("B08 #158 Another person's task, an unknown and an expired one are all -32602")
    func foreign() async throws {
        var world = World()
        let server = try world.server { _, _, context in
            try await context.beginTask()
            await Self.gate()
            throw CancellationError()
        }
        let id = try #require(try await TestClient(server, as: .ada).call("task_x", capabilities: Self.knows).result?["taskId"])
        world.settings.bounds.taskLifetime = .zero
        let forgetful = try world.server { _, _, context in
            try await context.beginTask()
            return CallToolResult(text: "")
        }
        let old = try #require(try await TestClient(forgetful, as: .ada).call("task_x", capabilities: Self.knows).result?["taskId"])
        var answers: Set<JSONValue> = []
        for (person, id) in [(Person.bob, id), (.eve, id), (.ada, "unknown"), (.ada, old)] {
            let client = TestClient(server, as: person)
            for (method, more) in [("tasks/get", [:]), ("tasks/cancel", [:]), ("tasks/update", ["inputResponses": [:]])] as [(String, JSONObject)] {
                var params: JSONObject = ["taskId": id]
                for (key, value) in more { params[key] = value }
                let reply = try await client.modern(method, params, capabilities: Self.knows)
                #expect(reply.summary == "200 -32602")
                answers.insert(try #require(reply.error))
            }
        }
        #expect(answers.count == 1)
        #expect(try await get(TestClient(server, as: .ada), id).result?["status"] == "working")
    }

    @Test("A client that does not know tasks waits, or is refused where only a task will do")
    func undeclared() async throws {
        let server = try World().server { _, _, context in
            CallToolResult(text: "is a task: \(try await context.beginTask())")
        }
        let client = TestClient(server, as: Person.ada)
        #expect(try await client.call("task_x").text == "is a task: false")
        let refused = try await client.call("task_required")
        #expect(refused.summary == "400 -32021")
        #expect(refused.error?["data"] == ["requiredCapabilities": ["extensions": ["io.modelcontextprotocol/tasks": [:]]]])
        for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
            #expect(try await client.modern(method, ["taskId": "x", "inputResponses": [:]]).summary == "400 -32021")
        }
        for method in ["tasks/result", "tasks/list"] { #expect(try await client.modern(method, capabilities: Self.knows).summary == "404 -32601") }
        #expect(try await client.modern("tasks/get", ["taskId": "x"], capabilities: Self.knows, headers: ["Mcp-Name": "y"]).summary == "400 -32020")
        let parameter: JSONObject = ["name": "tool", "task": ["ttl": 1]]
        #expect(try await client.modern("tools/call", parameter, capabilities: Self.knows).text == "is a task: false")
        var legacy = client
        try await legacy.shakeHands(capabilities: #"{"extensions":{"io.modelcontextprotocol/tasks":{}}}"#)
        #expect(try await legacy.legacy("tools/call", #"{"name":"task_required"}"#).text == "is a task: false")
    }

    @Test("Questions before the task are rounds of the call, questions behind it are the task's")
    func questions() async throws {
        let form = QuestionTests.form
        let server = try World().server { _, _, context in
            let name = try await context.ask(Elicitation(message: "Who?", mode: .form(form)), key: "who")
            try await context.beginTask()
            let answers = try await context.ask([
                ("a", .elicitation(Elicitation(message: "A?", mode: .form(form)))),
                ("who", .elicitation(Elicitation(message: "B?", mode: .form(form)))),
            ])
            return CallToolResult(text: "\(name.name) \(answers["a"]?.elicitation?.name ?? "") \(answers["who"]?.elicitation?.name ?? "")")
        }
        let client = TestClient(server, as: Person.ada)
        let first = try await client.call("task_x", capabilities: Self.knows)
        #expect(first.result?["resultType"] == "input_required" && first.result?["taskId"] == nil)
        func accept(_ name: String) -> JSONValue { ["action": "accept", "content": ["name": .string(name)]] }
        let created = try await client.modern(
            "tools/call",
            [
                "name": "task_x", "arguments": [:], "inputResponses": ["who": accept("Lin")],
                "requestState": try #require(first.result?["requestState"]),
            ], capabilities: Self.knows
        )
        #expect(created.result?["resultType"] == "task" && created.result?["requestState"] == nil)
        let id = try #require(created.result?["taskId"])
        let asking = try await wait(client, id, for: "input_required")
        #expect(asking["inputRequests"]?["a"]?["method"] == "elicitation/create")
        #expect(asking["inputRequests"]?.object?.keys.sorted() == ["a", "who"])
        func update(_ answers: JSONObject) async throws -> JSONValue? {
            let params: JSONObject = ["taskId": id, "inputResponses": .object(answers)]
            let reply = try await client.modern("tasks/update", params, capabilities: Self.knows)
            #expect(reply.result?.object?.keys == ["resultType", "_meta"])
            return try await get(client, id).result
        }
        let partly = try await update(["a": accept("1"), "unknown": 1])
        #expect(partly?["status"] == "input_required" && partly?["inputRequests"]?.object?.keys == ["who"])
        _ = try await update(["a": accept("again")])
        _ = try await update(["who": accept("2")])
        #expect(try await wait(client, id, for: "completed")["result"]?["content"]?[0]?["text"] == "Lin 1 2")
    }

    @Test("#160 A stream that watches tasks is notified of its person's tasks, in full")
    func notifications() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let server = try World().server { _, _, context in
            try await context.beginTask()
            for await _ in gate {}
            try await context.progress(1, message: "half way")
            return CallToolResult(text: "done")
        }
        let client = TestClient(server, as: Person.ada)
        let id = try #require(try await client.call("task_x", capabilities: Self.knows).result?["taskId"])
        var reader = try FrameReader(
            try await client.modernResponse(
                "subscriptions/listen", ["notifications": ["taskIds": [id, "unknown"]]], capabilities: Self.knows, id: "w"))
        #expect(await reader.message()?["params"]?["notifications"] == ["taskIds": [id]])
        var foreign = try FrameReader(
            try await TestClient(server, as: Person.bob).modernResponse(
                "subscriptions/listen", ["notifications": ["taskIds": [id]]], capabilities: Self.knows))
        #expect(await foreign.message()?["params"]?["notifications"] == ["taskIds": []])
        open.finish()
        var last: JSONValue?
        repeat {
            last = await reader.message()
            #expect(last?["method"] == "notifications/tasks" && last?["params"]?["resultType"] == nil)
            #expect(last?["params"]?["_meta"]?["io.modelcontextprotocol/subscriptionId"] == "w")
        } while last?["params"]?["status"] == "working"
        #expect(last?["params"]?["result"]?["content"]?[0]?["text"] == "done" && last?["params"]?["taskId"] == id)
    }

    @Test("Cancelling a task cancels its work, on the node where it runs")
    func cancel() async throws {
        let world = World()
        let (ended, end) = AsyncStream<Bool>.makeStream()
        let server = try world.server { _, _, context in
            try await context.beginTask()
            await Self.gate()
            end.yield(context.isCancelled)
            end.finish()
            throw CancellationError()
        }
        let id = try #require(try await TestClient(server, as: .ada).call("task_x", capabilities: Self.knows).result?["taskId"])
        let elsewhere = TestClient(try world.server(), as: Person.ada)
        #expect(try await elsewhere.modern("tasks/cancel", ["taskId": id], capabilities: Self.knows).status == 200)
        var seen: [Bool] = []
        for await value in ended { seen.append(value) }
        #expect(seen == [true])
        #expect(try await get(elsewhere, id).result?["status"] == "cancelled")
    }

    /// One task may run at a time; `task_slow` runs until it is cancelled.
    private static func serverOfOneTask(_ world: World) throws -> MCPServer<Person> {
        var world = world
        world.settings.bounds.tasksPerPrincipal = 1
        return try world.server { name, _, context in
            let isTask = try await context.beginTask()
            if name == "task_slow" { await gate() }
            return CallToolResult(text: "is a task: \(isTask)")
        }
    }

    @Test("A person has at most so many tasks; a call beyond waits for its answer")
    func bound() async throws {
        let server = try Self.serverOfOneTask(World())
        let client = TestClient(server, as: Person.ada)
        let id = try #require(try await client.call("task_slow", capabilities: Self.knows).result?["taskId"])
        #expect(try await client.call("task_x", capabilities: Self.knows).text == "is a task: false")
        #expect(try await TestClient(server, as: .bob).call("task_x", capabilities: Self.knows).result?["resultType"] == "task")
        _ = try await client.modern("tasks/cancel", ["taskId": id], capabilities: Self.knows)
        while try await client.call("task_x", capabilities: Self.knows).result?["resultType"] != "task" { await Task.yield() }
    }

    @Test("G06 tasks are counted by account, whatever the keys of it")
    func boundOfAccount() async throws {
        var world = World()
        world.account = { $0.organization }
        let server = try Self.serverOfOneTask(world)
        let client = TestClient(server, as: Person.ada)
        let id = try #require(try await client.call("task_slow", capabilities: Self.knows).result?["taskId"])
        #expect(try await TestClient(server, as: .bob).call("task_x", capabilities: Self.knows).text == "is a task: false")
        #expect(try await TestClient(server, as: .eve).call("task_x", capabilities: Self.knows).result?["resultType"] == "task")
        _ = try await client.modern("tasks/cancel", ["taskId": id], capabilities: Self.knows)
        while try await TestClient(server, as: .bob).call("task_x", capabilities: Self.knows).result?["resultType"] != "task" { await Task.yield() }
    }

    @Test("A client that goes away before its call is a task cancels it")
    func leaves() async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let (ended, end) = AsyncStream<Bool>.makeStream()
        let server = try World().server { _, _, context in
            start.finish()
            await Self.gate()
            end.yield(context.isCancelled)
            end.finish()
            throw CancellationError()
        }
        let call = Task { try await TestClient(server, as: .ada).call("task_x", capabilities: Self.knows).status }
        for await _ in started {}
        call.cancel()
        _ = try await call.value
        var seen: [Bool] = []
        for await value in ended { seen.append(value) }
        #expect(seen == [true])
    }
}
