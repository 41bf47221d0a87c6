import HTTPTypes
import JSON
import Testing

@testable import MCP

@Suite("Resources, prompts and completion", .timeLimit(.minutes(5)))
struct ResourceTests {
    private let client: TestClient<Person>

    init() throws { client = TestClient(try World().server(), as: Person.ada) }

    private func legacy(_ revision: String) -> TestClient<Person> {
        var client = client
        client.revision = revision
        return client
    }

    @Test("#52 #55 Capabilities list the features; list changes only where notifications can be sent")
    func capabilities() async throws {
        let discovered = try await client.modern("server/discover").result?["capabilities"]
        #expect(
            discovered == [
                "tools": ["listChanged": true], "resources": ["subscribe": true, "listChanged": true], "prompts": ["listChanged": true],
                "completions": [:], "logging": [:], "extensions": ["io.modelcontextprotocol/tasks": [:]],
            ])
        var old = client
        #expect(try await old.shakeHands("2024-11-05")["capabilities"]?["completions"] == nil)
        let alone = MCPServer<Person>(
            Implementation(name: "alone", version: "1"),
            features: Features(
                resources: WorldResources(sealer: MemorySealer()), prompts: WorldPrompts(), announcedLists: [.prompts],
                extensions: [AppView.extensionName: .object(AppView.settings)]))
        let bare = TestClient(alone, as: Person.ada)
        #expect(
            try await bare.modern("server/discover").result?["capabilities"] == [
                "resources": [:], "prompts": [:], "extensions": ["io.modelcontextprotocol/ui": ["mimeTypes": ["text/html;profile=mcp-app"]]],
            ])
        var views = bare
        for (revision, isDeclared) in [("2024-11-05", false), ("2025-03-26", false), ("2025-06-18", true), ("2025-11-25", true)] {
            let declared = try await views.shakeHands(revision)["capabilities"]
            #expect((declared?["extensions"] != nil) == isDeclared && declared?["resources"] == [:], "\(revision)")
        }
        for method in ["tools/list", "completion/complete", "subscriptions/listen", "tasks/get", "skills/list"] {
            #expect(try await bare.modern(method).summary == "404 -32601")
        }
    }

    @Test("#123 The handshake never advertises the extension of tasks, nor discovery the capability")
    func tasksCapability() async throws {
        var legacy = client
        let capabilities = try await legacy.shakeHands()["capabilities"]
        #expect(capabilities?["extensions"] == nil && capabilities?["tasks"] == nil)
        #expect(try await client.modern("server/discover").result?["capabilities"]?["tasks"] == nil)
    }

    @Test("B08 #56 #58 Lists are paged; a cursor of another list or another person, or an invented one, is -32602")
    func pages() async throws {
        var names: [String] = []
        var cursor: JSONValue?
        var scopes: Set<String> = []
        repeat {
            let result = try #require(try await client.modern("resources/list", cursor.map { ["cursor": $0] } ?? [:]).result)
            names += (result["resources"]?.array ?? []).compactMap { $0["name"]?.string }
            scopes.insert(result["cacheScope"]?.string ?? "")
            #expect((result["ttlMs"]?.int ?? -1) >= 0)
            cursor = result["nextCursor"]
        } while cursor != nil
        #expect(names == (1...5).map { "note-\($0)" } && scopes == ["private"])
        let valid = try #require(try await client.modern("resources/list").result?["nextCursor"])
        #expect(try await client.modern("resources/templates/list", ["cursor": valid]).summary == "200 -32602")
        let bob = TestClient(client.server, as: Person.bob)
        #expect(try await bob.modern("resources/list", ["cursor": valid]).summary == "200 -32602")
        for bad in ["", "x", .null, 1] as [JSONValue] where bad != .null {
            #expect(try await client.modern("resources/list", ["cursor": bad]).summary == "200 -32602")
            #expect(try await client.modern("prompts/list", ["cursor": bad]).summary == "200 -32602")
        }
    }

    @Test("#60 An unknown resource is -32602 with its URI, and -32002 for legacy clients")
    func unknown() async throws {
        for uri in ["note://b/1", "x", "note://a/"] {
            let modern = try await client.modern("resources/read", ["uri": .string(uri)])
            #expect(modern.summary == "200 -32602" && modern.error?["data"] == ["uri": .string(uri)])
            let old = try await legacy("2025-11-25").legacy("resources/read", #"{"uri":"\#(uri)"}"#)
            #expect(old.summary == "200 -32002" && old.error?["data"] == ["uri": .string(uri)])
        }
        #expect(try await client.modern("resources/read", [:], headers: ["Mcp-Name": "x"]).summary == "400 -32020")
    }

    @Test("A resource is read by the one who asks")
    func read() async throws {
        let result = try await client.modern("resources/read", ["uri": "note://a/1"]).result
        #expect(result?["contents"] == [["uri": "note://a/1", "mimeType": "text/plain", "text": "acme 1"]])
        #expect(result?["ttlMs"] == 0 && result?["cacheScope"] == "private")
        let other = TestClient(client.server, as: Person.eve)
        #expect(try await other.modern("resources/read", ["uri": "note://a/1"]).result?["contents"]?[0]?["text"] == "evil 1")
    }

    @Test(
        "#113 #115 Members that a revision does not have are omitted",
        arguments: [
            ("2024-11-05", false), ("2025-03-26", false), ("2025-06-18", true), ("2025-11-25", true),
        ])
    func projection(revision: String, hasTitle: Bool) async throws {
        let client = legacy(revision)
        let resource = try await client.legacy("resources/list").result?["resources"]?[0]
        #expect((resource?["title"] != nil) == hasTitle && resource?["size"] == 4 && resource?["mimeType"] == "text/plain")
        let template = try await client.legacy("resources/templates/list").result?["resourceTemplates"]?[0]
        #expect(template?["uriTemplate"] == "note://{shelf}/{name}" && (template?["title"] != nil) == hasTitle)
        let prompt = try await client.legacy("prompts/list").result?["prompts"]?[0]
        #expect((prompt?["title"] != nil) == hasTitle && (prompt?["arguments"]?[0]?["title"] != nil) == hasTitle)
        #expect(prompt?["arguments"]?[0]?["required"] == true && prompt?["arguments"]?[1]?["required"] == nil)
        #expect(try await client.legacy("resources/list").result?["ttlMs"] == nil)
    }

    @Test("#59 A prompt is filled in; an unknown one, and one with a blank left, are -32602")
    func prompts() async throws {
        let reply = try await client.modern("prompts/get", ["name": "report", "arguments": ["topic": "coffee", "tone": "dry"]])
        #expect(reply.result?["messages"] == [["role": "user", "content": ["type": "text", "text": "Report on coffee dry"]]])
        #expect(reply.result?["ttlMs"] == nil && reply.result?["resultType"] == "complete")
        let bad: [JSONObject] = [
            ["name": "nothing"], ["name": "report"], ["name": "report", "arguments": ["topic": 1]], ["name": "report", "arguments": []],
        ]
        for params in bad { #expect(try await client.modern("prompts/get", params).summary == "200 -32602") }
    }

    @Test("#65 Completion answers at most 100 values, best first, and knows no foreign reference")
    func completion() async throws {
        func complete(_ ref: JSONValue, _ value: String, context: JSONValue = [:]) async throws -> Reply {
            try await client.modern("completion/complete", ["ref": ref, "argument": ["name": "topic", "value": .string(value)], "context": context])
        }
        let prompt: JSONValue = ["type": "ref/prompt", "name": "report"]
        let all = try await complete(prompt, "topic").result?["completion"]
        #expect(all?["values"]?.array?.count == 100 && all?["total"] == 151 && all?["hasMore"] == true)
        #expect(try await complete(prompt, "A TOP").result?["completion"]?["values"] == ["a topic"])
        #expect(try await complete(prompt, "dr", context: ["arguments": ["tone": "dry"]]).result?["completion"]?["values"] == ["dry"])
        let template: JSONValue = ["type": "ref/resource", "uri": "note://{shelf}/{name}"]
        #expect(try await complete(template, "").result?["completion"] == ["values": ["a"], "total": 1, "hasMore": false])
        let bad: [JSONValue] = [["type": "ref/prompt", "name": "x"], ["type": "ref/resource", "uri": "x"], ["type": "x"], [:]]
        for ref in bad {
            #expect(try await complete(ref, "").summary == "200 -32602")
        }
        #expect(try await client.modern("completion/complete", ["ref": prompt]).summary == "200 -32602")
    }

    @Test("#161 A view's contents include the domains that it may reach, and its tool names it in both forms")
    func views() throws {
        let view = AppView(uri: "ui://world/chart@1", prefersBorder: true)
        #expect(view.toolMeta["ui"]?["resourceUri"] == "ui://world/chart@1" && view.toolMeta["ui/resourceUri"] == "ui://world/chart@1")
        let fragment = JSONFragment { view.contents(html: "<!doctype html>").write(into: &$0, revision: .v2026_07_28) }
        let contents = try JSONValue(parsing: fragment.bytes)
        #expect(contents["mimeType"] == "text/html;profile=mcp-app" && contents["_meta"]?["ui"]?["csp"]?["connectDomains"] == [])
        #expect(contents["_meta"]?["ui"]?["prefersBorder"] == true)
    }
}
