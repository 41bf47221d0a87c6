import Access
import Identity
import JSON
import Store

/// Which part of a list a call asks for: every tool that lists takes the same arguments, and gives ``ToolPage``.
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
    /// Where the list goes on, as ``ToolPage`` said it; nil for its beginning.
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

/// What a surface does with a list: how much of it one answer has.
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
