import Ask
import SQLSyntax
import Testing

@Suite("Scoring")
struct ScoringTests {
    @Test("The weights are those that were fitted: a change of one is a change of every confidence, and is made here too")
    func pinned() {
        #expect(
            Scoring.table == [
                "bias 3.5", "perTenWords -0.6", "perUnusedWord -2.0", "threshold 0.7", "weakestLink 0.4", "absence 0.3", "ambiguousColumn -1.2",
                "ambiguousJoin -0.8", "ambiguousValue -0.8", "attributeList 0.2", "both 0.6", "combined 0.9", "countOfPart -1.5", "countedOnce -0.4",
                "displayColumn -1.2", "farColumn 0.1", "groupCondition 0.1", "grouped 0.3", "implicitGroup -0.8", "impliedAdjective 0.4",
                "impliedYear -1.0", "inferredJoin -0.3", "join -0.5", "joinOfMore -0.4", "joinOfThree -0.8", "listedOnce -0.5", "manyFilters -0.3",
                "mayRepeat -1.5", "multiplied 0.4", "numberInText -2.2", "once -0.9", "or -0.3", "pendingColumn -1.1", "repeated -1.2",
                "softVerb -0.2", "softVerbs -0.6", "sumOfColumn -0.2", "unusedTable -0.5", "wide -0.8",
            ])
    }

    @Test("A word that had no effect keeps a reading from being an answer, and a list whose join repeats rows says so")
    func unusedAndRepeated() async throws {
        let engine = QuestionEngine(try await Bakery.index(), today: CalendarDay(2025, 6, 30))
        #expect(engine.read("How many golden bakers are there?").status == .declined)
        let reading = engine.read("Names of bakers with a loaf of price above 3")
        let looked = await engine.probed(reading) { _ in [["Anna"], ["Anna"], ["Bela"]] }
        #expect(looked.confidence < reading.confidence)
        #expect(looked.statement?.printed(for: .sqlite).hasPrefix("SELECT DISTINCT") == true)
        #expect(looked.alternatives.first?.statement?.printed(for: .sqlite) == reading.statement?.printed(for: .sqlite))
        let unknown = await engine.probed(reading) { _ in nil }
        #expect(unknown.confidence == reading.confidence)
    }
}
