package import SQLSyntax

/// The reading of a question: an answer, or why there is none.
package struct Reading: Sendable {
    package enum Status: String, Sendable, CaseIterable {
        case answered, needsClarification = "needs_clarification", declined
    }

    package struct Link: Sendable, Hashable {
        package enum Kind: String, Sendable { case table, column, value }

        package var text: String
        package var kind: Kind
        /// `table`, `table.column` or the stored value.
        package var target: String
        package var score: Double
    }

    package var status: Status
    package var form: LogicalForm?
    /// The index to which the form's tables and columns refer: the engine's, with the roles that the question names.
    package var index: SourceIndex?
    package var statement: SelectStatement?
    /// The question's word for an amount of money. Nil if it has none.
    var amount: String?
    /// The form as a sentence.
    package var interpretation: String
    package var links: [Link]
    /// Words that had no effect.
    package var unused: [String]
    /// Assumptions of the reading, and traits that lower its confidence.
    var notes: Set<Draft.Note>
    /// A simpler statement. It differs in the rows that a join duplicates or in the numbers stored as text.
    var plain: SelectStatement?
    /// Whether the question names the table that it is about.
    var isEntityNamed = false
    /// Number of words, numbers and quoted texts in the question.
    var words: Int
    /// How many of the list's first rows were read, and how many of them are distinct. Nil if none were read.
    var rows: (all: Int, different: Int)?
    /// The estimated share of correct readings among similar ones.
    package var confidence: Double
    /// The match score of the weakest name; 1 for names that are complete in the question.
    package var weakest: Double
    /// Why there is no answer, in a form that a person can act on.
    package var why: Sentence?
    /// Alternative readings, best first.
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

    /// The form in words. In English it is a question that is read as the same form.
    package func interpretation(in language: QuestionLanguage) -> String {
        guard language != .english, let form, let index else { return interpretation }
        return Interpretation(index, language).text(of: form)
    }

    /// Sets the interpretation of this reading and of its alternatives.
    mutating func sayInterpretation(as engine: QuestionEngine) {
        if let form, let index { interpretation = engine.interpretation(of: form, in: index) }
        for place in alternatives.indices { alternatives[place].sayInterpretation(as: engine) }
    }

    /// Decides from the notes whether the reading is an answer. A reading with a word that had no effect never is one.
    mutating func judge() {
        confidence = Scoring.confidence(notes, words: words, unused: unused.count, weakest: weakest)
        guard unused.isEmpty else {
            status = .declined
            why = notUnderstood
            return
        }
        status = .answered
        why = nil
        // "harbors without trips", where trips refer to harbors by two keys: which rows are missing is not said.
        guard confidence < Scoring.threshold || notes.isSuperset(of: [.absence, .ambiguousJoin]) else { return }
        status = .needsClarification
        why = rows.map { Sentence(.listRepeats, "\($0.all)", "\($0.different)") } ?? Sentence(.severalReadings)
    }
}

extension Reading {
    /// Most columns that a decline names.
    private static let maximumNamed = 10

    /// Names the words without effect, and suggests what could be asked about the rows in question.
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
