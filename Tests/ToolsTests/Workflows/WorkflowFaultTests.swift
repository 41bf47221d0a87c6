import Access
import GatehouseTesting
import Identity
import JSON
import SQL
import SQLSyntax
import Store
import Synchronization
import Testing
import Tools
import Workflows

/// Processes that end in the middle of a node, simulated by a runner whose task is cancelled right after the tool has run.
@Suite("Workflows on several nodes")
struct WorkflowFaultTests {
    private static let admin = CallerKind.workspaceAdministrator

    /// Acts that do their work, and then end the process that asked, so many times.
    private func dying(_ fixture: ToolFixture, times: Int, on action: String) -> WorkflowEffects {
        let effects = WorkflowEffects(fixture.dispatcher, fixture.domains)
        let left = Mutex(times)
        return WorkflowEffects(
            call: { tool, arguments, caller in
                let answer = try await effects.call(tool, arguments, caller)
                let dies = left.withLock { left in
                    guard arguments["action"]?.string == action, left > 0 else { return false }
                    left -= 1
                    return true
                }
                guard dies else { return answer }
                withUnsafeCurrentTask { $0?.cancel() }
                throw CancellationError()
            }, client: effects.client, refusal: effects.refusal)
    }

    /// Runs a process until it dies.
    private func runToDeath(_ runner: WorkflowRunner) async {
        let task = Task {
            // How a process ends tells nothing.
            _ = try? await runner.drain()
        }
        await task.value
    }

