/// One column of a result.
package struct Column: Hashable, Sendable {
    package let name: String
    package let type: ColumnType

    package init(name: String, type: ColumnType) {
        self.name = name
        self.type = type
    }
}
