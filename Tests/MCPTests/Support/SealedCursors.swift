import MCP

/// Splits lists into pages. Nobody can forge or change a cursor, or use it for another list or principal.
struct SealedCursors: Sendable {
    private let sealer: any Sealer
    private let pageSize: Int
    private let lifetime: Duration

    /// - Parameter pageSize: items of a page.
    init(_ sealer: any Sealer, pageSize: Int = 100, lifetime: Duration = .seconds(3600)) {
        self.sealer = sealer
        self.pageSize = max(1, pageSize)
        self.lifetime = lifetime
    }

    /// The page behind a cursor, or the first.
    /// - Parameters:
    ///   - list: names the list with everything that chose its items: method, filter, version.
    ///   - owner: whose list it is.
    /// - Throws: ``MCPError/unknownCursor``.
    func page<Item: Hashable & Sendable>(
        _ items: [Item], after cursor: String?, list: String, owner: String, hint: CacheHint = CacheHint(timeToLive: .zero)
    ) throws -> ListPage<Item> {
        let context = "cursor\n\(owner)\n\(list)"
        var start = 0
        if let cursor {
            guard let bytes = sealer.open(cursor, context: context), let place = Int(String(decoding: bytes, as: UTF8.self)), place >= 0 else {
                throw MCPError.unknownCursor
            }
            start = min(place, items.count)
        }
        let end = min(start + pageSize, items.count)
        let next = end < items.count ? try sealer.seal(Array(String(end).utf8), context: context, lifetime: lifetime) : nil
        return ListPage(Array(items[start..<end]), nextCursor: next, hint: hint)
    }
}
