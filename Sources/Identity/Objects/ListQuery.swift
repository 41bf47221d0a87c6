import JSON
import SQL

/// Which part of a list is wanted: `p`, `pageSize`, `field` and `value`, `sortField` and `sortOrder` on the wire.
package struct ListQuery: Hashable, Sendable {
    /// Objects that a caller may ask for at a time.
    package static let maximumCount: Int64 = 1_000
    /// Objects that are read at a time, whoever asks.
    static let readCount: Int64 = 10_000

    package var part: ListPart
    /// Only objects whose member contains a text, without regard to case; names of others are compared whole.
    package var match: Match?
    /// The member to sort by; nil for the newest first.
    package var sort: String?
    package var isAscending: Bool

    package struct Match: Hashable, Sendable {
        package let field: String
        package let text: String

        package init(field: String, text: String) {
            self.field = field
            self.text = text
        }
    }

    package init(
        _ part: ListPart = ListPart(count: ListQuery.maximumCount), match: Match? = nil, sort: String? = nil, isAscending: Bool = false
    ) {
        self.part = part
        self.match = match
        self.sort = sort
        self.isAscending = isAscending
    }
}

/// A table of objects as lists read it.
struct ListedTable {
    /// Columns of an answer.
    let columns: Statement
    /// The tables, joined.
    let source: Statement
    /// The one of them that has a row for each object, and all that a caller's reach depends on; nil when it is the only one.
    var base: Statement?
    /// Columns of text, by the member's name on the wire: what lists can be searched and sorted by.
    let texts: [String: Statement]
    /// Columns that hold one name, which is searched for as a whole.
    var names: [String: Statement] = [:]
    /// Columns that hold a list of names, each of which is searched for as a whole.
    var lists: [String: Statement] = [:]
    /// What lists can only be sorted by; never null.
    var times: [String: Statement] = [:]
    /// When an object was made.
    let created: Statement
    /// Tells objects that were made at the same moment.
    let id: Statement

    /// - Parameter condition: which objects there are for the caller.
    /// - Throws: ``IdentityError`` `invalid` for a member that lists cannot be searched or sorted by.
    func page<Element: Sendable>(
        _ query: ListQuery, where condition: Statement, on connection: any Connection, _ make: (any Row) throws -> Element
    ) throws -> ObjectPage<Element> {
        var condition = condition
        if let match = query.match {
            condition += " AND \(try self.condition(match))"
        }
        let sortable = texts.merging(names) { text, _ in text }.merging(times) { text, _ in text }.merging(["createdTime": created]) { own, _ in own }
        let key = try query.sort.map { try Self.column($0, among: sortable, "sortField") } ?? created
        return try connection.page(
            columns, from: source, counting: query.match == nil ? base : nil, where: condition, by: [key, id], isAscending: query.isAscending,
            query.part, make)
    }

    private func condition(_ match: ListQuery.Match) throws(IdentityError) -> Statement {
        if let column = names[match.field] { return "\(column) = \(match.text)" }
        if let column = lists[match.field] {
            let element = JSONValue.string(match.text).description
            return "\(column) LIKE \("%" + Self.escaped(element) + "%") ESCAPE '!'"
        }
        let known = texts.merging(names) { text, _ in text }.merging(lists) { text, _ in text }
        let column = try Self.column(match.field, among: known, "field")
        return "lower(\(column)) LIKE \("%" + Self.escaped(match.text.lowercased()) + "%") ESCAPE '!'"
    }

    private static func column(_ member: String, among known: [String: Statement], _ argument: String) throws(IdentityError) -> Statement {
        guard let column = known[member] else {
            throw IdentityError(.invalid, "\(argument): expected \(known.keys.sorted().joined(separator: ", "))")
        }
        return column
    }

    /// Marks of LIKE stand for themselves.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { out, character in
            if character == "%" || character == "_" || character == "!" { out.append("!") }
            out.append(character)
        }
    }
}
