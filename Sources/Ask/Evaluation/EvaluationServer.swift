package import JSON
import SQL
import SQLSyntax

/// Answers questions from lines of JSON. Each question is about a SQLite file, whose index is cached.
package actor EvaluationServer {
    /// Most cached indexes.
    private static let capacity = 32
    /// Long enough that even a very busy machine completes a probe's steps.
    private static let probeTime = Duration.seconds(5)

    private let today: CalendarDay
    private var indexes: [String: SourceIndex] = [:]
    private var recent: [String] = []

    private let words: WordNet?

    package init(today: CalendarDay, words: WordNet? = nil) {
        self.today = today
        self.words = words
    }

    /// - Parameter line: `{"id", "database", "question"}`.
    /// - Returns: `{"id", "status", "sql", "confidence", "interpretation", "alternatives"}`.
    package func answer(_ line: String) async -> JSONValue {
        guard let request = try? JSONValue(parsing: line), let object = request.object,  // a line that is not JSON gets a declined answer
            let question = object["question"]?.string, let database = object["database"]?.string
        else { return Self.declined(.null, "a line is an object with id, database and question") }
        let id = object["id"] ?? .null
        do {
            let index = try await index(of: database)
            let engine = QuestionEngine(index, today: today)
            let reading = await engine.probed(engine.read(question), within: Self.probeTime) { await Self.rows(of: $0, in: database, $1) }
            return Self.answer(id, reading, index.dialect)
        } catch {
            return Self.declined(id, "the database cannot be read")
        }
    }

    private static func open(_ path: String) throws -> SQLiteDatabase {
        try SQLiteDatabase(path: path, options: SQLiteOptions(access: .readOnly, usesWriteAheadLog: false, readers: 1, guardedReaders: 1))
    }

    /// Nil if the statement needs more steps than a probe may use.
    private static func rows(of statement: SelectStatement, in path: String, _ bounds: CallBounds) async -> [[String?]]? {
        // A file that cannot be opened was reported when its question was read.
        guard let database = try? open(path) else { return nil }
        let text = Statement(verbatim: statement.printed(for: .sqlite))
        // Values that cannot be looked up in time stay unknown.
        let rows = try? await database.read(bounds) { connection in
            try connection.all(text) { row in (0..<row.columnCount).map(row.text) }
        }
        await database.close()
        return rows
    }

    private func index(of path: String) async throws -> SourceIndex {
        if let known = indexes[path] { return known }
        let database = try Self.open(path)
        let index: SourceIndex
        do {
            index = try await SourceReader.whole(database, .within(.seconds(30)), words: words)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
        if recent.count >= Self.capacity { indexes[recent.removeFirst()] = nil }
        recent.append(path)
        indexes[path] = index
        return index
    }

    private static func answer(_ id: JSONValue, _ reading: Reading, _ dialect: Dialect) -> JSONValue {
        let isAnswered = reading.status == .answered
        let own: JSONValue = reading.statement.map { .string($0.printed(for: dialect)) } ?? .null
        var others = reading.alternatives.compactMap { $0.statement?.printed(for: dialect) }
        if !isAnswered, let statement = reading.statement { others.insert(statement.printed(for: dialect), at: 0) }
        return .object([
            "id": id, "status": .string(reading.status.rawValue), "sql": isAnswered ? own : .null,
            "confidence": rounded(reading.confidence), "interpretation": .string(reading.interpretation),
            "alternatives": .array(others.prefix(3).map { .object(["sql": .string($0)]) }),
            "unused": .array(reading.unused.map { .string($0) }), "assumptions": .array(reading.notes.sorted().map { .string($0.rawValue) }),
            "weakest": rounded(reading.weakest), "words": JSONNumber(Double(reading.words)).map { .number($0) } ?? .null,
            "reason": reading.reason.map { .string($0) } ?? .null,
        ])
    }

    private static func rounded(_ number: Double) -> JSONValue { JSONNumber((number * 10_000).rounded() / 10_000).map { .number($0) } ?? .null }

    private static func declined(_ id: JSONValue, _ reason: String) -> JSONValue {
        .object([
            "id": id, "status": .string("declined"), "sql": .null, "confidence": 0, "interpretation": .string(""), "alternatives": .array([]),
            "reason": .string(reason),
        ])
    }
}
