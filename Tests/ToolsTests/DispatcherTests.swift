import Access
import Catalog
import Dispatch
import GatehouseTesting
import Glibc
import Identity
import JSON
import MCP
import SQL
import Store
import Synchronization
import Testing

@testable import Tools

@Suite("Dispatcher")
struct DispatcherTests {
    static let marker = "MARKER-7f3a91"

    @Test("Refusals come in the documented order: each cause hides the ones after it")
    func order() async throws {
        try await ToolFixture.with { fixture in
            let demo = try fixture.dispatcher(isDemo: true)
            let wrong: JSONObject = ["no_such_argument": 1]
            let right: JSONObject = ["role": "reader", "resource": "orders", "actions": ["view"]]
            func code(
                _ tool: String, _ kind: CallerKind, _ packages: PackageSelection = .all, _ arguments: JSONObject? = nil,
                _ dispatcher: Dispatcher? = nil
            ) async throws -> String {
                try await fixture.call(tool, arguments ?? wrong, as: kind, packages: packages, by: dispatcher ?? demo).code
            }
            let users = PackageSelection(parsing: ["plugin-users"])
            #expect(try await code("no_such_tool", .anonymous) == "unauthorized")
            #expect(try await code("access_rules_set", .anonymous, users) == "unauthorized")
            #expect(try await code("no_such_tool", .narrowed) == "unknown_tool")
            #expect(try await code("access_rules_set", .narrowed, users) == "unknown_tool")
            #expect(try await code("access_rules_set", .narrowed) == "insufficient_scope")
            #expect(try await code("access_rules_set", .reader) == "invalid_argument")
            #expect(try await code("access_rules_set", .reader, .all, right) == "forbidden")
            #expect(try await code("access_rules_set", .workspaceAdministrator) == "invalid_argument")
            #expect(try await code("access_rules_set", .workspaceAdministrator, .all, right) == "demo")
            #expect(try await code("access_rules_set", .workspaceAdministrator, .all, right, fixture.dispatcher) == "ok")
        }
    }

