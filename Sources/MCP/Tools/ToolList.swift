public import JSON
import Synchronization

/// One page of tools, in display order.
///
/// It is a class, so that each revision is serialized only once. Reuse the object as long as the same callers get the same tools.
public final class ToolList: Sendable {
    /// The page's tools, in order.
    public let tools: [Tool]
    /// The cursor of the next page. Nil on the last page.
    public let nextCursor: String?
    /// How long modern clients may cache the page, and for whom.
    public let cacheHint: CacheHint?
    private let serialized = Mutex<[Revision: JSONFragment]>([:])

    public init(_ tools: [Tool], nextCursor: String? = nil, cacheHint: CacheHint = CacheHint(timeToLive: .zero)) {
        self.tools = tools
        self.nextCursor = nextCursor
        self.cacheHint = cacheHint
    }

    /// The tools as a JSON array in the form of the revision.
    public func fragment(for revision: Revision) -> JSONFragment {
        if let made = serialized.withLock({ $0[revision] }) { return made }
        let fragment = JSONFragment { writer in
            writer.array { writer in
                for tool in tools { tool.write(into: &writer, revision: revision) }
            }
        }
        serialized.withLock { $0[revision] = fragment }
        return fragment
    }
}

extension ToolList: ResultBody {
    var sizeEstimate: Int { serialized.withLock { $0.values.first?.bytes.count ?? 4096 } + 256 }

    func writeMembers(into writer: inout JSONWriter, revision: Revision) {
        writer.key("tools")
        writer.raw(fragment(for: revision).bytes)
        if let nextCursor { writer.member("nextCursor", nextCursor) }
    }
}
