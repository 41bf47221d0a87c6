import JSON

/// Serves `tasks/*`. A principal reaches its own tasks, as long as it may use their tool.
struct TaskMethods<Principal: Sendable>: Sendable {
    let runner: TaskRunner
    let key: @Sendable (Principal) -> String?
    let provider: any ToolProvider<Principal>

    var handlers: [Method: MethodHandler<Principal>] {
        [
            .getTask: { invocation in GetTaskResult(record: try await record(invocation)) },
            .updateTask: { invocation in
                let record = try await record(invocation)
                guard let answers = invocation.call.params["inputResponses"]?.object else {
                    throw MCPError.invalidParams("Param 'inputResponses' must be an object")
                }
                let known = answers.filter { record.inputRequests[$0.key] != nil }
                if !known.isEmpty { try await runner.answer(record.id, JSONObject(known.map { ($0.key, $0.value) })) }
                return EmptyResult()
            },
            .cancelTask: { invocation in
                let record = try await record(invocation)
                if !record.status.isFinal { try await runner.cancel(record.id) }
                return EmptyResult()
            },
        ]
    }

    private func record(_ invocation: Invocation<Principal>) async throws -> TaskRecord {
        guard invocation.call.capabilities.declares(extension: TaskRunner.extensionName) else { throw MCPError.missingTasks }
        guard let id = invocation.call.params["taskId"]?.string else { throw MCPError.invalidParams("Param 'taskId' must be a string") }
        guard let record = try await runner.store.task(id), let owner = key(invocation.principal), record.owner == owner,
            await provider.isOpen(record.tool, to: invocation.principal)
        else { throw MCPError.unknownTask }
        return record
    }
}

extension MCPError {
    /// The client must declare the tasks extension in this request.
    static let missingTasks = MCPError.missingClientCapability(["extensions": [TaskRunner.extensionName: [:]] as JSONValue])
}
