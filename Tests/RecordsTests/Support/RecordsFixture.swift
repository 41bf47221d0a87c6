import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import SQLSyntax
import Store
import Testing

typealias Engine = DataEngine

/// A database of one test's own with a small company in it, and a `Records` that works on it at 2026-07-01T12:00:00Z.
final class RecordsFixture: Sendable {
    let engine: Engine
    let database: any Database
    let records: Records
    private let collections: [String: Collection]

    static let clock = Timestamp(microseconds: 1_782_907_200_000_000)
    static let now = "2026-07-01T12:00:00Z"

    /// Runs a test's body with a database of its own, which is removed afterwards.
    /// - Parameter script: tables and rows beside those of the company.
    static func with<R>(_ engine: Engine, _ script: [Statement] = [], _ body: (RecordsFixture) async throws -> R) async throws -> R {
        try await engine.withDatabase { try await body(try await RecordsFixture(engine, $0, script)) }
    }

    private init(_ engine: Engine, _ database: any Database, _ script: [Statement]) async throws {
        self.engine = engine
        self.database = database
        try await database.setUp { connection in
            for statement in Self.tables(connection.dialect) + Self.rows(connection.dialect) + script { try connection.execute(statement) }
        }
        let schema = try await database.reflect(.patient)
        let read = SchemaReading.collections(of: schema, source: "main", dialect: database.dialect)
        collections = Dictionary(read.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        records = Records(now: { Self.clock })
    }

    /// A call with the rights of roles and rules, or with the default rights of `admin`.
    func call(
        _ name: String, as roles: [String] = ["admin"], user: Int64? = 7, rules: [Rule] = [], zone: CalendarZone = .utc
    ) throws -> RecordCall {
        let collection = try #require(collections[name], "the fixture has no \(name)")
        let caller = Self.caller(roles: roles, user: user)
        let rights = Rights(rules: rules, now: Self.clock)
        let tool = ToolPermit(name: "crud", package: .always, scopes: [.read(.record)], audience: .members)
        let grant = try Authorizer.authorize(tool, scope: .read(.record), for: caller, in: .all)
        return RecordCall(
            grant: grant, rights: rights.of(caller, on: collection), database: database, bounds: .patient, zone: zone,
            catalog: { [collections] in collections[$0] }, rightsOn: { rights.of(caller, on: $0) }
        )
    }

    private static let workspace = WorkspaceRef(id: WorkspaceID(1), name: "main", organization: OrganizationID(1))

    static func caller(roles: [String], user: Int64?) -> Caller {
        Caller(
            kind: .apiKey(APIKeyID(1)), organization: OrganizationRef(id: OrganizationID(1), name: "built-in"),
            user: user.map { UserRef(id: UserID($0), name: "mia") }, workspace: workspace, roles: roles, scopes: .all
        )
    }

    /// An allowing rule for the role `clerk`.
    static func rule(
        _ collection: String, _ actions: Set<RecordAction> = Set(RecordAction.allCases), columns: [String]? = nil, masked: [String] = [],
        hidden: [String] = [], filter: Filter = .always
    ) -> Rule {
        Rule(
            id: RuleID(1), workspace: WorkspaceID(1), role: "clerk", source: "main", collection: collection,
            content: RuleContent(actions: actions, columns: columns, masked: masked, hidden: hidden, filter: filter)
        )
    }

    /// Ids of the rows that a list gives, in its order.
    func ids(_ name: String, filter: JSONValue? = nil, sort: [String] = []) async throws -> [Int64] {
        var request = ListRequest()
        (request.filter, request.sort, request.fields, request.paginate) = (filter, sort, ["id"], false)
        let answer = try await records.list(request, call(name)).json.bytes
        return try JSONValue(parsing: answer)["data"]?.array?.compactMap { $0["id"]?.int } ?? []
    }

    /// Every value of every row of the tables as text, to check that a refused call changes nothing.
    func contents() async throws -> [String] {
        let order: [(Statement, String)] = [
            ("SELECT * FROM regions ORDER BY id", "regions"), ("SELECT * FROM customers ORDER BY id", "customers"),
            ("SELECT * FROM orders ORDER BY id", "orders"), ("SELECT * FROM stock ORDER BY store, product", "stock"),
            ("SELECT * FROM kinds ORDER BY id", "kinds"), ("SELECT * FROM albums ORDER BY id", "albums"),
            ("SELECT * FROM tracks ORDER BY id", "tracks"), ("SELECT * FROM plays ORDER BY id", "plays"),
            ("SELECT * FROM pressings ORDER BY id", "pressings"),
        ]
        return try await database.read(.patient) { connection in
            try order.flatMap { statement, table in
                try connection.all(statement) { row in "\(table) \((0..<row.columnCount).map { row.text($0) ?? "∅" })" }
            }
        }
    }

    func count(_ statement: Statement) async throws -> Int64 {
        try await database.read(.patient) { try $0.first(statement) { $0.int(0) ?? -1 } ?? -1 }
    }
}

extension RecordCall {
    /// The same call on a collection whose engine estimates so many rows.
    func withEstimate(_ rows: Int64) -> RecordCall {
        let old = rights.collection
        let collection = Collection(
            source: old.source, name: old.name, origin: old.origin, kind: old.kind, fields: old.fields, primaryKey: old.primaryKey,
            relations: old.relations, estimatedRows: rows, comment: nil, isReadOnly: false
        )
        return RecordCall(grant: grant, rights: rightsOn(collection), database: database, bounds: bounds, catalog: catalog, rightsOn: rightsOn)
    }
}

extension RecordsFixture {
    /// More orders of customer 1, made by user 7.
    func addOrders(_ count: Int) async throws {
        let rows = Statement.joined((0..<count).map { _ in "(1, 1, 7)" }, by: ", ")
        try await database.write(.patient) { connection in
            try connection.execute("INSERT INTO orders (customer_id, quantity, \(Identifier("createdById"))) VALUES \(rows)")
        }
    }
}

/// An object whose keys are not known when the test is compiled.
func object(_ members: (String, JSONValue)...) -> JSONValue { .object(JSONObject(members)) }
