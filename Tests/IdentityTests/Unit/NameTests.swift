import Identity
import Testing

@Suite("Names")
struct NameTests {
    @Test("A name of the grammar is kept as written", arguments: ["a", "7", "Ann", "built-in", "ann.b_c-d", String(repeating: "x", count: 64)])
    func accepts(text: String) throws {
        #expect(try Name(parsing: text).text == text)
    }

    @Test(
        "E06 a name has one form: slashes, leading marks, other scripts, combining and invisible letters are refused",
        arguments: [
            "", ".", "..", "-a", "_a", ".a", "a/b", "a\\b",
            "a b", " a", "a\n", "a\0", "a%2fb", "é", "e\u{301}", "ａ", "а", "a\u{200B}", "\u{212A}",
            "a@b", "a:b", "a+b", "a\u{FE0F}", String(repeating: "x", count: 65),
        ])
    func refuses(text: String) {
        #expect {
            try Name(parsing: text, argument: "user")
        } throws: { error in
            (error as? IdentityError)?.code == .invalid && (error as? IdentityError)?.reason.hasPrefix("user: ") == true
        }
    }

    @Test("E06 a qualified name is two names around exactly one slash")
    func qualified() throws {
        let name = try QualifiedName(parsing: "Acme/ann", argument: "user")
        #expect(name.organization == "Acme")
        #expect(name.name == "ann")
        #expect(name.description == "Acme/ann")
        #expect(try QualifiedName(parsing: "acme/ann", argument: "user") != name)
    }

    @Test(
        "E06 anything else between organization and name is refused",
        arguments: ["ann", "/ann", "acme/", "/", "", "a/b/c", "acme//ann", "acme/ann/", "acme/../ann", "acme\u{2215}ann", "acme%2Fann", "acme/ann "])
    func unqualified(text: String) {
        #expect { try QualifiedName(parsing: text, argument: "user") } throws: { ($0 as? IdentityError)?.code == .invalid }
    }
}
