package import Access
package import Catalog
package import JSON
import Outbound
import SQL
import SQLSyntax

/// A caller's own service that names the databases for its questions, in the format of SQLBot's assistants: `GET url` -> `{"code": 0,
/// "data": [{name, type, host, port, dataBase, user, password, schema?, tables: [{name, fields?: [{name}], rule?, sql?}]}]}`.
package struct AssistantEndpoint: Sendable {
    /// The described sources that can be used here.
    package struct Description: Sendable {
        package var sources: [ExternalSource] = []
        /// Sentences about omitted parts.
        package var warnings: [String] = []
    }

    /// How long the service may take.
    private static let deadline = Duration.seconds(10)
    /// Largest response. Unit: bytes.
    private static let maximumBody = 1_048_576
    /// Most databases in a description.
    private static let maximumSources = 10
    /// Most tables of a database.
    private static let maximumTables = 500

    private let url: String
    private let headers: [(name: String, value: String)]

    /// - Parameters:
    ///   - authorization: the credentials for the service: an array of `{target: header|cookie|param, key, value}`, or its JSON text.
    ///   - sources: know the hosts that the operator allows.
    /// - Throws: ``Refusal`` `invalid_argument` for a host that the operator does not allow, and for an invalid credential.
    package init(_ url: String, _ authorization: JSONValue?, _ sources: DataSources) throws(Refusal) {
        guard let (host, port) = Self.host(of: url), sources.allows(host: host, port: port) else {
            throw Refusal(.invalidArgument, "url: this host is not allowed; the operator names hosts in the setting allowed_source_hosts")
        }
        let shown = try AssistantCredential(authorization)
        self.url = shown.parameters.isEmpty ? url : "\(url)\(url.contains("?") ? "&" : "?")\(shown.query)"
        headers = shown.headers
        do {
            try client.check(self.url)
        } catch {
            throw Refusal(.invalidArgument, "url: \(error.reason)")
        }
    }

    /// The operator allows the host, so it may be in a private network and use plain http. Redirects are not followed.
    private var client: OutboundClient { OutboundClient(permits: HostPermit(hostOf: url, reach: .privateNetworks), deadline: Self.deadline) }

    private static func host(of url: String) -> (host: String, port: Int)? {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        let authority = url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
        let isSecure = url[..<scheme.lowerBound].lowercased() == "https"
        let bracket = authority.lastIndex(of: "]") ?? authority.startIndex
        let colon = authority[bracket...].firstIndex(of: ":")
        let host = authority[..<(colon ?? authority.endIndex)].filter { $0 != "[" && $0 != "]" }
        let port = colon.map { Int(authority[authority.index(after: $0)...]) } ?? (isSecure ? 443 : 80)
        return port.map { (host, $0) }
    }

    /// Asks the service for its description.
    /// - Parameter owner: see ``ExternalSource/owner``.
    /// - Throws: ``Refusal`` if the response is invalid or describes no usable source.
    package func describe(for owner: String) async throws(Refusal) -> Description {
        let answer: FetchedDocument
        do {
            answer = try await client.get(url, headers: headers, maximumBody: Self.maximumBody)
        } catch {
            throw Refusal(.sourceFailed, "url: \(error.reason)")
        }
        return try Self.read(answer.body, for: owner)
    }

    static func read(_ body: [UInt8], for owner: String) throws(Refusal) -> Description {
        let value: JSONValue
        do { value = try JSONValue(parsing: body) } catch { throw Refusal(.sourceFailed, "url: the answer is not JSON") }
        guard let code = value["code"]?.int, code == 0 || code == 200, let entries = value["data"]?.array else {
            throw Refusal(.sourceFailed, "url: expected {\"code\": 0, \"data\": [data sources]}")
        }
        var description = Description()
        for entry in entries.prefix(maximumSources) {
            do throws(Refusal) {
                if let source = try Self.source(entry, owner, &description.warnings) { description.sources.append(source) }
            } catch {
                description.warnings.append(error.reason)
            }
        }
        guard !description.sources.isEmpty else {
            throw Refusal(.invalidArgument, (["url: no data source there can be asked"] + description.warnings).joined(separator: "; "))
        }
        return description
    }

    /// - Returns: nil for a database without usable tables.
    private static func source(_ entry: JSONValue, _ owner: String, _ warnings: inout [String]) throws(Refusal) -> ExternalSource? {
        let name = String((entry["name"]?.string ?? "").prefix(60))
        guard let dialect = dialects[entry["type"]?.string?.lowercased() ?? ""] else {
            throw Refusal(.invalidArgument, "data source '\(name)': its type is not supported; expected pg or mysql")
        }
        guard let host = entry["host"]?.string, !host.isEmpty, let database = entry["dataBase"]?.string ?? entry["database"]?.string else {
            throw Refusal(.invalidArgument, "data source '\(name)': expected host and dataBase")
        }
        let port = entry["port"]?.int ?? entry["port"]?.string.flatMap { Int64($0) }
        guard port.map({ (1...65_535).contains($0) }) ?? true else { throw Refusal(.invalidArgument, "data source '\(name)': the port is invalid") }
        let url = DatabaseURL(
            dialect: dialect, host: host, port: port.map { Int($0) }, user: entry["user"]?.string,
            password: entry["password"]?.string.map { DatabasePassword($0) }, database: database)
        let schema = entry["schema"]?.string ?? entry["db_schema"]?.string ?? entry["dbSchema"]?.string ?? ""
        var tables: [ExternalSource.Table] = []
        for table in entry["tables"]?.array?.prefix(maximumTables) ?? [] {
            guard let own = table["name"]?.string, !own.isEmpty else { continue }
            do throws(CatalogError) {
                tables.append(try Self.table(table, named: own, in: schema, dialect))
            } catch {
                warnings.append("table '\(own.prefix(60))' is left out: \(error.reason)")
            }
        }
        guard !tables.isEmpty else {
            warnings.append("data source '\(name)' opens no table")
            return nil
        }
        return ExternalSource(url: url, tables: tables, owner: owner)
    }

    /// - Throws: ``CatalogError`` for an unreadable `rule` or `sql`, because a misread one could permit more rows.
    private static func table(
        _ entry: JSONValue, named own: String, in schema: String, _ dialect: Dialect
    ) throws(CatalogError) -> ExternalSource.Table {
        let fields = entry["fields"].flatMap { $0.isNull ? nil : $0 }
        var columns = fields.map { ($0.array ?? []).compactMap { $0["name"]?.string } }
        var rules: [ExternalRule] = []
        if let text = try text(entry, "sql") {
            let query = try ExternalRule.query(text, on: own, schema: schema, in: dialect)
            if let selected = query.columns { columns = columns.map { $0.filter(selected.contains) } ?? selected }
            if let rule = query.rule { rules.append(rule) }
        }
        if let text = try text(entry, "rule") { rules.append(try ExternalRule(text, on: own, in: dialect)) }
        return ExternalSource.Table(name: schema.isEmpty ? own : "\(schema).\(own)", columns: columns, rules: rules)
    }

    /// The text of a member. Nil if it is absent or blank.
    /// - Throws: ``CatalogError`` `invalidFilter` when it is not text.
    private static func text(_ entry: JSONValue, _ member: String) throws(CatalogError) -> String? {
        guard let value = entry[member], !value.isNull else { return nil }
        guard let text = value.string else { throw CatalogError(.invalidFilter, "its \(member) is not a text") }
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }

    private static let dialects: [String: Dialect] = [
        "pg": .postgresql, "postgres": .postgresql, "postgresql": .postgresql, "mysql": .mysql, "mariadb": .mysql,
    ]
}
