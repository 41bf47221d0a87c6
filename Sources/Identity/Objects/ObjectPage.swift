/// One page of a list.
package struct ObjectPage<Element: Sendable>: Sendable {
    package let items: [Element]
    /// Where the list goes on after each of these.
    package let places: [ListPosition]
    /// How many there are on all pages.
    package let total: Int64
    /// Whether there are elements after these.
    package let hasMore: Bool

    package init(items: [Element], places: [ListPosition], total: Int64, hasMore: Bool) {
        self.items = items
        self.places = places
        self.total = total
        self.hasMore = hasMore
    }

    /// Of a list without elements.
    package static var empty: ObjectPage { ObjectPage(items: [], places: [], total: 0, hasMore: false) }

    package func map<Other>(_ transform: (Element) throws -> Other) rethrows -> ObjectPage<Other> {
        ObjectPage<Other>(items: try items.map(transform), places: places, total: total, hasMore: hasMore)
    }
}
