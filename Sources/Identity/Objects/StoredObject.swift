import JSON
import SQL
import Store

/// One kind of object that clients manage as JSON, described once: its SQL, the effect of a change, its form on the wire, the schemas of tools, and
/// what lists can be searched and sorted by all come from ``members``.
struct StoredObject<Object: Sendable>: Sendable {
    let table: StoredTable<Object>
    /// In the order of the wire.
    private let members: [ObjectMember<Object>]
    private let details: StoredColumn<Object>.Path<Details>?
    /// Names that ``details`` do not hold.
    private let known: Set<String>
    private let backDoors: Set<String>
    private let created: Statement

    /// - Parameters:
    ///   - blank: an object of which nothing is known.
    ///   - details: the members that decide nothing here.
    ///   - reserved: further names that details do not hold.
    ///   - backDoors: members of other servers that open back doors: only empty ones pass.
    init(
        _ table: String, from source: Statement? = nil, blank: Object, details: StoredColumn<Object>.Path<Details>,
        reserved: Set<String> = [], backDoors: Set<String> = [], _ members: [ObjectMember<Object>]
    ) {
        let columns = members.compactMap(\.column) + [.changing("details", details, .details)]
        self.init(StoredTable(table, from: source, blank: blank, columns), details, reserved, backDoors, members)
    }

    /// An object without members that decide nothing.
    init(_ table: String, from source: Statement? = nil, blank: Object, _ members: [ObjectMember<Object>]) {
        self.init(StoredTable(table, from: source, blank: blank, members.compactMap(\.column)), nil, [], [], members)
    }

    private init(
        _ table: StoredTable<Object>, _ details: StoredColumn<Object>.Path<Details>?, _ reserved: Set<String>, _ backDoors: Set<String>,
        _ members: [ObjectMember<Object>]
    ) {
        self.table = table
        self.members = members
        self.details = details
        self.backDoors = backDoors
        known = Set(members.filter { !$0.isDetail }.compactMap(\.name)).union(reserved).union(["owner"])
        created = table.column("created_at")
    }

    /// What `add` and `update` take, each a JSON Schema.
    var schema: JSONObject { JSONObject(members.compactMap { member in member.schema.flatMap { schema in member.name.map { ($0, schema) } } }) }

    /// The object as clients see it.
    /// - Parameters:
    ///   - owner: the organization, or who stands in its place.
    ///   - beside: what else there is to say of it.
    func wire(_ object: Object, owner: String, beside: JSONObject = JSONObject()) -> JSONObject {
        var out = JSONObject([("owner", .string(owner))])
        for member in members {
            if let name = member.name, let wire = member.wire { out[name] = wire(object) }
        }
        for (name, value) in beside { out[name] = value }
        guard let details else { return out }
        return out.with(object[keyPath: details].members)
    }

    /// Takes over what a change says. Members with ``ObjectMember/Editors/rule`` are the object's own to take.
    /// - Throws: `invalid`.
    func apply(_ patch: Patch, to object: inout Object) throws(IdentityError) {
        for member in members {
            if let apply = member.apply { try apply(&object, patch) }
        }
        if let details { try take(patch, into: &object[keyPath: details]) }
    }

    /// Takes over what a change says of members that decide nothing here.
    /// - Throws: `invalid`.
    func take(_ patch: Patch, into details: inout Details) throws(IdentityError) {
        try details.take(patch, beside: known, refusing: backDoors)
    }

    /// - Parameter isAdministrator: whether the caller administers the object's organization.
    /// - Throws: `forbidden` when a member changes that only administrators change.
    func checkEditor(of before: Object, to after: Object, isAdministrator: Bool) throws(IdentityError) {
        let guarded = members.filter { $0.editors == .administrators }
        guard !isAdministrator, guarded.contains(where: { $0.differs(before, after) }) else { return }
        let names = guarded.compactMap(\.name)
        guard names.count > 1, let last = names.last else {
            throw IdentityError(.forbidden, "\(names.joined()): only an administrator changes it")
        }
        throw IdentityError(.forbidden, "only an administrator changes \(names.dropLast().joined(separator: ", ")) and \(last)")
    }

    /// A part of a list. Rows that cannot be read are left out and passed to `damaged`.
    /// - Parameter condition: which objects there are for the caller.
    /// - Throws: `invalid` for a member that lists cannot be searched or sorted by.
    func page(
        _ query: ListQuery, where condition: Statement, on connection: any Connection, telling damaged: DamagedRows
    ) throws -> ObjectPage<Object> {
        var condition = condition
        if let match = query.match { condition += " AND \(try self.condition(match))" }
        let key = try query.sort.map { try sortKey($0) } ?? created
        return try connection.page(
            table.selection, from: table.source, of: table.name, where: condition, by: [key, table.column("id")], isAscending: query.isAscending,
            query.part, telling: damaged, table.read)
    }

    private func condition(_ match: ListQuery.Match) throws(IdentityError) -> Statement {
        let found = members.first { $0.name == match.field && $0.search != .none }
        guard let found, let column = found.column.map(table.expression) else { throw expected("field") { $0 != .none && $0 != .sortOnly } }
        switch found.search {
        case .name: return "\(column) = \(match.text)"
        case .element:
            let element = JSONValue.string(match.text).description
            return "\(column) LIKE \("%" + Self.escaped(element) + "%") ESCAPE '!'"
        case .text: return "lower(\(column)) LIKE \("%" + Self.escaped(match.text.lowercased()) + "%") ESCAPE '!'"
        case .none, .sortOnly: throw expected("field") { $0 != .none && $0 != .sortOnly }
        }
    }

    private func sortKey(_ name: String) throws(IdentityError) -> Statement {
        let found = members.first { $0.name == name && $0.search != .none }
        guard let found, let column = found.column.map(table.expression) else { throw expected("sortField") { $0 != .none && $0 != .element } }
        switch found.search {
        case .text, .name: return column
        case .sortOnly: return name == "createdTime" ? column : "COALESCE(\(column), 0)"
        case .none, .element: throw expected("sortField") { $0 != .none && $0 != .element }
        }
    }

    private func expected(_ argument: String, _ isUsable: (ObjectMember<Object>.Search) -> Bool) -> IdentityError {
        let names = members.filter { isUsable($0.search) }.compactMap(\.name).sorted()
        return IdentityError(.invalid, "\(argument): expected \(names.joined(separator: ", "))")
    }

    /// Marks of LIKE stand for themselves.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { out, character in
            if character == "%" || character == "_" || character == "!" { out.append("!") }
            out.append(character)
        }
    }
}

extension StoredObject {
    /// - Throws: what `missing` makes, when there is none.
    func require(_ condition: Statement, _ rest: Statement = "", on connection: any Connection, orThrow missing: IdentityError) throws -> Object {
        guard let found = try table.first(where: condition, rest, on: connection) else { throw missing }
        return found
    }
}
