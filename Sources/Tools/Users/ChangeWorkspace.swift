import Access
import Identity

/// `workspaces_stop`, `workspaces_start` and `workspaces_remove`: each makes one change of a named workspace.
struct ChangeWorkspace: Tool {
    enum Change { case stop, start, remove }

    struct Input: ToolArguments {
        var name = ""
    }

    let change: Change
    let domains: Domains

    let access = ToolAccess(.users, scope: .one(.write(.organization)), audience: .organizationAdministrators, effect: .writes, secrets: .none)
    let isIdempotent = true
    var destroys: Bool { change == .remove }
    let arguments: [Argument<Input>] = [.text("name", \.name, "Its name.").required.naming("workspace")]

    var name: String {
        switch change {
        case .stop: "workspaces_stop"
        case .start: "workspaces_start"
        case .remove: "workspaces_remove"
        }
    }

    var title: String {
        switch change {
        case .stop: "Stop a workspace"
        case .start: "Start a workspace"
        case .remove: "Remove a workspace"
        }
    }

    var description: String {
        switch change {
        case .stop: "Refuses all calls on a workspace until it is started; its data stay."
        case .start: "Serves a stopped workspace again."
        case .remove: "Removes a workspace with its members, rules and keys; its databases stay."
        }
    }

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workspace = try await call.caller.workspace(named: input.name, domains.workspaces)
        switch change {
        case .stop: try await domains.workspaces.stop(workspace.organization, workspace.id)
        case .start: try await domains.workspaces.start(workspace.organization, workspace.id)
        case .remove: try await domains.remove(workspace)
        }
        return .workspace(workspace)
    }
}
