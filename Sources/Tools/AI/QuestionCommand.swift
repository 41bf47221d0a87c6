import Access
import Ask
import Store

/// A command at the end of a question: `/regenerate`, `/analysis` or `/predict`, optionally with the id of a record.
struct QuestionCommand: Hashable, Sendable {
    enum Kind: String, Sendable, CaseIterable { case regenerate, analysis, predict }

    let kind: Kind
    let record: ChatRecordID?

    /// - Returns: nil for a question, for text after the command, and for two commands.
    init?(_ question: String) {
        let words = question.split(whereSeparator: \.isWhitespace)
        let commands = words.indices.filter { index in Kind.allCases.contains { "/\($0.rawValue)" == words[index].lowercased() } }
        guard commands.count == 1, let index = commands.first, let kind = Kind(rawValue: words[index].dropFirst().lowercased()) else { return nil }
        let rest = words[(index + 1)...]
        switch rest.count {
        case 0: record = nil
        case 1:
            guard let id = Int64(rest[rest.startIndex]) else { return nil }
            record = ChatRecordID(id)
        default: return nil
        }
        self.kind = kind
    }

    /// The answered question that the command refers to, and those before it; commands are not questions.
    func target(in records: [KeptRecord]) throws(SpokenRefusal) -> (question: KeptRecord, before: [KeptRecord]) {
        let questions = records.filter { QuestionCommand($0.record.question) == nil }
        guard let last = questions.last else { throw SpokenRefusal(.invalidArgument, .nothingAsked) }
        guard let record else {
            let chosen = kind == .regenerate ? last : questions.last { $0.record.status == .answered } ?? last
            return (chosen, questions.filter { $0.id < chosen.id })
        }
        guard let chosen = records.first(where: { $0.id == record }) else {
            throw SpokenRefusal(.invalidArgument, .foreignRecord, "\(record.rawValue)")
        }
        guard questions.contains(chosen) else { throw SpokenRefusal(.invalidArgument, .unfitRecord, "\(record.rawValue)") }
        return (chosen, questions.filter { $0.id < chosen.id })
    }
}
