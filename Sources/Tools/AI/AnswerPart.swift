import Ask
import Charts
package import JSON
import Store

/// One part of an answer, sent as soon as it is known: as Markdown or an event on a stream of the question server, and as progress to an
/// MCP client.
package struct AnswerPart: Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case id, question, reading, model, sql, data, analysis, image, chart, error
    }

    package let kind: Kind
    /// Markdown for clients of the question server; empty for a part that is not shown there.
    package let markdown: String
    /// The content of an event.
    package let content: JSONValue
    /// The progress message for people; nil for a part without one.
    let message: String?

    private init(_ kind: Kind, _ markdown: String, _ content: JSONValue? = nil, message: String? = nil) {
        self.kind = kind
        self.markdown = markdown
        self.content = content ?? .string(markdown)
        self.message = message
    }

    static func id(_ record: ChatRecordID, _ language: QuestionLanguage) -> AnswerPart {
        AnswerPart(.id, "> \(language(.answerID))\(record.rawValue)\n")
    }

    static func question(_ text: String) -> AnswerPart { AnswerPart(.question, "> \(MarkdownText.line(text))\n\n") }

    /// The interpretation of the question.
    static func reading(_ text: String, _ language: QuestionLanguage) -> AnswerPart {
        AnswerPart(.reading, "", .string(text), message: language(.reading, text))
    }

    /// A piece of a language model's text.
    static func model(_ text: String, _ language: QuestionLanguage) -> AnswerPart {
        AnswerPart(.model, "", .string(text), message: language(.writing, text))
    }

    static func sql(_ text: String) -> AnswerPart { AnswerPart(.sql, MarkdownText.code(text, "sql"), message: "SQL: \(text.prefix(longestMessage))") }

    /// - Parameter labels: display names of the columns.
    static func rows(_ rows: QuestionRows, labels: [String?], _ language: QuestionLanguage) -> AnswerPart {
        AnswerPart(.data, table(rows, labels, language), message: String(summary(rows, language).prefix(longestMessage)))
    }

    /// The result of `/analysis` or `/predict`.
    static func analysis(_ text: String) -> AnswerPart { AnswerPart(.analysis, plain(text) + "\n\n", message: String(text.prefix(longestMessage))) }

    static func image(_ url: String, of chart: Chart) -> AnswerPart { AnswerPart(.image, "![\(form(of: chart))](\(url))") }

    static func chart(_ chart: Chart, _ language: QuestionLanguage) -> AnswerPart {
        AnswerPart(.chart, "", chart.sqlbot, message: language(.chart, "\(form(of: chart)), \(chart.title)"))
    }

    /// - Parameters:
    ///   - reason: nil for an internal failure.
    ///   - name: of the requested language.
    package static func error(_ reason: String?, language name: String?) -> AnswerPart {
        let language = QuestionLanguage(named: name) ?? .simplifiedChinese
        return error(reason ?? language(.failed), language)
    }

    static func error(_ reason: String, _ language: QuestionLanguage) -> AnswerPart {
        AnswerPart(.error, "&#x274c; \(language(.error))\n> \(MarkdownText.line(reason))\n")
    }

    /// Longest message. Unit: characters.
    private static let longestMessage = 2_000
    /// Most rows in a message.
    private static let shownRows = 10

    private static func form(of chart: Chart) -> String { chart.sqlbot["type"]?.string ?? "" }

    /// A pipe table. Each cell begins with a zero-width space, which clients of the question server expect.
    private static func table(_ rows: QuestionRows, _ labels: [String?], _ language: QuestionLanguage) -> String {
        guard !rows.rows.isEmpty else { return language(.noRows) + "\n\n" }
        var out =
            "| " + rows.labeled(labels).map { cell($0.label) }.joined(separator: " | ") + " |\n|"
            + String(repeating: " --- |", count: rows.names.count) + "\n"
        for row in rows.rows { out += "| " + row.map { cell(text($0)) }.joined(separator: " | ") + " |\n" }
        return out + "\n"
    }

    /// The number of rows, and the first of them, one per line.
    private static func summary(_ rows: QuestionRows, _ language: QuestionLanguage) -> String {
        let count = language(.rowCount, "\(rows.rows.count)")
        let lines = rows.rows.prefix(shownRows).map { $0.map { MarkdownText.line(text($0)) }.joined(separator: " | ") }
        return ([count, rows.names.joined(separator: " | ")] + lines).joined(separator: "\n")
    }

    /// Lines of plain text, in which no data is read as markup.
    private static func plain(_ text: String) -> String {
        text.split(separator: "\n").map { "\u{200B}" + MarkdownText.words(String($0)) }.joined(separator: "\n\n")
    }

    private static func text(_ value: JSONValue) -> String { value.isNull ? "" : value.string ?? value.description }

    private static func cell(_ text: String) -> String { "\u{200B}" + MarkdownText.line(text) }
}
