import Ask
import SQLSyntax
import Testing

@Suite("Scoring")
struct ScoringTests {
    @Test("The weights equal the fitted ones: changing one changes every confidence, and must be repeated here")
    func pinned() {
        #expect(
            Scoring.table == [
                "bias 3.7", "perTenWords -0.8", "perUnusedWord -1.9", "threshold 0.62", "weakestLink 0.1", "absence 0.6", "ambiguousColumn -1.3",
                "ambiguousJoin -2.0", "ambiguousValue -0.8", "anyOfThem -1.0", "attributeList -0.5", "both 0.7", "combined 0.8", "countOfPart -1.5",
                "countedOnce -0.9", "countsDiffer -1.0", "displayColumn -1.2", "eachOnce -0.9", "groupCondition 0.2", "grouped 0.1",
                "guessedEvent -3.5", "implicitGroup -0.3",
                "impliedAdjective 0.4", "impliedTable -0.8", "impliedYear -1.0", "inferredJoin 0.1", "join -0.6", "joinOfMore -0.3",
                "joinOfThree -1.0", "limited 0.1", "listedOnce -1.8", "looseClause -0.2", "manyFilters -0.3", "mayRepeat -1.8", "multiplied 0.4",
                "noFilter -0.2", "noRows -3.0", "numberInText -2.3", "once -0.9", "or -0.2", "partialName -0.1", "pendingColumn -0.7",
                "repeated -0.7", "softVerb -0.1", "softVerbs -0.6", "softWord -0.4", "sumOfColumn -0.3", "unnamedLink -0.4", "unnamedTable -0.2",
                "unusedTable -0.5", "weakerName -0.25", "wide -0.9",
            ])
    }

    @Test("A word without effect prevents an answer, and a list with duplicates from a join reports them")
    func unusedAndRepeated() async throws {
        let engine = QuestionEngine(try await Bakery.index(), today: CalendarDay(2025, 6, 30))
        #expect(engine.read("How many golden bakers are there?").status == .declined)
        let reading = engine.read("Names of bakers with a loaf of price above 3")
        let looked = await engine.probed(reading) { _, _ in [["Anna"], ["Anna"], ["Bela"]] }
        #expect(looked.confidence < reading.confidence)
        #expect(looked.statement?.printed(for: .sqlite).hasPrefix("SELECT DISTINCT") == true)
        #expect(looked.alternatives.first?.statement?.printed(for: .sqlite) == reading.statement?.printed(for: .sqlite))
        let unknown = await engine.probed(reading) { _, _ in nil }
        #expect(unknown.statement == looked.statement && unknown.confidence == looked.confidence, "a list that cannot be looked at has each row once")
    }
}
