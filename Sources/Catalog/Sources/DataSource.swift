import Notation
package import SQL
import SQLSyntax
package import Store

/// A connection of a workspace to a database; `main` is the workspace's own.
package struct DataSource: Hashable, Sendable {
    /// Nil for `main`, which is not an entry of its own.
    package let id: DataSourceID?
    package let workspace: WorkspaceID
    package let name: String
    package let title: String
    /// Without password; nil for `main`.
    package let url: DatabaseURL?
    /// Callers' statements are refused when the engine expects them to cost more; nil for no limit. Unit: the engine's own.
    package let maximumCost: Int64?
    /// Whether tables may be made and changed in it by callers; always in `main`.
    package let changesSchema: Bool
    package let created: Timestamp?

    package static let mainName = "main"
    package static let highestCost: Int64 = 1_000_000_000_000_000

    static func main(of workspace: WorkspaceID) -> DataSource {
        DataSource(id: nil, workspace: workspace, name: mainName, title: "Main", url: nil, maximumCost: nil, changesSchema: true, created: nil)
    }

    /// The rules of names: a letter, then letters, digits, `_` and `-`, 48 at most, all lower case; `main` is taken.
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
    /// Shown to people; the name when empty.
    package var title: String
    /// With the password, which is kept sealed.
    package var url: DatabaseURL
    /// Unit: the engine's own. PostgreSQL counts in its planner's, where a page read in order is 1; on MySQL and MariaDB it is rows looked at.
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

/// Who adds a data source, and so how far its address is trusted.
package enum SourceTrust: Hashable, Sendable {
    /// The operator at the command line: any host.
    case `operator`
    /// A caller of a tool: only the hosts that the operator allows.
    case caller
}

/// A data source that calls can use. Its database is open while they use it.
package final class OpenSource: Sendable {
    package let name: String
    package let database: any Database
    /// Another number for another address, and after a refresh: what is remembered of an older one does not count.
    package let generation: UInt64
    /// As ``DataSource/maximumCost``.
    package let maximumCost: Int64?
    /// As ``DataSource/changesSchema``.
    package let changesSchema: Bool
    /// The description by an external service; nil for a source of the workspace.
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
    /// The whole address but the password, in a form that can be read again.
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