    @Test("Every call leaves one audit row with its outcome, code, caller and objects, on both engines", arguments: StoreEngine.allCases)
    func audit(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let calls: [(String, JSONObject, CallerKind, outcome: String, code: String?, tool: String, objects: [String])] = [
                ("crud", ["resource": "orders", "action": "list"], .member, "ok", nil, "crud", ["main/orders"]),
                ("resource_get", ["resource": "nothing", "filterByTk": 9], .reader, "refused", "not_found", "crud", ["main/nothing"]),
                ("crud", ["resource": "orders", "action": "create", "values": ["total": 7]], .member, "ok", nil, "crud", ["main/orders"]),
                (
                    "crud", ["resource": "orders", "action": "create", "values": ["total": 7]], .reader, "refused", "forbidden", "crud",
                    ["main/orders"]
                ),
                ("run_sql", ["sql": "SELECT count(*) FROM orders JOIN customers"], .reader, "ok", nil, "run_sql", ["main/customers", "main/orders"]),
                ("run_sql", ["sql": "DROP TABLE orders"], .reader, "error", "invalid_argument", "run_sql", ["main"]),
                ("run_sql", ["sql": "SELECT nope FROM orders"], .reader, "error", "invalid_argument", "run_sql", ["main"]),
                ("no_such_tool", [:], .reader, "refused", "unknown_tool", "unknown", []),
                ("whoami", [:], .anonymous, "refused", "unauthorized", "whoami", []),
                ("run_sql", ["sql": "SELECT 1"], .narrowed, "refused", "insufficient_scope", "run_sql", ["main"]),
                ("members_add", ["member": "acme/zoe", "role": "reader"], .reader, "refused", "forbidden", "members_add", ["member/acme/zoe"]),
                ("members_add", ["member": "acme/zoe", "role": "reader"], .workspaceAdministrator, "ok", nil, "members_add", ["member/acme/zoe"]),
                ("members_add", ["member": "acme/zoe", "role": "reader"], .terminal, "error", "conflict", "members_add", ["member/acme/zoe"]),
                ("api_keys_revoke", ["id": 1], .reader, "refused", "not_found", "api_keys_revoke", ["key/1"]),
                ("workspaces_add", ["name": "x", "extra": 1], .operator, "error", "invalid_argument", "workspaces_add", ["workspace/x"]),
                ("crud", ["resource": "orders", "action": "list"], .anonymous, "refused", "unauthorized", "crud", ["main/orders"]),
                ("crud", ["resource": "orders", "action": "fly"], .reader, "error", "invalid_argument", "crud", ["main/orders"]),
                ("run_sql", ["sql": "SELECT 1"], .reader, "ok", nil, "run_sql", ["main"]),
                ("collections_list", [:], .narrowed, "refused", "insufficient_scope", "collections_list", ["main"]),
                ("collections_get", ["filterByTk": "nothing"], .reader, "refused", "not_found", "collections_get", ["main/nothing"]),
                ("collections_get", ["filterByTk": "orders"], .member, "ok", nil, "collections_get", ["main/orders"]),
                ("data_sources_describe", ["name": "main", "table": "no"], .reader, "refused", "not_found", "data_sources_describe", ["main/no"]),
                ("access_rules_explain", ["sql": "SELECT 1"], .reader, "ok", nil, "access_rules_explain", ["main"]),
                ("get_user", ["id": "acme/mia"], .organizationAdministrator, "ok", nil, "get_user", ["user/acme/mia"]),
                ("get_user", ["id": "acme/mia"], .reader, "refused", "forbidden", "get_user", ["user/acme/mia"]),
                ("get_users", ["owner": "acme"], .organizationAdministrator, "ok", nil, "get_users", ["organization/acme"]),
            ]
            let start = try await fixture.audit().count
            for call in calls { _ = try await fixture.call(call.0, call.1, as: call.2) }
            let rows = Array(try await fixture.audit().dropFirst(start))
            try #require(rows.count == calls.count)
            for (row, call) in zip(rows, calls) {
                #expect(row.call.tool == call.tool && row.outcome?.outcome.rawValue == call.outcome, "\(call.0): \(row)")
                #expect(row.outcome?.code == call.code && row.call.objects == call.objects, "\(call.0): \(row)")
                #expect(row.outcome?.decision == (call.outcome == "refused" ? .refused : .allowed), "\(call.0)")
                #expect(row.call.workspace == "acme" && row.call.requestID == "request-1")
            }
            #expect(rows[0].call.caller.hasPrefix("api_key:acme/mia#") && rows[0].call.user == "acme/mia" && rows[0].call.organization == "acme")
            #expect(rows[0].outcome?.rows == 2 && rows[2].outcome?.changed == 1)
            #expect(rows[8].call.caller == "anonymous" && rows[8].call.user == nil && rows[12].call.caller == "terminal")
            #expect(try await fixture.store.audit.verify().problems.isEmpty)
        }
    }

    @Test("No argument and no value of a row ever reaches the audit log")
    func noArguments() async throws {
        try await ToolFixture.with { fixture in
            let text = JSONValue.string(Self.marker)
            let calls: [(String, JSONObject)] = [
                ("crud", ["resource": "customers", "action": "create", "values": ["name": text]]),
                ("crud", ["resource": "customers", "action": "list", "filter": ["name": text]]),
                ("crud", ["resource": "customers", "action": "list", "filter": [Self.marker: text]]),
                ("crud", ["resource": "customers", "action": "get", "filterByTk": text]),
                ("crud", ["resource": "customers", "action": text]),
                ("crud", ["resource": "customers", "action": "update", "filter": ["name": text], "values": ["phone": text]]),
                ("crud", ["resource": "customers", "action": "list", Self.marker: text]),
                ("run_sql", ["sql": .string("SELECT * FROM customers WHERE name = '\(Self.marker)'")]),
                ("run_sql", ["sql": .string("DELETE FROM \"\(Self.marker)\"")]), ("run_sql", ["sql": "SELECT 1", "cursor": text]),
                ("data_sources_add", ["name": "pg", "url": .string("postgres://u:\(Self.marker)@h/d"), "password": text]),
                ("data_sources_add", ["name": .string("a b \(Self.marker)"), "url": "postgres://u@h/d"]),
                ("api_keys_create", ["name": text]), ("api_keys_create", ["name": "k", "scopes": text]),
                ("access_rules_set", ["role": "temp", "resource": "orders", "actions": ["view"], "filter": ["note": text]]),
                ("access_rules_remove", ["id": .string("7 \(Self.marker)")]),
                ("members_add", ["member": .string("acme/zoe \(Self.marker)"), "role": text]),
                ("workspaces_add", ["name": "fourth", "title": text]), ("audit_list", ["user": text]), (Self.marker, [Self.marker: text]),
            ]
            for (tool, arguments) in calls { _ = try await fixture.call(tool, arguments, as: .operator) }
            #expect(try await fixture.data().contains { $0.contains(Self.marker) }, "the marker was written")
            let log = try await fixture.auditText()
            #expect(log.split(separator: "\n").count >= calls.count && !log.contains(Self.marker))
            #expect(!log.contains("swordfish") && !log.contains(PresentedText.prefix))
        }
    }

    private enum PresentedText { static let prefix = "gths_" }

    @Test("A writing call is logged before it runs, a reading call after", arguments: StoreEngine.allCases)
    func intent(engine: StoreEngine) async throws {
        let probe: @Sendable (Domains) -> [ToolDefinition] = { domains in
            [ToolDefinition.Effect.writes, .reads].map { effect in
                ProbeTool.definition(effect == .writes ? "probe_write" : "probe_read", .one(.write(.record)), effect) {
                    let count: Statement = "SELECT count(*) FROM audit a JOIN audit_open o ON o.call_id = a.call_id WHERE a.tool = 'probe_write'"
                    let open = try await domains.store.read { try $0.first(count) { $0.int(0) } }
                    return .object { writer in
                        writer.key("open")
                        writer.int((open ?? nil) ?? -1)
                    }
                }
            }
        }
        try await ToolFixture.with(.init(engine: engine, extra: probe)) { fixture in
            #expect(try await fixture.does("probe_write", as: .member)["open"]?.int == 1)
            let rows = try await fixture.audit()
            #expect(rows.last?.outcome?.outcome == .ok)
            #expect(try await fixture.does("probe_read", as: .member)["open"]?.int == 0)
        }
    }

    /// Runs one job at a time, as an event loop does, and knows the thread that does.
    private final class Lane: TaskExecutor {
        private let queue = DispatchQueue(label: "lane")
        private let thread = Mutex<pthread_t?>(nil)

        var isCurrent: Bool { thread.withLock { $0 == pthread_self() } }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { [self] in
                thread.withLock { $0 = pthread_self() }
                job.runSynchronously(on: asUnownedTaskExecutor())
                thread.withLock { $0 = nil }
            }
        }
    }

    @Test("I17 a long call leaves the event loop that its request came on; a short one stays there")
    func lanes() async throws {
        let lane = Lane()
        let lengths: [(name: String, length: ToolLength)] = [("probe_short", .short), ("probe_long", .long)]
        let probes: @Sendable (Domains) -> [ToolDefinition] = { _ in
            lengths.map { probe in
                ProbeTool.definition(probe.name, .any, .reads, length: probe.length) {
                    .object { writer in
                        writer.key("isOnLane")
                        writer.bool(lane.isCurrent)
                    }
                }
            }
        }
        try await ToolFixture.with(.init(extra: probes)) { fixture in
            let principal = try await fixture.principal(.member)
            let (short, long) = await Task(executorPreference: lane) {
                (await fixture.call("probe_short", as: principal), await fixture.call("probe_long", as: principal))
            }.value
            #expect(short.body["isOnLane"] == true && long.body["isOnLane"] == false)
        }
    }

    @Test("A call that cannot be logged does not run: a write changes nothing, a read returns nothing", arguments: StoreEngine.allCases)
    func failClosed(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            try await fixture.does("crud", ["resource": "orders", "action": "list"], as: .member)
            await fixture.store.audit.flush()
            // A manipulation of the log with the database's own tools.
            try await fixture.store.write { _ = try $0.execute("DELETE FROM audit_heads") }
            let writes: [(String, JSONObject)] = [
                ("crud", ["resource": "orders", "action": "create", "values": ["total": 1]]),
                ("crud", ["resource": "orders", "action": "destroy", "filterByTk": 1]), ("api_keys_create", ["name": "k"]),
                ("workspaces_add", ["name": "fifth"]), ("members_add", ["member": "acme/zoe", "role": "reader"]),
                ("access_rules_set", ["role": "temp", "resource": "orders", "actions": ["view"]]),
            ]
            for (tool, arguments) in writes { try await fixture.refuses(.limited, tool, arguments, as: .operator) }
            try await fixture.refuses(.limited, "crud", ["resource": "secrets", "action": "list"], as: .operator)
            try await fixture.refuses(.limited, "run_sql", ["sql": "SELECT word FROM secrets"], as: .operator)
        }
    }

    @Test("B08 a task's result is available only to callers that may use the tool at that moment")
    func results() async throws {
        try await ToolFixture.with { fixture in
            let tools = GatehouseTools(fixture.dispatcher)
            for kind in [CallerKind.operator, .workspaceAdministrator, .reader, .narrowed, .anonymous] {
                let principal = try await fixture.principal(kind)
                let isListed = fixture.dispatcher.toolbox.list(for: principal).tools.contains { $0.name == "run_sql" }
                #expect(await tools.isOpen("run_sql", to: principal) == isListed, "\(kind)")
                #expect(await !tools.isOpen("no_such_tool", to: principal))
            }
            let (before, after) = (try await fixture.principal(.reader).caller, try await fixture.principal(.narrowed).caller)
            for (renewal, isOpen) in [(before, true), (after, false)] {
                let principal = RequestPrincipal(
                    caller: before, packages: .all, requestID: "r", challenge: Challenge(origin: "http://test", path: "/api/mcp"),
                    renewal: { renewal })
                #expect(await tools.isOpen("run_sql", to: principal) == isOpen)
            }
        }
    }

    @Test("E09 a server for show refuses every writing call without effect, and reads")
    func demo() async throws {
        try await ToolFixture.with(.init(hasSourceRoot: true)) { fixture in
            let demo = try fixture.dispatcher(isDemo: true)
            var written: Set<String> = []
            for call in try await MatrixTests.calls(fixture) {
                let arguments = try await call.arguments()
                let action = arguments["action"]?.string
                let definition = try #require(fixture.definitions.first { $0.name == call.tool })
                guard definition.effect == .writes, !["list", "get", "query", "history"].contains(action) else { continue }
                let before = try await fixture.fingerprint()
                let reply = try await fixture.call(call.tool, arguments, as: call.maker, by: demo)
                #expect(reply.code == "demo", "\(call.tool): \(reply)")
                #expect(try await fixture.fingerprint() == before, "\(call.tool)")
                written.insert(call.tool)
                // Elsewhere it is done, for the calls that come after.
                try await fixture.does(call.tool, arguments, as: call.maker)
            }
            #expect(written == Set(fixture.definitions.filter { $0.effect == .writes && $0.permit.package != .facade }.map(\.name)))
            let before = try await fixture.fingerprint()
            for action in ["create", "update"] {
                let arguments: JSONObject = ["resource": "orders", "action": .string(action), "filterByTk": 1, "values": ["total": 1]]
                #expect(try await fixture.call("crud", arguments, as: .operator, by: demo).code == "demo")
            }
            #expect(try await fixture.call("crud", ["resource": "orders", "action": "list"], as: .member, by: demo).code == "ok")
            #expect(try await fixture.call("run_sql", ["sql": "SELECT 1"], as: .reader, by: demo).code == "ok")
            #expect(try await fixture.fingerprint() == before)
        }
    }

    @Test("B14 an extra, missing, null or wrongly typed argument is refused by name, for every argument of every tool")
    func arguments() async throws {
        try await ToolFixture.with { fixture in
            let before = try await fixture.fingerprint()
            func expect(_ tool: ToolDefinition, _ arguments: JSONObject, names argument: String, _ what: String) async throws {
                let reply = try await fixture.call(tool.name, arguments, as: .operator)
                #expect(reply.code == "invalid_argument" && reply.reason.contains("'\(argument)'"), "\(tool.name) \(what): \(reply)")
            }
            for tool in fixture.definitions {
                let base: JSONObject = tool.name == "crud" ? ["action": "list"] : [:]
                var extra = base
                extra["zzz"] = "1"
                try await expect(tool, extra, names: "zzz", "extra")
                for name in tool.required where base[name] == nil { try await expect(tool, base, names: name, "missing") }
                for (name, property) in tool.properties {
                    let words = property["type"]?.string.map { [$0] } ?? property["type"]?.array?.compactMap(\.string) ?? []
                    guard !words.isEmpty else { continue }
                    var null = base
                    null[name] = .null
                    if tool.nullValues[name] == nil { try await expect(tool, null, names: name, "null") }
                    let others: [(String, JSONValue)] = [("boolean", true), ("string", "x"), ("integer", 5), ("array", []), ("object", [:])]
                    // One text is a list of one text.
                    let items = property["items"]?["type"]
                    let isListOfTexts = words == ["array"] && (items == "string" || items?.array?.contains("string") == true)
                    for (word, value) in others where !words.contains(word) && !(isListOfTexts && word == "string") {
                        if word == "integer", words.contains("number") { continue }
                        var wrong = base
                        wrong[name] = value
                        try await expect(tool, wrong, names: name, word)
                    }
                }
            }
            #expect(try await fixture.fingerprint() == before)
        }
    }

    @Test("B14 null counts as absent only for optional arguments of the question server's operations")
    func nulls() async throws {
        try await ToolFixture.with { fixture in
            let accepting = fixture.definitions.filter { !$0.nullValues.isEmpty }
            #expect(
                Set(accepting.map(\.name)) == [
                    "mcp_start", "mcp_question", "mcp_ws_list", "mcp_datasource_list", "mcp_assistant", "get_model_list",
                ])
            for tool in accepting {
                var given: JSONObject = [:]
                for (name, _) in tool.properties { given[name] = .null }
                let settled = tool.settled(given, preset: [:])
                for (name, _) in tool.properties {
                    let isFlag = ["stream", "return_img"].contains(name)
                    #expect(settled[name] == (tool.required.contains(name) ? .null : isFlag ? .bool(false) : nil), "\(tool.name) \(name)")
                }
            }
            let lists = try await fixture.call("get_model_list", ["token": .null, "oid": .null], as: .reader)
            #expect(lists.code == "ok", "\(lists)")
        }
    }

    @Test("An internal failure is reported without its cause, and logged as internal")
    func internalFailure() async throws {
        struct Broken: Error {}
        let broken: @Sendable (Domains) -> [ToolDefinition] = { _ in
            [
                ProbeTool.definition("broken", .any, .writes) { throw Broken() }
            ]
        }
        try await ToolFixture.with(.init(extra: broken)) { fixture in
            #expect(try await fixture.call("broken", as: .reader).code == "internal")
            let row = try #require(try await fixture.audit().last)
            #expect(row.outcome?.outcome == .error && row.outcome?.code == "internal")
            #expect(fixture.failures.all.count == 1)
        }
    }

    @Test("Refusals are mapped to the protocol's errors")
    func wire() async throws {
        try await ToolFixture.with { fixture in
            func answer(_ tool: String, _ arguments: JSONObject, _ kind: CallerKind, _ packages: PackageSelection = .all) async throws
                -> CallToolResult
            {
                try await fixture.tools.callTool(
                    tool, arguments: arguments, for: try await fixture.principal(kind, packages: packages), context: CallContext())
            }
            func error(_ tool: String, _ kind: CallerKind, _ packages: PackageSelection = .all) async throws -> MCPError? {
                do { _ = try await answer(tool, [:], kind, packages) } catch let error as MCPError { return error }
                return nil
            }
            let anonymous = try await error("whoami", .anonymous)
            #expect(anonymous?.code == .unauthorized && anonymous?.httpStatus == 401)
            #expect(anonymous?.challenge?.contains("resource_metadata=\"http://test/.well-known/oauth-protected-resource/api/mcp\"") == true)
            let unknown = try await error("nope", .reader)
            #expect(unknown?.code == .invalidParams && unknown?.message == "Tool 'nope' not found")
            #expect(try await error("run_sql", .reader, PackageSelection(parsing: ["plugin-auth"]))?.message == "Tool 'run_sql' not found")
            let narrow = try await error("run_sql", .narrowed)
            #expect(
                narrow?.code == .unauthorized && narrow?.httpStatus == 403 && narrow?.challenge?.contains("scope=\"read:record run:sql\"") == true)
            #expect(narrow?.data?["required_scope"]?.string == "run:sql" && narrow?.data?["tool"]?.string == "run_sql")
            let wrong = try await answer("crud", ["resource": "orders", "action": "fly"], .reader)
            #expect(wrong.isError)
            let body = try JSONValue(parsing: try #require(wrong.structuredContent).bytes)
            #expect(body["error"]?["code"]?.string == "invalid_argument" && body["error"]?["message"]?.string?.contains("'action'") == true)
            #expect(try await answer("crud", ["resource": "orders", "action": "list"], .reader).isError == false)
        }
    }
}
