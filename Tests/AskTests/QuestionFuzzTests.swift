import Ask
import Foundation
import GatehouseTesting
import SQL
import SQLSyntax
import SampleCompany
import SeededRandom
import Testing

/// Invariants for any text: parsing ends, and an answer is SQL that the engine compiles. `make fuzz` parses 100,000 texts.
@Suite("Questions: any text", .timeLimit(.minutes(240)))
struct QuestionFuzzTests {
    /// Texts that once had an answer which no engine compiles, or none at all.
    private static let past = [
        "99999999999999999999k customers", "orders over 99999999999999999999m", String(repeating: "9", count: 400) + "k customers",
        "orders between 99999999999999999999 and 2000", "customers older than " + String(repeating: "9", count: 400),
        "delivered? return, Graz businesses? out 2021? their Vienna sell? there? cheapest as left?",
        "yesterday, less delivered last cheaper Germany online? quantity number wholesale? were newsletter",
        "segment cafes newest shipments, baristas tax are store manager hires",
    ]
    private static let isFull = ProcessInfo.processInfo.environment["GATEHOUSE_FUZZ"] != nil
    /// `GATEHOUSE_FUZZ` is how many hundredths of 100,000 texts there are.
    private static let count = ProcessInfo.processInfo.environment["GATEHOUSE_FUZZ"].flatMap { Int($0) }.map { $0 * 1_000 } ?? 2_000

    @Test("H06 Each text has an answer that compiles, or a reason why it has none")
    func anyText() async throws {
        let folder = try TemporaryDirectory()
        let database = try SQLiteDatabase(path: folder.path(of: "company.sqlite"))
        try await SampleCompany().load(into: database)
        let engines = try await [Bakery.index(), SourceReader.whole(database, .patient)].map { QuestionEngine($0, today: CalendarDay(2026, 6, 30)) }
        var texts = QuestionTexts(
            questions: try BusinessQuestion.all().map(\.text), random: Self.isFull ? SeededGenerator(sequence: 16) : SeededGenerator(seed: 16))
        var answered = 0
        for round in 0..<Self.count {
            // The limit of the suite is one failure, not one for each text that is left.
            try Task.checkCancellation()
            let text = round < Self.past.count ? Self.past[round] : texts.next()
            for (place, engine) in engines.enumerated() {
                let reading = engine.read(text)
                guard reading.status == .answered else {
                    #expect(reading.reason?.isEmpty == false, "\(text)")
                    continue
                }
                answered += 1
                let sql = try #require(reading.statement?.printed(for: .sqlite), "\(text)")
                #expect(!reading.interpretation.isEmpty, "\(text)")
                guard place == 1 else { continue }
                do {
                    _ = try await database.read(.patient) { connection in try connection.execute(Statement(verbatim: "EXPLAIN \(sql)")) }
                } catch {
                    Issue.record("\(text)\n\(sql)\n\(error)")
                }
            }
        }
        #expect(answered > Self.count / 100)
        await database.close()
    }
}

/// Texts that may come in place of a question: words in any order, questions cut and mixed, SQL, markup, long ones and those of all scripts.
private struct QuestionTexts {
    private let questions: [String]
    private let words: [String]
    private var random: SeededGenerator

    init(questions: [String], random: SeededGenerator) {
        self.questions = questions
        self.random = random
        words = Array(Set(questions.flatMap { $0.split(separator: " ").map(String.init) })).sorted()
    }

    mutating func next() -> String {
        switch random.below(10) {
        case 0, 1, 2: return salad(1 + random.below(14))
        case 3, 4: return changed(random.pick(questions))
        case 5: return "\(cut(random.pick(questions))) \(cut(random.pick(questions)))"
        case 6: return random.pick(Self.statements) + salad(random.below(4))
        case 7: return random.pick(Self.markup) + salad(random.below(6)) + random.pick(Self.markup)
        case 8: return letters(1 + random.below(60)) + (random.chance(percent: 50) ? " " + random.pick(questions) : "")
        default: return long()
        }
    }

    private mutating func salad(_ count: Int) -> String { (0..<count).map { _ in random.pick(words) }.joined(separator: " ") }

    private mutating func cut(_ text: String) -> String { String(text.prefix(1 + random.below(text.count))) }

    /// A letter less, a letter more, or two words in each other's places.
    private mutating func changed(_ text: String) -> String {
        var characters = Array(text)
        for _ in 0...random.below(3) {
            let place = random.below(characters.count)
            if characters.count > 1, random.chance(percent: 40) {
                characters.remove(at: place)
            } else if random.chance(percent: 50) {
                characters.insert(contentsOf: letters(1), at: place)
            } else {
                characters.swapAt(place, random.below(characters.count))
            }
        }
        return String(characters)
    }

    private mutating func letters(_ count: Int) -> String {
        var text = ""
        while text.unicodeScalars.count < count {
            let range = random.pick(Self.scripts)
            if let scalar = UnicodeScalar(range.lowerBound + UInt32(random.below(range.count))) { text.unicodeScalars.append(scalar) }
        }
        return text
    }

    private mutating func long() -> String {
        var text = ""
        while text.utf8.count < 2_000 {
            text += (random.chance(percent: 80) ? random.pick(questions) : letters(40)) + random.pick([" ", " and ", "? ", ", ", "("])
        }
        return String(text.prefix(1_900 + random.below(200)))
    }

    private static let scripts: [ClosedRange<UInt32>] = [
        0x00...0x7F, 0x80...0x24F, 0x300...0x36F, 0x370...0x5FF, 0x600...0x6FF, 0x900...0xDFF, 0xE00...0xEFF, 0x1100...0x11FF, 0x2000...0x206F,
        0x3040...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xE000...0xE0FF, 0xFE00...0xFEFF, 0x1F300...0x1F6FF, 0x20000...0x200FF,
    ]

    private static let statements = [
        "SELECT * FROM customers WHERE name = 'x' ", "'; DROP TABLE orders; -- ", "SELECT 1; ", "1 OR 1=1 ", "UNION SELECT NULL, NULL -- ",
        "DELETE FROM orders ", "/* */ ", "\" OR \"\"=\" ", "names of customers called '' ", "orders above 1e309 ",
        "orders above 99999999999999999999 ", "orders between 99999999999999999999 and 2000 ", "99999999999999999999k ",
    ]

    private static let markup = [
        "<script>", "</td>", "{\"question\": \"", "# ", "| a | b |\n", "```sql\n", "&amp;", "{{ ", "%s%n", "\\u0000", "\u{0}", "\r\n", "\u{202E}",
        "[](",
    ]
}
