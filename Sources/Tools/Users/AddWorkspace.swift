import Access
import Identity
import JSON
import Store

/// `workspaces_add`: creates a workspace in an organization.
struct AddWorkspace: Tool {
    struct Input: ToolArguments {
        var name = ""
        var organization: String?
        var title: String?
    }

    let domains: Domains

    let name = "workspaces_add"
    let access = ToolAccess(.users, scope: .one(.write(.organization)), audience: .organizationAdministrators, effect: .writes, secrets: .none)
    let title = "Add a workspace"
    let description = "Makes a workspace with a database of its own."
    let arguments: [Argument<Input>] = [
        .text("name", \.name, "1 to 48 of a-z, 0-9, -; unique; part of its URL.").required.naming("workspace"),
        .text("organization", \.organization, "Its owner; yours when absent."),
        .text("title", \.title, "A name for people."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let organization = try await call.caller.organization(named: input.organization, domains.organizations)
        let workspace = try await domains.workspaces.add(organization, input.name, title: input.title)
        try await PermissionCompiler.recompile(domains, in: organization, call.bounds) { permission in
            permission.resources.contains { $0.hasPrefix("\(workspace.name)/") }
        }
        return .workspace(workspace)
    }
}

extension ToolOutcome {
    /// The result of a change of one workspace.
    static func workspace(_ workspace: Workspace) -> ToolOutcome {
        .object(changed: 1, objects: ["workspace/\(workspace.name)"]) { writer in
            writer.member("id", workspace.id.rawValue)
            writer.member("name", workspace.name)
        }
    }
}

extension Caller {
    /// The organization that an argument names: the caller's own, or any for an operator. Others are not found.
    func organization(named name: String?, _ organizations: Organizations) async throws -> OrganizationID {
        guard let own = organization else { throw Refusal(.unauthorized, "Unauthorized operation") }
        guard let name, name != own.name else { return own.id }
        guard isOperator else { throw Refusal(.notFound, "organization: '\(name.prefix(64))' does not exist") }
        return try await organizations.find(try Name(parsing: name, argument: "organization")).id
    }

    /// A workspace of the caller's organization, or any for an operator. Workspaces of other organizations are not found.
    func workspace(named name: String, _ workspaces: Workspaces) async throws -> Workspace {
        let found = try await workspaces.find(name)
        guard let found, isOperator || found.organization == organization?.id else {
            throw Refusal(.notFound, "workspace: '\(name.prefix(64))' does not exist")
        }
        return found
    }
}
