/// Something that a caller's statement needs but may not use.
package struct SQLiteRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Subject: Hashable, Sendable {
        case table(String)
        case column(String, table: String)
        case function(String)
        /// A kind of statement, with its article: `a PRAGMA`.
        case statement(String)
        /// A `WITH` name that is also the name of a view: its reads could not be distinguished from the view's.
        case hidesView(String)
    }

    package let subject: Subject

    package init(_ subject: Subject) { self.subject = subject }

    /// Names the refused object; safe to send.
    package var description: String {
        switch subject {
        case .table(let name): "table '\(name)' is not allowed"
        case .column(let name, let table): "column '\(table).\(name)' is not allowed"
        case .function(let name): "function '\(name)' is not allowed"
        case .statement(let kind): "\(kind) is not allowed"
        case .hidesView(let name): "the WITH name '\(name)' is also the name of a view; choose another"
        }
    }
}
