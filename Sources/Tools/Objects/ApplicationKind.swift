import Access
import Identity
import JSON
import Store

extension ObjectKind {
    /// OAuth clients, owned by their organization; the owner `admin` is accepted too.
    static let application = ObjectKind(
        one: "application", many: "applications", scope: .application, package: .auth,
        owners: "An organization, or admin.",
        members: Application.schema,
        secrets: .shown, note: " clientSecret is shown once; it ends with the credential that makes it.",
        list: { call, owner, query in
            try await call.domains.applications.list(call.only(owner), query).map(\.wire)
        },
        find: { call, search in
            let name = try ObjectName(parsing: search.id, argument: "id")
            return try await call.application(name)?.wire
        },
        add: { call, owner, name, patch in
            let organization = try await call.home(owner, patch)
            for member in ["clientId", "clientSecret"] { try patch.refuses(member, "the server makes it") }
            var change = try ApplicationChange(patch, over: nil, organization.name)
            change.workspace = try await call.workspace(patch)
            let made = try await call.domains.applications.add(organization.id, name, change, bound: call.bound)
            var wire = made.application.wire
            if let secret = made.secret { wire["clientSecret"] = .string(secret.text) }
            return wire
        },
        update: { call, name, patch in
            guard let before = try await call.application(name) else { throw Refusal(.notFound, ObjectKind.unchanged("application")) }
            try patch.keeps("name", before.name.text)
            try patch.keeps("clientId", before.clientID)
            let renews = patch.member("clientSecret")?.isNull ?? false
            if !renews { try patch.refuses("clientSecret", "the server makes it; null makes a new one") }
            var change = try ApplicationChange(patch, over: before, before.organizationName)
            change.workspace = try await call.workspace(patch)
            let applications = call.domains.applications
            let changed = try await applications.update(
                before.organization, before.name, change, renewingSecret: renews, bound: call.bound)
            guard renews else { return changed.wire }
            let made = try await applications.rotateSecret(before.organization, before.name, bound: call.bound)
            var wire = made.application.wire
            if let secret = made.secret { wire["clientSecret"] = .string(secret.text) }
            return wire
        },
        delete: { call, name in
            guard let found = try await call.application(name) else { throw Refusal(.notFound, ObjectKind.unchanged("application")) }
            try await call.domains.applications.remove(found.organization, found.name, bound: call.bound)
        })
}

extension ObjectCall {
    /// The application that `acme/app` or `admin/app` names; nil when the caller does not reach one.
    fileprivate func application(_ name: ObjectName) async throws -> Application? {
        guard let found = try await domains.applications.find(try Name(parsing: name.name)), bound.reaches(found.organization) else { return nil }
        return name.owner == Organizations.reservedOwner || name.owner == found.organizationName.text ? found : nil
    }

    /// The change of the workspace that an application is bound to.
    fileprivate func workspace(_ patch: Patch) async throws -> Change<WorkspaceID?> {
        guard let value = patch.member("workspace") else { return .keep }
        if value.isNull || value == .string("") { return .clear }
        guard let name = value.string else { throw Refusal(.invalidArgument, "workspace: expected a name") }
        guard let workspace = try await domains.workspaces.find(name), caller.knows(workspace) else {
            throw Refusal(.notFound, "workspace: '\(name.prefix(64))' does not exist")
        }
        return .set(workspace.id)
    }

    /// The organization of a new application: the member `organization`, otherwise the owner, or the caller's own if the owner is `admin`.
    fileprivate func home(_ owner: ObjectOwner, _ patch: Patch) async throws -> (id: OrganizationID, name: Name) {
        if let text = patch.member("organization")?.string, !text.isEmpty {
            let home = try await organization(text)
            if case .organization(let id, _) = owner, id != home.id {
                throw Refusal(.invalidArgument, "organization: it and the owner name two organizations")
            }
            return home
        }
        if case .organization(let id, let name) = owner { return (id, name) }
        return try await organization(caller.organization?.name ?? "")
    }

    /// The one organization whose objects a list contains; nil for all organizations.
    func only(_ owner: ObjectOwner) -> OrganizationID? { owner.organization ?? (caller.isOperator ? nil : bound.organization) }

    /// The ids of the organizations of an owner.
    func organizations(of owner: ObjectOwner) async throws -> [OrganizationID] {
        if let one = only(owner) { return [one] }
        return try await domains.organizations.list().map(\.id)
    }
}

extension Patch {
    /// Refuses a member that clients must not choose.
    fileprivate func refuses(_ name: String, _ why: String) throws(IdentityError) {
        guard let value = member(name), !value.isNull, value != .string("") else { return }
        throw IdentityError(.invalid, "\(name): \(why); leave it out")
    }
}
