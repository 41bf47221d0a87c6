import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import SQLSyntax
import Synchronization
import Testing

@Suite("Rows inside the rows above them")
struct TreeTests {
    private typealias Fixture = RecordsFixture

    /// 1 and 2 have no parent; 6 and 7 are each other's parent.
    private static let rows: [(id: Int64, name: String, parent: Int64?, owner: Int64)] = [
        (1, "root", nil, 7), (2, "other", nil, 7), (3, "a", 1, 7), (4, "b", 1, 8), (5, "aa", 3, 7), (6, "x", 7, 7), (7, "y", 6, 7),
        (8, "below b", 4, 7),
    ]

    private static var script: [Statement] {
        let tables: [Statement] = [
            """
            CREATE TABLE folders (id INTEGER PRIMARY KEY, name VARCHAR(40), parent_id INTEGER, owner INTEGER,
            FOREIGN KEY (parent_id) REFERENCES folders (id))
            """,
            """
            CREATE TABLE keys_of_text (area INTEGER, id VARCHAR(10), parent_area INTEGER, parent_id VARCHAR(10), PRIMARY KEY (area, id),
            FOREIGN KEY (parent_area, parent_id) REFERENCES keys_of_text (area, id))
            """,
        ]
        let folders = rows.map { row -> Statement in
            let parent = row.id == 6 ? nil : row.parent
            return "INSERT INTO folders VALUES (\(row.id), \(row.name), \(parent), \(row.owner))"
        }
        let others: [Statement] = [
            "UPDATE folders SET parent_id = 7 WHERE id = 6",
            "INSERT INTO keys_of_text VALUES (1, 'a', NULL, NULL), (2, 'a', NULL, NULL), (1, 'b', 1, 'a'), (1, 'c', 1, 'b'), (2, 'd', 1, 'b')",
        ]
        return tables + folders + others
    }

    private static func appending(_ path: String) -> ListRequest {
        var request = ListRequest()
        request.appends = [path]
        return request
    }

    private static func list(_ fixture: RecordsFixture, _ request: ListRequest, _ call: RecordCall) async throws -> JSONValue {
        try JSONValue(parsing: try await fixture.records.list(request, call).json.bytes)
    }

    private static var tree: ListRequest {
        var request = ListRequest()
        (request.isTree, request.fields) = (true, ["name"])
        return request
    }

    @Test("a tree has the rows without a parent, each with the rows below it; a filter chooses other roots", arguments: Engine.allCases)
    func trees(_ engine: Engine) async throws {
        try await Fixture.with(engine, Self.script) { fixture in
            let call = try fixture.call("folders")
            let answer = try await Self.list(fixture, Self.tree, call)
            let below: JSONValue = [
                ["name": "a", "folders_by_parent": [["name": "aa"]]], ["name": "b", "folders_by_parent": [["name": "below b"]]],
            ]
            #expect(answer["data"] == [["name": "root", "folders_by_parent": below], ["name": "other"]])
            #expect(answer["meta"] == ["count": 2, "page": 1, "pageSize": 20, "totalPage": 1])
            var request = Self.tree
            request.filter = ["name": "a"]
            #expect(try await Self.list(fixture, request, call)["data"] == [["name": "a", "folders_by_parent": [["name": "aa"]]]])
            (request.filter, request.pageSize, request.page) = ([:], 1, 2)
            #expect(try await Self.list(fixture, request, call)["data"] == [["name": "other"]])
            (request.page, request.appends) = (1, ["parent.name"])
            let first = try await Self.list(fixture, request, call)["data"]?[0]
            #expect(first?["parent"] == .null && first?["folders_by_parent"]?[0]?["parent"] == ["name": "root"])
            #expect(first?["folders_by_parent"]?[0]?["folders_by_parent"]?[0]?["parent"] == ["name": "a"])
        }
    }

