import Catalog
import Store

/// The cache key of a caller's rights on a collection: everything that they depend on except the rules and the time.
///
/// A collection is identified by its object identity. Rights that are cached under the key keep the object alive.
struct RightsKey: Hashable {
    private let collection: ObjectIdentifier
    private let caller: Caller

    init(_ caller: Caller, _ collection: Collection) {
        self.collection = ObjectIdentifier(collection)
        self.caller = caller
    }

    static func == (left: RightsKey, right: RightsKey) -> Bool {
        guard left.collection == right.collection else { return false }
        return left.caller === right.caller || (left.caller.kind == right.caller.kind && left.caller.stands(as: right.caller))
    }

    /// By the credential, whose callers are mostly one and the same: other ones of a user would have to be compared in full.
    func hash(into hasher: inout Hasher) {
        hasher.combine(collection)
        hasher.combine(caller.kind)
    }
}

extension Caller {
    /// Whether every rule says the same of both.
    fileprivate func stands(as other: Caller) -> Bool {
        user?.id == other.user?.id && application?.id == other.application?.id && organization?.id == other.organization?.id
            && workspace.id == other.workspace.id && effectiveRoles == other.effectiveRoles && actsWithAllRoles == other.actsWithAllRoles
            && attributes == other.attributes
    }
}
