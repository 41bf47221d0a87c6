import Access
import Ask
import GatehouseTesting
import Identity
import JSON
import SQL
import Store
import Testing

@testable import Tools

@Suite("Chats")
struct ChatTests {
    @Test("A chat keeps its newest 200 questions, whatever others keep", arguments: StoreEngine.allCases)
    func bound(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let chats = fixture.domains.chats
            let owner = ChatOwner.user(try #require(fixture.people.users["acme/rita"]).id)
            let ids = [
                try await chats.start(of: owner, in: fixture.people.office.id), try await chats.start(of: owner, in: fixture.people.office.id),
            ]
            for (id, count) in zip(ids, [203, 2]) {
                for number in 0..<count {
                    let chat = try #require(try await chats.find(id, of: owner))
                    _ = try await chats.add(ChatRecord(question: "q\(number)", status: .declined, source: "main", sql: nil), to: chat)
                }
            }
            let kept = try await fixture.store.read { connection in
                try connection.all("SELECT question FROM chat_records WHERE chat_id = \(ids[0]) ORDER BY id") { $0.text(0) ?? "" }
            }
            #expect(kept.count == 200 && kept.first == "q3" && kept.last == "q202")
            #expect(try await chats.find(ids[1], of: owner)?.questions == 2)
            #expect(try await chats.find(ids[0], of: owner)?.title == "q0")
        }
    }

    @Test(
        "E05 Of two first questions in different workspaces one is stored, and the chat has no question of another workspace",
        arguments: StoreEngine.allCases)
    func firstQuestions(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let (chats, office) = (fixture.domains.chats, fixture.people.office.id)
            let owner = ChatOwner.user(try #require(fixture.people.users["acme/rita"]).id)
            let chat = try #require(try await chats.find(try await chats.start(of: owner, in: office), of: owner))
            let moved = try #require(chat.moved(to: Workspace.mainID))
            func add(_ question: String, to chat: Chat) async throws {
                _ = try await chats.add(ChatRecord(question: question, status: .declined, source: "main", sql: nil), to: chat)
            }
            try await add("here", to: chat)
            let elsewhere = await #expect(throws: Refusal.self) { try await add("there", to: moved) }
            #expect(elsewhere?.code == .notFound)
            let kept = try #require(try await chats.find(chat.id, of: owner))
            #expect(kept.workspace == office && kept.title == "here" && kept.moved(to: Workspace.mainID) == nil)
            #expect(try await chats.records(of: kept).map(\.record.question) == ["here"])
            // A chat that was deleted while its question was answered stays deleted.
            try await chats.remove(chat.id, of: owner, in: office)
            let late = await #expect(throws: Refusal.self) { try await add("late", to: kept) }
            #expect(late?.code == .notFound)
            #expect(try await chats.list(of: owner, in: nil).isEmpty)
        }
    }

    @Test(
        "D13 D01 a cell of an answer's Markdown is one cell and no markup, whatever the value is",
        arguments: [
            "![x](https://evil.example/)", "a|b", "a|\u{301}b", "c\r\n# d", "e\u{2028}f", "\\|", "`x`", "<b>", "```",
        ])
    func cells(value: String) throws {
        let rows = QuestionRows(names: ["title"], columns: [Column(name: "title", type: .text)], rows: [[.string(value)]], isTruncated: false)
        let text = AnswerPart.sql("SELECT '\(value)'").markdown + AnswerPart.rows(rows, labels: [], .english).markdown
        let row = try #require(text.split(separator: "\n").last { $0.hasPrefix("| ") }).unicodeScalars
        // A character after a backslash is plain text.
        var marks: [Unicode.Scalar] = []
        var isEscaped = false
        for scalar in row {
            if !isEscaped, ["|", "[", "]", "<", ">", "`"].contains(scalar) { marks.append(scalar) }
            isEscaped = scalar == "\\" && !isEscaped
        }
        #expect(marks == ["|", "|"], "\(text)")
        // The text of /analysis contains only words.
        let said = AnswerPart.analysis("\(value): 3").markdown.unicodeScalars
        let bare = zip(said.dropFirst(), said).filter { ["|", "[", "]", "<", ">", "`", "*", "_", "#"].contains($0.0) && $0.1 != "\\" }
        #expect(bare.isEmpty, "\(String(said))")
        let fence = value == "```" ? "````" : "```"
        #expect(text.contains("\(fence)sql\nSELECT '\(value)'\n\(fence)\n"), "\(text)")
    }
}
