import Notation
import SQL
import SQLSyntax

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
