package import SQLSyntax

/// How a question was read: an answer, or why there is none.
package struct Reading: Sendable {
    package enum Status: String, Sendable {
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
    /// What the form's tables and columns are places in: the engine's index, with the parts that the question speaks of.
    package var index: SourceIndex?
    package var statement: SelectStatement?
    /// How the form reads in words.
    package var interpretation: String
    package var links: [Link]
    /// Words that had no effect.
    package var unused: [String]
    /// What the reading had to assume, and what of its shape makes it less certain.
    var notes: Set<Draft.Note>
    /// The share of such readings that is right.
    package var confidence: Double
    /// How well the weakest name fits; 1 for names that are said in full.
    package var weakest: Double
    /// Why there is no answer, for a person to act on.
    package var reason: String?
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
        alternatives = []
    }
}
