/// The part of a list that is requested: `p`, `pageSize`, `field` and `value`, `sortField` and `sortOrder` on the wire.
package struct ListQuery: Hashable, Sendable {
    /// Objects that a caller may ask for at a time.
    package static let maximumCount: Int64 = 1_000
    /// Objects that are read at a time, for every caller.
    static let readCount: Int64 = 10_000

    package var part: ListPart
    /// Only objects whose member contains a text, without regard to case; names of other objects are compared whole.
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
