import Ask
import JSON
import SQLGuard

extension QuestionReading {
    /// The members of an answer.
    func write(_ prepared: PreparedRead, _ answer: QuestionRows, to writer: inout JSONWriter) {
        writer.member("success", true)
        writer.member("status", reading.status.rawValue)
        writer.member("sql", prepared.sql)
        writer.key("data")
        answer.write(sql: prepared.sql, to: &writer)
        writer.member("verified", false)
        writeReading(to: &writer)
        writer.member("tables", prepared.tables)
        writer.member("rulesApplied", prepared.rulesApplied)
        writer.member("warnings", answer.warnings)
    }

    /// The members of an answer that has no rows: what was not understood, and what helps to write the SQL.
    func writeUnanswered(to writer: inout JSONWriter) {
        writer.member("success", false)
        writer.member("status", reading.status.rawValue)
        writer.member("message", reading.reason)
        writeReading(to: &writer)
        writer.member("options", reading.interpretation.isEmpty ? [] : [reading.interpretation])
        writer.key("context")
        writer.object { writer in
            let context = context
            writer.member("tables", context.tables) { writer, table in
                writer.member("name", table.name)
                writer.member("columns", table.columns)
            }
            writer.member("joins", context.joins)
            writer.member("values", context.values)
            writer.member("sql", context.sql)
        }
    }

    private func writeReading(to writer: inout JSONWriter) {
        writer.member("interpretation", reading.interpretation)
        writer.member("assumptions", assumptions)
        writer.member("unused", reading.unused)
        writer.key("confidence")
        writer.double((reading.confidence * 100).rounded() / 100)
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
