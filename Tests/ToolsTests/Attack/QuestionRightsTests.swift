import Access
import JSON
import Testing
import Tools

@Suite("Questions within rights")
struct QuestionRightsTests {
    /// 200 questions that name every table, column and value of the workspace.
    private static let questions: [String] = {
        let tables = ["customers", "orders", "secrets"]
        let columns = ["name", "city", "phone", "total", "note", "word"]
        let values = ["Graz", "Wien", "Linz", "Ada", "Bo", "Cy", "swordfish", "555-1"]
        var out: [String] = []
        for table in tables {
            out += ["How many \(table) are there?", "Show all \(table)", "\(table)", "List everything about the \(table)"]
            for column in columns {
                out += [
                    "What is the \(column) of each \(table)?", "How many \(table) per \(column)?", "top 3 \(table) by \(column)",
                    "Show \(table) without \(column)",
                ]
            }
            for value in values {
                out += ["\(table) from \(value)", "How many \(table) of \(value)?", "Show \(table) that are not \(value)", "\(value) \(table)"]
            }
        }
        for value in values { out += ["\(value)", "What about \(value)?", "Who is \(value)?"] }
        return Array(out.prefix(200))
    }()

    private struct View {
        let kind: CallerKind
        /// Names and values that it may not see, of which none is a common word; a masked column has a name.
        let hidden: [String]
        /// Those of them that would link if they were seen, with nonsense of the same form.
        let nonsense: [(String, String)]
    }

    private static let views = [
        View(
            kind: .clerk,
            hidden: ["phone", "Graz", "Wien", "Linz", "Cy", "555-1", "555-2", "555-3", "customer_id", "createdById", "swordfish"],
            nonsense: [("Graz", "Qraz"), ("Wien", "Qien"), ("Linz", "Qinz"), ("Cy", "Qy"), ("swordfish", "qwordfish"), ("555-1", "777-1")]),
        View(
            kind: .temp, hidden: ["city", "phone", "Graz", "Wien", "Linz", "Ada", "Cy", "555-1", "customer_id", "createdById", "swordfish"],
            nonsense: [("Graz", "Qraz"), ("Ada", "Qda"), ("swordfish", "qwordfish"), ("555-1", "777-1")]),
    ]

    /// The answer without the repeated question and the request's details.
    private static func said(_ answer: JSONValue) -> JSONValue {
        var said = answer.object ?? [:]
        for echo in ["unused", "message", "query_id", "elapsed"] { said[echo] = nil }
        return .object(said)
    }

    @Test("C04 of 200 questions of two callers with different rules no answer holds a name or value that its caller may not see")
    func oracle() async throws {
        try await ToolFixture.with { fixture in
            #expect(Self.questions.count == 200)
            try await fixture.does(
                "access_rules_set",
                ["role": "temp", "resource": "orders", "actions": ["view"], "columns": ["id", "total"], "filter": ["total": ["$lt": 35]]],
                as: .workspaceAdministrator)
            for view in Self.views {
                for question in Self.questions {
                    let reply = try await fixture.call("ask_question", ["question": .string(question)], as: view.kind)
                    try #require(reply.code == "ok" || reply.code == "invalid_argument", "\(question): \(reply)")
                    let text = reply.code == "ok" ? Self.said(reply.body).description : reply.reason
                    for word in view.hidden where !question.contains(word) { #expect(!text.contains(word), "\(view.kind) \(question): \(text)") }
                    // Invisible names must look like unknown ones.
                    guard let (word, other) = view.nonsense.first(where: { question.contains($0.0) }) else { continue }
                    let twin = try await fixture.call("ask_question", ["question": .string(question.replacing(word, with: other))], as: view.kind)
                    let expected = (twin.code == "ok" ? Self.said(twin.body).description : twin.reason).replacing(other, with: word)
                    #expect(text == expected && reply.code == twin.code, "\(view.kind) \(question)")
                }
            }
        }
    }
}
