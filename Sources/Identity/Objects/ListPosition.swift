import JSON
import SQL
import Store

/// The position of a list's next page: the sort keys of the last element that was returned. Elements that are added or removed before it do not move
/// it.
package struct ListPosition: Hashable, Sendable {
    /// What a list is sorted by.
    package enum Key: Hashable, Comparable, Sendable {
        case int(Int64)
        case text(String)

        var value: SQLValue {
            switch self {
            case .int(let number): .int(number)
            case .text(let text): .text(text)
            }
        }
    }

    package let keys: [Key]

    package init(_ keys: Key...) { self.keys = keys }

    /// - Returns: nil for what ``text`` did not make.
    package init?(text: String) {
        // The reason would not help the caller.
        guard let elements = (try? JSONValue(parsing: text))?.array else { return nil }
        let keys = elements.compactMap { element in element.string.map { Key.text($0) } ?? element.int.map { Key.int($0) } }
        guard keys.count == elements.count, !keys.isEmpty else { return nil }
        self.keys = keys
    }

    /// The last columns of a row.
    init(_ row: StoredRow, count: Int) {
        keys = row.last(count).map { value in
            switch value {
            case .int(let number): .int(number)
            case .text(let text), .decimal(let text): .text(text)
            default: .text("")
            }
        }
    }

    /// As cursors carry it.
    package var text: String {
        let elements = keys.map { key -> JSONValue in
            switch key {
            case .int(let number): .number(JSONNumber(number))
            case .text(let text): .string(text)
            }
        }
        return JSONValue.array(elements).description
    }
}

/// The part of a list that is requested.
package struct ListPart: Hashable, Sendable {
    /// Elements left out.
    package var offset: Int64
    /// Only elements after this position; nil for all.
    package var after: ListPosition?
    /// At most so many.
    package var count: Int64

    package init(offset: Int64 = 0, after: ListPosition? = nil, count: Int64 = .max) {
        self.offset = offset
        self.after = after
        self.count = count
    }
}
