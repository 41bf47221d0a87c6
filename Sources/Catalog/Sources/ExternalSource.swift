package import SQL
import SQLSyntax
package import Store
import Synchronization

/// A database that an external service describes for the questions of one user, with the tables that it exposes to this caller. It is held
/// in memory only, appears in no list, and is visible to no other caller.
package struct ExternalSource: Hashable, Sendable {
    /// The part of one table that the service exposes.
    package struct Table: Hashable, Sendable {
        /// Preceded by its schema and a dot if that is not the default one.
        package let name: String
        /// The exposed columns; nil for all.
        package let columns: [String]?
        /// Conditions on rows: an exposed row satisfies every one.
        package let rules: [ExternalRule]

        package init(name: String, columns: [String]?, rules: [ExternalRule] = []) {
            self.name = name
            self.columns = columns
            self.rules = rules
        }
    }

    /// The part of a collection that is exposed.
    package struct Exposure: Sendable {
        /// Names of the columns that are not exposed.
        package let hidden: [String]
        package let rows: Filter
    }

    /// Includes the password.
    package let url: DatabaseURL
    package let tables: [Table]
    /// The owner: a person with all their credentials, or an application; see ``Caller/accountKey``.
    package let owner: String

    package init(url: DatabaseURL, tables: [Table], owner: String) {
        self.url = url
        self.tables = tables
        self.owner = owner
    }

    /// - Returns: nil for a collection that is not exposed.
    /// - Throws: ``CatalogError`` `invalidFilter` for a table whose row rule is not understood.
    func exposure(of collection: Collection, in dialect: Dialect) throws(CatalogError) -> Exposure? {
        guard case .table(let schema, let name) = collection.origin else { return nil }
        let described = tables.filter { $0.name == collection.name || $0.name == "\(schema).\(name)" }
        guard let table = described.first else { return nil }
        guard described.count == 1 else { throw CatalogError(.invalidFilter, "it is described more than once") }
        var conditions: [Filter] = []
        for rule in table.rules { conditions.append(try rule.filter(on: collection, in: dialect)) }
        let hidden = table.columns.map { columns in collection.fields.map(\.name).filter { !columns.contains($0) } } ?? []
        return Exposure(hidden: hidden, rows: conditions.isEmpty ? .always : .all(conditions))
    }
}

extension DataSources {
    /// Attaches a database that an external service describes for one caller.
    /// - Returns: its name, which no registered source can have; the same description gives the same name.
    /// - Throws: ``CatalogError`` `invalidSource` for anything but a PostgreSQL, MySQL or MariaDB server at an address that the operator
    ///   permits.
    package func attach(_ external: ExternalSource, in workspace: WorkspaceID) async throws(CatalogError) -> String {
        guard external.url.dialect != .sqlite else { throw CatalogError(.invalidSource, "type: a service cannot describe a file") }
        let url = try locations.checked(external.url, trust: .caller)
        if let known = state.withLock({ $0.name(of: external, in: workspace) }) { return known }
        let tenant: Int64
        do { tenant = try await self.tenant(workspace) } catch { throw CatalogError(error, source: "external") }
        let database = onDemand(url, tenant)
        return state.withLock { $0.keep(database, for: external, in: workspace) }
    }

    /// Whether callers may use a server at this address.
    package func allows(host: String, port: Int) -> Bool { locations.allows(host: host, port: port) }
}
