import Access
import GatehouseTesting
import Identity
import JSON
import SQL
import Store
import Testing
import Tools
import Workflows

@Suite("Workflows run")
struct WorkflowRunTests {
    private static let admin = CallerKind.workspaceAdministrator

    private static func equal(_ left: JSONValue, _ right: JSONValue) -> JSONValue {
        ["group": ["type": "and", "calculations": [["calculator": "equal", "operands": [left, right]]]]]
    }

    @Test("Rows are read, added, changed and deleted, with conditions and loops, as the role", arguments: StoreEngine.allCases)
    func nodes(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let nodes: JSONValue = [
                [
                    "type": "query", "key": "all",
                    "config": [
                        "collection": "orders", "multiple": true,
                        "params": ["sort": ["id"], "filter": ["total": ["$gt": "{{$context.data.above}}"]]],
                    ],
                ],
                [
                    "type": "loop", "key": "each", "config": ["target": "{{$jobsMapByNodeKey.all}}"],
                    "branches": [
                        "0": [
                            [
                                "type": "condition", "key": "is3", "config": ["calculation": Self.equal("{{$scopes.each.item.id}}", 3)],
                                "branches": [
                                    "1": [
                                        [
                                            "type": "update", "key": "mark",
                                            "config": [
                                                "collection": "orders",
                                                "params": [
                                                    "filterByTk": "{{$scopes.each.item.id}}",
                                                    "values": ["note": "number {{$scopes.each.index}} of {{$scopes.each.length}}"],
                                                ],
                                            ],
                                        ]
                                    ],
                                    "0": [
                                        [
                                            "type": "create", "key": "add",
                                            "config": ["collection": "customers", "params": ["values": ["name": "C{{$scopes.each.item.id}}"]]],
                                        ]
                                    ],
                                ],
                            ]
                        ]
                    ],
                ],
                [
                    "type": "destroy", "key": "gone",
                    "config": ["collection": "customers", "params": ["filter": ["name": "C{{$context.data.last}}"]]],
                ],
                ["type": "end", "config": ["endStatus": 1]],
                ["type": "destroy", "key": "never", "config": ["collection": "orders", "params": ["filter": ["id": 1]]]],
            ]
            let workflow = try await fixture.applies("W", "manual", nodes)
            let done = try await fixture.executes(workflow, ["above": 15, "last": 4])
            #expect(done["status"]?.int == 1 && done["state"]?.string == "ended", "\(done)")
            #expect(done.result(of: "all")?.ids == [2, 3, 4] && done.result(of: "gone")?.int == 1)
            #expect(try await fixture.rows("orders", ["id": 3]).first?["note"]?.string == "number 1 of 3")
            #expect(try await fixture.rows("customers").compactMap { $0["name"]?.string } == ["Ada", "Bo", "Cy", "C2"])
            #expect(try await fixture.rows("orders").count == 4)
            let paths = done["jobs"]?.array?.compactMap { $0["path"]?.string } ?? []
            #expect(paths.contains("each.0/is3/add") && paths.contains("each.1/is3/mark") && !paths.contains("never"))
            // The audit log names the workflow for each of its calls.
            let calls = try await fixture.auditText().split(separator: "\n").filter { $0.contains("workflow:W#") }
            #expect(calls.count >= 5 && fixture.failures.all.isEmpty)
        }
    }

    @Test("C81 a workflow has exactly its role's rights, whoever starts it")
    func role() async throws {
        try await ToolFixture.with { fixture in
            let query: JSONValue = ["type": "query", "key": "all", "config": ["collection": "customers", "multiple": true]]
            let workflow = try await fixture.applies("W", "manual", [query], more: ["role": "clerk"])
            let done = try await fixture.executes(workflow)
            #expect(done.result(of: "all")?.ids == [1, 2], "\(done)")
            #expect(done.result(of: "all")?[0]?["city"]?.string == "***" && done.result(of: "all")?[0]?["phone"] == nil)
            let reply = try await fixture.call(
                "workflows_apply",
                [
                    "title": "X", "type": "manual", "role": "clerk",
                    "nodes": [["type": "destroy", "config": ["collection": "customers", "params": ["filter": ["id": 1]]]]],
                ],
                as: Self.admin)
            #expect(reply.reason.contains("the role 'clerk' has no right to destroy in customers"), "\(reply)")
            // A right that is taken counts from the next node on.
            let update: JSONValue = [
                "type": "update", "key": "up", "config": ["collection": "customers", "params": ["filterByTk": 1, "values": ["name": "Z"]]],
            ]
            let writer = try await fixture.applies("Y", "manual", [update], more: ["role": "clerk"])
            try await fixture.does(
                "access_rules_set", ["role": "clerk", "resource": "customers", "actions": ["update"], "effect": "deny"], as: Self.admin)
            let failed = try await fixture.executes(writer)
            #expect(failed["status"]?.int == -2 && failed["reason"]?.string?.contains("no right to update") == true, "\(failed)")
            #expect(try await fixture.rows("customers", ["id": 1]).first?["name"]?.string == "Ada")
        }
    }

    @Test("A failed node ends the execution with its reason; retry continues from there with the earlier results")
    func retry() async throws {
        try await ToolFixture.with { fixture in
            let nodes: JSONValue = [
                ["type": "create", "key": "add", "config": ["collection": "customers", "params": ["values": ["name": "Once"]]]],
                [
                    "type": "query", "key": "find",
                    "config": ["collection": "customers", "failOnEmpty": true, "params": ["filter": ["name": "Late"]]],
                ],
            ]
            let workflow = try await fixture.applies("W", "manual", nodes)
            let failed = try await fixture.executes(workflow)
            #expect(failed["status"]?.int == -1 && failed["reason"]?.string == "find: no row was found" && failed.status(of: "find") == -1)
            try await fixture.does("crud", ["resource": "customers", "action": "create", "values": ["name": "Late"]], as: Self.admin)
            try await fixture.does("executions_act", ["filterByTk": failed["id"] ?? 0, "action": "retry"], as: Self.admin)
            try await fixture.runner().drain()
            let done = try await fixture.execution(failed["id"] ?? 0)
            #expect(done["status"]?.int == 1 && done.result(of: "find")?["name"]?.string == "Late", "\(done)")
            #expect(try await fixture.rows("customers", ["name": "Once"]).count == 1)
            try await fixture.refuses(.conflict, "executions_act", ["filterByTk": failed["id"] ?? 0, "action": "retry"], as: Self.admin)
        }
    }

    @Test("A person approves, rejects or cancels; of two decisions the first counts", arguments: StoreEngine.allCases)
    func people(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let nodes: JSONValue = [
                ["type": "approval", "key": "ok", "config": ["message": "Really?"]],
                [
                    "type": "create", "key": "add",
                    "config": ["collection": "customers", "params": ["values": ["name": "by {{$jobsMapByNodeKey.ok.by}}"]]],
                ],
            ]
            let workflow = try await fixture.applies("W", "manual", nodes)
            var ids: [JSONValue] = []
            for _ in 0..<3 { ids.append(try await fixture.executes(workflow)["id"] ?? 0) }
            #expect(try await fixture.does("executions_list", ["state": "waiting"], as: Self.admin)["data"]?.count == 3)
            for (id, action) in zip(ids, ["approve", "reject", "cancel"]) {
                try await fixture.does("executions_act", ["filterByTk": id, "action": .string(action), "comment": "since"], as: Self.admin)
                try await fixture.refuses(.conflict, "executions_act", ["filterByTk": id, "action": "reject"], as: Self.admin)
            }
            try await fixture.runner().drain()
            var ended: [JSONValue] = []
            for id in ids { ended.append(try await fixture.execution(id)) }
            #expect(ended.map { $0["status"]?.int } == [1, -5, -4] && ended[0].result(of: "ok")?["comment"]?.string == "since")
            #expect(try await fixture.rows("customers", ["name": ["$includes": "by "]]).compactMap { $0["name"]?.string } == ["by acme/ann"])
        }
    }

    @Test("G40 loops, results and times are bounded")
    func limits() async throws {
        try await ToolFixture.with { fixture in
            let endless: JSONValue = ["type": "loop", "config": ["target": 100_000], "branches": ["0": [["type": "end"]]]]
            let many = try await fixture.executes(try await fixture.applies("A", "manual", [endless]))
            #expect(many["status"]?.int == -2 && many["reason"]?.string?.contains("at most 1000") == true, "\(many)")
            let condition: JSONValue = ["type": "condition", "config": ["calculation": Self.equal(1, 1)]]
            let nested: JSONValue = [
                "type": "loop", "key": "a", "config": ["target": 100],
                "branches": ["0": [["type": "loop", "key": "b", "config": ["target": 100], "branches": ["0": [condition]]]]],
            ]
            let steps = try await fixture.executes(try await fixture.applies("B", "manual", [nested]))
            #expect(steps["status"]?.int == -3 && steps["reason"]?.string?.contains("5000 nodes") == true, "\(steps)")
            let reply = try await fixture.call(
                "workflows_execute", ["filterByTk": many["workflowId"] ?? 0, "values": ["data": .string(String(repeating: "x", count: 300_000))]],
                as: Self.admin)
            #expect(reply.code == "invalid_argument" && reply.reason.contains("256 KB"), "\(reply)")
        }
    }

    @Test("C80 a value that is an operator reaches no filter")
    func operators() async throws {
        try await ToolFixture.with { fixture in
            let destroy: JSONValue = [
                "type": "destroy", "key": "d", "config": ["collection": "orders", "params": ["filter": ["id": "{{$context.data.id}}"]]],
            ]
            let workflow = try await fixture.applies("W", "manual", [destroy])
            let before = try await fixture.rows("orders")
            let refused = try await fixture.executes(workflow, ["id": ["$gt": 0]])
            #expect(refused["status"]?.int == -2 && refused["reason"]?.string?.contains("is an object") == true, "\(refused)")
            let byKey: JSONValue = [
                "type": "destroy", "key": "d",
                "config": ["collection": "orders", "params": ["filterByTk": "{{$context.data.none}}", "filter": ["id": ["$gt": 1]]]],
            ]
            let missing = try await fixture.executes(try await fixture.applies("X", "manual", [byKey]), [:])
            #expect(missing["status"]?.int == -2 && missing["reason"]?.string?.contains("has no value") == true, "\(missing)")
            #expect(try await fixture.rows("orders") == before)
        }
    }

    @Test("A question is asked with the role's rights")
    func question() async throws {
        try await ToolFixture.with { fixture in
            let ask: JSONValue = ["type": "ask", "key": "q", "config": ["question": "how many {{$context.data.what}}"]]
            let workflow = try await fixture.applies("W", "manual", [ask])
            let done = try await fixture.executes(workflow, ["what": "orders"])
            #expect(done["status"]?.int == 1 && done.result(of: "q")?["status"]?.string == "answered", "\(done)")
            let unknown = try await fixture.executes(workflow, ["what": "xyzzy plugh"])
            #expect(unknown["status"]?.int == -1, "\(unknown)")
        }
    }

    @Test("A stopped workspace runs nothing, and continues when it is started")
    func stopped() async throws {
        try await ToolFixture.with { fixture in
            let create: JSONValue = ["type": "create", "config": ["collection": "customers", "params": ["values": ["name": "Dee"]]]]
            let workflow = try await fixture.applies("W", "manual", [create])
            try await fixture.does("workflows_execute", ["filterByTk": workflow["id"] ?? 0], as: Self.admin)
            try await fixture.domains.workspaces.stop(fixture.people.acme.id, fixture.people.office.id)
            #expect(try await fixture.runner().drain() == 0)
            try await fixture.domains.workspaces.start(fixture.people.acme.id, fixture.people.office.id)
            #expect(try await fixture.runner().drain() == 1)
            #expect(try await fixture.rows("customers", ["name": "Dee"]).count == 1)
        }
    }

    @Test("G40 loops without passes inside many others count, and variables that bring a large value many times are refused")
    func bombs() async throws {
        try await ToolFixture.with { fixture in
            let none: JSONValue = ["type": "loop", "key": "c", "config": ["target": 0], "branches": ["0": [["type": "end"]]]]
            let inner: JSONValue = ["type": "loop", "key": "b", "config": ["target": 1_000], "branches": ["0": [none]]]
            let outer: JSONValue = ["type": "loop", "key": "a", "config": ["target": 1_000], "branches": ["0": [inner]]]
            let looped = try await fixture.executes(try await fixture.applies("loops", "manual", [outer]))
            #expect(looped["status"]?.int == -3 && looped["reason"]?.string?.contains("more than 5000 nodes") == true, "\(looped["reason"] ?? .null)")

            let many = JSONValue.string(String(repeating: "{{$context.data}}", count: 4_000))
            let large = JSONValue.string(String(repeating: "x", count: 200_000))
            let nodes: [JSONValue] = [
                ["type": "create", "config": ["collection": "customers", "params": ["values": ["name": many]]]],
                ["type": "approval", "config": ["message": many]],
                ["type": "loop", "config": ["target": .array([many])], "branches": ["0": [["type": "end"]]]],
                ["type": "request", "config": ["url": "https://a.example/", "method": "POST", "data": many]],
            ]
            for node in nodes {
                let filled = try await fixture.executes(try await fixture.applies("bomb", "manual", [node]), large)
                #expect(
                    filled["status"]?.int == -2 && filled["reason"]?.string?.contains("bring more than 1 MB") == true, "\(filled["reason"] ?? .null)")
            }
            #expect(try await fixture.rows("customers", ["name": ["$startsWith": "x"]]).isEmpty)
        }
    }
}
