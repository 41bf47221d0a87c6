import Access
import Crypto
import Foundation
import GatehouseTesting
import Identity
import JSON
import SQL
import SQLSyntax
import Store
import Testing
import Tools
import Workflows

@Suite("Triggers of workflows")
struct WorkflowTriggerTests {
    private static let admin = CallerKind.workspaceAdministrator
    private static let note: JSONValue = [
        "type": "create", "key": "note",
        "config": ["collection": "customers", "params": ["values": ["name": "{{$context.data.id}} {{$context.data.note}}"]]],
    ]

    private func crud(_ fixture: ToolFixture, _ action: String, _ resource: String, _ more: JSONObject, as kind: CallerKind = admin) async throws {
        var arguments: JSONObject = ["resource": .string(resource), "action": .string(action)]
        for (name, value) in more { arguments[name] = value }
        try await fixture.does("crud", arguments, as: kind)
    }

    @Test("A created, changed or deleted row starts the workflows that wait for it, once", arguments: StoreEngine.allCases)
    func changes(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let all = try await fixture.applies("all", "collection", [Self.note], config: ["collection": "orders", "mode": 7])
            let large = try await fixture.applies(
                "large", "collection", [["type": "end"]], config: ["collection": "orders", "mode": 3, "condition": ["total": ["$gt": 100]]])
            let noted = try await fixture.applies(
                "noted", "collection", [["type": "end"]], config: ["collection": "orders", "mode": 2, "changed": ["note"]])
            try await crud(fixture, "create", "orders", ["values": [["id": 50, "total": 5, "note": "a"], ["id": 51, "total": 500, "note": "b"]]])
            try await crud(fixture, "update", "orders", ["filterByTk": 50, "values": ["total": 200]])
            try await crud(fixture, "update", "orders", ["filterByTk": 50, "values": ["note": "c"]])
            try await crud(fixture, "destroy", "orders", ["filterByTk": 51])
            try await crud(fixture, "list", "orders", [:])
            let runner = fixture.runner()
            try await runner.drain()
            let seen = try await fixture.executions(of: all)
            #expect(seen.map { $0["trigger"]?.string } == ["create", "create", "update", "update", "destroy"], "\(seen)")
            #expect(seen.map { $0["context"]?["data"]?["note"]?.string } == ["a", "b", "a", "c", "b"] && seen.allSatisfy { $0["status"]?.int == 1 })
            let found = try await fixture.executions(of: large).map { $0["context"]?["data"]?["id"]?.int }
            #expect(found == [51, 50, 50])
            #expect(try await fixture.executions(of: noted).count == 1)
            #expect(try await fixture.rows("customers", ["name": ["$includes": " "]]).count == 5)
            #expect(try await runner.drain() == 0 && fixture.failures.all.isEmpty)
        }
    }

    @Test(
        "Each row of an import sets off those that wait for created rows, once; an import that is refused sets off nothing",
        arguments: StoreEngine.allCases)
    func imported(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let all = try await fixture.applies("all", "collection", [["type": "end"]], config: ["collection": "orders", "mode": 1])
            let done = try await fixture.does("import_rows", ["collection": "orders", "text": "id,total\n80,1\n81,2\n82,3\n"], as: Self.admin)
            #expect(done["data"]?["imported"] == 3)
            _ = try await fixture.call("import_rows", ["collection": "orders", "text": "id,total\n83,1\n80,2\n"], as: Self.admin)
            let runner = fixture.runner()
            try await runner.drain()
            #expect(try await fixture.executions(of: all).compactMap { $0["context"]?["data"]?["id"]?.int }.sorted() == [80, 81, 82])
            #expect(try await runner.drain() == 0)
        }
    }

    @Test("A workflow whose row cannot be read is left out of lists, and holds up neither changes of rows nor other workflows")
    func damaged() async throws {
        try await ToolFixture.with { fixture in
            let bad = try await fixture.applies("bad", "collection", [["type": "end"]], config: ["collection": "orders", "mode": 1])
            let good = try await fixture.applies("good", "collection", [["type": "end"]], config: ["collection": "orders", "mode": 1])
            let id = try #require(bad["id"]?.int)
            let store = fixture.domains.store
            // No moment that there is.
            try await store.write { try $0.execute("UPDATE workflows SET created_at = \(Int64.max) WHERE id = \(id)") }
            #expect(try await fixture.does("workflows_list", as: Self.admin)["data"]?.array?.compactMap { $0["title"]?.string } == ["good"])
            try await crud(fixture, "create", "orders", ["values": ["id": 70]])
            try await fixture.runner().drain()
            #expect(try await fixture.executions(of: good).map { $0["status"]?.int } == [1])
        }
    }

    @Test("A change that is rolled back or refused starts nothing, and disabled workflows do not wait")
    func undone() async throws {
        try await ToolFixture.with { fixture in
            let all = try await fixture.applies("all", "collection", [Self.note], config: ["collection": "orders", "mode": 7])
            // The second row clashes with the first: both are undone.
            let clash = try await fixture.call(
                "crud", ["resource": "orders", "action": "create", "values": [["id": 60], ["id": 60]]], as: Self.admin)
            #expect(clash.code == "conflict")
            _ = try await fixture.call("crud", ["resource": "orders", "action": "destroy", "filterByTk": 1], as: .reader)
            try await fixture.does("workflows_apply", ["title": "all", "enabled": false], as: Self.admin)
            try await crud(fixture, "create", "orders", ["values": ["id": 61]])
            #expect(try await fixture.runner().drain() == 0)
            #expect(try await fixture.executions(of: all).isEmpty)
        }
    }

    @Test("C81 a trigger passes its workflow only the data that its role may see")
    func rights() async throws {
        try await ToolFixture.with { fixture in
            let seen = try await fixture.applies(
                "seen", "collection", [["type": "end"]], config: ["collection": "customers", "mode": 2], more: ["role": "clerk"])
            try await crud(fixture, "update", "customers", ["filterByTk": 1, "values": ["city": "Rust"]])
            try await crud(fixture, "update", "customers", ["filterByTk": 3, "values": ["city": "Rust"]])
            try await fixture.runner().drain()
            let executions = try await fixture.executions(of: seen)
            #expect(executions.map { $0["context"]?["data"]?["id"]?.int } == [1], "\(executions)")
            #expect(executions[0]["context"]?["data"]?["city"]?.string == "***" && executions[0]["context"]?["data"]?["phone"] == nil)
            // A condition on a field that the role may not see is refused.
            let reply = try await fixture.call(
                "workflows_apply",
                [
                    "title": "x", "type": "collection", "role": "clerk",
                    "config": ["collection": "customers", "mode": 1, "condition": ["phone": "555-1"]],
                ],
                as: Self.admin)
            #expect(reply.code == "invalid_argument" && reply.reason.contains("phone"), "\(reply)")
        }
    }

    @Test("G41 workflows that set each other off end after a few")
    func depth() async throws {
        try await ToolFixture.with { fixture in
            let again: JSONValue = ["type": "create", "config": ["collection": "customers", "params": ["values": ["name": "more"]]]]
            let endless = try await fixture.applies("endless", "collection", [again], config: ["collection": "customers", "mode": 1])
            try await crud(fixture, "create", "customers", ["values": ["name": "first"]])
            try await fixture.runner().drain()
            let all = try await fixture.executions(of: endless)
            #expect(all.map { $0["depth"]?.int } == [0, 1, 2, 3, 4] && all.map { $0["status"]?.int } == [1, 1, 1, 1, -3], "\(all)")
            #expect(all.last?["reason"]?.string?.contains("set each other off") == true)
            #expect(try await fixture.rows("customers").count == 8)
        }
    }

    @Test("A collection of an attached database is refused as a trigger with the reason")
    func attached() async throws {
        try await ToolFixture.withSource("shop", .sqlite, ["CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT)"]) { fixture, _ in
            let reply = try await fixture.refuses(
                .invalidArgument, "workflows_apply",
                ["title": "w", "type": "collection", "config": ["collection": "shop:items", "mode": 1]], as: Self.admin)
            #expect(reply.reason.contains("attached database") && reply.reason.contains("schedule"), "\(reply)")
        }
    }

    @Test("A missed schedule is due once, however long the server was down, and continues from now", arguments: StoreEngine.allCases)
    func schedule(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let workflow = try await fixture.applies(
                "nightly", "schedule", [["type": "end"]], config: ["repeat": "0 3 * * *", "timezone": "Europe/Vienna"])
            let next = try #require(workflow["nextRunAt"]?.string.flatMap { Timestamp(rfc3339: $0) })
            try await fixture.domains.workflows.fireSchedules(now: next - .seconds(1))
            #expect(try await fixture.executions(of: workflow).isEmpty)
            let late = next + .seconds(3 * 86_400 + 60)
            try await fixture.domains.workflows.fireSchedules(now: late)
            try await fixture.domains.workflows.fireSchedules(now: late)
            try await fixture.runner().drain()
            let executions = try await fixture.executions(of: workflow)
            #expect(executions.count == 1 && executions[0]["context"]?["data"]?["date"]?.string == next.rfc3339, "\(executions)")
            let told = try await fixture.does("workflows_get", ["filterByTk": workflow["id"] ?? 0], as: Self.admin)["data"]
            let after = try #require(told?["nextRunAt"]?.string.flatMap { Timestamp(rfc3339: $0) })
            #expect(after > late && after <= late + .seconds(90_000))
            try await fixture.does("workflows_apply", ["title": "nightly", "enabled": false], as: Self.admin)
            try await fixture.domains.workflows.fireSchedules(now: after + .seconds(1))
            #expect(try await fixture.executions(of: workflow).count == 1)
        }
    }

    private func signed(_ body: String, _ secret: String, id: String, at time: Timestamp = .now) throws -> WebhookCall {
        let key = try #require(Data(base64Encoded: String(secret.dropFirst("whsec_".count))))
        let mac = HMAC<SHA256>.authenticationCode(for: Data("\(id).\(time.seconds).\(body)".utf8), using: SymmetricKey(data: key))
        return WebhookCall(id: id, timestamp: "\(time.seconds)", signatures: "v1,\(Data(mac).base64EncodedString())", body: Array(body.utf8))
    }

    @Test("G42 a webhook accepts only messages that its secret signed, and each once", arguments: StoreEngine.allCases)
    func webhook(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let workflow = try await fixture.applies("hook", "webhook", [["type": "end"]])
            let secret = try #require(workflow["webhook"]?["secret"]?.string)
            let path = String(try #require(workflow["webhook"]?["path"]?.string).dropFirst("/api/hooks/".count))
            #expect(path.utf8.count == 43)
            // The secret is shown once.
            let told = try await fixture.does("workflows_get", ["filterByTk": workflow["id"] ?? 0], as: Self.admin)["data"]
            #expect(told?["webhook"]?["secret"] == nil && told?["webhook"]?["path"] == workflow["webhook"]?["path"])
            let workflows = fixture.domains.workflows
            let first = try await workflows.receive(signed(#"{"order":7}"#, secret, id: "m1"), at: path)
            let again = try await workflows.receive(signed(#"{"order":7}"#, secret, id: "m1"), at: path)
            #expect(first == again)
            let state = try await fixture.state()
            let other = String(secret.dropLast(6)) + "AAAAA="
            let elsewhere = (path.hasPrefix("x") ? "y" : "x") + path.dropFirst()
            for (call, place, code) in [
                (try signed("{}", other, id: "m2"), path, Refusal.Code.unauthorized),
                (try signed("{}", secret, id: "m2", at: .now - .seconds(400)), path, .unauthorized),
                (WebhookCall(id: "m2", timestamp: "", signatures: "", body: []), path, .unauthorized),
                (try signed("{", secret, id: "m2"), path, .invalidArgument), (try signed("{}", secret, id: "m2"), elsewhere, .notFound),
                (try signed("{}", secret, id: "m2"), String(repeating: "x", count: 10_000), .notFound),
            ] as [(WebhookCall, String, Refusal.Code)] {
                let error = await #expect(throws: Refusal.self) { _ = try await workflows.receive(call, at: place) }
                #expect(error?.code == code, "\(error?.reason ?? "")")
            }
            #expect(try await fixture.state() == state)
            try await fixture.runner().drain()
            let executions = try await fixture.executions(of: workflow)
            #expect(executions.map { $0["context"]?["data"]?["order"]?.int } == [7])
            try await fixture.does("workflows_apply", ["title": "hook", "enabled": false], as: Self.admin)
            let error = await #expect(throws: Refusal.self) { _ = try await workflows.receive(signed("{}", secret, id: "m3"), at: path) }
            #expect(error?.code == .notFound)
        }
    }
}
