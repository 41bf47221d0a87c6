import Access
import Identity
import JSON
import Store

/// Which part of a list a call asks for: every tool that lists takes the same arguments, and gives ``ToolPage``.
struct PageRequest {
    /// Elements of one page.
    static let maximumCount = 1_000

    static let cursor = Property.string("nextCursor of the answer before.")
    /// The arguments `pageSize` and `cursor`.
    static let properties: JSONObject = [
        "pageSize": Property.int("At most so many.", 1...Int64(maximumCount)), "cursor": cursor,
    ]
    /// Arguments that choose the page and not the list.
    private static let choosing: Set<String> = ["cursor", "pageSize", "p", "limit", "fields"]

    let tool: String
    let form: ListForm
    /// Elements at most.
    let count: Int
    /// The number of the page, counted from 1 in pages of ``count`` elements: such a page is given as a whole or refused. Nil: cut where it must be.
    let number: Int?
    /// Where the list goes on, as ``ToolPage`` said it; nil for its beginning.
    let position: String?
    private let cursors: PageCursor

    /// - Parameter size: the argument that says how many.
    /// - Throws: ``Refusal`` `invalidArgument` for a cursor of another list, or beside a number.
    init(_ tool: String, _ input: ToolInput, _ grant: Grant, _ context: ToolContext, _ domains: Domains, size: String = "pageSize", usual: Int? = nil)
        throws(Refusal)
    {
        self.tool = tool
        form = context.lists
        let size = input.int(size)
        count = size ?? usual ?? form.count
        // Programs without cursors number pages by both; one of them alone says nothing.
        number = form == .whole && size == nil ? nil : input.int("p")
        let list = input.arguments.filter { !Self.choosing.contains($0.key) && !$0.value.isNull }.sorted { $0.key < $1.key }
        cursors = PageCursor(secrets: domains.store.secrets, caller: grant.caller, source: tool) {
            list.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
        }
        guard let cursor = input.string("cursor") else {
            position = nil
            return
        }
        guard input.int("p") == nil else { throw Refusal(.invalidArgument, "argument 'p': not used beside cursor, which says where to go on") }
        position = try cursors.position(of: cursor)
    }

    /// Elements of the list before the page.
    var offset: Int {
        if let number { return (number - 1).multipliedReportingOverflow(by: count).partialValue }
        return position.flatMap { Int($0) } ?? 0
    }

    func cursor(to position: String) throws -> String { try cursors.cursor(to: position) }

    /// The part of a list that is in memory.
    func part<Element>(of all: [Element]) -> ObjectPage<Element> {
        ObjectPage(items: Array(all.dropFirst(max(0, offset)).prefix(count)), total: Int64(all.count))
    }
}
