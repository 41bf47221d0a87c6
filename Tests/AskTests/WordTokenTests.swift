import Ask
import Testing

@Suite("WordToken")
struct WordTokenTests {
    @Test("A token keeps the text as written beside its form in lowercase")
    func forms() {
        let token = WordToken(.word, text: "Wines", lower: "wines")
        #expect(token.text == "Wines" && token.lower == "wines")
    }
}
