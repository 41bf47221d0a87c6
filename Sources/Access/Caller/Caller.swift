package import SQL
package import Store

/// The authenticated party of one request. It is made from a credential, and decisions about rights read nothing else. A class, so that
/// passing it on copies nothing.
package final class Caller: Hashable, Sendable {
    /// The kind of the presented credential.
    package enum Kind: Hashable, Sendable {
        case anonymous
        case userSession(id: String)
        case accessToken(id: String)
        case application(ApplicationID)
        case apiKey(APIKeyID)
        case questionToken(id: String)
        /// A person at the server's own terminal: the command line.
        case terminal
        /// A workflow with the role that it runs as, without a person or an application.
        case workflow(WorkflowID, title: String)
    }

    package let kind: Kind
    package let isAnonymous: Bool
    /// The organization of the user or application; nil for an anonymous caller.
    package let organization: OrganizationRef?
    package let user: UserRef?
    package let application: ApplicationRef?
    /// The workspace of the endpoint that was called.
    package let workspace: WorkspaceRef
    /// Names of the caller's roles in this workspace, sorted; empty when it is not a member.
    package let roles: [String]
    /// All roles of the credential's owner in this workspace, including those that the credential or the request excludes. A caller cannot
    /// change the rights of these roles.
    package let heldRoles: Set<String>
    /// The subjects that ``roles`` allow it to manage without administering the workspace.
    package let managedSubjects: Set<ManagedSubject>
    /// Values that row filters may use, for example `user.id`, `user.name`, `organization.name`.
    package let attributes: [String: SQLValue]
    package let scopes: ScopeSet
    /// The scopes with which the credential was issued, separated by spaces; nil when they have their canonical names.
    package let grantedScopeText: String?
    /// The limits of the credential itself, whatever rights its owner has.
    package let limits: CredentialLimits
    /// The caller's IP address; nil when unknown.
    package let address: String?
    /// The step of a workflow that makes the call; nil for every other caller.
    package let step: WorkflowStep?
    /// Whether it is an administrator of `built-in`, and so of all organizations.
    package let isOperator: Bool
    /// Whether it is an administrator of its own organization.
    package let isOrganizationAdministrator: Bool

    /// The changes that invalidate a cached caller, in addition to changes of the workspace's rules and data sources. They are not compared by `==`:
    /// they do not affect rights.
    package let topics: [ChangeTopic]

    /// The person as `organization/name`.
    package let userLabel: String?
    /// Kind and name in the form of the logs: `session:built-in/admin`. A user's keys are distinguished by their ids:
    /// `api_key:built-in/admin#7`.
    package let label: String

    package init(
        kind: Kind, organization: OrganizationRef?, user: UserRef?, application: ApplicationRef? = nil, workspace: WorkspaceRef, roles: [String],
        heldRoles: Set<String>? = nil, managedSubjects: Set<ManagedSubject> = [], attributes: [String: SQLValue] = [:], scopes: ScopeSet,
        grantedScopeText: String? = nil, limits: CredentialLimits = .none, address: String? = nil, isOperator: Bool = false,
        isOrganizationAdministrator: Bool = false, topics: [ChangeTopic] = [], step: WorkflowStep? = nil
    ) {
        self.kind = kind
        isAnonymous = kind == .anonymous
        self.organization = organization
        self.user = user
        self.application = application
        self.workspace = workspace
        self.roles = roles.sorted()
        self.heldRoles = (heldRoles ?? []).union(roles)
        self.managedSubjects = managedSubjects
        self.attributes = attributes
        self.scopes = scopes
        self.grantedScopeText = grantedScopeText
        self.limits = limits
        self.address = address
        self.isOperator = isOperator
        self.isOrganizationAdministrator = isOrganizationAdministrator
        self.topics = topics
        self.step = step
        let person = user.flatMap { user in organization.map { "\($0.name)/\(user.name)" } }
        userLabel = person
        label =
            switch kind {
            case .anonymous: "anonymous"
            case .userSession: "session:\(person ?? "")"
            case .accessToken: "token:\(person ?? application?.name ?? "")"
            case .application: "application:\(application?.name ?? "")"
            case .apiKey(let id): "api_key:\(person ?? "")#\(id.rawValue)"
            case .questionToken: "question:\(person ?? "")"
            case .terminal: "terminal"
            case .workflow(let id, let title): "workflow:\(title)#\(id.rawValue)"
            }
    }

    /// A caller without a credential: it can list tools, but call none.
    package static func anonymous(in workspace: WorkspaceRef) -> Caller {
        Caller(kind: .anonymous, organization: nil, user: nil, workspace: workspace, roles: [], scopes: .none)
    }

    /// Whether it administers the workspace: with the role `admin`, or as an administrator of the workspace's organization.
    package var administersWorkspace: Bool {
        isOperator || roles.contains(BuiltInRole.admin.rawValue) || (isOrganizationAdministrator && organization?.id == workspace.organization)
    }

    package static func == (left: Caller, right: Caller) -> Bool {
        if left === right { return true }
        return left.kind == right.kind && left.organization == right.organization && left.user == right.user
            && left.application == right.application && left.workspace == right.workspace && left.roles == right.roles
            && left.heldRoles == right.heldRoles && left.managedSubjects == right.managedSubjects && left.attributes == right.attributes
            && left.scopes == right.scopes && left.grantedScopeText == right.grantedScopeText
            && left.limits == right.limits && left.address == right.address && left.isOperator == right.isOperator
            && left.isOrganizationAdministrator == right.isOrganizationAdministrator && left.step == right.step
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(user)
        hasher.combine(workspace)
    }

    /// The key of the account that limits are counted for and that owns files and attached databases: all keys and tokens of a person count together,
    /// and so do those of an application that acts for itself.
    package var accountKey: String {
        user.map { "user \($0.id.rawValue)" } ?? application.map { "application \($0.id.rawValue)" } ?? label
    }

    /// Whether an application of an organization acts for itself, and not for a user.
    package var isApplicationItself: Bool { application != nil && user == nil && organization != nil }
}

