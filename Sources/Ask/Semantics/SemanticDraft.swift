/// Drafts a semantic layer for a person to edit, from the names, types, keys and comments of a schema.
package struct SemanticDraft {
    /// The comments on a table and its columns in the database.
    package struct Comments: Sendable {
        package var table: String?
        package var columns: [String: String]

        package init(table: String?, columns: [String: String]) {
            self.table = table
            self.columns = columns
        }
    }

    private let index: SourceIndex
    private let comments: [String: Comments]

    /// - Parameters:
    ///   - index: ``SourceReader/outline()`` is enough.
    ///   - comments: by the names of collections.
    package init(_ index: SourceIndex, comments: [String: Comments]) {
        self.index = index
        self.comments = comments
    }

    package func layer() -> SemanticLayer {
        var layer = SemanticLayer()
        layer.tables = index.tables.indices.map(table)
        return layer
    }

    private func table(_ number: Int) -> SemanticLayer.Table {
        let own = index.tables[number]
        var table = SemanticLayer.Table(name: own.id)
        table.words.description = Self.text(comments[own.id]?.table)
        table.words.synonyms = Self.writtenOut(own.name)
        table.display = DisplayColumns(index).columns(of: number).map { index[$0].name }
        let dates = index.columns(of: number).filter { index[$0].profile.kind == .date && !Self.isBookkeeping(index[$0]) }
        table.date = dates.first.map { index[$0].name }
        for column in own.columns {
            var entry = SemanticLayer.Column(name: column.name)
            entry.words.description = Self.text(comments[own.id]?.columns[column.name])
            entry.words.synonyms = column.isForeignKey ? [] : Self.writtenOut(column.name)
            if entry.words != SemanticLayer.Words() { table.columns.append(entry) }
        }
        table.concepts = measures(number)
        return table
    }

    /// The words of a name with expanded abbreviations, as people say them: "customer number" for `cust_no`.
    private static func writtenOut(_ name: String) -> [String] {
        let plain = IdentifierWords.split(name)
        let words = IdentifierWords.words(of: name)
        guard plain.contains(where: { Abbreviations.known[$0] != nil && Abbreviations.known[$0] != $0 }), words.count <= SemanticPhrases.maximumWords
        else { return [] }
        return [words.joined(separator: " ")]
    }

    /// Proposes quantity times price if a row has both and no column contains the product.
    private func measures(_ number: Int) -> [SemanticLayer.Concept] {
        let columns = index.columns(of: number).filter { index[$0].profile.kind == .number && !index[$0].isPrimaryKey && !index[$0].isForeignKey }
        guard AmountColumns(index).column(of: number) == nil,
            let quantity = columns.first(where: { ["quantity", "qty"].contains(index[$0].form.words.last?.lemma) }),
            let price = columns.first(where: { index[$0].form.words.last?.lemma == "price" })
        else { return [] }
        return [SemanticLayer.Concept(.measure, name: "amount", expression: "\(index[quantity].name) * \(index[price].name)")]
    }

    private static func isBookkeeping(_ column: SourceIndex.Column) -> Bool {
        guard let first = column.form.words.first?.lemma else { return true }
        return ["creat", "updat", "modif", "delet", "insert"].contains { first.hasPrefix($0) }
    }

    private static func text(_ comment: String?) -> String? {
        let text = comment?.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(SemanticReader.maximumText)
        return text.flatMap { $0.isEmpty ? nil : String($0) }
    }
}
