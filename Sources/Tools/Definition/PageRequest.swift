import Access
import Identity
import JSON
import Store

/// The page of a list that a call requests. Every listing tool accepts the same arguments and returns a ``ToolPage``.
struct PageRequest {
    /// Most elements of one page.
    static let maximumCount = 1_000

    static let cursor = Property.string("nextCursor of the page before.")
    /// Arguments that select the page, and do not affect the list.
    private static let choosing: Set<String> = ["cursor", "pageSize", "p", "page", "limit", "fields"]

    let tool: String
    let form: ListForm
    /// Most elements.
    let count: Int
    /// The number of the page, counted from 1 in pages of ``count`` elements; such a page is returned as a whole or refused. Nil for a page
    /// that is cut at the size limit.
    let number: Int?
    /// The cursor from ``ToolPage``; nil for the first page.
    let position: String?
    private let cursors: PageCursor

    /// - Parameter usual: default number of elements on a page.
    /// - Throws: ``Refusal`` `invalidArgument` for a cursor of another list, or together with a number.
    init(_ tool: String, _ page: PageArguments, _ call: ToolCall, _ secrets: SecretBox, usual: Int? = nil) throws(Refusal) {
        self.tool = tool
        form = call.context.lists
        count = page.size ?? usual ?? form.count
        // Programs without cursors send both number and size; a number alone is ignored.
        number = form == .whole && page.size == nil ? nil : page.number
        let list = call.arguments.filter { !Self.choosing.contains($0.key) && !$0.value.isNull }.sorted { $0.key < $1.key }
        cursors = PageCursor(secrets: secrets, caller: call.caller, source: tool) {
            list.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
        }
        guard let cursor = page.cursor else {
            position = nil
            return
        }
        guard page.number == nil else { throw Refusal(.invalidArgument, "a page number cannot be combined with cursor") }
        position = try cursors.position(of: cursor)
    }

    /// The part of the list on the page.
    /// - Throws: as ``listPosition()``.
    func part() throws(Refusal) -> ListPart {
        ListPart(offset: Int64(max(0, offset)), after: try listPosition(), count: Int64(count))
    }

    /// The position after which the list continues; nil for its beginning.
    /// - Throws: ``Refusal`` `invalidArgument` for a position from another release.
    func listPosition() throws(Refusal) -> ListPosition? {
        guard let position else { return nil }
        guard let listPosition = ListPosition(text: position) else { throw PageCursor.foreign }
        return listPosition
    }

    /// Number of elements before a page with a number.
    var offset: Int { number.map { ($0 - 1).multipliedReportingOverflow(by: count).partialValue } ?? 0 }

    /// The part of an in-memory list, sorted by a key.
    /// - Throws: as ``listPosition()``.
    func part<Element>(of all: [Element], by key: (Element) -> ListPosition.Key) throws(Refusal) -> ObjectPage<Element> {
        var rest = all.dropFirst(max(0, offset))
        if let last = try listPosition()?.keys.first { rest = rest.drop { key($0) <= last } }
        let items = Array(rest.prefix(count))
        return ObjectPage(items: items, positions: items.map { ListPosition(key($0)) }, total: Int64(all.count), hasMore: rest.count > items.count)
    }

    func cursor(to position: String) throws -> String { try cursors.cursor(to: position) }
}

/// How much of a list one result of an interface contains.
package enum ListForm: Hashable, Sendable {
    /// A page, at most as large as a result for a model may be; a cursor leads to the next one.
    case page
    /// The whole list, or the page with the caller's number, within a wide size limit: for programs whose interface has no cursors.
    case whole

    /// Default number of elements in one result.
    var count: Int { self == .page ? PageRequest.maximumCount : 10_000 }
    /// Size at which a page is cut, if a cursor leads on. Unit: bytes of the elements.
    var cutLength: Int { self == .page ? 262_144 : Self.wholeLength }
    /// Largest page with the caller's number, which cannot be cut. Unit: bytes.
    var numberedLength: Int { self == .page ? 1_048_576 : Self.wholeLength }

    private static let wholeLength = 16_777_216
}
