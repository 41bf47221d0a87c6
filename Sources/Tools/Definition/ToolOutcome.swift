package import JSON

/// The result of a tool, and what the audit log records of it.
package struct ToolOutcome: Sendable {
    /// How the answer reads as text.
    package enum Text: Hashable, Sendable {
        /// As ``structured``.
        case structured
        /// A sentence about it; clients that cannot read structure get the structure as text as well.
        case summary(String)
        /// All of the answer in another form, and a second text for what clients do not read as that form.
        case whole(String, note: String? = nil)
    }

    /// The answer as one JSON value.
    package let structured: JSONFragment
    package var text = Text.structured
    /// A picture beside the text, as PNG.
    package var picture: [UInt8]?
    /// For the view beside the result: the `_meta` that models do not see.
    package var meta: JSONObject?
    /// Rows that were read; nil when the tool reads none.
    package var rows: Int?
    /// Rows or objects that were changed.
    package var changed: Int?
    /// What was touched, for the audit log: `main/orders`, `key/12`. Never a value.
    package var objects: [String]

    package init(_ structured: JSONFragment, rows: Int? = nil, changed: Int? = nil, objects: [String] = []) {
        self.structured = structured
        self.rows = rows
        self.changed = changed
        self.objects = objects
    }

    /// An answer written with `body` into one JSON object.
    package static func object(
        rows: Int? = nil, changed: Int? = nil, objects: [String] = [], _ body: (inout JSONWriter) throws -> Void
    ) rethrows -> ToolOutcome {
        ToolOutcome(try JSONFragment { writer in try writer.object(body) }, rows: rows, changed: changed, objects: objects)
    }
}
