import Access
import Identity
import JSON

/// One page of a list in a result: as many elements as fit, the total count, and the cursor of the next page. Each element is on exactly
/// one page.
struct ToolPage {
    /// The elements, as a JSON array.
    let array: JSONFragment
    /// Number of elements on this page.
    let count: Int
    /// Number of elements in the list; nil if they are not counted.
    let total: Int64?
    /// The cursor of the next page; nil when there is none.
    let next: String?

    /// A page of a list. The next page continues after the last element, even if elements before it are added or removed.
    init<Element>(_ part: ObjectPage<Element>, of request: PageRequest, _ element: (Element) -> JSONFragment) throws {
        try self.init(part.items, of: request, total: part.total, hasMore: part.hasMore, element: element) { count, _ in
            part.positions[count - 1].text
        }
    }

    /// - Parameters:
    ///   - hasMore: whether there are further elements.
    ///   - position: the position after a number of these elements, given with the last of them.
    init<Element>(
        _ elements: [Element], of request: PageRequest, total: Int64? = nil, hasMore: Bool, element: (Element) -> JSONFragment,
        position: (_ count: Int, _ last: Element) -> String
    ) throws {
        let isWhole = request.number != nil || request.form == .whole
        let limit = isWhole ? request.form.numberedLength : request.form.cutLength
        var length = 0
        var shown: [[UInt8]] = []
        for each in elements {
            let bytes = element(each).bytes
            length += bytes.count + 1
            guard length <= limit || shown.isEmpty else { break }
            shown.append(bytes)
        }
        let isCut = shown.count < elements.count
        if isWhole, isCut || (request.form == .whole && request.number == nil && hasMore && elements.count == request.form.count) {
            throw Refusal(
                .invalidArgument,
                "argument 'pageSize': one answer has room for \(shown.count) of these; ask for numbered pages of at most so many")
        }
        array = JSONFragment { writer in
            writer.array { writer in
                for bytes in shown { writer.raw(bytes) }
            }
        }
        count = shown.count
        self.total = total
        next = try (isCut || hasMore) && count > 0 ? request.cursor(to: position(count, elements[count - 1])) : nil
    }

    /// Writes the members of every list: `data`, `total`, `truncated` and `nextCursor`.
    func write(to writer: inout JSONWriter) {
        writer.member("data", array)
        writer.given("total", total)
        writer.member("truncated", next != nil)
        writer.member("nextCursor", next)
    }

    /// A sentence for the text when there are further elements.
    func note(_ tool: String) -> String? {
        next.map { "\(count) of \(total.map(String.init) ?? "more"). Call \(tool) with cursor \"\($0)\" for those after them." }
    }
}

extension ToolOutcome {
    /// A page of a list.
    static func page(_ page: ToolPage, objects: [String] = []) -> ToolOutcome {
        .object(rows: page.count, objects: objects) { writer in page.write(to: &writer) }
    }

    /// A page of a list whose elements are written by `body`.
    static func page<Element>(
        _ part: ObjectPage<Element>, of request: PageRequest, objects: [String] = [],
        _ body: (inout JSONWriter, Element) -> Void
    ) throws -> ToolOutcome {
        let page = try ToolPage(part, of: request) { element in JSONFragment { writer in writer.object { writer in body(&writer, element) } } }
        return .page(page, objects: objects)
    }
}
