import Access
import Catalog
import Identity
import JSON
import Outbound
import Records
import Workflows

/// Checks whether a workflow can run: its collections, fields, hosts and questions, with its role's rights.
struct WorkflowCheck {
    let domains: Domains
    let call: ToolCall
    let content: WorkflowContent
    /// The workflow as a caller, with its role.
    let caller: Caller

    func check() async throws {
        if content.type == .collection { try await checkTrigger(CollectionTrigger(content.config)) }
        for node in content.allNodes {
            do {
                try await check(node)
            } catch {
                guard let refusal = Refusal(error) else { throw error }
                let code: Refusal.Code = refusal.code == .notFound ? .invalidArgument : refusal.code
                throw Refusal(code, "node '\(node.key)': \(refusal.reason)")
            }
        }
    }

    private func checkTrigger(_ trigger: CollectionTrigger) async throws {
        guard trigger.source == DataSource.mainName else {
            throw Refusal(
                .invalidArgument,
                "config.collection: '\(trigger.source.prefix(60))' is an attached database, in which no note of a change can be kept beside the row; "
                    + "only collections of the workspace's own database (main) set workflows off: use a schedule with a query node")
        }
        let open = try await domains.sources.open(trigger.source, in: call.caller.workspace.id)
        let contents = try await domains.catalog.contents(of: open, in: call.caller.workspace.id, call.bounds)
        let rights = try await domains.rules.rights(of: caller, in: contents)
        let collection = try Self.named(trigger.collection, rights, "config.collection").collection
        guard !collection.isReadOnly, !collection.primaryKey.isEmpty, case .table = collection.origin else {
            throw Refusal(.invalidArgument, "config.collection: the rows of '\(collection.name)' cannot be changed here")
        }
        try await domains.workflows.check(trigger, as: caller, call.grant, on: open.database, contents, call.bounds)
    }

    private static func named(_ name: String, _ rights: CallerRights, _ argument: String) throws(Refusal) -> CollectionRights {
        do throws(Refusal) { return try rights.collection(name) } catch {
            throw Refusal(error.code == .notFound ? .invalidArgument : error.code, "\(argument): \(error.reason) (with the workflow's role)")
        }
    }

    private func check(_ node: WorkflowNode) async throws {
        switch node.type {
        case .query: try await checkRows(node, .view)
        case .create: try await checkRows(node, .create)
        case .update: try await checkRows(node, .update)
        case .destroy: try await checkRows(node, .destroy)
        case .request:
            do throws(OutboundError) { try domains.workflowClient.check(node.sampleURL) } catch {
                throw Refusal(.invalidArgument, "config.url: \(error.reason)")
            }
        case .ask:
            let source = node.config["dataSource"]?.string ?? DataSource.mainName
            _ = try await domains.catalog.contents(of: source, in: call.caller.workspace.id, call.bounds)
        case .approval: try await check(node.assignees)
        default: return
        }
    }

    /// Checks that the roles and users exist. A name of another organization is refused with the same text as one that does not exist.
    private func check(_ assignees: Assignees) async throws {
        let path = "config.assignees"
        let home = try await domains.organizations.get(call.caller.workspace.organization)
        func check(_ given: String, _ known: String) throws(Refusal) {
            guard given == known else { throw Refusal(.invalidArgument, "\(path): '\(given)' is written '\(known)'") }
        }
        for role in assignees.roles {
            try check(role, try await domains.roles.find(home.id, Name(parsing: role, argument: "\(path).roles")).name.text)
        }
        for user in assignees.users {
            let name = try QualifiedName(parsing: user, argument: "\(path).users")
            let unknown = Refusal(
                .invalidArgument, "\(path).users: '\(name)' does not exist in organization '\(home.name)', which the workspace belongs to")
            let isOwn = name.organization == home.name
            guard isOwn || (name.organization == .builtIn && call.caller.isOperator) else { throw unknown }
            let owner = isOwn ? home.id : try await domains.organizations.find(.builtIn).id
            let found: User
            do { found = try await domains.users.find(owner, name.name) } catch let error as IdentityError where error.code == .notFound {
                throw unknown
            }
            try check(user, QualifiedName(organization: name.organization, name: found.name).description)
        }
    }

    private func checkRows(_ node: WorkflowNode, _ action: RecordAction) async throws {
        let target = node.target
        let contents = try await domains.catalog.contents(of: target.source, in: call.caller.workspace.id, call.bounds)
        let rights = try Self.named(target.collection, try await domains.rules.rights(of: caller, in: contents), "config.collection")
        guard rights.allows(action) else {
            throw Refusal(
                .invalidArgument, "the role '\(content.role)' has no right to \(action.rawValue) in \(rights.collection.name)")
        }
        let known = rights.collection.fields.map(\.name) + rights.collection.relations.map(\.name)
        let values = node.config["params"]?["values"]
        for row in values?.array ?? [values ?? .null] {
            for (name, _) in row.object ?? [:] where !known.contains(name) {
                throw Refusal(
                    .invalidArgument,
                    "config.params.values: no field '\(name.prefix(60))' in \(rights.collection.name)\(NearName.hint(name, among: known))")
            }
        }
    }
}