    @Test("a relation of a collection to itself is followed to its end, and not in a circle", arguments: Engine.allCases)
    func recursively(_ engine: Engine) async throws {
        try await Fixture.with(engine, Self.script) { fixture in
            func get(_ key: JSONValue, _ path: String) async throws -> JSONValue {
                var request = GetRequest(key: key)
                (request.fields, request.appends) = (["name"], [path])
                return try JSONValue(parsing: try await fixture.records.get(request, fixture.call("folders")).json.bytes)["data"] ?? .null
            }
            func names(_ row: JSONValue) -> JSONValue {
                .array([row["name"] ?? .null] + (row["folders_by_parent"]?.array ?? []).map(names))
            }
            #expect(try await names(get(1, "folders_by_parent(recursively=true)")) == ["root", ["a", ["aa"]], ["b", ["below b"]]])
            #expect(try await names(get(6, "folders_by_parent(recursively=true)")) == ["x", ["y", ["x"]]])
            let up = try await get(5, "parent(recursively=true)")
            #expect(up["parent"]?["name"] == "a" && up["parent"]?["parent"]?["name"] == "root" && up["parent"]?["parent"]?["parent"] == .null)
            let far = Array(repeating: "parent", count: 40).joined(separator: ".")
            #expect(try await get(5, "\(far).name")["parent"]?["parent"]?["parent"] == .null)
            var circle = try await get(6, far)
            for level in 0..<40 {
                circle = circle["parent"] ?? "no parent"
                #expect(circle["name"]?.string == (level % 2 == 0 ? "y" : "x"))
            }
            #expect(circle["parent"] == nil)
        }
    }

    @Test("keys of text and of several fields are followed too, each by the whole key", arguments: Engine.allCases)
    func otherKeys(_ engine: Engine) async throws {
        try await Fixture.with(engine, Self.script) { fixture in
            var request = Self.tree
            request.fields = ["area", "id"]
            let found = try await Self.list(fixture, request, fixture.call("keys_of_text"))["data"]
            let name = try #require(found?[0]?.object?.first { $0.value.array != nil }?.key)
            let inner: JSONValue = [["area": 1, "id": "c"], ["area": 2, "id": "d"]]
            let below = object((name, [object(("area", 1), ("id", "b"), (name, inner))]), ("area", 1), ("id", "a"))
            #expect(found == [below, ["area": 2, "id": "a"]], "\(found ?? .null)")
        }
    }

    @Test("C51 rows below a row that the caller does not see are not seen either, and hidden keys lead nowhere", arguments: Engine.allCases)
    func rights(_ engine: Engine) async throws {
        try await Fixture.with(engine, Self.script) { fixture in
            let own = Filter.compare(FieldPath(field: "owner"), .equal(.value(.int(7))))
            let call = try fixture.call("folders", as: ["clerk"], rules: [Fixture.rule("folders", filter: own)])
            let answer = try await Self.list(fixture, Self.tree, call)
            let root: JSONValue = ["name": "root", "folders_by_parent": [["name": "a", "folders_by_parent": [["name": "aa"]]]]]
            #expect(answer["data"] == [root, ["name": "other"]])
            #expect(answer["meta"]?["count"] == 2)
            // A filter can make the row a root, because the caller sees it; its parent is still not shown.
            var request = Self.tree
            (request.filter, request.appends) = (["name": "below b"], ["parent(recursively=true)"])
            #expect(try await Self.list(fixture, request, call)["data"] == [["name": "below b", "parent": .null]])
            for rule in [Fixture.rule("folders", hidden: ["parent_id"]), Fixture.rule("folders", masked: ["parent_id"])] {
                let narrow = try fixture.call("folders", as: ["clerk"], rules: [rule])
                #expect(try await refusal { _ = try await Self.list(fixture, Self.tree, narrow) }.code == .invalidArgument)
                let path = Self.appending("folders_by_parent(recursively=true)")
                #expect(try await refusal { _ = try await Self.list(fixture, path, narrow) }.code == .invalidArgument)
            }
        }
    }

