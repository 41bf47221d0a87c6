import Access
import GatehouseTesting
import JSON
import MCP
import Store
import Testing
import Tools
import Workflows

extension ToolFixture {
    /// A runner that works only when it is told to.
    func runner(_ effects: WorkflowEffects? = nil) -> WorkflowRunner {
        WorkflowRunner(
            domains.workflows, effects: effects ?? WorkflowEffects(dispatcher, domains), timing: WorkflowRunner.Timing(lease: .seconds(60)),
            report: { [failures] in failures.append($0) })
    }

    /// Makes a workflow and gives its id.
    @discardableResult
    func applies(
        _ title: String, _ type: String, _ nodes: JSONValue, config: JSONValue = [:], more: JSONObject = [:],
        as kind: CallerKind = .workspaceAdministrator, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> JSONValue {
        var arguments: JSONObject = ["title": .string(title), "type": .string(type), "enabled": true, "config": config, "nodes": nodes]
        for (name, value) in more { arguments[name] = value }
        return try await does("workflows_apply", arguments, as: kind, sourceLocation: sourceLocation)["data"] ?? .null
    }

    /// Sets a workflow off, runs everything, and gives the execution.
    func executes(_ workflow: JSONValue, _ data: JSONValue = .null, by runner: WorkflowRunner? = nil) async throws -> JSONValue {
        let id = try await does(
            "workflows_execute", ["filterByTk": workflow["id"] ?? 0, "values": ["data": data]], as: .workspaceAdministrator)
        try await (runner ?? self.runner()).drain()
        return try await execution(id["data"]?["execution"]?["id"] ?? 0)
    }

    func execution(_ id: JSONValue, as kind: CallerKind = .workspaceAdministrator) async throws -> JSONValue {
        try await does("executions_get", ["filterByTk": id], as: kind)["data"] ?? .null
    }

    /// Executions of a workflow, oldest first.
    func executions(of workflow: JSONValue) async throws -> [JSONValue] {
        let list = try await does("executions_list", ["workflowId": workflow["id"] ?? 0], as: .workspaceAdministrator)
        var out: [JSONValue] = []
        for one in (list["data"]?.array ?? []).reversed() { out.append(try await execution(one["id"] ?? 0)) }
        return out
    }

    func rows(_ collection: String, _ filter: JSONValue = [:]) async throws -> [JSONValue] {
        try await does(
            "crud", ["resource": .string(collection), "action": "list", "filter": filter, "sort": ["id"], "pageSize": 1_000],
            as: .workspaceAdministrator)["data"]?.array ?? []
    }
}

extension JSONValue {
    /// The result of a node of an execution.
    func result(of node: String) -> JSONValue? { self["jobs"]?.array?.first { $0["nodeKey"]?.string == node }?["result"] }
    func status(of node: String) -> Int64? { self["jobs"]?.array?.first { $0["nodeKey"]?.string == node }?["status"]?.int }
}
