import Access
import GatehouseTesting
import JSON
import MCP
import Store
import Testing
import Tools

@Suite("Facade of three tools")
struct FacadeTests {
    private static func naming(_ tool: String, _ arguments: JSONObject = [:]) -> JSONObject {
        ["name": .string(tool), "arguments": .object(arguments)]
    }

    @Test("It lists three tools in at most 3,600 bytes, and calls of the others by their own names are unknown", arguments: Revision.allCases)
    func list(revision: Revision) async throws {
        try await ToolFixture.with { fixture in
            for kind in [CallerKind.anonymous, .operator, .narrowed] {
                let list = fixture.dispatcher.toolbox.list(for: try await fixture.principal(kind, packages: ToolFixture.facade))
                #expect(list.tools.map(\.name) == ["tools_search", "tools_describe", "tools_call"])
                #expect(list.fragment(for: revision).bytes.count <= 3_600)
            }
            for tool in ["crud", "whoami", "server_info", "resource_list"] {
                #expect(try await fixture.call(tool, [:], as: .operator, packages: ToolFixture.facade).code == "unknown_tool")
            }
            for tool in ["tools_search", "tools_describe", "tools_call"] {
                #expect(try await fixture.call(tool, [:], as: .operator, packages: .all).code == "unknown_tool")
            }
        }
    }

    @Test(
        "E18 tools_call decides, works and refuses as the tool that it names, for every tool",
        arguments: [CallerKind.anonymous, .operator, .workspaceAdministrator, .reader, .member, .narrowed, .application, .outsider])
    func matrix(kind: CallerKind) async throws {
        try await ToolFixture.with(.init(hasSourceRoot: true)) { fixture in
            try await fixture.prepare(kind)
            for call in try await MatrixTests.calls(fixture) {
                let arguments = try await call.arguments()
                let action = arguments["action"]?.string
                let row = try #require(MatrixTests.table.first { $0.tool == call.tool && ($0.action == nil || $0.action == action) })
                let letter = try MatrixTests.letter(row, kind)
                let before = letter == "a" ? [] : try await fixture.fingerprint()
                let reply = try await fixture.call("tools_call", Self.naming(call.tool, arguments), as: kind)
                #expect(reply.code == (try MatrixTests.code(letter)), "\(call.tool) \(JSONValue.object(arguments)): \(reply)")
                if letter != "a" { #expect(try await fixture.fingerprint() == before, "\(call.tool)") }
                let wrong = try await fixture.call("tools_call", Self.naming(call.tool, MatrixTests.probe(action)), as: kind)
                #expect(wrong.code == (try MatrixTests.expected(row, kind)), "\(call.tool): \(wrong)")
                if reply.code != "ok" { try await fixture.does(call.tool, arguments, as: call.maker) }
            }
            #expect(fixture.failures.all.isEmpty)
        }
    }

    @Test("E18 tools_call calls no tool of the facade, none that does not exist, and none of a package that was not chosen")
    func unknown() async throws {
        try await ToolFixture.with { fixture in
            let before = try await fixture.fingerprint()
            let inner = Self.naming("crud", ["resource": "orders", "action": "destroy", "filterByTk": 1])
            for tool in ["tools_call", "tools_search", "tools_describe", "no_such_tool", ""] {
                let reply = try await fixture.call("tools_call", Self.naming(tool, tool == "tools_call" ? inner : [:]), as: .operator)
                #expect(reply.code == "unknown_tool" && reply.reason == "Tool '\(tool)' not found", "\(reply)")
            }
            let users = PackageSelection(parsing: ["facade", "plugin-users"])
            #expect(try await fixture.call("tools_call", Self.naming("whoami"), as: .operator, packages: users).code == "unknown_tool")
            #expect(try await fixture.call("tools_call", Self.naming("members_list"), as: .operator, packages: users).code == "ok")
            let standard = PackageSelection(parsing: ["@gatehouse/facade"])
            #expect(try await fixture.call("tools_call", Self.naming("server_info"), as: .operator, packages: standard).code == "unknown_tool")
            for arguments: JSONObject in [["name": "whoami", "arguments": []], ["name": "whoami", "extra": 1], ["arguments": [:]], ["name": 5]] {
                #expect(try await fixture.call("tools_call", arguments, as: .operator).code == "invalid_argument")
            }
            #expect(try await fixture.fingerprint() == before)
        }
    }

    @Test("The audit log has the tool that was named, with its objects, and one row a call", arguments: StoreEngine.allCases)
    func audit(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let calls: [(String, JSONObject, outcome: String, tool: String, objects: [String])] = [
                ("tools_call", Self.naming("crud", ["resource": "orders", "action": "list"]), "ok", "crud", ["main/orders"]),
                (
                    "tools_call", Self.naming("resource_create", ["resource": "orders", "values": ["total": 7]]), "refused", "crud",
                    ["main/orders"]
                ),
                ("tools_call", Self.naming("nope"), "refused", "unknown", []), ("tools_call", ["name": 1], "error", "tools_call", []),
                ("tools_search", ["query": "rows"], "ok", "tools_search", []), ("tools_describe", ["names": ["crud"]], "ok", "tools_describe", []),
            ]
            let start = try await fixture.audit().count
            for call in calls { _ = try await fixture.call(call.0, call.1, as: .reader) }
            let rows = Array(try await fixture.audit().dropFirst(start))
            try #require(rows.count == calls.count)
            for (row, call) in zip(rows, calls) {
                #expect(row.call.tool == call.tool && row.call.objects == call.objects, "\(row)")
                #expect(row.outcome?.outcome.rawValue == call.outcome, "\(row)")
            }
        }
    }