/// The limits of a credential other than its scopes.
package struct CredentialLimits: Hashable, Sendable {
    /// The one workspace that it opens; nil for every workspace of its owner.
    package let workspace: WorkspaceID?
    /// The one role that it has; nil for all roles of its owner.
    package let role: String?
    /// When it expires; nil for never.
    package let expires: Timestamp?
    /// The grant that the credential was issued for, and with which it ends; nil for a credential that a person created.
    package let grant: GrantID?

    package static let none = CredentialLimits(workspace: nil, role: nil, expires: nil)

    package init(workspace: WorkspaceID?, role: String?, expires: Timestamp?, grant: GrantID? = nil) {
        self.workspace = workspace
        self.role = role
        self.expires = expires
        self.grant = grant
    }
}

/// The id of an organization with its name.
package struct OrganizationRef: Hashable, Sendable {
    package let id: OrganizationID
    package let name: String
    package init(id: OrganizationID, name: String) {
        self.id = id
        self.name = name
    }
}

/// The id of a user with its name within the organization.
package struct UserRef: Hashable, Sendable {
    package let id: UserID
    package let name: String
    package init(id: UserID, name: String) {
        self.id = id
        self.name = name
    }
}

/// The id of an application with its name.
package struct ApplicationRef: Hashable, Sendable {
    package let id: ApplicationID
    package let name: String
    package init(id: ApplicationID, name: String) {
        self.id = id
        self.name = name
    }
}

/// The id of a workspace with its name and the organization it belongs to.
package struct WorkspaceRef: Hashable, Sendable {
    package let id: WorkspaceID
    package let name: String
    package let organization: OrganizationID
    /// Whether every call is refused until it is started.
    package let isStopped: Bool
    /// Whether its MCP endpoint is enabled.
    package let servesMCP: Bool
    /// Whether callers have all of their roles together; nil when the request decides.
    package let unitesRoles: Bool?

    package init(
        id: WorkspaceID, name: String, organization: OrganizationID, isStopped: Bool = false, servesMCP: Bool = true, unitesRoles: Bool? = nil
    ) {
        self.id = id
        self.name = name
        self.organization = organization
        self.isStopped = isStopped
        self.servesMCP = servesMCP
        self.unitesRoles = unitesRoles
    }

    /// Stands for a workspace that does not exist, so that its endpoint is refused in the same steps as another organization's. No caller
    /// has rights in it.
    package static func missing(_ name: String) -> WorkspaceRef {
        WorkspaceRef(id: WorkspaceID(0), name: name, organization: OrganizationID(0))
    }

    package var isMissing: Bool { id == WorkspaceID(0) }

    /// The name for logs; nil for a workspace that does not exist, because its name may be any text from a stranger.
    package var knownName: String? { isMissing ? nil : name }
}
