import HTTPTypes
import JSON
import Testing

@testable import MCP

@Suite("subscriptions/listen", .timeLimit(.minutes(5)))
struct SubscriptionTests {
    private static let everything: JSONValue = ["toolsListChanged": true, "promptsListChanged": true, "resourcesListChanged": true]

    private func listen(
        _ client: TestClient<Person>, _ notifications: JSONValue, id: JSONValue = 1, capabilities: JSONValue = [:]
    ) async throws -> FrameReader {
        try FrameReader(
            try await client.modernResponse("subscriptions/listen", ["notifications": notifications], capabilities: capabilities, id: id))
    }

    private static func tag(_ message: JSONValue?) -> JSONValue? { message?["params"]?["_meta"]?["io.modelcontextprotocol/subscriptionId"] }

    @Test("#82 The first frame acknowledges the accepted subscriptions, tagged with the request's typed id", arguments: ["sub", 7] as [JSONValue])
    func acknowledgement(id: JSONValue) async throws {
        let client = TestClient(try World().server(), as: Person.ada)
        let filter: JSONValue = [
            "toolsListChanged": true, "promptsListChanged": false, "resourcesListChanged": 1, "unknown": true,
            "resourceSubscriptions": ["note://a/1", "note://b/1", "x"],
        ]
        var reader = try await listen(client, filter, id: id)
        let first = try #require(await reader.next())
        #expect(first.id == nil && first.retry == nil)
        #expect(first.message?["method"] == "notifications/subscriptions/acknowledged" && Self.tag(first.message) == id)
        // #88: resources that the person may not see are omitted.
        #expect(first.message?["params"]?["notifications"] == ["toolsListChanged": true, "resourceSubscriptions": ["note://a/1"]])
    }

    @Test("B17 #83 #84 Only requested and permitted notifications arrive, tagged, also from another node")
    func delivery() async throws {
        let world = World()
        let (here, there) = (try world.server(), try world.server())
        var tools = try await listen(TestClient(here, as: .ada), ["toolsListChanged": true], id: "t")
        var resources = try await listen(TestClient(here, as: .eve), ["resourceSubscriptions": ["note://a/1"], "promptsListChanged": true], id: "r")
        _ = await tools.next()
        _ = await resources.next()
        await there.announce(.changed(.prompts, for: ["acme"]))
        await there.announce(.updated(topic: "acme note://a/1"))
        await there.announce(.changed(.tools, for: ["acme"]))
        await there.announce(.updated(topic: "evil note://a/1"))
        let tool = await tools.message()
        #expect(tool?["method"] == "notifications/tools/list_changed" && Self.tag(tool) == "t")
        let resource = await resources.message()
        #expect(resource?["method"] == "notifications/resources/updated" && resource?["params"]?["uri"] == "note://a/1" && Self.tag(resource) == "r")
    }

