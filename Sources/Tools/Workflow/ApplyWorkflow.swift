import Access
import Identity
import JSON
import Store
import Workflows

/// `workflows_apply`: creates, changes or removes a workflow.
struct ApplyWorkflow: Tool {
    struct Input: ToolArguments {
        var id: Int64?
        var title: String?
        var type: TriggerType?
        var isEnabled: Bool?
        var config: JSONValue?
        var nodes: [JSONValue]?
        var role: String?
        var timeout: Int?
        var removes = false
    }

    let domains: Domains

    let name = "workflows_apply"
    let access = ToolAccess(.workflow, scope: .one(.write(.workflow)), audience: .workspaceAdministrators, effect: .writes, secrets: .shownAndSet)
    let isIdempotent = true
    let destroys = true
    let length = ToolLength.mayBeLong
    let title = "Make or change a workflow"
    let description = """
        Makes a workflow or changes the one with this title; what is left out stays. config by type: collection {"collection":"orders","mode":3 \
        (1 created + 2 updated + 4 deleted),"changed":[…],"condition":{filter}}; schedule {"repeat":"0 9 * * 1-5","timezone":"Europe/Vienna"}; manual, \
        webhook {}. nodes {key?,type,title?,config,branches?}: query create update destroy {collection,params}; condition {calculation} with branches \
        1, 0; loop {target} with branches 0; request {url,method,headers,data}; ask {question}; approval {message}; end {endStatus}. Values: \
        {{$context.data.x}}, {{$jobsMapByNodeKey.KEY.x}}, {{$scopes.KEY.item}}, {{$system.now}}.
        """
    let arguments: [Argument<Input>] = [
        Argument.number("filterByTk", \.id, "Its id, to rename or remove it.").naming("workflow"),
        .text("title", \.title, "Its name, unique in the workspace."),
        .choice("type", \.type, "What sets it off."), .flag("enabled", \.isEnabled, "Whether its trigger counts; false for a new one."),
        .object("config", \.config, "Of the trigger."),
        Argument("nodes", schema: ["type": "array", "items": ["type": "object"], "description": "What it does, in order."]) { value, input in
            input.nodes = value.array
        },
        .text("role", \.role, "Whose rights it runs with: one of yours."),
        .integer("timeout", \.timeout, in: 1...600, "Seconds that a run may take; 600 when absent."),
        .flag("remove", \.removes, "true: removes it with its executions."),
    ]

    func mayDestroy(_ arguments: JSONObject) -> Bool { arguments["remove"]?.bool == true }

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let permissions = try await domains.workflowPermissions(of: call.caller)
        let known = try await known(input, call)
        if input.removes { return try await remove(known, permissions, call) }
        let old: WorkflowContent? =
            if let known { try await domains.workflows.content(of: known.id, version: known.version) } else { nil }
        let title = try checkedTitle(input.title ?? known?.title)
        guard let type = input.type ?? old?.type else {
            throw Refusal(
                .invalidArgument, "argument 'type': missing (expected \(TriggerType.allCases.map(\.rawValue).joined(separator: ", ")))")
        }
        let config = input.config?.object ?? (type == old?.type ? old?.config : nil) ?? [:]
        let role = try input.role ?? old?.role ?? self.role(of: call.caller)
        let nodes = input.nodes ?? old?.nodes.map(\.json) ?? []
        var content = try WorkflowReader.read(
            type: type, config: config, nodes: nodes, role: role, timeout: input.timeout.map(Int64.init) ?? old?.timeout)
        try permissions.check(content)
        content.onlyRoles = permissions.onlyRoles
        let actor = WorkflowActor(workspace: call.caller.workspace.id, content: content, workflow: known?.id ?? WorkflowID(0), title: title)
        let caller = try await domains.workflowCallers.caller(of: actor)
        try await WorkflowCheck(domains: domains, call: call, content: content, caller: caller).check()
        let order = WorkflowOrder(
            id: known?.id, title: title, isEnabled: input.isEnabled, content: content, author: call.caller.userLabel ?? call.caller.label)
        let done = try await domains.workflows.apply(order, in: call.caller.workspace.id) { try permissions.checkRole($0.role) }
        return .object(changed: 1, objects: ["workflow/\(done.workflow.id.rawValue)"]) { writer in
            writer.object("data") { writer in done.workflow.write(done.content, secret: done.secret, to: &writer) }
            writer.object("meta") { writer in
                writer.member("created", done.isNew)
                writer.member("newVersion", done.isChanged)
            }
        }
    }

    private func known(_ input: Input, _ call: ToolCall) async throws -> Workflow? {
        if let id = input.id { return try await domains.workflows.find(WorkflowID(id), in: call.caller.workspace.id) }
        guard let title = input.title else {
            throw Refusal(.invalidArgument, "argument 'title': missing (expected the workflow's name, or filterByTk)")
        }
        return try await domains.workflows.find(titled: title, in: call.caller.workspace.id)
    }

    private func remove(_ known: Workflow?, _ permissions: WorkflowPermissions, _ call: ToolCall) async throws -> ToolOutcome {
        guard let known else { throw Refusal(.notFound, "title: no workflow of this name; workflows_list names them") }
        try await domains.workflows.remove(known.id, in: call.caller.workspace.id) { try permissions.checkRole($0.role) }
        return .object(changed: 1, objects: ["workflow/\(known.id.rawValue)"]) { writer in
            writer.object("data") { writer in
                writer.member("id", known.id.rawValue)
                writer.member("removed", true)
            }
        }
    }

    private func checkedTitle(_ given: String?) throws(Refusal) -> String {
        let title = (given ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard (1...200).contains(title.utf8.count), !title.utf8.contains(0) else {
            throw Refusal(.invalidArgument, "argument 'title': expected 1 to 200 bytes of text")
        }
        return title
    }

    /// The role for a caller that names none: its only one, or that of administrators.
    private func role(of caller: Caller) throws(Refusal) -> String {
        if caller.roles.contains(BuiltInRole.admin.rawValue) { return BuiltInRole.admin.rawValue }
        guard caller.roles.count == 1 else {
            throw Refusal(.invalidArgument, "argument 'role': missing (expected the role that the workflow runs as)")
        }
        return caller.roles[0]
    }
}
