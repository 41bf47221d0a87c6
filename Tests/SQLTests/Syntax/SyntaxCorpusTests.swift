import Foundation
import GatehouseTesting
import SQL
import SQLSyntax
import Testing

/// Five hundred realistic queries per dialect on the tables of a roaster. All are parsed, and engines accept their printed text.
@Suite("Syntax: corpus")
struct SyntaxCorpusTests {
    /// Queries parted by empty lines.
    static func queries(_ dialect: Dialect) throws -> [String] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
        let queries = try String(contentsOf: folder.appending(path: "\(dialect.rawValue).sql"), encoding: .utf8)
            .split(separator: "\n\n").map { String($0).trimmingCharacters(in: .newlines) }
        // A corpus that is not read would prove anything.
        try #require(queries.count > 100)
        return queries
    }

    /// Statements that make the tables.
    static func schema(_ dialect: Dialect) -> [String] {
        let number = dialect == .sqlite ? "REAL" : "numeric(12, 2)"
        let time = dialect == .postgresql ? "timestamptz" : dialect == .mysql ? "datetime" : "TEXT"
        let flag = dialect == .sqlite ? "INTEGER" : "boolean"
        let text = dialect == .mysql ? "varchar(200)" : "TEXT"
        let document = dialect == .postgresql ? "jsonb" : dialect == .mysql ? "json" : "TEXT"
        let tags = dialect == .postgresql ? "text[]" : "TEXT"
        return [
            "CREATE TABLE customers (id INTEGER PRIMARY KEY, name \(text), email \(text), phone \(text), city \(text), country \(text), created_at \(time))",
            "CREATE TABLE stores (id INTEGER PRIMARY KEY, name \(text), city \(text), opened_on \(time))",
            "CREATE TABLE employees (id INTEGER PRIMARY KEY, name \(text), store_id INTEGER, manager_id INTEGER, salary \(number), hired_on \(time))",
            "CREATE TABLE products (id INTEGER PRIMARY KEY, name \(text), kind \(text), price \(number), active \(flag), details \(document), tags \(tags))",
            "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, store_id INTEGER, status \(text), ordered_at \(time), total \(number))",
            "CREATE TABLE order_lines (id INTEGER PRIMARY KEY, order_id INTEGER, product_id INTEGER, quantity INTEGER, unit_price \(number))",
            "CREATE TABLE shipments (id INTEGER PRIMARY KEY, order_id INTEGER, carrier \(text), shipped_at \(time), delivered_at \(time), cost \(number))",
            "CREATE TABLE returns (id INTEGER PRIMARY KEY, order_id INTEGER, reason \(text), refund \(number), returned_at \(time))",
        ]
    }

    @Test("all are parsed, and their printed text parses to the same tree", arguments: Dialect.allCases)
    func parses(dialect: Dialect) throws {
        let queries = try Self.queries(dialect)
        #expect(queries.count == 500 && Set(queries).count == 500)
        for query in queries {
            do throws(SyntaxError) {
                let tree = try SelectStatement.parse(query, in: dialect)
                #expect(try SelectStatement.parse(tree.printed(for: dialect), in: dialect) == tree)
            } catch {
                Issue.record("\(error): \(query)")
            }
        }
    }

    @Test("SQLite takes them as they are and as they are printed")
    func sqlite() async throws {
        let fixture = try await SQLiteFixture(Self.schema(.sqlite).map { Statement(verbatim: $0) })
        let queries = try Self.queries(.sqlite)
        for query in queries {
            for text in [query, try SelectStatement.parse(query, in: .sqlite).printed(for: .sqlite)] {
                do { _ = try await fixture.texts(Statement(verbatim: text)) } catch { Issue.record("\(error): \(text)") }
            }
        }
    }

    @Test("PostgreSQL takes them as they are and as they are printed")
    func postgreSQL() async throws {
        let queries = try Self.queries(.postgresql)
        try await DriverDatabase.with(.postgresql, schema: Self.schema(.postgresql).joined(separator: ";")) { test async throws in
            for query in queries {
                for text in [query, try SelectStatement.parse(query, in: .postgresql).printed(for: .postgresql)] {
                    do {
                        try await test.database.read(.minute) { connection in
                            _ = try connection.query(Statement(verbatim: text), limits: .none, columns: { _ in }) { _ in .more }
                        }
                    } catch { Issue.record("\(error): \(text)") }
                }
            }
        }
    }

    @Test("MariaDB takes them as they are and as they are printed")
    func mariaDB() async throws {
        let queries = try Self.queries(.mysql)
        try await DriverDatabase.with(.mariadb, schema: Self.schema(.mysql).joined(separator: ";")) { test async throws in
            for query in queries {
                for text in [query, try SelectStatement.parse(query, in: .mysql).printed(for: .mysql)] {
                    do {
                        try await test.database.read(.minute) { connection in
                            _ = try connection.query(Statement(verbatim: text), limits: .none, columns: { _ in }) { _ in .more }
                        }
                    } catch { Issue.record("\(error): \(text)") }
                }
            }
        }
    }

    @Test("all their names are found, and a table that is not known is")
    func resolves() throws {
        for dialect in Dialect.allCases {
            let columns = Dictionary(
                uniqueKeysWithValues: Self.schema(dialect).map { definition in
                    let parts = definition.split(separator: "(", maxSplits: 1)
                    let names = parts[1].split(separator: ",").compactMap { $0.split(separator: " ").first }.filter { Int($0.dropLast()) == nil }
                    return (SQLName(String(parts[0].split(separator: " ")[2])), names.map { SQLName(String($0)) })
                })
            for query in try Self.queries(dialect) {
                let tree = try SelectStatement.parse(query, in: dialect)
                do {
                    let resolution = try NameResolution(tree, in: dialect) { table in
                        guard let known = columns.first(where: { $0.key.isSame(as: table.name, in: dialect) }) else {
                            throw NameRefusal(.unknownTable(table.name), offset: 0)
                        }
                        return NameResolution.KnownTable(schema: nil, known.key, allColumns: known.value)
                    }
                    #expect(try SelectStatement.parse(resolution.statement.printed(for: dialect), in: dialect) == resolution.statement)
                } catch { Issue.record("\(error): \(query)") }
            }
        }
    }

    /// Reads every reference query of `Corpus/questions.jsonl`, or of a file of the same form: `GATEHOUSE_QUESTIONS=…/dev.jsonl`.
    @Test("reference queries of a file of questions are read")
    func questions() throws {
        let own = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Corpus/questions.jsonl").path
        let path = ProcessInfo.processInfo.environment["GATEHOUSE_QUESTIONS"] ?? own
        var count = 0
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            for query in object["gold"] as? [String] ?? [] {
                count += 1
                do throws(SyntaxError) { _ = try SelectStatement.parse(query, in: .sqlite) } catch { Issue.record("\(error): \(query)") }
            }
        }
        #expect(count > 0)
    }
}
