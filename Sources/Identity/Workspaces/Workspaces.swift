package import SQL
package import Store

/// The workspaces of an organization.
package struct Workspaces: Sendable {
    private let store: Store
    private let quotas: Quotas
    private let now: @Sendable () -> Timestamp

    package init(store: Store, quotas: Quotas = .none, now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.quotas = quotas
        self.now = now
    }

    /// - Throws: `invalid` for a malformed name; `not_found` for the organization; `conflict` when any organization uses the name;
    ///   `limited` by the quota.
    package func add(_ organization: OrganizationID, _ name: String, title: String? = nil) async throws -> Workspace {
        let name = try Workspace.checked(name)
        let title = try Label.checked(title, or: name, argument: "title")
        let time = now()
        return try await store.change(orConflict: .taken("name", name)) { [quotas] connection, changed in
            changed.insert(.workspace(named: name))
            _ = try Organizations.require(organization, on: connection)
            try quotas.check(.workspace, of: organization, on: connection)
            var workspace = Workspace(organization: organization, name: name, title: title, createdAt: time)
            workspace.id = WorkspaceID(try Workspace.table.insert(workspace, id: OpaqueID.next(), on: connection))
            return workspace
        }
    }

    /// - Throws: `not_found`.
    package func get(_ organization: OrganizationID, _ id: WorkspaceID) async throws -> Workspace {
        try await store.read { try Self.require(organization, id, on: $0) }
    }

    /// The workspace with this name in any organization, for routing and for the terminal, which check its organization next.
    package func find(_ name: String) async throws -> Workspace? {
        try await store.read { try Workspace.table.first(where: "name = \(name)", on: $0) }
    }

    /// The organization of a workspace.
    /// - Throws: `not_found`.
    package func organization(of id: WorkspaceID) async throws -> OrganizationID {
        let found: OrganizationID? = try await store.read {
            try $0.value(of: "workspaces", "SELECT organization_id FROM workspaces WHERE id = \(id)", .id())
        }
        guard let found else { throw IdentityError.notFound("workspace", id.rawValue) }
        return found
    }

    /// Sorted by id.
    package func list(_ organization: OrganizationID) async throws -> [Workspace] {
        try await store.read { [damaged = store.damaged] connection in
            try Workspace.table.readable(where: "organization_id = \(organization)", by: "id", on: connection, reporting: damaged)
        }
    }

    /// A part of ``list(_:)``.
    package func page(_ organization: OrganizationID, _ part: ListPart) async throws -> ObjectPage<Workspace> {
        try await store.read { [damaged = store.damaged] connection in
            try connection.page(Workspace.table, where: "organization_id = \(organization)", by: ["id"], part, reporting: damaged)
        }
    }

    /// Refuses all calls on the workspace until it is started; its data stays.
    /// - Throws: `not_found`.
    package func stop(_ organization: OrganizationID, _ id: WorkspaceID) async throws {
        let time = now()
        try await store.change { connection, changed in
            changed.insert(.workspace(id))
            _ = try Self.require(organization, id, on: connection)
            try connection.execute("UPDATE workspaces SET stopped_at = \(time) WHERE id = \(id) AND stopped_at IS NULL")
        }
    }

    /// - Throws: `not_found`.
    package func start(_ organization: OrganizationID, _ id: WorkspaceID) async throws {
        try await store.change { connection, changed in
            changed.insert(.workspace(id))
            _ = try Self.require(organization, id, on: connection)
            try connection.execute("UPDATE workspaces SET stopped_at = NULL WHERE id = \(id)")
        }
    }

    /// Changes the members that are given.
    /// - Parameter servesMCP: whether it has an MCP endpoint; `main` always has one, because the others are administered through it.
    /// - Throws: `not_found`; `forbidden` for the endpoint of `main`; `invalid` for the title.
    package func update(_ organization: OrganizationID, _ id: WorkspaceID, title: String?, servesMCP: Bool?, roleMode: RoleMode? = nil) async throws
        -> Workspace
    {
        let time = now()
        return try await store.change { connection, changed in
            changed.insert(.workspace(id))
            let workspace = try Self.require(organization, id, on: connection)
            guard servesMCP != false || workspace.id != Workspace.mainID else {
                throw IdentityError(.forbidden, "mcp: the endpoint of 'main' stays, since the other workspaces are administered through it")
            }
            if let title {
                let title = try Label.checked(title, or: workspace.name, argument: "title")
                try connection.execute("UPDATE workspaces SET title = \(title) WHERE id = \(id)")
            }
            if let servesMCP {
                let since: Timestamp? = servesMCP ? nil : time
                try connection.execute("UPDATE workspaces SET mcp_off_at = \(since) WHERE id = \(id)")
            }
            if let roleMode { try connection.execute("UPDATE workspaces SET role_mode = \(roleMode.rawValue) WHERE id = \(id)") }
            return try Self.require(organization, id, on: connection)
        }
    }

    /// Removes the workspace with its members and the keys and applications bound to it. Its database stays unchanged.
    /// - Parameter then: runs in the same transaction, so that other domains can remove their entries for the workspace.
    /// - Throws: `not_found`; `forbidden` for `main`.
    package func remove(
        _ organization: OrganizationID, _ id: WorkspaceID, then: @escaping @Sendable (any Connection) throws -> Void = { _ in }
    ) async throws {
        try await store.change { connection, changed in
            let workspace = try Self.require(organization, id, on: connection)
            guard workspace.id != Workspace.mainID else { throw IdentityError(.forbidden, "workspace: 'main' cannot be removed") }
            try changed.insert(workspace, on: connection)
            try connection.execute(
                """
                DELETE FROM memberships WHERE kind = 'application' AND member_id IN (SELECT id FROM applications WHERE workspace_id = \(id))
                """)
            try then(connection)
            try connection.execute("DELETE FROM workspaces WHERE id = \(id)")
        }
    }

    /// A workspace that an organization's people and applications can call: one of its own, or `main`; operators can call any.
    /// - Throws: `not_found`.
    static func require(_ id: WorkspaceID, openTo organization: OrganizationID, on connection: any Connection) throws -> Workspace {
        let caller = try Organizations.require(organization, on: connection)
        let found = try Workspace.table.first(where: "id = \(id)", on: connection)
        guard let found, id == Workspace.mainID || caller.isBuiltIn || found.organization == organization else {
            throw IdentityError.notFound("workspace", id.rawValue)
        }
        return found
    }

    static func require(_ organization: OrganizationID, _ id: WorkspaceID, on connection: any Connection) throws -> Workspace {
        let found = try Workspace.table.first(where: "organization_id = \(organization) AND id = \(id)", on: connection)
        guard let found else { throw IdentityError.notFound("workspace", id.rawValue) }
        return found
    }
}

extension ChangedTopics {
    /// Inserts a removed workspace with its data sources and rules, and the keys and applications bound to it.
    fileprivate mutating func insert(_ workspace: Workspace, on connection: any Connection) throws {
        let id = workspace.id
        for topic in [.workspace(id), .workspace(named: workspace.name), .rules(of: id), .sources(of: id), .schemas(of: id)] as [ChangeTopic] {
            insert(topic)
        }
        let keys: [APIKeyID] = try connection.values(of: "api_keys", "SELECT id FROM api_keys WHERE workspace_id = \(id)", .id())
        for key in keys { insert(.key(key)) }
        let bound: [ApplicationID] = try connection.values(of: "applications", "SELECT id FROM applications WHERE workspace_id = \(id)", .id())
        for application in bound { try insert(application, on: connection) }
    }
}
