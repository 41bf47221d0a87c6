package import JSON

/// An answer in the parts in which the question server streams it: Markdown for its own clients, events for those that ask for them.
package struct QuestionStream: Sendable {
    package struct Part: Hashable, Sendable {
        /// `id`, `question`, `sql`, `data`, `analysis`, `image`, `error`.
        package let type: String
        package let text: String
    }

    package let parts: [Part]

    /// - Parameter answer: the object that a call without `stream` answers with.
    package init(_ answer: JSONValue, question: String, language name: String?) {
        let language = QuestionLanguage(named: name) ?? .simplifiedChinese
        var parts = [Part(type: "question", text: "> \(MarkdownText.line(question))\n\n")]
        if let id = answer["record_id"]?.int { parts.insert(Part(type: "id", text: "> \(language(.answerID))\(id)\n"), at: 0) }
        if let sql = answer["sql"]?.string { parts.append(Part(type: "sql", text: MarkdownText.code(sql, "sql"))) }
        if answer["success"]?.bool == true {
            if let content = answer["content"]?.string {
                // Of /analysis and /predict.
                parts.append(Part(type: "analysis", text: Self.plain(content) + "\n\n"))
            } else {
                parts.append(Part(type: "data", text: Self.table(answer["data"], language)))
            }
            if let url = answer["image_url"]?.string {
                parts.append(Part(type: "image", text: "![\(answer["chart"]?["type"]?.string ?? "")](\(url))"))
            }
        } else {
            parts.append(Part(type: "error", text: "&#x274c; \(language(.error))\n> \(MarkdownText.line(answer["message"]?.string ?? ""))\n"))
        }
        self.parts = parts.filter { !$0.text.isEmpty }
    }

    package var markdown: String { parts.map(\.text).joined() }

    /// A pipe table; each cell begins with a space of no width, which clients of the page expect.
    private static func table(_ data: JSONValue?, _ language: QuestionLanguage) -> String {
        let fields = data?["fields"]?.array?.compactMap(\.string) ?? []
        let rows = data?["data"]?.array ?? []
        guard !rows.isEmpty else { return language(.noRows) + "\n\n" }
        var out = "| " + fields.map(cell).joined(separator: " | ") + " |\n|" + String(repeating: " --- |", count: fields.count) + "\n"
        for row in rows { out += "| " + fields.map { cell(text(row[$0])) }.joined(separator: " | ") + " |\n" }
        return out + "\n"
    }

    /// Lines with labels of the data in them, of which none is read as markup.
    private static func plain(_ text: String) -> String {
        text.split(separator: "\n").map { line in
            line.reduce(into: "\u{200B}") { $0 += "\\`*_[]<>|~#".contains($1) ? "\\\($1)" : String($1) }
        }.joined(separator: "\n\n")
    }

    private static func text(_ value: JSONValue?) -> String {
        guard let value, !value.isNull else { return "" }
        return value.string ?? value.description
    }

    private static func cell(_ text: String) -> String {
        "\u{200B}" + MarkdownText.line(text)
    }
}
