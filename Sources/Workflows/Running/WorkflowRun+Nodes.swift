import Access
import JSON
import Store

extension WorkflowRun {
    /// Runs one node.
    func outcome(of node: WorkflowNode, _ path: String) async throws -> Outcome {
        try Template.checkSize(of: .object(node.config), values)
        switch node.type {
        case .query: return try await query(node, path)
        case .create, .update, .destroy: return try await change(node, path)
        case .condition: return try condition(node)
        case .request: return try await request(node, path)
        case .ask: return try await ask(node, path)
        case .end:
            let status: ExecutionStatus = node.config["endStatus"] == -1 ? .failed : .resolved
            return Outcome(status: status, reason: status == .failed ? "ended here" : nil)
        case .approval, .loop: return Outcome()
        }
    }

    /// The caller for a node.
    func caller(_ path: String) async throws -> Caller {
        let step = WorkflowStep(execution: execution.id, effect: "\(execution.id.rawValue)/\(path)", depth: execution.depth)
        return try await directory.caller(
            WorkflowActor(workspace: execution.workspace, content: content, workflow: execution.workflow, title: title, step: step))
    }

    private func condition(_ node: WorkflowNode) throws(Refusal) -> Outcome {
        let calculation = try Calculation(node.config["calculation"] ?? .null, argument: "calculation")
        let isTrue = try calculation.holds(values)
        let rejects = !isTrue && node.config["rejectOnFalse"] == true
        return Outcome(result: .bool(isTrue), status: rejects ? .failed : .resolved, reason: rejects ? "the condition does not hold" : nil)
    }

    // MARK: Rows

    private func query(_ node: WorkflowNode, _ path: String) async throws -> Outcome {
        let isMultiple = node.config["multiple"] == true
        var arguments = try arguments(of: node, action: "list")
        arguments["paginate"] = false
        if arguments["filterByTk"] != nil {
            arguments["action"] = "get"
            for name in ["filter", "sort", "page", "pageSize", "paginate"] { arguments[name] = nil }
        } else {
            arguments["paginate"] = nil
            if !isMultiple { arguments["pageSize"] = 1 }
        }
        let answer = try await effects.call("crud", arguments, try await caller(path))
        let data = answer["data"] ?? .null
        let result = isMultiple ? data : data.array.map { $0.first ?? .null } ?? data
        let isEmpty = result.isNull || result.array?.isEmpty == true
        guard !isEmpty || node.config["failOnEmpty"] != true else {
            return Outcome(result: result, status: .failed, reason: "no row was found")
        }
        return Outcome(result: result)
    }

    private func change(_ node: WorkflowNode, _ path: String) async throws -> Outcome {
        let arguments = try arguments(of: node, action: node.type.rawValue)
        let answer = try await effects.call("crud", arguments, try await caller(path))
        return Outcome(result: answer["data"] ?? .null)
    }

    /// The arguments of `crud`.
    private func arguments(of node: WorkflowNode, action: String) throws(Refusal) -> JSONObject {
        let target = node.target
        var arguments: JSONObject = ["resource": .string(target.collection), "action": .string(action), "dataSource": .string(target.source)]
        for (name, value) in node.config["params"]?.object ?? [:] where !value.isNull {
            let isPlain = name == "filter" || name == "filterByTk"
            arguments[name] = try isPlain ? Template.filledPlainly(value, values, argument: name) : Template.filled(value, values)
        }
        if node.type != .query, let key = node.config["params"]?["filterByTk"], !key.isNull, arguments["filterByTk"]?.isNull ?? true {
            // Without the key the filter alone would select rows.
            throw Refusal(.invalidArgument, "filterByTk: \(key.description.prefix(80)) has no value")
        }
        return arguments
    }

    // MARK: Questions

    private func ask(_ node: WorkflowNode, _ path: String) async throws -> Outcome {
        let question = try Template.filled(node.config["question"] ?? .null, values)
        var arguments: JSONObject = ["question": .string(question.string ?? question.description)]
        arguments["dataSource"] = node.config["dataSource"]
        let answer = try await effects.call("ask_question", arguments, try await caller(path))
        var result = JSONObject()
        for name in ["status", "sql", "data", "interpretation", "warnings", "message"] { result[name] = answer[name] }
        let status = answer["status"]?.string ?? "error"
        guard status == "answered" else {
            return Outcome(result: .object(result), status: .failed, reason: "the question was not answered: \(status)")
        }
        return Outcome(result: .object(result))
    }
}
