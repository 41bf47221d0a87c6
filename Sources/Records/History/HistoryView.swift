import Access
import Catalog
import JSON
import SQL

/// Writes entries of a history, within one caller's rights.
struct HistoryView: Sendable {
    static let columns = ["action", "at", "userId", "userName", "before", "after"]

    /// Documents in the database may be nested more deeply than those of a call.
    private static let limits = JSONLimits(maximumByteCount: .max, maximumDepth: 200)

    private let open: Set<String>
    /// Whether the row itself hides from the caller who changed it.
    private let hidesAuthor: Bool
    /// Fields that the server sets with every change.
    private let kept: Set<String>

    init(_ call: RecordCall) {
        open = call.rights.open
        let fields = call.collection.fields.filter { $0.kept != nil }
        kept = Set(fields.map(\.name))
        hidesAuthor = fields.contains { ($0.kept == .createdBy || $0.kept == .updatedBy) && !call.rights.open.contains($0.name) }
    }

    /// Writes an entry into an empty writer.
    /// - Parameter span: the visible part of the history; nil for all of it.
    /// - Returns: false when the caller may see nothing of the entry.
    func write(_ row: any Row, within span: inout VisibleSpan?, to writer: inout JSONWriter) throws -> Bool {
        var (before, after) = (try Self.image(of: row, 4), try Self.image(of: row, 5))
        let isChange = before != nil && after != nil
        let shown: (String) -> Bool = { name in
            guard open.contains(name) else { return false }
            return !isChange || !kept.contains(name) && before?[name] != after?[name]
        }
        var names = (after ?? before ?? [:]).map { $0.key }.filter(shown)
        if isChange, let before { names += before.map { $0.key }.filter { after?[$0] == nil && shown($0) } }
        if span != nil {
            guard span?.reaches(after ?? [:]) == true else { return false }
            if let image = before, span?.reaches(image) == false { before = nil }
        }
        guard !names.isEmpty else { return false }
        writer.beginObject()
        writer.key("action")
        try row.write(0, to: &writer)
        writer.key("at")
        try row.write(1, to: &writer)
        if !hidesAuthor {
            writer.key("userId")
            try row.write(2, to: &writer)
            writer.key("user")
            try row.write(3, to: &writer)
        }
        for (key, image) in [("before", before), ("after", after)] {
            writer.key(key)
            guard let image else {
                writer.null()
                continue
            }
            writer.value(.object(JSONObject(names.compactMap { name in image[name].map { (name, $0) } })))
        }
        writer.endObject()
        return true
    }

    private static func image(of entry: any Row, _ column: Int) throws -> JSONObject? { try image(entry.text(column)) }

    /// The row in an entry's JSON.
    static func image(_ text: String?) throws -> JSONObject? {
        guard let text else { return nil }
        do {
            return try JSONValue(parsing: Array(text.utf8), limits: limits).object
        } catch {
            throw Refusal(
                .limited,
                "the history of this row has documents that are nested deeper than \(limits.maximumDepth) levels, or name a member twice")
        }
    }
}
