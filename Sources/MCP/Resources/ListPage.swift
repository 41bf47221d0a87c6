import JSON

/// One page of a list, in the order in which clients see it.
public struct ListPage<Item: Hashable & Sendable>: Hashable, Sendable {
    /// The page's items, in order.
    public var items: [Item]
    /// Where the next page starts; nil on the last page.
    public var nextCursor: String?
    /// How long and for whom modern clients may keep the page.
    public var hint: CacheHint

    public init(_ items: [Item], nextCursor: String? = nil, hint: CacheHint = CacheHint(timeToLive: .zero)) {
        self.items = items
        self.nextCursor = nextCursor
        self.hint = hint
    }
}

/// An element of a page.
protocol Listed {
    /// The member of the result that holds the items.
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
