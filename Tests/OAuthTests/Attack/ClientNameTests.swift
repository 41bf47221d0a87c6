import Notation
import OAuth
import Testing

@Suite("Names that clients give themselves")
struct ClientNameTests {
    @Test(
        "A29 Markup, bidirectional marks, controls and invisible characters are taken out",
        arguments: [
            ("<script>alert(1)</script>", "scriptalert(1)/script"), ("Good\u{202E}live\u{202C} app", "Goodlive app"), ("a\u{0}b\r\nc\td", "ab c d"),
            ("zero\u{200B}width\u{FEFF}\u{2060}", "zerowidth"), ("tag\u{E0041}\u{E0042}", "tag"), ("  spaced   out  ", "spaced out"),
            ("line\u{2028}break", "line break"), ("Café 咖啡", "Café 咖啡"), ("a\u{2066}b\u{2069}", "ab"), ("soft\u{AD}hyphen", "softhyphen"),
            ("x\u{3164}y", "xy"),
        ])
    func cleaned(given: String, shown: String) {
        #expect(ClientName(cleaning: given, fallback: "f").text == shown)
    }

    @Test("A29 5,000 characters become 64, and marks piled upon a letter become two")
    func cut() {
        #expect(ClientName(cleaning: String(repeating: "x", count: 5_000), fallback: "f").text == String(repeating: "x", count: 64))
        let pile = ClientName(cleaning: "a" + String(repeating: "\u{301}", count: 500) + "b", fallback: "f").text
        #expect(pile.unicodeScalars.count == 4)
        let family = ClientName(cleaning: String(repeating: "👩\u{200D}👩\u{200D}👧", count: 200), fallback: "f").text
        #expect(family.unicodeScalars.count <= 128)
    }

    @Test("A29 A name of nothing visible is the fallback")
    func empty() {
        for given in [nil, "", "  ", "\u{202E}\u{200B}", "<>", "\u{301}\u{301}"] {
            #expect(ClientName(cleaning: given, fallback: "client.example").text == "client.example")
        }
    }
}
