import Ask
import Charts
import JSON
import SQLGuard
import Store

extension QuestionReading {
    /// The members of an answer.
    /// - Parameters:
    ///   - head: in a chat alone.
    ///   - drawn: how the rows are best drawn, where that is asked for.
    ///   - warnings: beside those of the answer itself.
    func write(
        _ prepared: PreparedRead, _ answer: QuestionRows, to writer: inout JSONWriter, _ head: QuestionHead? = nil, _ drawn: QuestionPicture? = nil,
        warnings: [String] = []
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
        writeReading(to: &writer)
        writer.member("tables", prepared.tables)
        writer.member("rulesApplied", prepared.rulesApplied)
        writer.member("warnings", answer.warnings + modelWarnings + (head?.warnings ?? []) + warnings)
    }

    /// The members of an answer that has no rows: what was not understood, and what helps to write the SQL.
    func writeUnanswered(to writer: inout JSONWriter, _ head: QuestionHead? = nil, warnings: [String] = []) {
        writer.member("success", false)
        head?.write(to: &writer)
        writer.member("status", reading.status.rawValue)
        writer.member("message", reading.reason)
        writeReading(to: &writer)
        writer.member("options", ([reading] + reading.alternatives).map(\.interpretation).filter { !$0.isEmpty })
        if model != nil || !warnings.isEmpty { writer.member("warnings", modelWarnings + warnings) }
        writer.key("context")
        writer.object { writer in
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

    private func writeReading(to writer: inout JSONWriter) {
        writer.member("interpretation", reading.interpretation)
        writer.member("assumptions", assumptions)
        writer.member("unused", reading.unused)
        writer.key("confidence")
        writer.double((reading.confidence * 100).rounded() / 100)
        guard let model else { return }
        writer.member("model", model.model)
        writer.member("attempts", Int64(model.attempts))
        writer.member("tokens", model.tokens)
    }

    private var modelWarnings: [String] {
        model.flatMap { use in use.failure.map { "the language model '\(use.model)' was of no help: \($0)" } }.map { [$0] } ?? []
    }
}

extension QuestionHead {
    func write(to writer: inout JSONWriter) {
        writer.member("chat_id", chat.rawValue)
        writer.member("record_id", record.rawValue)
        if let title { writer.member("title", title) }
    }
}

extension QuestionRows {
    fileprivate var warnings: [String] {
        var out: [String] = []
        let different = Set(rows).count
        if different < rows.count { out.append("\(rows.count) rows, \(different) different") }
        if isTruncated { out.append("only the first \(rows.count) rows are shown") }
        return out
    }
}

/// A chart as it is part of an answer.
struct QuestionPicture: Sendable {
    let chart: Chart?
    /// PNG.
    let picture: [UInt8]?
    let url: String?

    func write(to writer: inout JSONWriter) {
        guard let chart else { return }
        writer.key("chart")
        writer.value(chart.sqlbot)
        guard let picture else { return }
        if let url { writer.member("image_url", url) }
        writer.key("image")
        writer.base64(picture)
    }
}
