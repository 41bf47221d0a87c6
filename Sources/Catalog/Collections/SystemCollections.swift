package import SQL
package import Store

/// The collections `users` and `roles` in the source `main` of every workspace: read-only, filled by queries on the server's own state.
package struct SystemCollections: Sendable {
    /// Columns `id`, `name`, `displayName`, `email`, `role` of the members of a workspace, and of no other.
    private let users: @Sendable (WorkspaceID) -> Statement
    /// Columns `name`, `title` of the roles that members of a workspace can have.
    private let roles: @Sendable (WorkspaceID) -> Statement

    package init(users: @escaping @Sendable (WorkspaceID) -> Statement, roles: @escaping @Sendable (WorkspaceID) -> Statement) {
        self.users = users
        self.roles = roles
    }

    /// Names that no table of `main` can have without its schema in front.
    package static let names: Set<String> = ["users", "roles"]

    package func collections(in workspace: WorkspaceID) -> [Collection] {
        [
            collection(
                "users", users(workspace), key: "id",
                [("id", .integer), ("name", .text), ("displayName", .text), ("email", .text), ("role", .text)],
                comment: "The members of this workspace; kept by the server."
            ),
            collection(
                "roles", roles(workspace), key: "name", [("name", .text), ("title", .text)],
                comment: "The roles of this workspace; kept by the server."
            ),
        ]
    }

    private func collection(_ name: String, _ rows: Statement, key: String, _ fields: [(String, ColumnType)], comment: String) -> Collection {
        Collection(
            source: "main", name: name, origin: .state(rows), kind: .view,
            fields: fields.map { field, type in
                Field(
                    name: field, type: type, declaredType: type.rawValue, isNullable: field != key, hasDefault: false, isGenerated: true, comment: nil
                )
            },
            primaryKey: [key], relations: [], estimatedRows: nil, comment: comment, isReadOnly: true
        )
    }
}
