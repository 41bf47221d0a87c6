import JSON

/// The paging arguments of a call.
struct PageArguments: Sendable {
    /// Most elements of the page; nil for the default.
    var size: Int?
    /// `nextCursor` of an earlier result.
    var cursor: String?
    /// The number of the page, from 1, for programs that do not use cursors.
    var number: Int?

    init() {}
}

extension Argument {
    /// `pageSize` and `cursor`, which every listing tool accepts.
    static func page(_ path: Path<PageArguments>) -> [Argument] {
        [pageSize(path, "Per page.", upTo: Int64(PageRequest.maximumCount)), cursor(path)]
    }

    static func pageSize(_ path: Path<PageArguments>, _ description: String, upTo most: Int64) -> Argument {
        Argument("pageSize", schema: Property.int(description, 1...most)) { value, input in
            input[keyPath: path].size = value.int.map { Int(clamping: $0) }
        }
    }

    /// `p`, for programs that do not use cursors.
    static func pageNumber(_ path: Path<PageArguments>) -> Argument {
        Argument("p", schema: Property.int("Page, from 1.", 1...1_000_000)) { value, input in
            input[keyPath: path].number = value.int.map { Int(clamping: $0) }
        }
    }

    /// `cursor` alone, for lists whose page size has another name.
    static func cursor(_ path: Path<PageArguments>) -> Argument {
        Argument("cursor", schema: PageRequest.cursor) { value, input in input[keyPath: path].cursor = value.string }
    }
}
