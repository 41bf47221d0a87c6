import Ask
import Charts
import JSON
import SQLGuard
import Store

extension QuestionReading {
    /// Writes the members of an answer.
    /// - Parameters:
    ///   - language: of its messages.
    ///   - head: only in a chat.
    ///   - drawn: the chart of the rows, if requested.
    ///   - warnings: in addition to those of the answer itself.
    func write(
        _ prepared: PreparedRead, _ answer: QuestionRows, in language: QuestionLanguage, to writer: inout JSONWriter, _ head: QuestionHead?,
        _ drawn: QuestionPicture?, warnings: [String]
    ) {
        writer.member("success", true)
        head?.write(to: &writer)
        writer.member("status", reading.status.rawValue)
        writer.member("sql", prepared.sql)
        writer.key("data")
        answer.write(sql: prepared.sql, source: head?.source, to: &writer)
        drawn?.write(to: &writer)
        writer.member("followUp", isFollowUp)
        writer.member("verified", query != nil)
        if let query {
            writer.member("verifiedBy", query.reviewedBy)
            writer.member("verifiedAt", query.reviewed)
        }
        writeReading(in: language, to: &writer)
        writer.member("tables", prepared.tables)
        writer.member("rulesApplied", prepared.restrictions.map(language.text(of:)))
        writer.member("warnings", answer.warnings(in: language) + modelWarnings(in: language) + (head?.warnings ?? []) + warnings)
    }

    /// Writes the members of an answer without rows: what was not understood, and what helps to write the SQL.
    func writeUnanswered(in language: QuestionLanguage, to writer: inout JSONWriter, _ head: QuestionHead?, warnings: [String]) {
        writer.member("success", false)
        head?.write(to: &writer)
        writer.member("status", reading.status.rawValue)
        writer.member("message", reading.why?.text(in: language))
        writeReading(in: language, to: &writer)
        // In English, so that they can be asked as they are.
        let readings = ([reading] + reading.alternatives).filter { !$0.interpretation.isEmpty }
        writer.member("options", readings.map(\.interpretation))
        if language != .english { writer.member("optionLabels", readings.map { $0.interpretation(in: language) }) }
        let all = modelWarnings(in: language) + (head?.warnings ?? []) + warnings
        if model != nil || !all.isEmpty { writer.member("warnings", all) }
        writer.object("context") { writer in
            let context = context
            writer.member("tables", context.tables) { writer, table in
                writer.member("name", table.name)
                writer.member("columns", table.columns)
            }
            writer.member("joins", context.joins)
            writer.member("values", context.values)
            if !context.definitions.isEmpty { writer.member("definitions", context.definitions) }
            writer.member("sql", context.sql)
        }
    }

    private func writeReading(in language: QuestionLanguage, to writer: inout JSONWriter) {
        writer.member("interpretation", reading.interpretation(in: language))
        writer.member("assumptions", assumptions.map { $0.text(in: language) })
        writer.member("unused", reading.unused)
        writer.key("confidence")
        writer.double((reading.confidence * 100).rounded() / 100)
        guard let model else { return }
        writer.member("model", model.model)
        writer.member("attempts", model.attempts)
        writer.member("tokens", model.tokens)
    }

    private func modelWarnings(in language: QuestionLanguage) -> [String] {
        model.flatMap { use in use.failure.map { language(.modelFailed, use.model, $0.text(in: language)) } }.map { [$0] } ?? []
    }
}

extension QuestionRunner.Answer {
    /// The outcome of a tool: the rows, or the reason why there are none.
    func outcome(
        in language: QuestionLanguage, _ drawn: QuestionPicture?, _ head: QuestionHead? = nil, assistant: Assistant? = nil, warnings: [String] = []
    ) -> ToolOutcome {
        .object(rows: rows?.rows.count ?? 0, objects: objects) { writer in
            writer.given("assistant", assistant?.name)
            if let prepared = read.prepared, let rows {
                read.write(prepared, rows, in: language, to: &writer, head, drawn, warnings: warnings)
            } else {
                read.writeUnanswered(in: language, to: &writer, head, warnings: warnings)
            }
            writer.given("query_id", request)
            writer.member("elapsed", Int64(elapsed / .milliseconds(1)))
        }
    }
}

extension QuestionLanguage {
    fileprivate func text(of restriction: ReadRestriction) -> String {
        let whole =
            switch restriction.kind {
            case .rows: self(.onlyRows, restriction.collection)
            case .columns: self(.onlyColumns, restriction.collection)
            case .masked(let names): self(.masked, restriction.collection, names.joined(separator: ", "))
            }
        return restriction.rules.isEmpty ? whole : self(.byRule, whole, restriction.rules.joined(separator: ", "))
    }
}

extension QuestionHead {
    func write(to writer: inout JSONWriter) {
        writer.member("chat_id", chat.rawValue)
        writer.member("record_id", record.rawValue)
        writer.given("title", title)
    }
}

extension QuestionRows {
    fileprivate func warnings(in language: QuestionLanguage) -> [String] {
        var out: [String] = []
        let different = Set(rows).count
        if different < rows.count { out.append(language(.repeated, "\(rows.count)", "\(different)")) }
        if isTruncated { out.append(language(.rowsShown, "\(rows.count)")) }
        return out
    }
}

/// A chart as part of an answer.
struct QuestionPicture: Sendable {
    let chart: Chart?
    /// PNG.
    let picture: [UInt8]?
    let url: String?

    func write(to writer: inout JSONWriter) {
        guard let chart else { return }
        writer.member("chart", chart.sqlbot)
        guard let picture else { return }
        writer.given("image_url", url)
        writer.key("image")
        writer.base64(picture)
    }
}
