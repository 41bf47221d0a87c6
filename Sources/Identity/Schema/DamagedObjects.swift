package import Store

/// The rows of this target's objects that cannot be read, for the operator to repair.
package enum DamagedObjects {
    /// Unit: seconds, since tokens can be many.
    private static let patience = Duration.seconds(60)

    package static func all(in store: Store) async throws -> [DamagedRow] {
        try await store.read(within: patience) { connection in
            var rows = try Organization.stored.table.damage(on: connection)
            rows += try User.stored.table.damage(on: connection)
            rows += try RoleObject.stored.table.damage(on: connection)
            rows += try Permission.stored.table.damage(on: connection)
            rows += try Provider.stored.table.damage(on: connection)
            rows += try Application.stored.table.damage(on: connection)
            rows += try TokenObject.stored.table.damage(on: connection)
            rows += try APIKey.table.damage(on: connection)
            return rows + (try Workspace.table.damage(on: connection))
        }
    }
}
