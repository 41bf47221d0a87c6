import Access
import Catalog
package import Identity
import JSON
package import SQL
package import Store

/// Makes rules on data from the permissions of one organization.
package struct PermissionCompiler {
    /// Most rules of one permission: resources times users and roles.
    private static let maximumRules = 500

    private let domains: Domains
    private let organization: OrganizationID
    private let label: Name
    private let bounds: CallBounds

    init(_ domains: Domains, _ organization: OrganizationID, _ label: Name, _ bounds: CallBounds) {
        self.domains = domains
        self.organization = organization
        self.label = label
        self.bounds = bounds
    }

    /// The rules on data of a permission; empty unless it has an effect.
    /// - Throws: ``Refusal`` with the resource, user or role that does not exist.
    func rules(of permission: Permission) async throws -> [PermissionRule] { try await rules(of: permission, isAgain: false) }

    /// - Parameter isAgain: whether a source, user or role was added again. Then missing names are skipped, so that a denial does not fail
    ///   because another name is missing, and a denial also applies to a collection whose source does not respond.
    private func rules(of permission: Permission, isAgain: Bool) async throws -> [PermissionRule] {
        guard permission.isEnforced(at: .now) else { return [] }
        let subjects = try await subjects(of: permission, isAgain: isAgain)
        guard subjects.count * permission.resources.count <= Self.maximumRules else {
            throw Refusal(.limited, "permission: expected at most \(Self.maximumRules) pairs of a resource and a user or role")
        }
        guard !permission.actions.isEmpty else { return [] }
        var rules: [PermissionRule] = []
        for resource in permission.resources {
            guard let (workspace, source, collection, content) = try await target(resource, permission, isAgain: isAgain) else { continue }
            rules += subjects.map { PermissionRule(workspace: workspace, subject: $0, source: source, collection: collection, content: content) }
        }
        return rules
    }

    /// Compiles permissions again that name a source, user or role which was just added; their suspended rules are replaced. A permission
    /// that cannot be compiled keeps its rules: a collection that it allows is missing, or its source does not respond.
    /// - Parameter isConcerned: whether a permission names the added object.
    package static func recompile(
        _ domains: Domains, in organization: OrganizationID, _ bounds: CallBounds, _ isConcerned: @Sendable (Permission) -> Bool
    ) async throws {
        let permissions = try await domains.permissions.all(of: organization).filter { $0.isInForce && isConcerned($0) }
        guard !permissions.isEmpty else { return }
        let compiler = PermissionCompiler(domains, organization, try await domains.organizations.get(organization).name, bounds)
        for permission in permissions {
            // Its rules stay unchanged, and it does not count as enforced, until it can be compiled.
            guard let rules = try? await compiler.rules(of: permission, isAgain: true) else { continue }
            do {
                _ = try await domains.permissions.update(permission, over: permission) {
                    try RuleStore.replace($0, with: rules, keepsRemoved: true, &$2, on: $1)
                }
            } catch let error as IdentityError where error.code == .conflict || error.code == .notFound {
                // It was changed or removed in the meantime; a change compiles it itself, with the added object.
                continue
            }
        }
    }

    /// Warnings about rules without effect: a user without a role in a workspace cannot enter it. Empty if there are none.
    func warnings(about rules: [PermissionRule]) async throws -> JSONObject {
        var warnings: [String] = []
        for rule in rules where rule.content.effect == .allow {
            guard case .user(let id) = rule.subject, try await domains.authorization.directory.roles(of: id, in: rule.workspace).isEmpty else {
                continue
            }
            let user = try await domains.users.get(organization, id).name
            let workspace = try await domains.workspaces.get(organization, rule.workspace).name
            let text = "\(label)/\(user) has no role in workspace '\(workspace)' and gets nothing of this until members_add gives one"
            if !warnings.contains(text) { warnings.append(text) }
        }
        return warnings.isEmpty ? [:] : ["warnings": .array(warnings.map(JSONValue.string))]
    }

    private func subjects(of permission: Permission, isAgain: Bool) async throws -> [Rule.Subject] {
        var subjects: [Rule.Subject] = []
        for name in try permission.users.map({ try name($0, "users") }) {
            do {
                subjects.append(.user(try await domains.users.find(organization, name).id))
            } catch let error as IdentityError where isAgain && error.code == .notFound {
                continue
            }
        }
        for name in try permission.roles.map({ try name($0, "roles") }) {
            do {
                subjects.append(.role(try await domains.roles.find(organization, name).name.text))
            } catch let error as IdentityError where isAgain && error.code == .notFound {
                // Its suspended rules stay.
                continue
            }
        }
        return subjects
    }

    /// The name of an object of the permission's organization; an object of another organization is not found.
    private func name(_ text: String, _ argument: String) throws -> Name {
        let name = try QualifiedName(parsing: text, argument: argument)
        guard name.organization == label else { throw Refusal(.notFound, "\(argument): '\(name)' does not exist") }
        return name.name
    }

    private func target(
        _ resource: String, _ permission: Permission, isAgain: Bool
    ) async throws -> (WorkspaceID, String, String, RuleContent)? {
        let parts = resource.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else {
            throw Refusal(.invalidArgument, "resources: expected workspace/source/collection")
        }
        guard let workspace = try await domains.workspaces.find(parts[0]), workspace.organization == organization else {
            // Its rules were removed with it, and the permission is compiled when it is added again.
            if isAgain { return nil }
            throw Refusal(.notFound, "resources: no workspace '\(parts[0].prefix(64))'")
        }
        // The source was removed, with its rules suspended, or does not respond, so all of its collections are missing.
        if isAgain, parts[1] != DataSource.mainName, try await !domains.sources.list(in: workspace.id).contains(where: { $0.name == parts[1] }) {
            return nil
        }
        let mayBeMissing = isAgain && permission.effect == .deny
        var known: SourceCatalog?
        // A source that cannot be read is treated as one without the collection: the denial stays, for all columns.
        if mayBeMissing { known = try? await domains.catalog.contents(of: parts[1], in: workspace.id, bounds) }
        if mayBeMissing, known?[parts[2]] == nil {
            let actions = Set(Self.actions(permission, isReadOnly: false))
            return (workspace.id, parts[1], parts[2], RuleContent(actions: actions, effect: .deny, expires: permission.expires))
        }
        let contents = if let known { known } else { try await domains.catalog.contents(of: parts[1], in: workspace.id, bounds) }
        let draft = RuleDraft(
            role: "permission", source: parts[1], collection: parts[2],
            actions: Self.actions(permission, isReadOnly: contents[parts[2]]?.isReadOnly ?? false).map(\.rawValue),
            effect: permission.effect == .allow ? "allow" : "deny", expires: permission.expires)
        return (workspace.id, parts[1], parts[2], try draft.content(in: contents))
    }

    /// The actions of the permission's words: Read is view; Write is create, update and destroy; Admin is everything.
    private static func actions(_ permission: Permission, isReadOnly: Bool) -> [RecordAction] {
        let words = Set(permission.actions.compactMap(Permission.Action.init))
        var actions: Set<RecordAction> = []
        if words.contains(.read) { actions.insert(.view) }
        if words.contains(.write) { actions.formUnion([.create, .update, .destroy]) }
        if words.contains(.admin) { actions.formUnion(isReadOnly ? [.view] : RecordAction.allCases) }
        return actions.sorted()
    }
}
