import Access
import JSON
import MCP
import Store
import Workflows

/// Asks the person who started a workflow, if the client can ask and a node names the person as an approver.
///
/// With a client of 2026-07-28 the call ends with the question, and is repeated with the response. The execution that the first round began
/// is found by the key of the question, which no client can invent.
struct ApprovalQuestion {
    let domains: Domains
    let call: ToolCall
    let content: WorkflowContent

    /// How long to wait for the execution to reach the node.
    private static let timeLimit = Duration.seconds(10)
    private static let maximumMessage = 2_000
    private static let prefix = "approval"

    /// The execution that an earlier round of this call began; nil in the first.
    var begun: ExecutionID? {
        for key in call.context.call.askedKeys {
            let parts = key.split(separator: "/", maxSplits: 2)
            if parts.count == 3, parts[0] == Self.prefix, let id = Int64(parts[1]) { return ExecutionID(id) }
        }
        return nil
    }

    /// Asks at each node at which the execution waits for this person, as long as it reaches one soon and the person responds. Unanswered
    /// nodes keep waiting.
    /// - Throws: ``Refusal`` when the person may no longer decide.
    func ask(about id: ExecutionID) async throws {
        guard call.context.call.canAskPerson, content.allNodes.contains(where: { $0.assignees.include(call.caller) }) else { return }
        let executions = domains.workflows.executions
        while let wait = try await executions.wait(of: id, in: call.caller.workspace.id, within: Self.timeLimit) {
            guard wait.node.assignees.include(call.caller), let decision = try await answer(id, wait) else { return }
            // The person may have taken minutes, so rights are checked again.
            let caller = try await call.context.renewGrant?().caller ?? call.caller
            do { try await domains.decide(id, decision, as: caller) } catch let refusal as Refusal where refusal.code == .conflict {
                // Another person decided first.
                return
            }
        }
    }

    private func answer(_ id: ExecutionID, _ wait: ExecutionWait) async throws -> ApprovalDecision? {
        let answer: ElicitResult
        do {
            answer = try await call.context.call.ask(try await question(wait), key: "\(Self.prefix)/\(id.rawValue)/\(wait.path)")
        } catch is InputError {
            return nil
        }
        guard case .accept(let values) = answer, let word = values["decision"]?.string, word == "approve" || word == "reject" else { return nil }
        return ApprovalDecision(
            isApproved: word == "approve", by: call.caller.userLabel ?? call.caller.label, comment: values["comment"]?.string, at: wait.path)
    }

    private func question(_ wait: ExecutionWait) async throws -> Elicitation {
        let permissions = try await domains.workflowPermissions(of: call.caller)
        let message = wait.message(showsData: permissions.seesData(of: wait.role))
        let text = Confirmation.visible("\(wait.title): \(message.isEmpty ? wait.node.title : message)")
        let decision: JSONValue = ["type": "string", "title": "Decision", "enum": ["approve", "reject"]]
        let comment: JSONValue = ["type": "string", "title": "Comment", "maxLength": 1_000]
        return Elicitation(
            message: String(text.prefix(Self.maximumMessage)),
            mode: .form(["type": "object", "properties": ["decision": decision, "comment": comment], "required": ["decision"]]))
    }
}
