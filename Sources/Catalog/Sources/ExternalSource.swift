package import SQL
import SQLSyntax
package import Store
import Synchronization

/// A database that a caller's own service describes for the caller's questions, with the tables that it opens to the caller. It is held in memory
/// only, appears in no list, and is visible to no other caller.
package struct ExternalSource: Hashable, Sendable {
    /// What the service opens of one table.
    package struct Table: Hashable, Sendable {
        /// With its schema and a dot in front where that is not the default one.
        package let name: String
        /// Nil: all.
        package let columns: [String]?
        /// All of them hold for the rows that it opens.
        package let rules: [ExternalRule]

        package init(name: String, columns: [String]?, rules: [ExternalRule] = []) {
            self.name = name
            self.columns = columns
            self.rules = rules
        }
    }

    /// What is open of a collection.
    package struct Exposure: Sendable {
        /// Columns that are not.
        package let hidden: [String]
        package let rows: Filter
    }

    /// With the password.
    package let url: DatabaseURL
    package let tables: [Table]
    /// Whose it is: a person with all of their credentials, or an application, see ``Caller/holder``.
    package let owner: String

    package init(url: DatabaseURL, tables: [Table], owner: String) {
        self.url = url
        self.tables = tables
        self.owner = owner
    }

    /// - Returns: nil for a collection that it does not open.
    /// - Throws: ``CatalogError`` `invalidFilter` for a table whose rule on rows is not understood.
    func opening(of collection: Collection, in dialect: Dialect) throws(CatalogError) -> Exposure? {
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
    /// Makes a database that a caller's service describes open to that caller.
    /// - Returns: the name to ask it by, which no registered source can have; the same one for the same description.
    /// - Throws: ``CatalogError`` `invalidSource` for what is no PostgreSQL, MySQL or MariaDB server, or lies where the operator allows no callers.
    package func attach(_ external: ExternalSource, in workspace: WorkspaceID) async throws(CatalogError) -> String {
        guard external.url.dialect != .sqlite else { throw CatalogError(.invalidSource, "type: files are no sources of a service") }
        let url = try places.checked(external.url, trust: .caller)
        if let known = state.withLock({ $0.name(of: external, in: workspace) }) { return known }
        let tenant: Int64
        do { tenant = try await self.tenant(workspace) } catch { throw CatalogError(error, source: "external") }
        let database = onDemand(url, tenant)
        return state.withLock { $0.keep(database, for: external, in: workspace) }
    }

    /// Whether callers may name a server at this address.
    package func allows(host: String, port: Int) -> Bool { places.allows(host: host, port: port) }
}
