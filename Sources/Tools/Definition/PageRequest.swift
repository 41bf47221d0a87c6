import Access
import Identity
import JSON
import Store

/// The page of a list that a call asks for. Every tool that lists takes the same arguments and returns a ``ToolPage``.
struct PageRequest {
    /// Elements of one page.
    static let maximumCount = 1_000

    static let cursor = Property.string("nextCursor of the page before.")
    /// Arguments that choose the page and not the list.
    private static let choosing: Set<String> = ["cursor", "pageSize", "p", "page", "limit", "fields"]

    let tool: String
    let form: ListForm
    /// Elements at most.
    let count: Int
    /// The number of the page, counted from 1 in pages of ``count`` elements: such a page is given as a whole or refused. Nil: cut where it must be.
    let number: Int?
    /// The cursor from ``ToolPage``; nil for the first page.
    let position: String?
    private let cursors: PageCursor

    /// - Parameter usual: elements of a page when the call does not say.
    /// - Throws: ``Refusal`` `invalidArgument` for a cursor of another list, or beside a number.
    init(_ tool: String, _ page: PageArguments, _ call: ToolCall, _ secrets: SecretBox, usual: Int? = nil) throws(Refusal) {
        self.tool = tool
        form = call.context.lists
        count = page.size ?? usual ?? form.count
        // Programs without cursors number pages by both; one of them alone says nothing.
        number = form == .whole && page.size == nil ? nil : page.number
        let list = call.arguments.filter { !Self.choosing.contains($0.key) && !$0.value.isNull }.sorted { $0.key < $1.key }
        cursors = PageCursor(secrets: secrets, caller: call.caller, source: tool) {
            list.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
        }
        guard let cursor = page.cursor else {
            position = nil
            return
        }
        guard page.number == nil else { throw Refusal(.invalidArgument, "cursor says where to go on: the number of a page is not given beside it") }
        position = try cursors.position(of: cursor)
    }

    /// The part of the list that the page is of.
    /// - Throws: as ``listPosition()``.
    func part() throws(Refusal) -> ListPart {
        ListPart(offset: Int64(max(0, offset)), after: try listPosition(), count: Int64(count))
    }

    /// Where the list goes on; nil for its beginning.
    /// - Throws: ``Refusal`` `invalidArgument` for a position of another release.
    func listPosition() throws(Refusal) -> ListPosition? {
        guard let position else { return nil }
        guard let listPosition = ListPosition(text: position) else { throw PageCursor.foreign }
        return listPosition
    }

    /// Elements of the list before a page that has a number.
    var offset: Int { number.map { ($0 - 1).multipliedReportingOverflow(by: count).partialValue } ?? 0 }

    /// The part of a list that is in memory, in the order of a key.
    /// - Throws: as ``listPosition()``.
    func part<Element>(of all: [Element], by key: (Element) -> ListPosition.Key) throws(Refusal) -> ObjectPage<Element> {
        var rest = all.dropFirst(max(0, offset))
        if let last = try listPosition()?.keys.first { rest = rest.drop { key($0) <= last } }
        let items = Array(rest.prefix(count))
        return ObjectPage(items: items, positions: items.map { ListPosition(key($0)) }, total: Int64(all.count), hasMore: rest.count > items.count)
    }

    func cursor(to position: String) throws -> String { try cursors.cursor(to: position) }
}

/// How a surface shows a list: how much of it one result holds.
package enum ListForm: Hashable, Sendable {
    /// A page, as large as an answer for a model may be; a cursor leads to the next one.
    case page
    /// All of it, or the page that the caller numbered, whatever its size within a wide limit: for programs whose interface knows no cursor.
    case whole

    /// Elements of one answer when the caller says nothing.
    var count: Int { self == .page ? PageRequest.maximumCount : 10_000 }
    /// Unit: bytes of the elements that are sent where a cursor leads on.
    var cutLength: Int { self == .page ? 262_144 : Self.wholeLength }
    /// Unit: bytes of a page that the caller numbered, and which therefore cannot be cut.
    var numberedLength: Int { self == .page ? 1_048_576 : Self.wholeLength }

    private static let wholeLength = 16_777_216
}
