package import SQL
package import Store

extension Roles {
    /// - Throws: `not_found` for the organization; `conflict` when the name is taken in any case; `invalid`; `forbidden`.
    package func add(_ organization: OrganizationID, _ name: Name, _ patch: Patch, bound: CredentialBound) async throws -> RoleObject {
        guard bound.reaches(organization) else { throw IdentityError.notFound("organization", organization.rawValue) }
        let time = now()
        return try await store.change(orConflict: .taken("role", name)) { connection, changed in
            changed.insert(.organization(organization))
            _ = try Organizations.require(organization, on: connection)
            _ = try Self.insert(organization, name, displayName: name.text, at: time, on: connection)
            return try Self.change(organization, name, patch, bound, on: connection)
        }
    }

    /// Applies a patch; `users` and `roles` are complete lists of `organization/name`.
    /// - Throws: `not_found`, also for users and roles; `invalid` for a role that would include itself; `forbidden` for a change of the
    ///   caller's own roles, and for an application that would give any.
    package func update(_ organization: OrganizationID, _ name: Name, _ patch: Patch, bound: CredentialBound) async throws -> RoleObject {
        guard bound.reaches(organization) else { throw IdentityError.notFound("role", name) }
        return try await store.change { connection, changed in
            changed.insert(.organization(organization))
            return try Self.change(organization, name, patch, bound, on: connection)
        }
    }

    /// Removes a role.
    /// - Parameter then: runs in the same transaction, so that other domains can remove their entries for the role.
    /// - Throws: `not_found`; `forbidden` for the three initial roles and for the caller's own; `conflict` while members of workspaces have
    ///   it.
    package func remove(
        _ organization: OrganizationID, _ name: Name, bound: CredentialBound,
        then: @escaping @Sendable (any Connection, inout ChangedTopics) throws -> Void = { _, _ in }
    ) async throws {
        guard bound.reaches(organization) else { throw IdentityError.notFound("role", name) }
        let inUse = IdentityError(.conflict, "role: '\(name)' is still given to members; remove them first")
        try await store.change(orConflict: inUse) { connection, changed in
            changed.insert(.organization(organization))
            try Self.keepingOwn(bound, on: connection) {
                try Self.remove(organization, name, inUse, on: connection)
                try then(connection, &changed)
            }
        }
    }

    /// - Throws: `not_found`.
    package func object(_ organization: OrganizationID, _ name: Name) async throws -> RoleObject {
        try await store.read { try Self.object(organization, name, on: $0) }
    }

    /// A part of an organization's roles, or of all roles without an organization.
    package func list(_ organization: OrganizationID?, _ query: ListQuery) async throws -> ObjectPage<RoleObject> {
        try await store.read { [damaged = store.damaged] connection in
            let condition: Statement = organization.map { "roles.organization_id = \($0)" } ?? "1 = 1"
            let page = try RoleObject.stored.page(query, where: condition, on: connection, reporting: damaged)
            return try page.map { try Self.withHolders($0, on: connection) }
        }
    }

    static func remove(_ organization: OrganizationID, _ name: Name, _ inUse: IdentityError, on connection: any Connection) throws {
        let role = try require(organization, name, on: connection)
        guard !Role.initial.contains(role.name) else { throw IdentityError(.forbidden, "role: '\(name)' cannot be removed; disable it instead") }
        guard try !connection.exists("SELECT 1 FROM memberships WHERE role_id = \(role.id) LIMIT 1") else { throw inUse }
        try connection.execute("DELETE FROM roles WHERE organization_id = \(organization) AND id = \(role.id)")
    }

    private static func change(
        _ organization: OrganizationID, _ name: Name, _ patch: Patch, _ bound: CredentialBound, on connection: any Connection
    ) throws -> RoleObject {
        let before = try object(organization, name, on: connection)
        var changed = before
        try RoleObject.stored.apply(patch, to: &changed)
        try Self.check(snippets: changed.role.snippets)
        let home = try Organizations.require(organization, on: connection)
        let users = try patch.names("users", or: before.qualified(before.users))
        let roles = try patch.names("roles", or: before.qualified(before.roles))
        let id = before.role.id
        return try keepingOwn(bound, on: connection) { [changed] in
            try RoleObject.stored.table.update(changed, id: id, on: connection)
            if patch.member("users") != nil { try setUsers(users, of: id, home, on: connection) }
            if patch.member("roles") != nil { try setParts(roles, of: id, home, on: connection) }
            let after = try object(organization, name, on: connection)
            let gives =
                !Set(after.users).isSubset(of: before.users) || !Set(after.roles).isSubset(of: before.roles)
                || (after.role.isEnabled && !before.role.isEnabled) || after.role.snippets != before.role.snippets
            guard !gives || bound.administers(organization) else {
                throw IdentityError(.forbidden, "users, roles, isEnabled, snippets: only an administrator can give rights in all workspaces")
            }
            if gives { try bound.checkScopesOfRoles() }
            return after
        }
    }

