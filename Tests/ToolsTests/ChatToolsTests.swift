import Access
import Ask
import GatehouseTesting
import JSON
import SQL
import SQLSyntax
import Store
import Testing
import Tools

@Suite("Chats")
struct ChatToolsTests {
    private func ask(_ question: String, _ chat: JSONValue, _ fixture: ToolFixture, as kind: CallerKind = .reader) async throws -> JSONValue {
        try await fixture.does("ask_question", ["question": .string(question), "chat": chat], as: kind)
    }

    /// The rows as text, sorted; whole numbers without their point.
    private func rows(_ answer: JSONValue) -> [[String]] {
        let fields = answer["data"]?["fields"]?.array?.compactMap(\.string) ?? []
        let rows = (answer["data"]?["data"]?.array ?? []).map { row in
            fields.map { field -> String in
                let text = row[field]?.string ?? row[field]?.description ?? ""
                return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
            }
        }
        return rows.sorted { $0.description < $1.description }
    }

    @Test("Questions of a chat follow each other, and each is kept")
    func conversation() async throws {
        try await ToolFixture.with { fixture in
            let first = try await ask("How many orders are there?", "new", fixture)
            let chat = try #require(first["chat_id"])
            #expect(rows(first) == [["4"]] && first["title"] == "How many orders are " && first["followUp"] == false)
            let second = try await ask("by customer?", chat, fixture)
            #expect(second["followUp"] == true && rows(second) == [["Ada", "2"], ["Bo", "1"], ["Cy", "1"]], "\(second)")
            let third = try await ask("without Ada", chat, fixture)
            #expect(rows(third) == [["Bo", "1"], ["Cy", "1"]], "\(third)")
            let declined = try await ask("only submarines", chat, fixture)
            #expect(declined["status"] != "answered")
            // An unanswered question does not affect later ones.
            #expect(rows(try await ask("as a percentage", chat, fixture)) == [["Bo", "50"], ["Cy", "50"]])
            let why = try await ask("why?", chat, fixture)
            #expect(why["interpretation"]?.string?.contains("percentage of") == true)
            let kept = try await fixture.does("chats_list", ["chat": chat], as: .reader)["data"]?.array ?? []
            #expect(kept.count == 6 && kept[3]["status"] == "declined" && kept[1]["question"] == "by customer?")
            let listed = try await fixture.does("chats_list", as: .reader)["data"]
            #expect(listed?[0]?["id"] == chat && listed?[0]?["questions"] == 6 && listed?[0]?["dataSource"] == "main")
        }
    }

    @Test("/regenerate asks the last question again; commands in other positions are ordinary words")
    func regenerate() async throws {
        try await ToolFixture.with { fixture in
            let first = try await ask("How many orders are there?", "new", fixture)
            let chat = try #require(first["chat_id"])
            _ = try await ask("by customer?", chat, fixture)
            let again = try await ask("/regenerate", chat, fixture)
            #expect(rows(again).count == 3 && again["followUp"] == true)
            let named = try await ask("/regenerate \(first["record_id"] ?? .null)", chat, fixture)
            #expect(rows(named) == [["4"]])
            let empty = try await fixture.does("mcp_start", as: .reader)["chat_id"] ?? .null
            let arguments: JSONObject = ["question": "/regenerate", "chat": empty]
            #expect(try await fixture.refuses(.invalidArgument, "ask_question", arguments, as: .reader).reason == "You have not ask any question")
            let foreign: JSONObject = ["question": .string("/analysis \(first["record_id"] ?? .null)"), "chat": empty]
            try await fixture.refuses(.invalidArgument, "ask_question", foreign, as: .reader)
        }
    }

    @Test("/analysis returns figures, trend and outliers of the rows; /predict continues a series with intervals, or explains why not")
    func studies() async throws {
        var script = ["CREATE TABLE sales (id INTEGER PRIMARY KEY, amount INTEGER, sold_on DATE)"]
        for month in 0..<24 {
            let day = "\(2023 + month / 12)-\(month % 12 < 9 ? "0" : "")\(month % 12 + 1)-15"
            script.append("INSERT INTO sales VALUES (\(month + 1), \(month == 9 ? 900 : 100 + 10 * month), '\(day)')")
        }
        try await ToolFixture.withSource("shop", .sqlite, script) { fixture, _ in
            func ask(_ question: String, _ chat: JSONValue) async throws -> JSONValue {
                try await fixture.does("ask_question", ["question": .string(question), "chat": chat, "dataSource": "shop"], as: .reader)
            }
            let first = try await ask("total amount of sales per month", "new")
            let chat = try #require(first["chat_id"])
            #expect(first["data"]?["data"]?.count == 24, "\(first)")
            let analysis = try await ask("/analysis", chat)
            let measure = analysis["measures"]?[0]
            #expect(analysis["success"] == true && measure?["count"] == 24 && measure?["trend"]?["direction"]?.string != nil, "\(analysis)")
            #expect(measure?["outliers"]?[0]?["label"] == "2023-10" && measure?["outliers"]?.count == 1)
            #expect(analysis["content"]?.string?.contains("2023-10 (900)") == true)
            let prediction = try await ask("/predict", chat)
            #expect(prediction["predict_data"]?[0]?["month"] == "2025-01" && prediction["predict_data"]?.count == 6, "\(prediction)")
            let point = prediction["predict_data"]?[0]
            let value = Double(point?["total_amount"]?.description ?? "") ?? 0
            #expect((Double(point?["lower"]?.description ?? "") ?? 0) <= value && value <= (Double(point?["upper"]?.description ?? "") ?? 0))
            #expect(prediction["origin_data"]?.count == 24 && prediction["method"]?.string?.contains("Holt") == true)
            _ = try await ask("How many sales are there?", chat)
            let none = try await ask("/predict", chat)
            #expect(none["success"] == false && none["message"]?.string?.contains("times") == true, "\(none)")
        }
    }

