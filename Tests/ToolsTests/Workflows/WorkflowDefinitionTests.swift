import Access
import GatehouseTesting
import Identity
import JSON
import Store
import Testing
import Tools
import Workflows

@Suite("Workflows are made and changed")
struct WorkflowDefinitionTests {
    private static let admin = CallerKind.workspaceAdministrator
    private static let create: JSONValue = ["type": "create", "config": ["collection": "customers", "params": ["values": ["name": "Dee"]]]]

    @Test("One is made, a second call changes nothing, another content is another version", arguments: StoreEngine.allCases)
    func versions(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let arguments: JSONObject = ["title": " Greet  them ", "type": "manual", "nodes": [Self.create]]
            let made = try await fixture.does("workflows_apply", arguments, as: Self.admin)
            #expect(made["data"]?["title"]?.string == "Greet them" && made["data"]?["version"]?.int == 1 && made["data"]?["enabled"]?.bool == false)
            #expect(made["data"]?["role"]?.string == "admin" && made["meta"]?["created"]?.bool == true)
            #expect(made["data"]?["nodes"]?[0]?["key"]?.string == "create1")
            let before = try await fixture.state()
            let again = try await fixture.does("workflows_apply", arguments, as: Self.admin)
            #expect(again["meta"]?["newVersion"]?.bool == false && again["data"]?["id"] == made["data"]?["id"])
            #expect(try await fixture.state().count == before.count)
            let id = made["data"]?["id"] ?? 0
            let end: JSONValue = ["type": "end"]
            let changed = try await fixture.does(
                "workflows_apply", ["filterByTk": id, "title": "Greet", "enabled": true, "nodes": [Self.create, end]], as: Self.admin)
            #expect(
                changed["data"]?["version"]?.int == 2 && changed["data"]?["enabled"]?.bool == true && changed["data"]?["type"]?.string == "manual")
            let told = try await fixture.does("workflows_get", ["filterByTk": id], as: Self.admin)["data"]
            #expect(told?["nodes"]?.count == 2 && told?["title"]?.string == "Greet")
            let list = try await fixture.does("workflows_list", [:], as: Self.admin)
            #expect(list["data"]?.ids == [id.int ?? 0] && list["total"]?.int == 1)
            try await fixture.does("workflows_apply", ["title": "Greet", "remove": true], as: Self.admin)
            #expect(try await fixture.does("workflows_list", [:], as: Self.admin)["data"]?.count == 0)
        }
    }

    @Test("An execution keeps the version that it began with")
    func kept() async throws {
        try await ToolFixture.with { fixture in
            let asks: JSONValue = ["type": "approval", "config": ["message": "ok?"]]
            let workflow = try await fixture.applies("W", "manual", [asks, Self.create])
            let waiting = try await fixture.executes(workflow)
            #expect(waiting["state"]?.string == "waiting" && waiting["version"]?.int == 1)
            try await fixture.applies("W", "manual", [["type": "end"]])
            try await fixture.does("executions_act", ["filterByTk": waiting["id"] ?? 0, "action": "approve"], as: Self.admin)
            try await fixture.runner().drain()
            let done = try await fixture.execution(waiting["id"] ?? 0)
            #expect(done["status"]?.int == 1 && done.result(of: "create1")?["name"]?.string == "Dee", "\(done)")
        }
    }

    private static func asks(_ assignees: JSONValue) -> JSONObject {
        ["type": "manual", "nodes": [["type": "approval", "config": ["assignees": assignees]]]]
    }

    /// Each wrong definition with words of the refusal.
    static let wrong: [(JSONObject, String)] = [
        (["type": "manual", "nodes": [["type": "crate", "config": [:]]]], #"nodes[0].type: unknown node 'crate'; did you mean "create"?"#),
        (
            ["type": "manual", "nodes": [["type": "create", "config": ["collection": "custmers", "params": ["values": [:]]]]]],
            #"did you mean "customers"?"#
        ),
        (["type": "manual", "nodes": [["type": "create", "config": ["collection": "customers"]]]], "nodes[0].config.params.values: missing"),
        (
            ["type": "manual", "nodes": [["type": "create", "config": ["collection": "customers", "params": ["values": ["nam": "x"]]]]]],
            #"no field 'nam' in customers; did you mean "name"?"#
        ),
        (
            ["type": "manual", "nodes": [["type": "update", "config": ["collection": "orders", "params": ["values": ["note": "x"]]]]]],
            "filter or filterByTk"
        ),
        (["type": "manual", "nodes": [["type": "query", "config": ["collection": "none:orders"]]]], "none"),
        (["type": "manual", "nodes": [["type": "end", "config": ["status": 1]]]], "'status' is not used here"),
        (["type": "manual", "nodes": [["type": "end", "key": "1x"]]], "nodes[0].key"),
        (["type": "manual", "nodes": [["type": "end", "key": "a"], ["type": "end", "key": "a"]]], "two nodes have the same key"),
        (
            [
                "type": "manual",
                "nodes": [["type": "ask", "config": ["question": "{{$jobsMapByNodeKey.later.x}}"]], ["type": "end", "key": "later"]],
            ], "does not run before it"
        ),
        (["type": "manual", "nodes": [["type": "ask", "config": ["question": "{{$scopes.l.item}}"]]]], "it is in no loop"),
        (["type": "manual", "nodes": [["type": "ask", "config": ["question": "{{$env.X}}"]]]], "no such variable"),
        (["type": "manual", "nodes": [["type": "ask", "config": ["question": "{{$context.data.{{$system.now}}}}"]]]], "no such variable"),
        (["type": "manual", "nodes": [["type": "loop", "config": ["target": 3]]]], "a loop runs the nodes"),
        (
            ["type": "manual", "nodes": [["type": "condition", "config": ["calculation": ["calculator": "more", "operands": [1, 2]]]]]],
            "calculator: expected one of"
        ),
        (["type": "manual", "nodes": [["type": "request", "config": ["url": "http://127.0.0.1:1/x"]]]], "config.url"),
        (["type": "manual", "nodes": [["type": "request", "config": ["url": "https://169.254.169.254/latest"]]]], "not a public address"),
        (["type": "manual", "nodes": [["type": "request", "config": ["url": "https://{{$context.data.host}}/x"]]]], "the host written out"),
        (
            [
                "type": "manual",
                "nodes": [["type": "request", "config": ["url": "https://a.example/", "headers": [["name": "Host", "value": "b"]]]]],
            ], "'Host' is decided"
        ),
        (["type": "schedule", "config": ["repeat": "99 * * * *"]], "minute '99'"),
        (["type": "collection", "config": ["collection": "orders"]], "config.mode"),
        (["type": "collection", "config": ["collection": "ordes", "mode": 1]], #"did you mean "orders"?"#),
        (["type": "collection", "config": ["collection": "orders", "mode": 1, "condition": ["totl": 1]]], "totl"),
        (["type": "collection", "config": ["collection": "orders", "mode": 2, "changed": ["totl"]]], "no field 'totl'"),
        (["type": "manual", "role": "nobody"], "role"), (["config": [:]], "argument 'type': missing"),
        (asks(["clerk"]), "assignees: expected an object"), (asks([:]), "with at least one name"),
        (asks(["role": ["clerk"]]), "'role' is not used here"),
        (asks(["roles": ["clark"]]), "'clark' does not exist"),
        (asks(["users": ["acme/nobody"]]), "'acme/nobody' does not exist in organization 'acme'"),
        (asks(["users": ["rival/rob"]]), "'rival/rob' does not exist in organization 'acme'"), (asks(["users": ["ann"]]), "ORGANIZATION/NAME"),
        (asks(["users": ["rival/nobody"]]), "'rival/nobody' does not exist in organization 'acme'"),
        (asks(["users": ["{{$context.data.who}}"]]), "without variables"), (asks(["roles": "clerk"]), "expected a list"),
    ]

    @Test("F20 a workflow that could not run is refused with the position and the remedy, and nothing is stored", arguments: wrong.indices)
    func refused(index: Int) async throws {
        try await ToolFixture.with { fixture in
            var (arguments, words) = Self.wrong[index]
            arguments["title"] = "W"
            let before = try await fixture.fingerprint()
            let reply = try await fixture.call("workflows_apply", arguments, as: Self.admin)
            #expect(["invalid_argument", "forbidden", "not_found"].contains(reply.code) && reply.reason.contains(words), "\(reply)")
            #expect(try await fixture.fingerprint() == before)
        }
    }

    @Test("Values of headers are never shown, and stay if they are sent back masked")
    func headers() async throws {
        try await ToolFixture.with { fixture in
            let request: JSONValue = [
                "type": "request", "key": "call",
                "config": [
                    "url": "https://a.example/",
                    "headers": [["name": "Authorization", "value": "Bearer s3cret"], ["name": "Accept", "value": "text/plain"]],
                ],
            ]
            let made = try await fixture.applies("W", "manual", [request])
            #expect(made["nodes"]?[0]?["config"]?["headers"]?[0]?["value"]?.string == "***")
            #expect(made["nodes"]?[0]?["config"]?["headers"]?[1]?["value"]?.string == "text/plain")
            let again = try await fixture.does("workflows_apply", ["title": "W", "nodes": made["nodes"] ?? []], as: Self.admin)
            #expect(again["meta"]?["newVersion"]?.bool == false)
            let text = try await fixture.state().joined() + fixture.auditText()
            #expect(!text.contains("s3cret"))
        }
    }

    @Test(
        "F21 a hidden header value is sent to no other server, node or name, whoever changes the workflow",
        arguments: [
            ("https://a.example:8443/", "call", "Authorization"), ("http://a.example/", "call", "Authorization"),
            ("https://a.example.evil.example/", "call", "Authorization"), ("https://a.example@evil.example/", "call", "Authorization"),
            ("https://a.example/", "other", "Authorization"), ("https://a.example/", "call", "X-Api-Key"),
        ])
    func stolen(url: String, key: String, header: String) async throws {
        func request(_ url: String, _ key: String, _ header: String, _ value: String) -> JSONValue {
            [
                "type": "request", "key": .string(key),
                "config": ["url": .string(url), "headers": [["name": .string(header), "value": .string(value)]]],
            ]
        }
        try await ToolFixture.with { fixture in
            try await fixture.applies("W", "manual", [request("https://a.example/", "call", "Authorization", "Bearer s3cret")])
            let before = try await fixture.fingerprint()
            let reply = try await fixture.call("workflows_apply", ["title": "W", "nodes": [request(url, key, header, "***")]], as: Self.admin)
            #expect(reply.code == "invalid_argument", "\(reply)")
            #expect(try await fixture.fingerprint() == before)
            // For another path on the same server the value is kept.
            try await fixture.does(
                "workflows_apply", ["title": "W", "nodes": [request("https://A.example/b", "call", "authorization", "***")]], as: Self.admin)
        }
    }

    @Test("E05 workflows and executions of another workspace look like unknown ones, in every tool")
    func foreign() async throws {
        try await ToolFixture.with { fixture in
            let theirs = try await fixture.does(
                "workflows_apply", ["title": "Theirs", "type": "manual", "nodes": [Self.create], "enabled": true], as: .terminal, at: "rival")["data"]
            let id = theirs?["id"] ?? 0
            let set = try await fixture.does("workflows_execute", ["filterByTk": id], as: .terminal, at: "rival")
            let execution = set["data"]?["execution"]?["id"] ?? 0
            let before = try await fixture.fingerprint()
            for kind in [Self.admin, .organizationAdministrator, .foreignAdministrator] {
                for (tool, more) in [
                    ("workflows_get", [:]), ("workflows_execute", [:]), ("workflows_apply", ["title": "Mine", "enabled": false]),
                    ("workflows_apply", ["remove": true]), ("executions_get", [:]), ("executions_act", ["action": "cancel"]),
                    ("executions_act", ["action": "retry"]), ("executions_act", ["action": "approve"]), ("executions_act", ["action": "reject"]),
                ] as [(String, JSONObject)] {
                    var (foreign, missing) = (more, more)
                    (foreign["filterByTk"], missing["filterByTk"]) = (tool.hasPrefix("workflows") ? id : execution, 99_999)
                    let (one, other) = (try await fixture.call(tool, foreign, as: kind), try await fixture.call(tool, missing, as: kind))
                    let number = foreign["filterByTk"]?.description ?? ""
                    #expect(one.code == "not_found" && other.reason.replacing("99999", with: number) == one.reason, "\(tool) as \(kind): \(one)")
                }
            }
            #expect(try await fixture.does("workflows_list", as: Self.admin)["data"]?.count == 0)
            #expect(try await fixture.does("executions_list", ["workflowId": id], as: Self.admin)["data"]?.count == 0)
            #expect(try await fixture.fingerprint() == before)
            // Nor does one run where it was not made.
            #expect(try await fixture.runner().drain() == 1)
            #expect(try await fixture.rows("customers", ["name": "Dee"]).isEmpty)
        }
    }

    @Test("E30 a workflow cannot get a role or rights beyond those of its author")
    func bounds() async throws {
        try await ToolFixture.with { fixture in
            for kind in [CallerKind.reader, .member, .clerk, .temp, .outsider] {
                try await fixture.refuses(
                    .forbidden, "workflows_apply", ["title": "W", "type": "manual", "nodes": [Self.create], "role": "admin"], as: kind)
            }
            // A key with the scope of workflows alone does not change rows by one.
            let ann = try #require(fixture.people.users["acme/ann"])
            let key = try await fixture.domains.keys.create(
                ann.organization, user: ann.id, name: "automation", limits: .init(scopes: ["read:workflow", "write:workflow"]),
                bound: .terminal(fixture.people.builtIn.id, scopes: Set(ScopeSet.all.names)))
            let before = try await fixture.state().count
            let narrow = try await fixture.principal(key: key.key.text)
            let refused = await fixture.call("workflows_apply", ["title": "W", "type": "manual", "nodes": [Self.create]], as: narrow)
            #expect(refused.code == "forbidden" && refused.reason.contains("write:record"), "\(refused)")
            #expect(try await fixture.state().count == before)
            // Nor does it set off one that does, or read what one has read.
            let workflow = try await fixture.applies("W", "manual", [Self.create])
            let execution = try await fixture.executes(workflow)
            #expect(await fixture.call("workflows_execute", ["filterByTk": workflow["id"] ?? 0], as: narrow).code == "forbidden")
            let seen = await fixture.call("executions_get", ["filterByTk": execution["id"] ?? 0], as: narrow)
            #expect(seen.code == "ok" && seen.body["data"]?["context"] == nil && seen.body.description.contains("Dee") == false, "\(seen)")
            #expect(seen.body["meta"]?["resultsShown"]?.bool == false)
            // Reasons can name values of rows.
            let fails: JSONValue = [
                "type": "query", "key": "z", "config": ["collection": "customers", "params": ["filterByTk": "{{$context.data.x}}"]],
            ]
            let failed = try await fixture.executes(try await fixture.applies("F", "manual", [fails]), ["x": "s3cret row"])
            #expect(failed["reason"]?.string?.contains("s3cret") == true)
            for (tool, arguments) in [("executions_get", ["filterByTk": failed["id"] ?? 0]), ("executions_list", [:])] as [(String, JSONObject)] {
                let seen = await fixture.call(tool, arguments, as: narrow)
                #expect(seen.code == "ok" && !seen.body.description.contains("s3cret"), "\(seen)")
            }
        }
    }
}
