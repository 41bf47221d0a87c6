import Notation
package import SQL
import SQLSyntax
package import Store

/// A connection of a workspace to a database; `main` is the workspace's own.
package struct DataSource: Hashable, Sendable {
    /// Nil for `main`, which is not registered.
    package let id: DataSourceID?
    package let workspace: WorkspaceID
    package let name: String
    package let title: String
    /// Without password; nil for `main`.
    package let url: DatabaseURL?
    /// Callers' statements are refused above this estimated cost; nil for no limit. Unit: the engine's own.
    package let maximumCost: Int64?
    /// Whether callers may create and change its tables; always true for `main`.
    package let changesSchema: Bool
    package let created: Timestamp?

    package static let mainName = "main"
    package static let highestCost: Int64 = 1_000_000_000_000_000

    static func main(of workspace: WorkspaceID) -> DataSource {
        DataSource(id: nil, workspace: workspace, name: mainName, title: "Main", url: nil, maximumCost: nil, changesSchema: true, created: nil)
    }

    /// Refuses invalid names. A name has a letter, then letters, digits, `_` and `-`, at most 48 characters, all lower case; `main` is
    /// reserved.
    static func check(name: String) throws(CatalogError) {
        let bytes = Array(name.utf8)
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let isName =
            (1...48).contains(bytes.count) && letters.contains(bytes[0])
            && bytes.allSatisfy { letters.contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
        guard isName else {
            throw CatalogError(.invalidSource, "name: a data source is named by a lower-case letter, then letters, digits, _ or -, at most 48")
        }
        guard name != mainName else { throw CatalogError(.invalidSource, "name: 'main' is the workspace's own database; choose another name") }
    }
}

/// A data source to be added.
package struct NewDataSource: Hashable, Sendable {
    package var name: String
    /// The title for people; the name when empty.
    package var title: String
    /// Includes the password, which is stored sealed.
    package var url: DatabaseURL
    /// Unit: the engine's own. PostgreSQL's planner counts a sequential page read as 1; MySQL and MariaDB count rows read.
    package var maximumCost: Int64?
    /// As ``DataSource/changesSchema``.
    package var changesSchema: Bool

    package init(name: String, title: String = "", url: DatabaseURL, maximumCost: Int64? = nil, changesSchema: Bool = false) {
        self.name = name
        self.title = title
        self.url = url
        self.maximumCost = maximumCost
        self.changesSchema = changesSchema
    }
}

/// Who adds a data source, which decides how far its address is trusted.
package enum SourceTrust: Hashable, Sendable {
    /// The operator at the command line: any host.
    case `operator`
    /// The caller of a tool: only hosts that the operator allows.
    case caller
}

/// A data source that calls can use. Its database is open while they use it.
package final class OpenSource: Sendable {
    package let name: String
    package let database: any Database
    /// Changes with the address and with each refresh, so that cached facts of an older one are not used.
    package let generation: UInt64
    /// As ``DataSource/maximumCost``.
    package let maximumCost: Int64?
    /// As ``DataSource/changesSchema``.
    package let changesSchema: Bool
    /// The external service's description of the source; nil for a source of the workspace.
    package let external: ExternalSource?

    init(
        name: String, database: any Database, generation: UInt64, maximumCost: Int64?, changesSchema: Bool, external: ExternalSource? = nil
    ) {
        self.external = external
        self.name = name
        self.database = database
        self.generation = generation
        self.maximumCost = maximumCost
        self.changesSchema = changesSchema
    }
}

extension DatabaseURL {
    /// The whole address without the password, in a form that can be parsed again.
    var text: String {
        let query = parameters.sorted { $0.key < $1.key }.map { "\(PercentEncoding.encode($0.key))=\(PercentEncoding.encode($0.value))" }.joined(
            separator: "&")
        let tail = query.isEmpty ? "" : "?" + query
        let scheme =
            switch dialect {
            case .sqlite: "sqlite"
            case .postgresql: "postgres"
            case .mysql: "mysql"
            }
        guard dialect != .sqlite else { return "\(scheme)://\(PercentEncoding.encode(database, keeping: "/"))\(tail)" }
        let login = user.map { PercentEncoding.encode($0) + "@" } ?? ""
        let name = host.contains(":") ? "[\(host)]" : PercentEncoding.encode(host)
        return "\(scheme)://\(login)\(name)\(port.map { ":\($0)" } ?? "")/\(PercentEncoding.encode(database))\(tail)"
    }
}
