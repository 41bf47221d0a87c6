import JSON

/// One page of a list, in display order.
public struct ListPage<Item: Hashable & Sendable>: Hashable, Sendable {
    /// The page's items, in order.
    public var items: [Item]
    /// The cursor of the next page. Nil on the last page.
    public var nextCursor: String?
    /// How long modern clients may cache the page, and for whom.
    public var hint: CacheHint

    public init(_ items: [Item], nextCursor: String? = nil, hint: CacheHint = CacheHint(timeToLive: .zero)) {
        self.items = items
        self.nextCursor = nextCursor
        self.hint = hint
    }
}

/// An item of a page.
protocol Listed {
    /// The member of the result that contains the items.
    static var member: StaticString { get }
    func write(into writer: inout JSONWriter, revision: Revision)
}

/// The result of a list method.
struct ListResult<Item: Hashable & Sendable & Listed>: ResultBody {
    let page: ListPage<Item>

    var cacheHint: CacheHint? { page.hint }
    var sizeEstimate: Int { page.items.count * 256 + 256 }

    func writeMembers(into writer: inout JSONWriter, revision: Revision) {
        writer.key(Item.member)
        writer.array { writer in
            for item in page.items { item.write(into: &writer, revision: revision) }
        }
        if let nextCursor = page.nextCursor { writer.member("nextCursor", nextCursor) }
    }
}
