/// Understands a question in the context of the questions before it.
package struct Conversation {
    /// Most previous questions that are used.
    static let maximumTurns = 20

    private let index: SourceIndex
    private let today: CalendarDay

    package init(index: SourceIndex, today: CalendarDay) {
        self.index = index
        self.today = today
    }

    /// - Parameter turns: questions of the same chat, oldest first.
    /// - Returns: the reading, and whether it changes the previous one.
    package func read(_ question: String, after turns: [String]) -> (reading: Reading, isFollowUp: Bool) {
        let engine = QuestionEngine(index, today: today)
        guard let followUp = FollowUp(question), let before = last(of: turns, engine) else { return (engine.read(question), false) }
        let changed = FollowUpReading(index: index, today: today, before: before).reading(of: followUp)
        guard let changed else { return (engine.read(question), false) }
        return (changed, true)
    }

    /// The last reading that was answered.
    private func last(of turns: [String], _ engine: QuestionEngine) -> Reading? {
        let recent = turns.suffix(Self.maximumTurns)
        let start = recent.lastIndex { FollowUp($0) == nil } ?? recent.startIndex
        var last: Reading?
        for turn in recent[start...] {
            let followUp = FollowUp(turn)
            if let followUp, let before = last, let changed = FollowUpReading(index: index, today: today, before: before).reading(of: followUp) {
                if changed.status == .answered { last = changed }
                continue
            }
            let own = engine.read(turn)
            if own.status == .answered { last = own }
        }
        return last
    }
}
