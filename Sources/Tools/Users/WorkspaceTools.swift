import Access
import Catalog
import Identity
import JSON
import Store

extension ToolDefinition {
    /// `workspaces_add`, `_list`, `_stop`, `_start`, `_remove`: tenants of data in the caller's organization.
    static func workspaces(_ domains: Domains) -> [ToolDefinition] {
        [add(domains), list(domains)]
            + [
                change("workspaces_stop", "Stop a workspace", "Refuses all calls on a workspace until it is started; its data stay.", domains) {
                    try await domains.workspaces.stop($0.organization, $0.id)
                },
                change("workspaces_start", "Start a workspace", "Serves a stopped workspace again.", domains) {
                    try await domains.workspaces.start($0.organization, $0.id)
                },
                change(
                    "workspaces_remove", "Remove a workspace",
                    "Removes a workspace with its members, rules, data sources and keys. Its databases are not touched.", destructive: true, domains
                ) { workspace in
                    try await domains.remove(workspace)
                },
            ]
    }

    private static func add(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "workspaces_add", in: .users, scope: .write(.organization), for: .organizationAdministrators, .writes, title: "Add a workspace",
            description: "Makes a workspace with a database of its own.",
            properties: [
                "name": Property.string("1 to 48 letters a-z, digits or '-'; unique in the instance; part of its URL."),
                "organization": Property.string("The organization that owns it; yours when absent."),
                "title": Property.string("A name for people."),
            ],
            required: ["name"], about: [.init(kind: "workspace", argument: "name")]
        ) { grant, input, _ in
            let organization = try await grant.caller.organization(named: input.string("organization"), domains)
            let workspace = try await domains.workspaces.add(organization, try input.required("name"), title: input.string("title"))
            return .object(changed: 1, objects: ["workspace/\(workspace.name)"]) { writer in
                writer.member("id", workspace.id.rawValue)
                writer.member("name", workspace.name)
            }
        }
    }

    private static func list(_ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "workspaces_list", in: .users, scope: .read(.organization), for: .organizationAdministrators, .reads, title: "List workspaces",
            description: "Lists the workspaces of an organization.",
            properties: PageRequest.properties.with(["organization": Property.string("The organization; yours when absent.")]),
            about: [.init(kind: "organization", argument: "organization")]
        ) { grant, input, context in
            let organization = try await grant.caller.organization(named: input.string("organization"), domains)
            let request = try PageRequest("workspaces_list", input, grant, context, domains)
            let workspaces = try await domains.workspaces.page(organization, offset: request.offset, count: request.count)
            return try .page("workspaces", workspaces, of: request) { writer, workspace in
                writer.member("id", workspace.id.rawValue)
                writer.member("name", workspace.name)
                writer.member("title", workspace.title)
                writer.member("isStopped", workspace.isStopped)
                writer.member("createdAt", workspace.createdAt)
            }
        }
    }

    private static func change(
        _ name: String, _ title: String, _ description: String, destructive: Bool = false, _ domains: Domains,
        _ body: @escaping @Sendable (Workspace) async throws -> Void
    ) -> ToolDefinition {
        ToolDefinition(
            name, in: .users, scope: .write(.organization), for: .organizationAdministrators, .writes, title: title, description: description,
            destructive: destructive, idempotent: true, properties: ["name": Property.string("The workspace's name.")], required: ["name"],
            about: [.init(kind: "workspace", argument: "name")]
        ) { grant, input, _ in
            let name = try input.required("name")
            let found = try await domains.workspaces.find(name)
            guard let workspace = found, grant.caller.isOperator || workspace.organization == grant.caller.organization?.id else {
                throw Refusal(.notFound, "workspace: '\(name.prefix(64))' does not exist")
            }
            try await body(workspace)
            return .object(changed: 1, objects: ["workspace/\(workspace.name)"]) { writer in
                writer.member("id", workspace.id.rawValue)
                writer.member("name", workspace.name)
            }
        }
    }
}

extension Caller {
    /// The organization that an argument names: the caller's own, or any for an operator. Foreign ones do not exist.
    func organization(named name: String?, _ domains: Domains) async throws -> OrganizationID {
        guard let own = organization else { throw Refusal(.unauthorized, "Unauthorized operation") }
        guard let name, name != own.name else { return own.id }
        guard isOperator else { throw Refusal(.notFound, "organization: '\(name.prefix(64))' does not exist") }
        return try await domains.organizations.find(try Name(parsing: name, argument: "organization")).id
    }
}