    @Test(
        "I40 a node's effect in the workspace's own database happens once, though its process dies before it can say so",
        arguments: StoreEngine.allCases)
    func once(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let nodes: JSONValue = [
                ["type": "create", "key": "add", "config": ["collection": "customers", "params": ["values": ["name": "Once"]]]],
                [
                    "type": "update", "key": "change",
                    "config": ["collection": "customers", "params": ["filterByTk": "{{$jobsMapByNodeKey.add.id}}", "values": ["city": "Graz"]]],
                ],
            ]
            let workflow = try await fixture.applies("W", "manual", nodes)
            let made = try await fixture.does("workflows_execute", ["filterByTk": workflow["id"] ?? 0], as: Self.admin)
            let id = made["data"]?["execution"]?["id"] ?? 0
            for action in ["create", "update"] {
                await runToDeath(fixture.runner(dying(fixture, times: 1, on: action)))
                #expect(try await fixture.execution(id)["state"]?.string == "running")
                // No process takes it over as long as the dead one may be alive.
                #expect(try await fixture.runner().drain() == 0)
                try await fixture.domains.workflows.executions.takeOver(now: .now + .seconds(600))
            }
            try await fixture.runner().drain()
            let done = try await fixture.execution(id)
            #expect(done["status"]?.int == 1 && done.result(of: "add")?["name"]?.string == "Once", "\(done)")
            #expect(done.result(of: "change")?[0]?["city"]?.string == "Graz")
            #expect(try await fixture.rows("customers", ["name": "Once"]).map { $0["city"]?.string } == ["Graz"])
        }
    }

    @Test("I41 an external effect is reported as unknown when its process dies, and runs again only on request")
    func unknown() async throws {
        try await ToolFixture.withSource("shop", .sqlite, ["CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT)"]) { fixture, _ in
            let create: JSONValue = ["type": "create", "key": "add", "config": ["collection": "shop:items", "params": ["values": ["name": "Once"]]]]
            let workflow = try await fixture.applies("W", "manual", [create])
            let made = try await fixture.does("workflows_execute", ["filterByTk": workflow["id"] ?? 0], as: Self.admin)
            let id = made["data"]?["execution"]?["id"] ?? 0
            await runToDeath(fixture.runner(dying(fixture, times: 1, on: "create")))
            try await fixture.domains.workflows.executions.takeOver(now: .now + .seconds(600))
            try await fixture.runner().drain()
            let done = try await fixture.execution(id)
            #expect(done["status"]?.int == -6 && done.status(of: "add") == -6 && done["reason"]?.string?.contains("not known") == true, "\(done)")
            func items() async throws -> Int {
                try await fixture.does("crud", ["dataSource": "shop", "resource": "items", "action": "list"], as: Self.admin)["data"]?.count ?? 0
            }
            #expect(try await items() == 1)
            try await fixture.does("executions_act", ["filterByTk": id, "action": "retry"], as: Self.admin)
            try await fixture.runner().drain()
            #expect(try await fixture.execution(id)["status"]?.int == 1)
            #expect(try await items() == 2)
        }
    }

    @Test("I42 an execution that kills every process is given up")
    func poison() async throws {
        try await ToolFixture.with { fixture in
            let create: JSONValue = ["type": "create", "key": "add", "config": ["collection": "customers", "params": ["values": ["name": "Once"]]]]
            let workflow = try await fixture.applies("W", "manual", [create])
            try await fixture.does("workflows_execute", ["filterByTk": workflow["id"] ?? 0], as: Self.admin)
            for _ in 0..<6 {
                await runToDeath(fixture.runner(dying(fixture, times: 1, on: "create")))
                try await fixture.domains.workflows.executions.takeOver(now: .now + .seconds(600))
            }
            let ended = try await fixture.executions(of: workflow)
            #expect(ended.map { $0["status"]?.int } == [-2] && ended[0]["reason"]?.string?.contains("several times") == true, "\(ended)")
            #expect(try await fixture.rows("customers", ["name": "Once"]).count == 1)
        }
    }

    @Test("Two nodes run each execution once between them, and each workspace gets its turn", arguments: StoreEngine.allCases)
    func two(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let create: JSONValue = [
                "type": "create", "key": "add", "config": ["collection": "customers", "params": ["values": ["name": "n{{$context.data.n}}"]]],
            ]
            let workflow = try await fixture.applies("W", "manual", [create])
            for n in 0..<40 {
                try await fixture.does(
                    "workflows_execute", ["filterByTk": workflow["id"] ?? 0, "values": ["data": ["n": .number(JSONNumber(Int64(n)))]]], as: Self.admin
                )
            }
            let (one, other) = (fixture.runner(), fixture.runner())
            async let first = one.drain()
            async let second = other.drain()
            let counts = try await (first, second)
            #expect(counts.0 + counts.1 == 40)
            #expect(try await Set(fixture.rows("customers", ["name": ["$startsWith": "n"]]).compactMap { $0["name"]?.string }).count == 40)
            #expect(try await fixture.rows("customers", ["name": ["$startsWith": "n"]]).count == 40)
        }
    }

    @Test("An execution that was cancelled while it ran does nothing more")
    func cancelled() async throws {
        try await ToolFixture.with { fixture in
            let nodes: JSONValue = [
                ["type": "create", "key": "add", "config": ["collection": "customers", "params": ["values": ["name": "First"]]]],
                ["type": "create", "key": "more", "config": ["collection": "customers", "params": ["values": ["name": "Second"]]]],
            ]
            let workflow = try await fixture.applies("W", "manual", nodes)
            let effects = WorkflowEffects(fixture.dispatcher, fixture.domains)
            let cancelling = WorkflowEffects(
                call: { tool, arguments, caller in
                    let answer = try await effects.call(tool, arguments, caller)
                    if let step = caller.step { try? await fixture.domains.workflows.executions.cancel(step.execution, in: caller.workspace.id) }
                    return answer
                }, client: effects.client, refusal: effects.refusal)
            let done = try await fixture.executes(workflow, by: fixture.runner(cancelling))
            #expect(done["status"]?.int == -4, "\(done)")
            #expect(try await fixture.rows("customers", ["name": "First"]).count == 1)
            #expect(try await fixture.rows("customers", ["name": "Second"]).isEmpty)
        }
    }

    @Test("Executions that ended a month ago are removed with their jobs, however many; running ones stay")
    func old() async throws {
        try await ToolFixture.with { fixture in
            let made = try await fixture.applies("W", "manual", [["type": "end"]])
            let (workspace, executions) = (fixture.people.office.id, fixture.domains.workflows.executions)
            let workflow = try await fixture.domains.workflows.find(WorkflowID(made["id"]?.int ?? 0), in: workspace)
            _ = try await executions.add(
                (0..<2_500).map { NewExecution(of: workflow, origin: "manual:\($0)", data: .null, end: $0 == 0 ? nil : (.aborted, "test")) })
            func count() async throws -> Int64 {
                try await fixture.store.read { try $0.number(of: "workflow_executions", "SELECT count(*) FROM workflow_executions") }
            }
            try await executions.removeOld(now: .now + .seconds(29 * 86_400))
            #expect(try await count() == 2_500)
            try await executions.removeOld(now: .now + .seconds(31 * 86_400))
            #expect(try await count() == 1)
        }
    }

    @Test("An unreadable version, context or result fails alone: row changes, schedules, lists and other executions work")
    func damaged() async throws {
        try await ToolFixture.with { fixture in
            let end: JSONValue = ["type": "end"]
            let waits: JSONValue = ["collection": "orders", "mode": 1]
            let bad = try await fixture.applies("bad", "schedule", [end], config: ["repeat": "* * * * *"])
            let worse = try await fixture.applies("worse", "collection", [end], config: waits)
            let good = try await fixture.applies(
                "good", "schedule", [["type": "ask", "key": "a", "config": ["question": "how many orders"]]], config: ["repeat": "* * * * *"])
            let waiting = try await fixture.applies("waiting", "collection", [end], config: waits)
            let (one, other) = (try await fixture.executes(good), try await fixture.executes(good))
            let store = fixture.store
            for spoil in [
                "UPDATE workflow_versions SET content = X'00' WHERE workflow_id IN (\(bad["id"]?.int ?? 0), \(worse["id"]?.int ?? 0))",
                "UPDATE workflow_executions SET context = X'00' WHERE id = \(one["id"]?.int ?? 0)",
                "UPDATE workflow_jobs SET result = X'00' WHERE execution_id = \(other["id"]?.int ?? 0)",
            ] as [Statement] {
                #expect(try await store.write { try $0.execute(spoil) } > 0)
            }
            let found = try await WorkflowsSchema.damage(in: store)
            #expect(
                found.map { "\($0.table) \($0.key) \($0.column)" } == [
                    "workflow_versions \(bad["id"] ?? 0) content", "workflow_versions \(worse["id"] ?? 0) content",
                    "workflow_executions \(one["id"] ?? 0) context", "workflow_jobs \(other["id"] ?? 0) result",
                ])
            try await fixture.does("crud", ["resource": "orders", "action": "create", "values": ["id": 80]], as: Self.admin)
            try await fixture.domains.workflows.fireSchedules(now: .now + .seconds(120))
            try await fixture.runner().drain()
            let listed = try await fixture.does("executions_list", as: Self.admin)["data"]?.array ?? []
            func count(of workflow: JSONValue) -> Int { listed.count { $0["workflowId"] == workflow["id"] && $0["state"]?.string == "ended" } }
            #expect(count(of: good) == 3 && count(of: waiting) == 1 && count(of: bad) == 0 && count(of: worse) == 0, "\(listed)")
            for id in [one["id"], other["id"]] {
                #expect(try await fixture.call("executions_get", ["filterByTk": id ?? 0], as: Self.admin).code == "source_failed")
            }
        }
    }
}
