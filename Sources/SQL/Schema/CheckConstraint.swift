/// A check of a table.
package struct CheckConstraint: Hashable, Sendable {
    /// What the engine's errors call it: its name, or on SQLite the text of one without a name.
    package let name: String
    /// In the engine's own words.
    package let expression: String
    /// The columns that it looks at; nil where they are not known.
    package let columns: Set<String>?

    package init(name: String, expression: String, columns: Set<String>?) {
        self.name = name
        self.expression = expression
        self.columns = columns
    }
}
