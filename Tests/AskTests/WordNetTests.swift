import Foundation
import GatehouseTesting
import Testing

@testable import Ask

@Suite("WordNet")
struct WordNetTests {
    /// Lines in the format of the files, with invented words.
    private static let files: [String: String] = [
        "index.noun":
            "  1 a licence\nbarn n 1 1 @ 1 1 00000010  \nstable n 1 1 @ 1 1 00000010  \nlone n 1 1 @ 1 1 00000020  \ntwo_words n 1 1 @ 1 1 00000010  \n",
        "index.verb": "tow v 1 1 @ 1 1 00000010  \npull v 1 1 @ 1 1 00000010  \n", "index.adj": "", "noun.exc": "oxen ox\ngeese goose\n",
        "verb.exc": "chosen choose\n",
    ]

    private static func made() throws -> WordNet {
        let words = WordNet(reading: "x") { path in path.split(separator: "/").last.flatMap { files[String($0)] }.map { Array($0.utf8) } }
        return try #require(words)
    }

    @Test("Words with a common meaning are alike, per part of speech; irregular forms have a base form")
    func reads() throws {
        let words = try Self.made()
        #expect(words.areAlike("barn", "stable") && words.areAlike("tow", "pull"))
        #expect(!words.areAlike("barn", "pull") && !words.areAlike("lone", "lone"))
        #expect(words.plain == ["geese": "goose", "chosen": "choose"])
    }

    @Test("The cache has the same content, and an invalid one is not read")
    func cache() throws {
        let words = try Self.made()
        let again = try #require(WordNet(cached: Array(words.cached.utf8)))
        #expect(again.areAlike("barn", "stable") && !again.areAlike("barn", "pull") && again.plain == words.plain)
        #expect(WordNet(cached: Array("gatehouse wordnet 0\nbarn 1\n".utf8)) == nil)
        #expect(WordNet(reading: "x") { _ in nil } == nil)
    }

    @Test("The installed files make a cache under 4 MB", .enabled(if: WordNet.isInstalled, "wordnet-base is not installed"))
    func installed() throws {
        let folder = try TemporaryDirectory()
        let words = try #require(WordNet.open(in: folder.path))
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(of: WordNet.fileName))
        let size = try #require(attributes[.size] as? Int)
        #expect(size > 100_000 && size < WordNet.maximumSize)
        #expect(words.areAlike("car", "automobile") && words.plain["chosen"] == "choose")
        let cached = try #require(WordNet.open(in: folder.path, from: "/nowhere"))
        #expect(cached.areAlike("car", "automobile"))
    }
}
