import Notation
import SQLSyntax

extension DatabaseURL {
    private static let schemes: [String: Dialect] = [
        "sqlite": .sqlite, "postgres": .postgresql, "postgresql": .postgresql, "mysql": .mysql, "mariadb": .mysql,
    ]

    /// Parses an address.
    /// - Throws: ``DatabaseError`` `invalid`. The reason quotes nothing of the text, which may contain a password.
    package init(parsing text: String) throws(DatabaseError) {
        guard let colon = text.firstRange(of: "://"), let dialect = Self.schemes[text[..<colon.lowerBound].lowercased()] else {
            throw Self.refusal("it must start with sqlite://, postgres://, postgresql://, mysql:// or mariadb://")
        }
        guard !text.contains("#") else { throw Self.refusal("write # as %23") }
        let parts = text[colon.upperBound...].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let slash = parts[0].firstIndex(of: "/") ?? parts[0].endIndex
        let authority = parts[0][..<slash]
        let path = parts[0][slash...]
        let parameters = try Self.parameters(parts.count > 1 ? parts[1] : "")
        if dialect == .sqlite {
            guard authority.isEmpty, path.count > 1, !path.hasSuffix("/") else {
                throw Self.refusal("a SQLite file is named by its absolute path: sqlite:///directory/file")
            }
            self.init(dialect: dialect, database: try Self.decoded(path), parameters: parameters)
            return
        }
        let at = authority.lastIndex(of: "@")
        let login = at.map { authority[..<$0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false) } ?? []
        let (host, port) = try Self.hostAndPort(at.map { authority[authority.index(after: $0)...] } ?? authority)
        let database = try Self.decoded(path.dropFirst())
        guard !database.isEmpty else { throw Self.refusal("name a database after the host: scheme://host/database") }
        self.init(
            dialect: dialect, host: host, port: port,
            user: login.isEmpty || login[0].isEmpty ? nil : try Self.decoded(login[0]),
            password: login.count < 2 ? nil : DatabasePassword(try Self.decoded(login[1])),
            database: database, parameters: parameters)
    }

    private static func hostAndPort(_ text: Substring) throws(DatabaseError) -> (String, Int?) {
        var host = text
        var port: Int?
        let end = text.hasPrefix("[") ? text.lastIndex(of: "]") : nil
        if let colon = text[(end ?? text.startIndex)...].lastIndex(of: ":") {
            host = text[..<colon]
            guard let number = UInt16(text[text.index(after: colon)...]), number > 0 else {
                throw refusal("the port must be a number from 1 to 65535 (in a user or password, write : as %3A, / as %2F and @ as %40)")
            }
            port = Int(number)
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        let name = try decoded(host)
        // In a list of hosts, only the first would be checked.
        guard !name.isEmpty, !name.contains(","), !name.contains("@") else { throw refusal("name one host: scheme://host/database") }
        return (name, port)
    }

    private static func parameters(_ text: Substring) throws(DatabaseError) -> [String: String] {
        var out: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try decoded(sides[0])
            guard sides.count == 2, !name.isEmpty else { throw refusal("parameters after ? are written name=value, joined by &") }
            guard out.updateValue(try decoded(sides[1]), forKey: name) == nil else { throw refusal("a parameter is given twice") }
        }
        return out
    }

    private static func decoded(_ text: Substring) throws(DatabaseError) -> String {
        guard let bytes = PercentEncoding.decode(text.utf8) else { throw refusal("% must be followed by two hexadecimal digits") }
        guard !bytes.contains(0), let out = String(validating: bytes, as: UTF8.self) else { throw refusal("it must be text in UTF-8") }
        return out
    }

    private static func refusal(_ why: String) -> DatabaseError { DatabaseError(.invalid, "not the address of a database: \(why)") }
}