    @Test("Answers take a language and a chart, and rows up to a number")
    func options() async throws {
        try await ToolFixture.with { fixture in
            let question: JSONValue = "How many orders does each customer have?"
            let drawn = try await fixture.does("ask_question", ["question": question, "chart": true, "lang": "en", "maxRows": 2], as: .reader)
            #expect(drawn["chart"]?["type"]?.string != nil && drawn["data"]?["data"]?.count == 2, "\(drawn)")
            #expect(try await fixture.does("ask_question", ["question": question], as: .reader)["chart"] == nil)
            try await fixture.refuses(.invalidArgument, "ask_question", ["question": question, "lang": "xx"], as: .reader)
            try await fixture.refuses(.invalidArgument, "ask_question", ["question": question, "chat": "some"], as: .reader)
        }
    }

    @Test("E05 a chat and its questions are their owner's alone")
    func owned() async throws {
        try await ToolFixture.with { fixture in
            let answer = try await ask("How many orders are there?", "new", fixture)
            let (chat, record) = (try #require(answer["chat_id"]), try #require(answer["record_id"]))
            for kind in [CallerKind.workspaceAdministrator, .member] {
                try await fixture.refuses(.notFound, "ask_question", ["question": "by customer?", "chat": chat], as: kind)
                try await fixture.refuses(.notFound, "chats_list", ["chat": chat], as: kind)
                try await fixture.refuses(.notFound, "chats_apply", ["action": "rename", "chat": chat, "title": "x"], as: kind)
                try await fixture.refuses(.notFound, "chats_apply", ["action": "delete", "chat": chat], as: kind)
                try await fixture.refuses(.notFound, "chats_apply", ["action": "propose", "record": record], as: kind)
                #expect(try await fixture.does("chats_list", as: kind)["data"] == [])
            }
            let reply = try await fixture.call("chats_list", ["chat": chat], as: .foreigner, at: "rival")
            #expect(reply.code == "not_found")
            #expect(try await fixture.does("chats_list", ["chat": chat], as: .reader)["data"]?.count == 1)
        }
    }

    @Test("A chat is renamed and deleted with its questions, and chats that were not used for long go")
    func changed() async throws {
        try await ToolFixture.with { fixture in
            let chat = try #require(try await ask("How many orders are there?", "new", fixture)["chat_id"])
            try await fixture.does("chats_apply", ["action": "rename", "chat": chat, "title": "  All  orders "], as: .reader)
            #expect(try await fixture.does("chats_list", as: .reader)["data"]?[0]?["title"] == "All orders")
            try await fixture.refuses(.invalidArgument, "chats_apply", ["action": "rename", "chat": chat, "title": " "], as: .reader)
            try await fixture.does("chats_apply", ["action": "delete", "chat": chat], as: .reader)
            try await fixture.refuses(.notFound, "ask_question", ["question": "by customer?", "chat": chat], as: .reader)
            let records = try await fixture.store.read { try $0.first("SELECT count(*) FROM chat_records") { $0.int(0) } ?? nil }
            #expect(records == 0)
            _ = try await ask("How many orders are there?", "new", fixture)
            #expect(try await fixture.domains.chats.removeAll(unusedSince: .now - .seconds(3_600)) == 0)
            #expect(try await fixture.domains.chats.removeAll(unusedSince: .now + .seconds(60)) == 1)
        }
    }

    @Test("A correction is proposed, answers nothing before it is reviewed, and then answers as verified")
    func correction() async throws {
        try await ToolFixture.with { fixture in
            let question = "How is business?"
            let asked = try await ask(question, "new", fixture)
            #expect(asked["status"] != "answered")
            let proposal: JSONObject = [
                "action": "propose", "record": asked["record_id"] ?? .null, "sql": "SELECT sum(total) AS value FROM orders",
            ]
            let made = try await fixture.does("chats_apply", proposal, as: .reader)
            #expect(made["status"] == "proposed")
            #expect(try await ask(question, "new", fixture)["status"] != "answered")
            let waiting = try await fixture.does("verified_queries_list", ["status": "proposed"], as: .workspaceAdministrator)["data"]
            #expect(waiting?.count == 1 && waiting?[0]?["proposedBy"] == "acme/rita" && waiting?[0]?["pattern"]?.string == question)
            // Its proposer may not approve it.
            try await fixture.refuses(
                .forbidden, "verified_queries_apply", ["action": "approve", "id": made["id"] ?? .null], as: .reader)
            try await fixture.does("verified_queries_apply", ["action": "approve", "id": made["id"] ?? .null], as: .workspaceAdministrator)
            let answer = try await ask(question, "new", fixture)
            #expect(answer["verified"] == true && answer["verifiedBy"] == "acme/ann" && rows(answer) == [["100"]], "\(answer)")
            let unanswered: JSONObject = ["action": "propose", "record": asked["record_id"] ?? .null]
            try await fixture.refuses(.invalidArgument, "chats_apply", unanswered, as: .reader)
        }
    }
}
