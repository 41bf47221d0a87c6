import Access
import Identity
import Store

/// Decides whether the caller may change a permission.
struct PermissionEditor {
    /// Compiles the permission's rules.
    let compiler: PermissionCompiler
    private let call: ObjectCall
    private let organization: OrganizationID
    private let label: Name

    init(_ call: ObjectCall, _ organization: OrganizationID, _ label: Name) {
        compiler = PermissionCompiler(call.domains, organization, label, call.context.bounds)
        self.call = call
        self.organization = organization
        self.label = label
    }

    /// - Parameters:
    ///   - after: nil for a removal.
    ///   - before: nil for a new one.
    /// - Throws: ``Refusal`` `forbidden` for a change that gives rights, if the caller is not an administrator, and for a change of the
    ///   caller's own rights.
    func check(_ after: Permission?, over before: Permission?) async throws {
        let gives = (after?.isInForce ?? false) && after?.effect == .allow
        // An allowing rule replaces the defaults of a built-in role, so removing it restores them.
        let lifts = before.map { $0.isInForce && ($0.effect == .deny || $0.roles.contains(where: hasDefaults)) } ?? false
        guard call.bound.administers(organization) || !(gives || lifts) else {
            throw Refusal(.forbidden, "permission: only an administrator can give rights on data")
        }
        if gives || lifts { try call.bound.checkScopesOfRoles() }
        guard !call.caller.isOperator, let user = call.caller.user else { return }
        let own = Set(try await call.domains.roles.held(by: user.id).map { "\(label)/\($0)" })
        for permission in [before, after].compactMap({ $0 }) where permission.isOnCollections {
            guard own.isDisjoint(with: permission.roles), !permission.users.contains("\(label)/\(user.name)") else {
                throw Refusal(.forbidden, "permission: you cannot change your own rights")
            }
        }
    }

    private func hasDefaults(_ role: String) -> Bool { BuiltInRole(rawValue: String(role.drop { $0 != "/" }.dropFirst())) != nil }
}
