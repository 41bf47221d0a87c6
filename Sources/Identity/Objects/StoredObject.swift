import JSON
import SQL
import Store

/// One kind of object that clients manage as JSON, described once. Its SQL, the effect of a change, its wire form, the schemas of tools,
/// and the search and sort members of lists all derive from ``members``.
struct StoredObject<Object: Sendable>: Sendable {
    let table: StoredTable<Object>
    /// In the order of the wire form.
    private let members: [ObjectMember<Object>]
    private let details: StoredColumn<Object>.Path<Details>?
    /// Names that cannot be members of ``details``.
    private let reservedNames: Set<String>
    private let rejectedMembers: Set<String>
    private let created: Statement

    /// - Parameters:
    ///   - template: an object with placeholder values, which reading a row replaces.
    ///   - details: free-form members, which are stored and have no effect.
    ///   - reserved: further names that cannot be members of the details.
    ///   - rejectedMembers: members of compatible servers that would grant access; a value that is not empty is refused.
    init(
        _ table: String, from source: Statement? = nil, template: Object, details: StoredColumn<Object>.Path<Details>,
        reserved: Set<String> = [], rejectedMembers: Set<String> = [], _ members: [ObjectMember<Object>]
    ) {
        let columns = members.compactMap(\.column) + [.changing("details", details, .details)]
        self.init(StoredTable(table, from: source, template: template, columns), details, reserved, rejectedMembers, members)
    }

    /// An object without free-form details.
    init(_ table: String, from source: Statement? = nil, template: Object, _ members: [ObjectMember<Object>]) {
        self.init(StoredTable(table, from: source, template: template, members.compactMap(\.column)), nil, [], [], members)
    }

    private init(
        _ table: StoredTable<Object>, _ details: StoredColumn<Object>.Path<Details>?, _ reserved: Set<String>, _ rejectedMembers: Set<String>,
        _ members: [ObjectMember<Object>]
    ) {
        self.table = table
        self.members = members
        self.details = details
        self.rejectedMembers = rejectedMembers
        reservedNames = Set(members.filter { !$0.isDetail }.compactMap(\.name)).union(reserved).union(["owner"])
        created = table.column("created_at")
    }

    /// The members that `add` and `update` accept, each with its JSON Schema.
    var schema: JSONObject { JSONObject(members.compactMap { member in member.schema.flatMap { schema in member.name.map { ($0, schema) } } }) }

    /// The object as clients see it.
    /// - Parameters:
    ///   - owner: the organization, or what replaces it for an object without one.
    ///   - additional: further members.
    func wire(_ object: Object, owner: String, additional: JSONObject = JSONObject()) -> JSONObject {
        var out = JSONObject([("owner", .string(owner))])
        for member in members {
            if let name = member.name, let wire = member.wire { out[name] = wire(object) }
        }
        for (name, value) in additional { out[name] = value }
        guard let details else { return out }
        return out.with(object[keyPath: details].members)
    }

    /// Applies a patch. The object's own code applies members with ``ObjectMember/Editors/rule``.
    /// - Throws: `invalid`.
    func apply(_ patch: Patch, to object: inout Object) throws(IdentityError) {
        for member in members {
            if let apply = member.apply { try apply(&object, patch) }
        }
        if let details { try apply(patch, toDetails: &object[keyPath: details]) }
    }

    /// Applies a patch to free-form details.
    /// - Throws: `invalid`.
    func apply(_ patch: Patch, toDetails details: inout Details) throws(IdentityError) {
        try details.apply(patch, beside: reservedNames, refusing: rejectedMembers)
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

    /// A part of a list. Unreadable rows are omitted and passed to `damaged`.
    /// - Parameter condition: selects the objects that the caller can see.
    /// - Throws: `invalid` for a member that lists cannot be searched or sorted by.
    func page(
        _ query: ListQuery, where condition: Statement, on connection: any Connection, reporting damaged: DamagedRows
    ) throws -> ObjectPage<Object> {
        var condition = condition
        if let match = query.match { condition += " AND \(try self.condition(match))" }
        let key = try query.sort.map { try sortKey($0) } ?? created
        return try connection.page(
            table.selection, from: table.source, of: table.name, where: condition, by: [key, table.column("id")], isAscending: query.isAscending,
            query.part, reporting: damaged, table.read)
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

    /// Escapes the wildcards of LIKE.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { out, character in
            if character == "%" || character == "_" || character == "!" { out.append("!") }
            out.append(character)
        }
    }
}

extension StoredObject {
    /// - Throws: `missing` when there is none.
    func require(_ condition: Statement, _ rest: Statement = "", on connection: any Connection, orThrow missing: IdentityError) throws -> Object {
        guard let found = try table.first(where: condition, rest, on: connection) else { throw missing }
        return found
    }
}