    @Test("A server for show refuses writing calls through it and serves the reading ones")
    func demo() async throws {
        try await ToolFixture.with { fixture in
            let demo = try fixture.dispatcher(isDemo: true)
            let before = try await fixture.fingerprint()
            let create = Self.naming("crud", ["resource": "orders", "action": "create", "values": ["total": 7]])
            #expect(try await fixture.call("tools_call", create, as: .member, by: demo).code == "demo")
            let list = Self.naming("crud", ["resource": "orders", "action": "list"])
            #expect(try await fixture.call("tools_call", list, as: .member, by: demo).code == "ok")
            #expect(try await fixture.call("tools_search", ["query": "rows"], as: .member, by: demo).code == "ok")
            #expect(try await fixture.fingerprint() == before)
        }
    }

    @Test("The error for a missing scope names the tool that was called through the facade")
    func wire() async throws {
        try await ToolFixture.with { fixture in
            let principal = try await fixture.principal(.narrowed, packages: ToolFixture.facade)
            let named = Self.naming("run_sql", ["sql": "SELECT 1"])
            let error = await #expect(throws: MCPError.self) {
                _ = try await fixture.tools.callTool("tools_call", arguments: named, for: principal, context: CallContext())
            }
            #expect(error?.httpStatus == 403 && error?.data?["tool"] == "run_sql" && error?.data?["required_scope"] == "run:sql")
            // Tasks go by the tool that runs.
            #expect(fixture.tools.calledTool("tools_call", arguments: named, for: principal) == "run_sql")
            #expect(await !fixture.tools.isOpen("run_sql", to: principal))
            #expect(await fixture.tools.isOpen("run_sql", to: try await fixture.principal(.reader, packages: ToolFixture.facade)))
            let resources = GatehouseResources(fixture.dispatcher, fixture.domains)
            let reader = try await fixture.principal(.reader, packages: ToolFixture.facade)
            #expect(try await !resources.listResources(for: reader, after: nil, context: CallContext()).items.isEmpty)
        }
    }

    @Test("A search finds the tool for a task first, and only tools that the caller may use")
    func search() async throws {
        try await ToolFixture.with { fixture in
            func names(_ query: String, _ kind: CallerKind = .operator, limit: Int64 = 100) async throws -> [String] {
                let answer = try await fixture.call("tools_search", ["query": .string(query), "limit": .number(JSONNumber(limit))], as: kind).body
                return answer["tools"]?.array?.compactMap { $0["name"]?.string } ?? []
            }
            let expected = [
                ("run a SQL query", "run_sql"), ("list the tables of a database", "data_sources_tables"), ("create an API key", "api_keys_create"),
                ("audit log", "audit_list"), ("add a member to a workspace", "members_add"), ("update records", "crud"),
                ("ask a question in plain language", "ask_question"), ("who am I", "whoami"), ("describe a collection", "collections_get"),
                ("filterByTk values", "crud"), ("Attach data source", "data_sources_add"),
            ]
            for (query, tool) in expected {
                let found = try await names(query)
                #expect(found.prefix(3).contains(tool), "\(query): \(found.prefix(5))")
            }
            #expect(try await names("list", limit: 2).count == 2)
            #expect(try await names("zzzqqq") == [])
            #expect(try await names("") == fixture.definitions.map(\.name).filter { !$0.hasPrefix("tools_") })
            for kind in [CallerKind.reader, .narrowed, .outsider] {
                let listed = try await fixture.list(as: try await fixture.principal(kind)).map(\.name)
                #expect(try await names("", kind) == listed)
                #expect(try await Set(names("add user role workspace rows", kind)).isSubset(of: listed))
            }
        }
    }

    @Test("A description equals that of tools/list for the same caller, with the complete schema")
    func describe() async throws {
        try await ToolFixture.with { fixture in
            for kind in [CallerKind.operator, .reader, .narrowed] {
                let names: JSONValue = ["resource_list", "crud", "members_add", "whoami", "nope", "tools_call"]
                let answer = try await fixture.call("tools_describe", ["names": names], as: kind).body
                let listed = fixture.dispatcher.toolbox.list(for: try await fixture.principal(kind))
                let whole = try JSONValue(parsing: listed.fragment(for: .newestLegacy).bytes)
                let expected = ["crud", "members_add", "whoami"].compactMap { name in whole.array?.first { $0["name"]?.string == name } }
                let described = answer["tools"]?.array ?? []
                #expect(
                    described.map { $0["name"] } == expected.map { $0["name"] }
                        && described.map { $0["description"] } == expected.map { $0["description"] })
                for (tool, listed) in zip(described, expected) {
                    let (schema, short) = (tool["inputSchema"]?["properties"], listed["inputSchema"]?["properties"])
                    #expect(
                        schema?.object?.keys == short?.object?.keys && schema?["action"]?["enum"] == short?["action"]?["enum"]
                            && tool["inputSchema"]?["additionalProperties"] == false)
                }
                let hidden: [JSONValue] = kind == .operator ? [] : ["members_add"]
                #expect(answer["unknown"] == .array(hidden + ["nope", "tools_call"]))
            }
        }
    }
}
