/// The distinct values of text columns, indexed by their words.
package struct ValueIndex: Sendable {
    package struct Entry: Hashable, Sendable {
        package var column: ColumnID
        /// The stored value.
        package var text: String
    }

    /// Longest indexed value. Unit: characters.
    static let maximumLength = 80
    /// Most indexed values of a column.
    package static let maximumPerColumn = 5_000

    /// Values by normalized text.
    private(set) var whole: [String: [Entry]] = [:]
    /// Columns that contain a word in a longer value, by normalized word.
    private(set) var words: [String: [ColumnID]] = [:]
    private(set) var longest = 1
    /// The approximate size of the texts. Unit: bytes.
    private(set) var size = 0

    /// Further values are not indexed. Unit: bytes.
    static let maximumSize = 64 << 20
    /// Memory of one value in addition to its texts, for its entry and its dictionary key. Unit: bytes.
    private static let overhead = 120

    package init() {}

    package mutating func add(_ values: [String], of column: ColumnID) {
        for value in values.prefix(Self.maximumPerColumn) where value.count <= Self.maximumLength {
            let key = QuestionText.normalized(value)
            guard !key.isEmpty, size < Self.maximumSize else { continue }
            size += key.utf8.count * 2 + value.utf8.count + Self.overhead
            whole[key, default: []].append(Entry(column: column, text: value))
            let parts = key.split(separator: " ")
            longest = min(max(longest, parts.count), 12)
            guard parts.count > 1 else { continue }
            for part in parts where part.count > 2 && words[String(part)]?.last != column { words[String(part), default: []].append(column) }
        }
    }
}
