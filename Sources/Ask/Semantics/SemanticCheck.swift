import SQLGuard
package import SQLSyntax

/// Checks that the names in a semantic layer exist in the data source.
package struct SemanticCheck {
    private let layer: SemanticLayer
    private let tables: [TableOutline]
    private let dialect: Dialect
    private var problems: [SemanticProblem] = []

    /// - Parameter tables: all tables of the data source with all columns.
    /// - Returns: entries with unknown names and unusable entries, in the order of the file.
    package static func problems(_ layer: SemanticLayer, tables: [TableOutline], in dialect: Dialect) -> [SemanticProblem] {
        var check = SemanticCheck(layer: layer, tables: tables, dialect: dialect)
        check.run()
        return check.problems
    }

    private init(layer: SemanticLayer, tables: [TableOutline], dialect: Dialect) {
        self.layer = layer
        self.tables = tables
        self.dialect = dialect
    }

    private mutating func fail(_ line: Int, _ reason: String) {
        if problems.count < 50 { problems.append(SemanticProblem(line: line, reason: reason)) }
    }

    private mutating func run() {
        for own in layer.tables {
            guard let table = tables.first(where: { $0.id == own.name }) else {
                fail(own.line, "tables: no table '\(own.name.prefix(60))'" + NearestName.hint(for: own.name, among: tables.map(\.id)))
                continue
            }
            check(own, table.columns.map(\.name))
        }
        for term in layer.terms {
            check([term.name], at: term.line, "terms")
            if term.name.lowercased() == term.text.lowercased() { fail(term.line, "terms.\(term.name): stands for itself") }
        }
    }

    private mutating func check(_ own: SemanticLayer.Table, _ columns: [String]) {
        check(own.words.synonyms, at: own.line, "\(own.name).synonyms")
        func missing(_ name: String, _ what: String) -> String {
            "\(own.name).\(what): no column '\(name.prefix(60))'" + NearestName.hint(for: name, among: columns)
        }
        for name in own.display where !columns.contains(name) { fail(own.line, missing(name, "display")) }
        if let date = own.date, !columns.contains(date) { fail(own.line, missing(date, "date")) }
        for column in own.columns {
            if !columns.contains(column.name) { fail(column.line, missing(column.name, "columns")) }
            check(column.words.synonyms, at: column.line, "\(own.name).columns.\(column.name).synonyms")
            let isUsed = own.display.contains(column.name) || own.date == column.name
            if column.isHidden, isUsed { fail(column.line, "\(own.name).columns.\(column.name): is hidden, and shown for the table") }
        }
        var names: [[String]: String] = [:]
        for concept in own.concepts {
            let what = "\(own.name).\(concept.kind.rawValue).\(concept.name)"
            check([concept.name] + concept.words.synonyms, at: concept.line, what)
            for name in [concept.name] + concept.words.synonyms {
                let words = SemanticPhrases.words(of: name)
                if let other = names.updateValue(concept.name, forKey: words), !words.isEmpty {
                    fail(concept.line, "\(what): '\(name)' is a name of '\(other)' already")
                }
            }
            let hidden = Set(own.columns.filter(\.isHidden).map(\.name))
            do {
                let expression = try SemanticExpression(concept, columns: columns.filter { !hidden.contains($0) }, in: dialect)
                // Otherwise every question with the name would be refused.
                if let reason = Guard.refusal(of: expression.value, in: dialect) { fail(concept.line, "\(what): \(reason)") }
            } catch let failure as SemanticExpression.Failure {
                fail(concept.line, "\(what): \(failure.reason)")
            } catch {
                fail(concept.line, "\(what): not an expression")
            }
        }
    }

    /// Checks that a question can contain the names, and that they have no general meaning.
    private mutating func check(_ names: [String], at line: Int, _ what: String) {
        for name in names {
            let words = SemanticPhrases.words(of: name)
            guard (1...SemanticPhrases.maximumWords).contains(words.count), name.contains(where: \.isLetter) else {
                fail(line, "\(what): '\(name.prefix(60))': a name is one to \(SemanticPhrases.maximumWords) words of letters and digits")
                continue
            }
            let cue = CuePhrases.byFirstWord[words[0]]?.contains { $0.words == words } ?? false
            if cue || words.allSatisfy(Fillers.glue.contains) {
                fail(line, "\(what): '\(name)' is a word of questions themselves; choose another name")
            }
        }
    }
}
