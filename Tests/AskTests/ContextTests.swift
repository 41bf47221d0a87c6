import GatehouseTesting
import SQL
import SQLSyntax
import SampleCompany
import Testing

@testable import Ask

@Suite("The context of an unanswered question, for a caller that writes the SQL")
struct ContextTests {
    /// An agent by script: it knows the context alone, and makes one statement of it.
    private struct ScriptedAgent {
        let context: QuestionContext

        var statement: String {
            if let sql = context.sql { return sql }
            guard let first = context.tables.first else { return "" }
            var joined = [first.name]
            var from = quoted(first.name)
            var isGrowing = true
            while isGrowing {
                isGrowing = false
                for join in context.joins {
                    let sides = join.split(separator: " = ").map { $0.split(separator: ".").map(String.init) }
                    guard sides.count == 2, sides.allSatisfy({ $0.count == 2 }), joined.contains(sides[0][0]) != joined.contains(sides[1][0]) else {
                        continue
                    }
                    let added = joined.contains(sides[0][0]) ? sides[1][0] : sides[0][0]
                    guard context.tables.contains(where: { $0.name == added }) else { continue }
                    from += " JOIN \(quoted(added)) ON \(sides.map { $0.map(quoted).joined(separator: ".") }.joined(separator: " = "))"
                    joined.append(added)
                    isGrowing = true
                }
            }
            let items = first.columns.map { quoted(first.name) + "." + quoted($0) }
            var conditions: [String] = []
            for value in context.values {
                guard let sign = value.firstRange(of: " = ") else { continue }
                let column = value[..<sign.lowerBound].split(separator: ".").map(String.init)
                guard column.count == 2, joined.contains(column[0]) else { continue }
                conditions.append("\(column.map(quoted).joined(separator: ".")) = '\(value[sign.upperBound...].replacing("'", with: "''"))'")
            }
            let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " OR ")
            return "SELECT \(items.isEmpty ? "*" : items.joined(separator: ", ")) FROM \(from)\(filter) LIMIT 100"
        }

        private func quoted(_ name: String) -> String { "\"\(name)\"" }
    }

    @Test("For 50 questions the context contains everything that a right statement reads, in 4 KB, and a script writes valid statements from it")
    func script() async throws {
        let folder = try TemporaryDirectory()
        let database = try SQLiteDatabase(path: folder.path(of: "company.sqlite"))
        try await SampleCompany().load(into: database)
        let bounds = CallBounds.patient
        let index = try await SourceReader.whole(database, bounds)
        let engine = QuestionEngine(index, today: CalendarDay(2026, 6, 30))
        var asked = 0
        var whole = 0
        var missed: [String] = []
        for question in try BusinessQuestion.all() where asked < 50 {
            guard let reference = question.references.first else { continue }
            // A word that names nothing keeps the engine from answering.
            let reading = engine.read(question.text + " zorple")
            guard reading.status != .answered else { continue }
            asked += 1
            let context = QuestionContext(reading, in: index)
            let texts = context.tables.flatMap { [$0.name] + $0.columns } + context.joins + context.values + [context.sql ?? ""]
            #expect(texts.reduce(0) { $0 + $1.utf8.count + 4 } <= 4_096)
            let sql = ScriptedAgent(context: context).statement
            let ran = try await database.read(bounds) { connection in
                try connection.all(Statement(verbatim: sql)) { $0.columnCount }
            }
            #expect(ran.count <= 50_000)
            // The words of a right statement that are names in the schema.
            let words = Set(reference.split { !$0.isLetter && $0 != "_" }.map(String.init))
            let tables = index.tables.map(\.name).filter(words.contains)
            let isThere = tables.allSatisfy { name in
                guard let known = context.tables.first(where: { $0.name == name }), let own = index.tables.first(where: { $0.name == name }) else {
                    return false
                }
                return own.columns.map(\.name).filter(words.contains).allSatisfy { column in
                    known.columns.contains(column) || context.tables.contains { $0.name != name && $0.columns.contains(column) }
                }
            }
            if isThere { whole += 1 } else { missed.append(question.text) }
        }
        #expect(asked == 50)
        #expect(whole >= 45, "\(whole) of \(asked); not: \(missed)")
        await database.close()
    }

    /// Two tables that refer to each other's rows: `visits` with many columns, `guests` with few.
    private func withWideTable<R>(_ columns: Int, _ body: (SourceIndex) throws -> R) async throws -> R {
        let folder = try TemporaryDirectory()
        let database = try SQLiteDatabase(path: folder.path(of: "wide.sqlite"))
        let names = (0..<columns).map { "measurement_\($0) REAL" }.joined(separator: ", ")
        try await database.write(.patient) { connection in
            try connection.execute("CREATE TABLE guests (id INTEGER PRIMARY KEY, name TEXT, town TEXT)")
            try connection.execute(
                Statement(verbatim: "CREATE TABLE visits (id INTEGER PRIMARY KEY, guest_id INTEGER REFERENCES guests (id), \(names))"))
        }
        let result = try body(try await SourceReader.whole(database, .patient))
        await database.close()
        return result
    }

    @Test("A value that is longer than the whole context is left out, and nothing else is")
    func longValue() async throws {
        try await withWideTable(2) { index in
            var reading = QuestionEngine(index, today: CalendarDay(2026, 6, 30)).read("visits of guests zorple")
            let before = QuestionContext(reading, in: index)
            #expect(Set(before.tables.map(\.name)) == ["guests", "visits"])
            reading.links.insert(
                Reading.Link(text: "long", kind: .value, target: "guests.name = " + String(repeating: "x", count: 5_000), score: 1), at: 0)
            let context = QuestionContext(reading, in: index)
            #expect(context == before)
            #expect(context.tables.allSatisfy { !$0.columns.isEmpty })
            #expect(context.joins == ["visits.guest_id = guests.id"])
        }
    }

    @Test("A table with more columns than there is room for leaves the joins in the context")
    func wideTable() async throws {
        try await withWideTable(400) { index in
            let context = QuestionContext(QuestionEngine(index, today: CalendarDay(2026, 6, 30)).read("visits of guests zorple"), in: index)
            #expect(Set(context.tables.map(\.name)) == ["guests", "visits"])
            #expect(context.joins == ["visits.guest_id = guests.id"])
            let texts = context.tables.flatMap { [$0.name] + $0.columns } + context.joins
            #expect(texts.reduce(0) { $0 + $1.utf8.count + 4 } <= 3_400)
        }
    }

    @Test("A text that does not fit costs nothing")
    func budget() {
        var budget = ByteBudget(20, overhead: 2)
        #expect(budget.choose(["abcdef", String(repeating: "x", count: 30), "ab"], reserve: 4) == ["abcdef", "ab"])
        #expect(budget.choose(["abcdefg", "abcdef"]) == ["abcdef"])
        #expect(budget.choose(["a"]).isEmpty)
    }
}
