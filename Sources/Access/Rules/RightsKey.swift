import Catalog
import SQL
import Store

/// All that the rights of a caller on a collection depend on, beside the rules and the time.
///
/// The collection is known by its identity: the rights that are kept under the key keep it alive.
struct RightsKey: Hashable {
    private let collection: ObjectIdentifier
    private let user: UserID?
    private let application: ApplicationID?
    private let organization: OrganizationID?
    private let workspace: WorkspaceID
    private let roles: [String]
    private let actsWithAllRoles: Bool
    private let attributes: [String: SQLValue]

    init(_ caller: Caller, _ collection: Collection) {
        self.collection = ObjectIdentifier(collection)
        user = caller.user?.id
        application = caller.application?.id
        organization = caller.organization?.id
        workspace = caller.workspace.id
        roles = caller.effectiveRoles
        actsWithAllRoles = caller.actsWithAllRoles
        attributes = caller.attributes
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(collection)
        hasher.combine(user)
        hasher.combine(application)
    }
}
