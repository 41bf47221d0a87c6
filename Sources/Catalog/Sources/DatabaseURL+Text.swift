import SQL
import SQLSyntax

extension DatabaseURL {
    /// The whole address but the password, in a form that can be read again.
    var text: String {
        let query = parameters.sorted { $0.key < $1.key }.map { "\(Self.escaped($0.key))=\(Self.escaped($0.value))" }.joined(separator: "&")
        let tail = query.isEmpty ? "" : "?" + query
        let scheme =
            switch dialect {
            case .sqlite: "sqlite"
            case .postgresql: "postgres"
            case .mysql: "mysql"
            }
        guard dialect != .sqlite else { return "\(scheme)://\(Self.escaped(database, keeping: "/"))\(tail)" }
        let login = user.map { Self.escaped($0) + "@" } ?? ""
        let name = host.contains(":") ? "[\(host)]" : Self.escaped(host)
        return "\(scheme)://\(login)\(name)\(port.map { ":\($0)" } ?? "")/\(Self.escaped(database))\(tail)"
    }

    /// RFC 3986 section 2.1: everything but unreserved characters.
    private static func escaped(_ text: String, keeping kept: String = "") -> String {
        var out = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                out.unicodeScalars.append(scalar)
            case _ where kept.utf8.contains(byte): out.unicodeScalars.append(scalar)
            default: out += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return out
    }
}
