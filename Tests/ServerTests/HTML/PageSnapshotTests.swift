import Foundation
import Testing

@testable import Server

@Suite("Pages as people see them")
struct PageSnapshotTests {
    /// With `GATEHOUSE_RECORD=1` the pages are rewritten, to be reviewed in a browser and committed.
    @Test("Each page equals its committed snapshot")
    func snapshots() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Snapshots")
        var made = Dictionary(uniqueKeysWithValues: PageSamples.ordinary.all.map { ("\($0.name).html", $0.page.document) })
        made["gatehouse.css"] = Stylesheet.text
        if ProcessInfo.processInfo.environment["GATEHOUSE_RECORD"] == "1" {
            for (name, text) in made { try Data(text.utf8).write(to: folder.appending(path: name)) }
        }
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) == Set(made.keys))
        for (name, text) in made {
            let kept = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            #expect(kept == text, "\(name) differs from its snapshot; look at it, then run with GATEHOUSE_RECORD=1")
        }
    }

    @Test("F08 A person who lets a client change workflows is warned that these can send rows to other servers")
    func workflows() {
        #expect(ScopeWords("write:workflow").words.contains("send rows to other servers"))
    }

    @Test(
        "A page has a language, a title, labels on its fields, a submit in each form, and nothing that runs",
        arguments: PageSamples.ordinary.all.map(\.name))
    func forms(name: String) throws {
        let page = try #require(PageSamples.ordinary.all.first { $0.name == name }?.page)
        // The one place that a page leads to elsewhere is a link that names it.
        let text = page.document.replacing(/<a href="https:[^"]*" rel="noreferrer">/, with: "<a>")
        #expect(text.hasPrefix("<!doctype html>\n<html lang=\"en\">") && text.contains("<title>\(page.title) · Gatehouse</title>"))
        #expect(
            !text.contains("<script") && !text.contains(" style=") && !text.contains("<style") && !text.contains("http://")
                && !text.contains("https://"))
        for field in text.matches(of: /<input type="(?:text|password|checkbox)"/) {
            let before = text[..<field.range.lowerBound]
            let opened = before.ranges(of: "<label").count
            #expect(opened == before.ranges(of: "</label>").count + 1, "a field stands in its label")
        }
        #expect(text.ranges(of: "<form").count == text.ranges(of: "type=\"hidden\" name=\"csrf\"").count)
        #expect(text.ranges(of: "<form").count <= text.ranges(of: "type=\"submit\"").count)
        #expect(text.ranges(of: "<h1>").count == 1)
    }

    @Test("A wait is said in words that fit its number", arguments: [(1, "1 second "), (2, "2 seconds "), (89, "89 seconds "), (120, "2 minutes ")])
    func waits(seconds: Int, words: String) {
        let page = SignInPage(token: "t", next: .home, problem: .throttled(seconds: seconds)).page
        #expect(page.document.contains("Wait \(words)and try again."))
    }

    @Test("All scopes have words of their own, and an umbrella is offered as its parts")
    func scopeWords() throws {
        let names = ScopeChoice(asked: ["openid", "profile", "email", "offline_access", "admin", "mcp"]).names
        #expect(names.count == 31 && Set(names).count == 31)
        #expect(Set(names.map { ScopeWords($0).words }).count == 31)
        #expect(!names.map { ScopeWords($0).words }.contains(ScopeWords("no:such").words))
        #expect(ScopeWords("record:write").words == ScopeWords("write:record").words)
        // A maker's words stand for names that are none of this server's, and are marked as foreign.
        #expect(ScopeWords("write:record", foreign: "Look at the weather").words == ScopeWords("write:record").words)
        let page = ScopeChoice(asked: ["api:custom"], foreign: ["api:custom": "Print <b>labels"]).html.source
        #expect(page.contains("Outside this server, as its maker says: Print &lt;b&gt;labels") && page.contains("changes"))
    }

    @Test("The ticked boxes are granted: the requested name when all its parts are, otherwise its parts, and nothing that was not requested")
    func granting() {
        let parts = ScopeWords.parts(of: "mcp")
        #expect(parts.count > 10)
        #expect(ScopeChoice.granted(ticked: parts, of: ["mcp"]) == ["mcp"])
        #expect(ScopeChoice.granted(ticked: ["mcp"], of: ["mcp"]) == ["mcp"])
        #expect(ScopeChoice.granted(ticked: ["run:sql", "read:record"], of: ["mcp", "offline_access"]) == ["read:record", "run:sql"])
        #expect(ScopeChoice.granted(ticked: ["read:record", "write:user"], of: ["read:record"]) == ["read:record"])
        #expect(ScopeChoice.granted(ticked: ["mcp", "admin"], of: ["read:record"]) == [])
        #expect(ScopeChoice.granted(ticked: [], of: ["mcp"]) == [])
    }
}
