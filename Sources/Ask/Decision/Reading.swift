package import SQLSyntax

/// How a question was understood: an answer, or why there is none.
package struct Reading: Sendable {
    package enum Status: String, Sendable, CaseIterable {
        case answered, needsClarification = "needs_clarification", declined
    }

    package struct Link: Sendable, Hashable {
        package enum Kind: String, Sendable { case table, column, value }

        package var text: String
        package var kind: Kind
        /// `table`, `table.column` or the value as stored.
        package var target: String
        package var score: Double
    }

    package var status: Status
    package var form: LogicalForm?
    /// The index that the form's tables and columns refer to: the engine's, with the parts that the question names.
    package var index: SourceIndex?
    package var statement: SelectStatement?
    /// What the question calls an amount of money; nil where it uses no such word.
    var amount: String?
    /// How the form reads in words.
    package var interpretation: String
    package var links: [Link]
    /// Words that had no effect.
    package var unused: [String]
    /// What the reading had to assume, and what of its shape makes it less certain.
    var notes: Set<Draft.Note>
    /// Another way to write the same, where rows that a join repeats or numbers in text may make a difference.
    var plain: SelectStatement?
    /// A table is named that the question is about.
    var isEntityNamed = false
    /// Words, numbers and quoted texts of the question.
    var words: Int
    /// Of the list's first rows, how many there are and how many of them differ; nil where it was not looked at.
    var rows: (all: Int, different: Int)?
    /// The share of such readings that is right.
    package var confidence: Double
    /// How well the weakest name fits; 1 for names that the question has in full.
    package var weakest: Double
    /// Why there is no answer, for a person to act on.
    package var why: Sentence?
    /// Other readings, best first.
    package var alternatives: [Reading]

    init(status: Status) {
        self.status = status
        interpretation = ""
        links = []
        unused = []
        notes = []
        confidence = 0
        weakest = 1
        words = 0
        alternatives = []
    }
}

extension Reading {
    /// ``why`` in English.
    package var reason: String? { why?.text(in: .english) }

    /// How the form reads in words: in English as a question that reads as the same form.
    package func interpretation(in language: QuestionLanguage) -> String {
        guard language != .english, let form, let index else { return interpretation }
        return Interpretation(index, language).text(of: form)
    }

    /// Says how this reading and the other ones understood the question.
    mutating func sayInterpretation(as engine: QuestionEngine) {
        if let form, let index { interpretation = engine.interpretation(of: form, in: index) }
        for place in alternatives.indices { alternatives[place].sayInterpretation(as: engine) }
    }

    /// Decides by what is noted whether the reading is an answer. A word that had no effect always keeps it from being one.
    mutating func judge() {
        confidence = Scoring.confidence(notes, words: words, unused: unused.count, weakest: weakest)
        guard unused.isEmpty else {
            status = .declined
            why = notUnderstood
            return
        }
        status = .answered
        why = nil
        guard confidence < Scoring.threshold else { return }
        status = .needsClarification
        why = rows.map { Sentence(.listRepeats, "\($0.all)", "\($0.different)") } ?? Sentence(.severalReadings)
    }
}

extension Reading {
    /// Most columns that a decline names.
    private static let maximumNamed = 10

    /// The words without effect, and what could be asked about the rows that the reading is about.
    private var notUnderstood: Sentence {
        let words = unused.joined(separator: ", ")
        guard let form, let index else { return Sentence(.notUnderstood, words) }
        let known = index.columns(of: form.entity).filter { column in
            !index[column].isHidden && !index[column].isPrimaryKey && !index[column].isForeignKey && index[column].expression == nil
        }
        guard !known.isEmpty else { return Sentence(.notUnderstood, words) }
        let names = SchemaWords(index: index)
        return Sentence(
            .notUnderstoodOf, words, names.rows(of: form.entity), known.prefix(Self.maximumNamed).map(names.name).joined(separator: ", "))
    }
}
