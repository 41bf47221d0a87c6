import JSON
import SQL
import Store

/// The part of a list that is requested: `p`, `pageSize`, `field` and `value`, `sortField` and `sortOrder` on the wire.
package struct ListQuery: Hashable, Sendable {
    /// Most objects that a caller may request at a time.
    package static let maximumCount: Int64 = 1_000
    /// Most objects that are read at a time, for every caller.
    static let readCount: Int64 = 10_000

    package var part: ListPart
    /// Limits the list to objects whose member contains a text, without regard to case; names of other objects are compared as a whole.
    package var match: Match?
    /// The member to sort by; nil for the newest first.
    package var sort: String?
    package var isAscending: Bool

    package struct Match: Hashable, Sendable {
        package let field: String
        package let text: String

        package init(field: String, text: String) {
            self.field = field
            self.text = text
        }
    }

    package init(
        _ part: ListPart = ListPart(count: ListQuery.maximumCount), match: Match? = nil, sort: String? = nil, isAscending: Bool = false
    ) {
        self.part = part
        self.match = match
        self.sort = sort
        self.isAscending = isAscending
    }
}

/// One page of a list.
package struct ObjectPage<Element: Sendable>: Sendable {
    package let items: [Element]
    /// The position after each of these elements.
    package let positions: [ListPosition]
    /// The number of elements on all pages.
    package let total: Int64
    /// Whether there are elements after these.
    package let hasMore: Bool

    package init(items: [Element], positions: [ListPosition], total: Int64, hasMore: Bool) {
        self.items = items
        self.positions = positions
        self.total = total
        self.hasMore = hasMore
    }

    /// The page of a list without elements.
    package static var empty: ObjectPage { ObjectPage(items: [], positions: [], total: 0, hasMore: false) }

    package func map<Other>(_ transform: (Element) throws -> Other) rethrows -> ObjectPage<Other> {
        ObjectPage<Other>(items: try items.map(transform), positions: positions, total: total, hasMore: hasMore)
    }
}

/// The position of a list's next page: the sort keys of the last element that was returned. Elements that are added or removed before it do not move
/// it.
package struct ListPosition: Hashable, Sendable {
    /// A sort key.
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

    /// Returns nil for a text that ``text`` did not produce.
    package init?(text: String) {
        // The reason would not help the caller.
        guard let elements = (try? JSONValue(parsing: text))?.array else { return nil }
        let keys = elements.compactMap { element in element.string.map { Key.text($0) } ?? element.int.map { Key.int($0) } }
        guard keys.count == elements.count, !keys.isEmpty else { return nil }
        self.keys = keys
    }

    /// - Parameter count: the number of sort keys, which are the last columns of the row.
    init(_ row: StoredRow, count: Int) {
        keys = row.last(count).map { value in
            switch value {
            case .int(let number): .int(number)
            case .text(let text), .decimal(let text): .text(text)
            // NULL sorts first, like the empty text.
            default: .text("")
            }
        }
    }

    /// The text of the position in a cursor.
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
    /// The number of elements to skip.
    package var offset: Int64
    /// Only elements after this position; nil for all.
    package var after: ListPosition?
    /// The maximum number of elements.
    package var count: Int64

    package init(offset: Int64 = 0, after: ListPosition? = nil, count: Int64 = .max) {
        self.offset = offset
        self.after = after
        self.count = count
    }
}
