import JSON

extension MCPServer {
    /// Runs a tool whose call may continue as a task.
    func performPerhapsAsTask(
        _ call: Call, principal: Principal, deadline: ContinuousClock.Instant?, sink: (any MessageSink)?
    ) async -> EncodedResponse {
        let tool = taskTools.flatMap { call.calledTool(of: $0, for: principal) }
        let support = tool.flatMap { taskTools?.taskSupport(of: $0, for: principal) } ?? .never
        let isKnown = call.capabilities.declares(extension: TaskRunner.extensionName)
        if support == .required, !isKnown { return encode(MCPError.missingTasks, id: call.id, revision: call.revision) }
        guard support != .never, isKnown, let runner = node?.tasks, let continuity, let owner = continuity.key(principal) else {
            return encode(await handle(call, principal: principal, deadline: deadline, sink: sink, promotion: nil), of: call)
        }
        let before: (any InputChannel)?
        do { before = try inputChannel(call, principal, sink) } catch { return encode(error, id: call.id, revision: call.revision) }
        let promotion = TaskPromotion(
            runner, owner: owner, account: continuity.account(principal) ?? owner, tool: tool ?? "", before: before
        ) { [encoder] body in
            encoder.result(body, revision: call.revision)
        }
        // Outlives this function if the call becomes a task. The task runner owns it then.
        let handler = Task {
            await promotion.finish(await handle(call, principal: principal, deadline: deadline, sink: sink, promotion: promotion))
        }
        promotion.adopt(handler)
        let first = await withTaskCancellationHandler {
            await promotion.first.take()
        } onCancel: {
            promotion.clientLeft()
        }
        switch first {
        case .task(let record): return encode(.success(CreateTaskResult(record: record)), of: call)
        case .outcome(let outcome): return encode(outcome, of: call)
        case nil: return encode(MCPError.internalError, id: call.id, revision: call.revision)
        }
    }
}

extension Call {
    /// The tool that a tool call runs. Nil if the call has no name.
    func calledTool<Principal>(of tools: any ToolProvider<Principal>, for principal: Principal) -> String? {
        params["name"]?.string.map { tools.calledTool($0, arguments: params["arguments"]?.object ?? [:], for: principal) }
    }
}