    /// - Throws: `invalid` for text that is not the name of a snippet. Names without an effect here are stored.
    private static func check(snippets: [String]) throws(IdentityError) {
        let isName = { (text: String) in
            let name = text.hasPrefix("!") ? text.dropFirst() : text[...]
            return !name.isEmpty && name.utf8.count <= 100
                && name.utf8.allSatisfy {
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                        || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "*")].contains($0)
                }
        }
        guard snippets.count <= 50, snippets.allSatisfy(isName) else {
            throw IdentityError(.invalid, "snippets: expected at most 50 names such as pm.workflow.workflows, pm.* or !pm.*")
        }
    }

    /// Runs a change of roles that must leave the caller's own roles unchanged.
    private static func keepingOwn<R>(_ bound: CredentialBound, on connection: any Connection, _ change: () throws -> R) throws -> R {
        guard let user = bound.user else { return try change() }
        let before = try holdings(of: user, on: connection)
        let result = try change()
        guard try holdings(of: user, on: connection) == before else { throw IdentityError(.forbidden, "role: you cannot change your own roles") }
        return result
    }

    private static func setUsers(_ names: [String], of id: RoleID, _ home: Organization, on connection: any Connection) throws {
        try connection.execute("DELETE FROM role_users WHERE role_id = \(id)")
        for name in Set(names).sorted() {
            let user = try Users.require(home.id, try member(name, "users", of: home), on: connection)
            try connection.execute("INSERT INTO role_users (role_id, user_id) VALUES (\(id), \(user.id))")
        }
    }

    private static func setParts(_ names: [String], of id: RoleID, _ home: Organization, on connection: any Connection) throws {
        try connection.execute("DELETE FROM role_parts WHERE role_id = \(id)")
        for name in Set(names).sorted() {
            let part = try require(home.id, try member(name, "roles", of: home), on: connection)
            try connection.execute("INSERT INTO role_parts (role_id, part_id) VALUES (\(id), \(part.id))")
        }
        let isCircle = try connection.exists(
            """
            WITH RECURSIVE below (id) AS (SELECT part_id FROM role_parts WHERE role_id = \(id)
            UNION SELECT role_parts.part_id FROM below JOIN role_parts ON role_parts.role_id = below.id)
            SELECT 1 FROM below WHERE id = \(id)
            """)
        guard !isCircle else { throw IdentityError(.invalid, "roles: a role cannot be part of itself, also not through others") }
    }

    /// The name of an object of the organization; an object of another organization is not found.
    private static func member(_ text: String, _ argument: String, of home: Organization) throws(IdentityError) -> Name {
        let name = try QualifiedName(parsing: text, argument: argument)
        guard name.organization == home.name else { throw IdentityError.notFound(argument, name) }
        return name.name
    }

    static func object(_ organization: OrganizationID, _ name: Name, on connection: any Connection) throws -> RoleObject {
        try withHolders(try found(organization, name, on: connection), on: connection)
    }

    static func found(_ organization: OrganizationID, _ name: Name, on connection: any Connection) throws -> RoleObject {
        try RoleObject.stored.require(
            "roles.organization_id = \(organization) AND roles.name = \(name)", on: connection, orThrow: .notFound("role", name))
    }

    /// The role with its users and with the roles that include it.
    private static func withHolders(_ object: RoleObject, on connection: any Connection) throws -> RoleObject {
        var object = object
        let id = object.role.id
        object.users = try connection.all(
            of: "users",
            "SELECT users.name FROM role_users JOIN users ON users.id = role_users.user_id WHERE role_users.role_id = \(id) ORDER BY users.name_key"
        ) { try $0["name", .name] }
        object.roles = try connection.all(
            of: "roles",
            "SELECT roles.name FROM role_parts JOIN roles ON roles.id = role_parts.part_id WHERE role_parts.role_id = \(id) ORDER BY roles.name_key"
        ) { try $0["name", .name] }
        return object
    }
}