    @Test("what is no tree is refused, and rows that nest too deep are left out and named", arguments: Engine.allCases)
    func bounds(_ engine: Engine) async throws {
        let chain = (Int64(100)..<160).map { id -> Statement in
            let parent = id == 100 ? nil : id - 1
            return "INSERT INTO folders VALUES (\(id), 'deep', \(parent), 9)"
        }
        try await Fixture.with(engine, Self.script + chain) { fixture in
            for (name, request) in [("orders", Self.appending("customer(recursively=true)")), ("customers", Self.tree)] {
                let refused = try await refusal { _ = try await Self.list(fixture, request, fixture.call(name)) }
                #expect(refused.code == .invalidArgument && refused.reason.contains("itself"), "\(refused)")
            }
            var request = Self.tree
            for (root, levels, isCut) in [(100, 24, true), (135, 24, false), (136, 23, false)] as [(Int64, Int, Bool)] {
                request.filter = ["id": .number(JSONNumber(root))]
                let answer = try await Self.list(fixture, request, fixture.call("folders"))
                #expect(answer["meta"]?["truncatedAppends"] == (isCut ? ["folders_by_parent"] : nil))
                var (row, found) = (answer["data"]?[0], 0)
                while let below = row?["folders_by_parent"]?[0] { (row, found) = (below, found + 1) }
                #expect(found == levels)
            }
        }
    }

    @Test("the number of statements depends on the relations and not on the rows", arguments: Engine.allCases)
    func statements(_ engine: Engine) async throws {
        try await Fixture.with(engine, Self.script) { fixture in
            try await fixture.addOrders(30)
            func count(_ name: String, _ request: ListRequest) async throws -> Int {
                let counting = CountingDatabase(fixture.database)
                _ = try await fixture.records.list(request, fixture.call(name).on(counting))
                return counting.statements
            }
            var request = Self.appending("customer.region")
            request.paginate = false
            #expect(try await count("orders", request) == 3)
            request.appends = ["orders.customer.orders.customer.orders", "region"]
            #expect(try await count("customers", request) == 7)
            request = Self.tree
            request.paginate = false
            // The roots, three levels below them, and the look for a fourth.
            #expect(try await count("folders", request) == 4)
        }
    }
}

/// A database that counts the statements of its reads.
private final class CountingDatabase: Database {
    private let database: any Database
    private let count = Mutex(0)

    init(_ database: any Database) { self.database = database }

    var statements: Int { count.withLock { $0 } }
    var dialect: Dialect { database.dialect }

    private final class Counted: Connection {
        let connection: any Connection
        let tell: () -> Void
        init(_ connection: any Connection, _ tell: @escaping () -> Void) { (self.connection, self.tell) = (connection, tell) }

        var dialect: Dialect { connection.dialect }

        func query(
            _ statement: Statement, limits: RowLimits, columns: ([Column]) throws -> Void, row: (any Row) throws -> RowDemand
        ) throws -> ReadSummary {
            tell()
            return try connection.query(statement, limits: limits, columns: columns, row: row)
        }
        func execute(_ statement: Statement) throws -> Int { try connection.execute(statement) }
    }

    func read<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        try await database.read(bounds) { [self] connection in
            count.withLock { $0 = 0 }
            return try body(Counted(connection) { [self] in count.withLock { $0 += 1 } })
        }
    }
    func write<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        try await database.write(bounds, body)
    }
    func reflect(_ bounds: CallBounds) async throws -> DatabaseSchema { try await database.reflect(bounds) }
    func close() async { await database.close() }
}

extension RecordCall {
    /// The same call on another database.
    fileprivate func on(_ database: any Database) -> RecordCall {
        RecordCall(grant: grant, rights: rights, database: database, bounds: bounds, catalog: catalog, rightsOn: rightsOn)
    }
}
