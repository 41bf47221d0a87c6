import HTTPTypes
import JSON
import MCP
import Testing

@testable import ConformanceServer

/// The scenarios of the extension of tasks.
@Suite("Conformance, tasks", .timeLimit(.minutes(5)))
struct TaskScenarioTests {
    private let client: TestClient<Visitor>
    private static let name = "io.modelcontextprotocol/tasks"
    private static let knows: JSONValue = ["extensions": ["io.modelcontextprotocol/tasks": [:]], "elicitation": [:]]

    init() throws { client = TestClient(try Fixtures.server(), as: Visitor()) }

    private func call(_ tool: String, _ arguments: JSONObject = [:]) async throws -> Reply {
        try await client.call(tool, arguments, capabilities: Self.knows)
    }

    private func task(_ method: String, _ id: JSONValue, _ more: JSONObject = [:]) async throws -> Reply {
        var params: JSONObject = ["taskId": id]
        for (key, value) in more { params[key] = value }
        return try await client.modern(method, params, capabilities: Self.knows)
    }

    /// Looks until the task works no more.
    private func settled(_ id: JSONValue) async throws -> JSONValue {
        while true {
            let result = try #require(try await task("tasks/get", id).result)
            if result["status"] != "working" { return result }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    private func accept(_ content: JSONValue) -> JSONValue { ["action": "accept", "content": content] }

    @Test("tasks-capability-negotiation")
    func negotiation() async throws {
        let capabilities = try await client.modern("server/discover").result?["capabilities"]
        #expect(capabilities?["extensions"]?[Self.name] == [:] && capabilities?["tasks"] == nil)
        for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
            let reply = try await client.modern(method, ["taskId": "x", "inputResponses": [:]])
            #expect(reply.summary == "400 -32021" && reply.error?["data"]?["requiredCapabilities"]?["extensions"]?[Self.name] == [:])
        }
        let direct = try await client.call("slow_compute", ["seconds": 0, "label": "x"])
        #expect(direct.result?["resultType"] == "complete" && direct.result?["taskId"] == nil)
        #expect(try await call("slow_compute", ["seconds": 1]).result?["resultType"] == "task")
        #expect(try await client.call("slow_compute", ["seconds": 0]).result?["taskId"] == nil)
    }

    @Test("tasks-lifecycle, tasks-wire-fields, tasks-request-state-removal")
    func lifecycle() async throws {
        #expect(try await call("greet", ["name": "Ada"]).text == "Hello, Ada!")
        #expect(try await call("slow_compute", ["seconds": 0, "label": "fast"]).text == "Computed fast")
        let created = try #require(try await call("slow_compute", ["seconds": 1, "label": "slow"]).result)
        for key in ["task", "result", "error", "inputRequests", "requestState", "ttl", "pollInterval"] { #expect(created[key] == nil) }
        #expect(created["ttlMs"]?.int ?? 0 > 0 && created["createdAt"]?.string?.hasSuffix("Z") == true)
        let id = try #require(created["taskId"])
        #expect(try await task("tasks/get", id).result?["status"] == "working")
        let ended = try await settled(id)
        #expect(ended["status"] == "completed" && ended["result"]?["content"]?[0]?["text"] == "Computed slow" && ended["requestState"] == nil)
        let long = try #require(try await call("slow_compute", ["seconds": 60]).result?["taskId"])
        #expect(try await task("tasks/cancel", long).result?.object?.keys == ["resultType", "_meta"])
        #expect(try await settled(long)["status"] == "cancelled")
        #expect(try await task("tasks/cancel", long).result?["resultType"] == "complete")
        #expect(try await task("tasks/get", "unknown").summary == "200 -32602")
        let failed = try await settled(try #require(try await call("failing_job").result?["taskId"]))
        #expect(failed["status"] == "completed" && failed["result"]?["isError"] == true)
        let broken = try await settled(try #require(try await call("protocol_error_job").result?["taskId"]))
        #expect(broken["status"] == "failed" && broken["error"]?["code"] == -32603 && broken["result"] == nil)
    }

    @Test("tasks-mrtr-input")
    func input() async throws {
        let id = try #require(try await call("confirm_delete", ["filename": "a.txt"]).result?["taskId"])
        #expect(try await settled(id)["inputRequests"]?["confirm"]?["method"] == "elicitation/create")
        #expect(try await task("tasks/update", id, ["inputResponses": ["confirm": accept(["confirm": true])]]).result?["resultType"] == "complete")
        #expect(try await settled(id)["result"]?["content"]?[0]?["text"] == "Deleted a.txt")
        let several = try #require(try await call("multi_input").result?["taskId"])
        #expect(try await settled(several)["inputRequests"]?.object?.keys == ["name", "confirm"])
        _ = try await task("tasks/update", several, ["inputResponses": ["name": accept(["name": "A"])]])
        let partly = try await settled(several)
        #expect(partly["status"] == "input_required" && partly["inputRequests"]?.object?.keys == ["confirm"])
        _ = try await task("tasks/update", several, ["inputResponses": ["confirm": accept(["confirm": true]), "name": accept(["name": "B"])]])
        #expect(try await settled(several)["status"] == "completed")
    }

    @Test("tasks-request-headers, tasks-dispatch-and-envelope")
    func dispatch() async throws {
        let id = try #require(try await call("slow_compute", ["seconds": 60]).result?["taskId"])
        for headers in [["Mcp-Name": "other"], ["Mcp-Name": ""], ["Mcp-Method": "tasks/cancel"], ["Mcp-Method": ""]] {
            #expect(try await client.modern("tasks/get", ["taskId": id], capabilities: Self.knows, headers: headers).summary == "400 -32020")
        }
        for method in ["tasks/result", "tasks/list"] { #expect(try await task(method, id).summary == "404 -32601") }
        let parameter: JSONObject = ["name": "greet", "arguments": ["name": "A"], "task": ["ttl": 1000]]
        #expect(try await client.modern("tools/call", parameter, capabilities: Self.knows).text == "Hello, A!")
        _ = try await task("tasks/cancel", id)
    }

    @Test("tasks-status-notifications")
    func notifications() async throws {
        let id = try #require(try await call("slow_compute", ["seconds": 60]).result?["taskId"])
        var reader = try FrameReader(
            try await client.modernResponse("subscriptions/listen", ["notifications": ["taskIds": [id]]], capabilities: Self.knows))
        #expect(await reader.message()?["params"]?["notifications"]?["taskIds"] == [id])
        _ = try await task("tasks/cancel", id)
        let message = await reader.message()
        #expect(message?["method"] == "notifications/tasks" && message?["params"]?["status"] == "cancelled" && message?["params"]?["taskId"] == id)
    }

    @Test("tasks-required-task-error")
    func requiredTask() async throws {
        for tool in ["failing_job", "confirm_delete", "test_tool_with_task"] {
            let reply = try await client.call(tool, capabilities: ["elicitation": [:]])
            #expect(reply.summary == "400 -32021" && reply.error?["data"]?["requiredCapabilities"]?["extensions"]?[Self.name] == [:])
        }
    }

    @Test("tasks-mrtr-composition")
    func composition() async throws {
        let first = try await call("test_tool_with_task")
        #expect(first.result?["resultType"] == "input_required" && first.result?["taskId"] == nil)
        let answers: JSONValue = ["user_name": accept(["name": "Ada"])]
        let created = try await client.modern(
            "tools/call",
            [
                "name": "test_tool_with_task", "arguments": [:], "inputResponses": answers,
                "requestState": try #require(first.result?["requestState"]),
            ], capabilities: Self.knows
        )
        #expect(created.result?["resultType"] == "task" && created.result?["requestState"] == nil)
        let ended = try await settled(try #require(created.result?["taskId"]))
        #expect(ended["result"]?["content"]?[0]?["text"]?.string?.contains("Ada") == true)
    }
}