    @Test("Unread changes are sent only once")
    func coalesced() async throws {
        let server = try World().server()
        var reader = try await listen(TestClient(server, as: .ada), Self.everything)
        for _ in 0..<1000 {
            await server.announce(.changed(.tools))
            await server.announce(.changed(.prompts))
        }
        var seen: [JSONValue?] = []
        for _ in 0..<3 { seen.append(await reader.message()?["method"]) }
        #expect(
            seen == ["notifications/subscriptions/acknowledged", "notifications/tools/list_changed", "notifications/prompts/list_changed"])
        server.endStreams()
        #expect(await reader.message()?["result"] != nil)
    }

    @Test("#86 The end of the server is a response with the subscription's id, then the end")
    func shutdown() async throws {
        let server = try World().server()
        var reader = try await listen(TestClient(server, as: .ada), Self.everything, id: "s")
        _ = await reader.next()
        server.endStreams()
        let end = await reader.message()
        #expect(end?["id"] == "s" && end?["result"]?["resultType"] == "complete")
        #expect(end?["result"]?["_meta"]?["io.modelcontextprotocol/subscriptionId"] == "s")
        #expect(await reader.next() == nil)
    }

    @Test("#85 Without a filter it is -32602, without a reader of events 406")
    func refusals() async throws {
        var client = TestClient(try World().server(), as: Person.ada)
        for notifications in [nil, 1, []] as [JSONValue?] {
            #expect(try await client.modern("subscriptions/listen", notifications.map { ["notifications": $0] } ?? [:]).summary == "200 -32602")
        }
        let tasks: JSONObject = ["notifications": ["taskIds": ["x"]]]
        #expect(try await client.modern("subscriptions/listen", tasks).summary == "400 -32021")
        let many = JSONValue.array((0..<101).map { .string("note://a/\($0)") })
        #expect(try await client.modern("subscriptions/listen", ["notifications": ["resourceSubscriptions": many]]).code == -32602)
        client.accept = "application/json"
        #expect(try await client.modern("subscriptions/listen", ["notifications": [:]]).status == 406)
    }

    @Test("G06 #87 Streams of one person are counted, and given back at their end")
    func caps() async throws {
        var world = World()
        world.settings.bounds.streamsPerPrincipal = 3
        let server = try world.server()
        let client = TestClient(server, as: Person.ada)
        var open: [FrameReader] = []
        for _ in 0..<3 { open.append(try await listen(client, Self.everything)) }
        let refused = try await client.modern("subscriptions/listen", ["notifications": Self.everything])
        #expect(refused.summary == "200 -32603" && refused.error?["message"] == "Subscription limit reached")
        #expect(server.openStreamCount == 3)
        open = []
        #expect(server.openStreamCount == 0)
        _ = try await listen(client, Self.everything)
    }

    @Test("G06 Streams that a person has open on other nodes count here")
    func elsewhere() async throws {
        var world = World()
        world.settings.bounds.streamsPerPrincipal = 3
        let server = try world.server()
        let client = TestClient(server, as: Person.ada)
        let open = [try await listen(client, Self.everything)]
        let (account, count) = try #require(server.openStreams.first)
        #expect(server.openStreams.count == 1 && count == 1)
        server.countStreams(elsewhere: [account: 2, "others": 50])
        #expect(try await client.modern("subscriptions/listen", ["notifications": Self.everything]).code == -32603)
        server.countStreams(elsewhere: ["others": 50])
        _ = try await listen(client, Self.everything)
        withExtendedLifetime(open) {}
    }

    @Test("#73 A silent stream shows signs of life; #87 it ends with its response when the credential is good no more")
    func keepAlive() async throws {
        var world = World()
        world.settings.keepAliveInterval = .zero
        let asked = Recorder()
        world.isCurrent = { _ in
            asked.record("")
            return asked.all.count < 4
        }
        let client = TestClient(try world.server(), as: Person.ada)
        let text = await (try client.modernResponse("subscriptions/listen", ["notifications": [:]])).bodyText
        #expect(text.split(separator: ": keep-alive\n\n", omittingEmptySubsequences: false).count - 1 == 3)
        #expect(Frame.all(in: text).last?.message?["result"]?["resultType"] == "complete")
    }

    @Test("A review asks for the credentials of the groups that it is about, and for no others")
    func reviewed() async throws {
        var world = World()
        let asked = Recorder()
        world.isCurrent = { person in
            asked.record(person.name)
            return person.name != "ada"
        }
        let server = try world.server()
        var hers = try await listen(TestClient(server, as: Person.ada), ["toolsListChanged": true])
        var others = try await listen(TestClient(server, as: Person.eve), ["toolsListChanged": true])
        #expect(await hers.message()?["method"] == "notifications/subscriptions/acknowledged")
        #expect(await others.message()?["method"] == "notifications/subscriptions/acknowledged")
        server.reviewStreams(of: ["nobody"])
        server.reviewStreams(of: [Person.ada.organization])
        // Ends with its response; what comes on the other stream is no sign of life, but the news behind the review.
        #expect(await hers.message()?["result"]?["resultType"] == "complete")
        await server.announce(.changed(.tools, for: [Person.eve.organization]))
        #expect(await others.next()?.message?["method"] == "notifications/tools/list_changed")
        #expect(asked.all == ["ada"])
    }
}
