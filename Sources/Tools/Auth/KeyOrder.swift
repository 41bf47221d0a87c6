import Access
import Identity
import Store

/// The new key that the arguments of `api_keys_create` request: its owner and limits.
struct KeyOrder {
    let organization: OrganizationID
    let user: UserID
    let limits: KeyLimits

    init(_ input: CreateAPIKey.Input, by caller: Caller, _ domains: Domains) async throws {
        let owner: User
        if let text = input.user {
            let name = try QualifiedName(parsing: text, argument: "user")
            // Another organization looks like one that does not exist.
            guard caller.isOperator || name.organization.text == caller.organization?.name else {
                throw Refusal(.notFound, "organization: '\(name.organization)' does not exist")
            }
            let organization = try await domains.organizations.find(name.organization)
            owner = try await domains.users.find(organization.id, name.name)
        } else {
            guard let organization = caller.organization, let user = caller.user else {
                throw Refusal(.invalidArgument, "argument 'user': missing (expected ORGANIZATION/NAME)")
            }
            owner = try await domains.users.get(organization.id, user.id)
        }
        organization = owner.organization
        user = owner.id
        limits = KeyLimits(
            workspace: try await Self.workspace(input.workspace, caller, domains),
            role: try input.role.map { try Name(parsing: $0, argument: "role") } ?? caller.limits.role.map { try Name(parsing: $0) },
            scopes: try Self.scopes(input.scopes, owner, caller),
            expires: try Timestamp(endingAt: input.expires) ?? caller.limits.expires)
    }

    private static func workspace(_ name: String?, _ caller: Caller, _ domains: Domains) async throws -> WorkspaceID? {
        guard let name else { return caller.limits.workspace }
        if name == "*" { return nil }
        guard let workspace = try await domains.workspaces.find(name), caller.knows(workspace) else {
            throw Refusal(.notFound, "workspace: '\(name.prefix(64))' does not exist")
        }
        return workspace.id
    }

    /// The requested scopes, with canonical names; if absent, all that both the owner and the creator may have.
    private static func scopes(_ text: String?, _ owner: User, _ caller: Caller) throws -> Set<String> {
        guard let text else {
            return Set(ScopeSet.allowed(administrator: owner.isAdministrator).intersection(caller.scopes).names)
        }
        let asked = try ScopeSet(parsing: text)
        let allowed = ScopeSet.allowed(administrator: owner.isAdministrator)
        guard asked.isSubset(of: allowed) else {
            let beyond = asked.names.filter { !allowed.names.contains($0) }.joined(separator: " ")
            throw Refusal(.forbidden, "scopes: more than '\(owner.name)' may have: \(beyond)")
        }
        return Set(asked.names)
    }
}

extension Caller {
    /// Whether the caller may know of a workspace: `main`, one of its organization, or the one in which it has a role.
    func knows(_ candidate: Workspace) -> Bool {
        isOperator || candidate.id == Workspace.mainID || candidate.organization == organization?.id
            || (candidate.id == workspace.id && !roles.isEmpty)
    }
}

/// The keys that a caller may list and revoke: its own; those of the organization for an administrator; all for an operator.
struct KeyHolder {
    let organization: OrganizationID
    /// The organization's name.
    let name: String
    /// The user who owns the keys; nil for all users of the organization.
    let user: UserID?

    /// - Parameter organization: the organization named by the call.
    /// - Throws: ``Refusal`` `not_found` for another organization, as for one that does not exist.
    init(_ organization: String?, _ caller: Caller, _ organizations: Organizations) async throws {
        guard let own = caller.organization else { throw Refusal(.unauthorized, "Unauthorized operation") }
        self.organization = try await caller.organization(named: organization, organizations)
        name = organization ?? own.name
        guard !caller.isOperator, !caller.isOrganizationAdministrator else {
            user = nil
            return
        }
        guard let one = caller.user else { throw Refusal(.forbidden, "API keys belong to users; you call as none") }
        user = one.id
    }
}
