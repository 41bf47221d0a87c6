import Catalog
import Foundation
import SeededRandom
import Testing

@Suite("Patterns of text")
struct TextPatternTests {
    @Test(
        "a pattern matches as ECMAScript's would",
        arguments: [
            ("^[A-Z]{3}-\\d+$", ["ABC-1", "XYZ-0042"], ["AB-1", "abc-1", "ABC-", "ABC-1 ", "ABCD-1"]),
            ("^(red|green|blue)$", ["red", "blue"], ["redgreen", "re", ""]), ("b", ["abc"], ["ac", ""]), ("", ["", "x"], []),
            ("^a?b*c+$", ["c", "abbbc", "acc"], ["ab", "aac"]), ("^.{2,3}$", ["ab", "abc", "äö"], ["a", "abcd", "a\nb"]),
            ("^[^a-c\\s]+$", ["xyz", "d-e"], ["a", "x y", ""]), ("\\bcat\\b", ["a cat."], ["concat", "cats"]), ("\\Bx", ["ax"], ["x", "a x"]),
            ("/^straße$/i", ["STRAßE", "Straße"], ["strasse"]), ("^\\p{Lu}\\p{Ll}+$", ["Ärger", "Ab"], ["ärger", "A1"]),
            ("^\\u00e9\\x41\\u{1F600}$", ["éA😀"], ["eA"]), ("^[\\]\\-a]+$", ["]-a"], ["\\"]), ("^(?:a|b(?:c|d))*$", ["", "abcbda"], ["ab", "c"]),
            ("^[]a]$", [], ["]", "a", "]a]"]), ("^\\$\\.\\^$", ["$.^"], [""]), ("a{0}", ["", "b"], []), ("^(a*)*$", ["", "aaaa"], ["b"]),
        ] as [(String, [String], [String])])
    func matches(text: String, taken: [String], refused: [String]) throws {
        let pattern = try TextPattern(text)
        for one in taken { #expect(pattern.matches(one), "\(text) takes \(one)") }
        for one in refused { #expect(!pattern.matches(one), "\(text) refuses \(one)") }
    }

    @Test(
        "a pattern that is invalid, or that could take unlimited time, is refused with a reason",
        arguments: [
            "(a)\\1", "(?=a)", "(?<n>a)", "(?<!a)", "(", ")", "[", "[z-a]", "a**", "*a", "{2}", "a{3,2}", "a{", "a{1000}", "\\", "\\q", "\\p{Han}",
            "(a{100}){100}", "((((((((((){200}){200}){200}){200}){200}){200}){200}){200}){200}){200}", "\\u{110000}", "/a/g", "\\x4",
            String(repeating: "(", count: 100) + String(repeating: ")", count: 100), String(repeating: "a", count: 501),
        ])
    func refused(text: String) {
        #expect(throws: TextPattern.Failure.self) { try TextPattern(text) }
    }

    @Test("the steps of a match grow with the text alone, also where others' grow with its power")
    func evil() throws {
        let text = String(repeating: "a", count: TextPattern.maximumTextLength)
        for evil in ["^(a+)+$", "^(a|a)*b$", "^(a|aa)+$", "^(.*a){20}$"] {
            _ = try TextPattern(evil).matches(text + "!")
        }
        #expect(try !TextPattern("^(a+)+$").matches("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"))
    }

    /// A pattern of letters, groups and counts.
    private static func random(_ numbers: inout SeededGenerator, depth: Int = 3) -> String {
        let atom: String
        switch numbers.below(depth == 0 ? 4 : 7) {
        case 0: atom = numbers.pick(["a", "b", "c"])
        case 1: atom = "."
        case 2: atom = numbers.pick(["[ab]", "[^a]", "[a-c]", "\\w"])
        case 3: atom = numbers.pick(["^", "$", "\\b"])
        case 4: atom = "(\(random(&numbers, depth: depth - 1))|\(random(&numbers, depth: depth - 1)))"
        case 5: atom = "(?:\(random(&numbers, depth: depth - 1)))"
        default: return random(&numbers, depth: depth - 1) + random(&numbers, depth: depth - 1)
        }
        return ["^", "$", "\\b"].contains(atom) ? atom : atom + numbers.pick(["", "", "*", "+", "?", "{2}", "{1,2}", "{0,}"])
    }

    @Test("random patterns match the same texts as with ICU", arguments: 0..<4)
    func referee(seed: Int) throws {
        var numbers = SeededGenerator(sequence: 300 + seed)
        for _ in 0..<300 {
            let text = Self.random(&numbers)
            let own = try TextPattern(text)
            let other = try NSRegularExpression(pattern: text)
            for _ in 0..<8 {
                let subject = (0..<numbers.below(6)).map { _ in numbers.pick(["a", "b", "c", " "]) }.joined()
                let range = NSRange(subject.startIndex..., in: subject)
                #expect(own.matches(subject) == (other.firstMatch(in: subject, range: range) != nil), "\(text) on '\(subject)'")
            }
        }
    }
}
