import Ask
import GatehouseTesting
import SQL
import SQLSyntax
import Testing

/// Questions on a made-up clinic for animals, whose tables refer to each other in two ways.
@Suite("Questions on a clinic")
struct ClinicQuestionTests {
    private static let script = """
        CREATE TABLE clinics (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
        CREATE TABLE vets (id INTEGER PRIMARY KEY, name TEXT, salary INTEGER, clinic_id INTEGER REFERENCES clinics (id));
        CREATE TABLE owners (id INTEGER PRIMARY KEY, name TEXT, town TEXT, phone TEXT, email TEXT);
        CREATE TABLE pets (id INTEGER PRIMARY KEY, name TEXT, species TEXT, weight_kg REAL, birth_date DATE, vaccinated TEXT,
            owner_id INTEGER REFERENCES owners (id), clinic_id INTEGER REFERENCES clinics (id));
        CREATE TABLE visits (id INTEGER PRIMARY KEY, pet_id INTEGER REFERENCES pets (id), vet_id INTEGER REFERENCES vets (id), visit_date DATE,
            fee REAL, paid_on DATE);
        CREATE TABLE fines (id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owners (id), amount REAL, reason TEXT);
        INSERT INTO clinics VALUES (1, 'Harbour', 'Graz'), (2, 'Meadow', 'Linz');
        INSERT INTO vets VALUES (1, 'Ada', 5000, 1), (2, 'Bo', 4000, 1), (3, 'Cid', 6000, 2);
        INSERT INTO owners VALUES (1, 'Eve', 'Wels', '1', 'e@x'), (2, 'Finn', 'Wels', NULL, NULL), (3, 'Gus', 'Steyr', '3', NULL);
        INSERT INTO pets VALUES (1, 'Rex', 'dog', 30, '2015-03-01', 'Y', 1, 1), (2, 'Tom', 'cat', 4, '2019-05-01', 'N', 1, 2),
            (3, 'Bella', 'dog', 12, '2020-07-01', 'Y', 2, 1), (4, 'Kim', 'dog', 24, '2018-01-01', 'N', 3, 2);
        INSERT INTO visits VALUES (1, 1, 1, '2024-01-05', 50, '2024-01-06'), (2, 1, 3, '2024-12-20', 90, NULL), (3, 2, 1, '2025-02-02', 40, NULL),
            (4, 3, 1, '2025-03-03', 70, '2025-03-09'), (5, 3, 2, '2025-03-05', 20, NULL);
        INSERT INTO fines VALUES (1, 1, 10, 'late'), (2, 1, 30, 'late'), (3, 3, 8, 'noise');
        """

    @Test(
        "A question gives the rows of its reference",
        arguments: [
            ("How many visits have not been paid yet?", "SELECT count(*) FROM visits WHERE paid_on IS NULL"),
            ("Owners who do not have an email", "SELECT name FROM owners WHERE email IS NULL"),
            ("Owners without a phone number", "SELECT name FROM owners WHERE phone IS NULL"),
            ("phone numbers of the owners", "SELECT phone FROM owners"),
            ("What are the dates and fees of the 2 most expensive visits?", "SELECT visit_date, fee FROM visits ORDER BY fee DESC LIMIT 2"),
            (
                "the two vets with the most visits",
                "SELECT v.name FROM vets v JOIN visits s ON s.vet_id = v.id GROUP BY v.id ORDER BY count(*) DESC, v.id LIMIT 2"
            ),
            ("the second heaviest pet", "SELECT name FROM pets ORDER BY weight_kg DESC LIMIT 1 OFFSET 1"),
            ("pets with more weight than 20", "SELECT name FROM pets WHERE weight_kg > 20"),
            ("Names of dogs heavier than the average dog", "SELECT name FROM pets WHERE species = 'dog' AND weight_kg > 22"),
            ("Which vets have treated a cat?", "SELECT 'Ada'"),
            ("List pets from the youngest to the oldest", "SELECT name FROM pets ORDER BY birth_date DESC"),
            (
                "Show the species and weight of pets sorted by species and then by weight from high to low",
                "SELECT species, weight_kg FROM pets ORDER BY species, weight_kg DESC"
            ),
            (
                "average fee per vet, from the dearest to the cheapest",
                "SELECT v.name, avg(s.fee) FROM vets v JOIN visits s ON s.vet_id = v.id GROUP BY v.id ORDER BY avg(s.fee) DESC"
            ),
            ("What is the average fine?", "SELECT avg(amount) FROM fines"),
            (
                "fees by vet", "SELECT v.name, sum(s.fee) FROM visits s JOIN vets v ON v.id = s.vet_id GROUP BY v.id"
            ),
            ("What percentage of dogs is vaccinated?", "SELECT 100.0 * 2 / 3"),
            ("How many owners have both a dog and a cat?", "SELECT 1"),
            ("How many visits did each vet make?", "SELECT v.name, count(*) FROM vets v JOIN visits s ON s.vet_id = v.id GROUP BY v.id"),
            ("unvaccinated pets", "SELECT name FROM pets WHERE vaccinated = 'N'"),
            ("pets that are neither dogs nor cats", "SELECT name FROM pets WHERE 1 = 0"),
        ])
    func answers(question: String, reference: String) async throws {
        try await Self.withClinic { database, index in
            let reading = QuestionEngine(index, today: CalendarDay(2025, 6, 30)).read(question)
            let printed = reading.status == .answered ? reading.statement?.printed(for: .sqlite) : nil
            let sql = try #require(printed, "\(question): \(reading.reason ?? "") \(reading.statement?.printed(for: .sqlite) ?? "")")
            let bounds = CallBounds.patient
            let isRight = try await ResultRows(reference, on: database, bounds).agree(with: ResultRows(sql, on: database, bounds))
            #expect(isRight, "\(question): \(sql)")
        }
    }

    @Test(
        "What the words say beyond what is read is never left out of an answer",
        arguments: [
            "the second visit of each pet", "owners with only dogs",
            "owners whose pets are all dogs", "the cheapest and most expensive visit", "vets in Wels",
            "what did each vet say?", "Who fed \"Rex\"?", "vets with more visits than the average",
        ])
    func declines(question: String) async throws {
        try await Self.withClinic { _, index in
            let reading = QuestionEngine(index, today: CalendarDay(2025, 6, 30)).read(question)
            #expect(reading.status != .answered, "\(question): \(reading.statement?.printed(for: .sqlite) ?? "")")
        }
    }

    private static func withClinic(_ body: (any Database, SourceIndex) async throws -> Void) async throws {
        let folder = try TemporaryDirectory()
        let database = try SQLiteDatabase(path: folder.path(of: "clinic.sqlite"))
        let bounds = CallBounds.patient
        try await database.write(bounds) { connection in
            for part in script.split(separator: ";") where part.contains(where: \.isLetter) {
                try connection.execute(Statement(verbatim: String(part)))
            }
        }
        try await body(database, try await SourceReader.whole(database, bounds))
        await database.close()
    }
}
