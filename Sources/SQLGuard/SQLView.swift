import Access
import Catalog
import SQL
import SQLSyntax

/// What one caller's statement may see of a data source: the tables that the caller may view. A table that a rule restricts becomes a query
/// that returns only its visible columns, masks and rows.
struct SQLView {
    let contents: SourceCatalog
    private let rights: CallerRights
    /// Whether the engine may evaluate the caller's conditions together with those of rules.
    private let isRowIndependent: Bool
    /// Whether single conditions that cannot fail may be moved inside an optimization fence.
    private let mayEnter: Bool
    /// Collections that the statement names, by name.
    private(set) var used: [String: CollectionRights] = [:]
    /// A part of a table's replacement, inserted when the tree is printed.
    struct Replacement {
        /// The form that runs, with its bound values.
        let statement: Statement
        /// The form that is shown to the caller.
        let shown: Statement
    }

    enum Part {
        case replacement(Replacement)
        /// The parameter's index among the values of the text.
        case parameter(Int)
    }

    /// In order of use; the tree has ``mark`` and the index instead of each part.
    private(set) var parts: [Part] = []
    /// Whether a rule hides rows of a table that the statement names.
    private(set) var hidesRows = false
    /// A prefix of names that occurs in no text; empty while there are no ``parts``.
    private(set) var mark = ""
    private var tables = 0

    /// Tables that one statement may name, counted at each use. Engines accept about sixty in one `FROM`.
    private static let maximumTables = 200

    /// - Parameters:
    ///   - isRowIndependent: whether no expression of the statement can fail because of a row (see ``SelectStatement/isRowIndependent``).
    ///   - mayEnter: whether conditions that cannot fail may be evaluated together with those of rules.
    init(_ contents: SourceCatalog, _ rights: CallerRights, isRowIndependent: Bool = false, mayEnter: Bool = false) {
        self.contents = contents
        self.rights = rights
        self.isRowIndependent = isRowIndependent
        self.mayEnter = mayEnter
    }

    /// - Throws: ``Refusal`` `forbidden`, with the same text for a table that does not exist and one that the caller may not view.
    mutating func table(_ named: NamedTable) throws -> NameResolution.KnownTable {
        tables += 1
        guard tables <= Self.maximumTables else {
            throw Refusal(.invalidArgument, "sql: more than \(Self.maximumTables) tables are named; use fewer, or a WITH query for repeated parts")
        }
        guard let collection = collection(named), case .table(let schema, let name) = collection.origin else { throw unknown(named) }
        let own = rights.on(collection)
        guard own.allows(.view), !own.readable.isEmpty else { throw own.closing ?? unknown(named) }
        if let field = collection.fields.first(where: { $0.extensionType?.comparison == .cast && own.open.contains($0.name) }) {
            throw Refusal(
                .forbidden,
                "sql: '\(field.name)' of '\(collection.name)' has a type for which somebody made a cast function, which a statement would call; crud reads "
                    + "the table, and an administrator can hide the column from you")
        }
        used[collection.name] = own
        let columns = own.readable.map { SQLName($0) }
        // The statement runs with the engine's own operators alone, which compare these types as text or not at all.
        let opaque = Set(collection.fields.filter { $0.extensionType != nil }.map { SQLName($0.name) })
        var known =
            own.isUnrestrictedView
            ? NameResolution.KnownTable(schema: SQLName(schema), SQLName(name), allColumns: columns, opaque: opaque)
            : NameResolution.KnownTable(
                schema: SQLName(schema), SQLName(name), columns: columns, masked: Set(own.masked.map { SQLName($0) }), opaque: opaque,
                hidesColumns: own.readable.count < collection.fields.count, replacement: try narrowed(collection, own, schema, name))
        if contents.dialect == .sqlite { known.numbers = Self.numbers(collection) }
        let filter = own.filter(.view)
        if mayEnter, filter != .always, !filter.entersRelations {
            known.entrance = Self.entrance(collection)
        }
        return known
    }

    /// Where conditions may be inserted into the query that replaces a table, and which columns they may compare.
    private static func entrance(_ collection: Collection) -> NameResolution.InsertionPoint {
        func names(_ types: Set<ColumnType>) -> Set<SQLName> {
            Set(collection.fields.lazy.filter { types.contains($0.type) && $0.extensionType == nil }.map { SQLName($0.name) })
        }
        return NameResolution.InsertionPoint(
            alias: alias, names: [alias, handed], columns: names([.boolean, .integer, .text, .uuid, .date, .time, .timestamp]),
            decimals: names([.decimal]))
    }

    /// Columns and key of a table that a query will replace. Nil for any other table, and if a part of the key is hidden or masked.
    func key(of named: NamedTable) -> GroupedKeys.Table? {
        guard let collection = collection(named), case .table = collection.origin, !collection.primaryKey.isEmpty else { return nil }
        let own = rights.on(collection)
        guard own.allows(.view), !own.isUnrestrictedView else { return nil }
        let shown = Set(own.readable).subtracting(own.masked)
        guard collection.primaryKey.allSatisfy(shown.contains) else { return nil }
        return GroupedKeys.Table(columns: own.readable.filter(shown.contains).map { SQLName($0) }, key: collection.primaryKey.map { SQLName($0) })
    }

    /// The number forms of integer and decimal columns.
    private static func numbers(_ collection: Collection) -> [SQLName: NumberForm] {
        var numbers: [SQLName: NumberForm] = [:]
        for field in collection.fields {
            switch field.type {
            case .integer: numbers[SQLName(field.name)] = NumberForm(isDecimal: false, scale: 0)
            case .decimal: numbers[SQLName(field.name)] = NumberForm(isDecimal: true, scale: field.decimalSize?.scale)
            default: break
            }
        }
        return numbers
    }

    /// Whether the caller may view any table, or the source has none. In the latter case there is nothing to protect, and statements that
    /// only compute are allowed.
    var isOpen: Bool {
        // Checked first because it is fast: a table that the statement names is viewable.
        !used.isEmpty || !contents.hasTables || contents.collections.contains { $0.origin.table != nil && rights.on($0).allows(.view) }
    }

    /// Why a collection that would otherwise be viewable is closed to the caller; see ``CollectionRights/closing``.
    var closing: Refusal? { contents.collections.lazy.compactMap { rights.on($0).closing }.first }

    /// What is hidden in the tables that the statement uses, by collection.
    var restrictions: [ReadRestriction] {
        used.sorted { $0.key < $1.key }.flatMap { name, own -> [ReadRestriction] in
            var kinds: [ReadRestriction.Kind] = []
            if own.filter(.view) != .always { kinds.append(.rows) }
            if own.readable.count < own.collection.fields.count { kinds.append(.columns) }
            if !own.masked.isEmpty { kinds.append(.masked(own.readable.filter(own.masked.contains))) }
            return kinds.map { ReadRestriction(collection: name, kind: $0, rules: own.rules.map(String.init)) }
        }
    }

    /// Database tables that the engine will read, with their columns where known, for SQLite's own second check.
    var readRights: [String: Set<String>?] {
        var tables: [String: Set<String>?] = [:]
        for own in used.values {
            guard case .table(_, let name) = own.collection.origin else { continue }
            let isWhole = own.filter(.view) != .always || own.isUnrestrictedView
            tables.updateValue(isWhole ? nil : Set(own.readable).subtracting(own.masked), forKey: name)
        }
        for own in used.values { related(own.filter(.view), own.collection, &tables) }
        return tables
    }

    func collection(_ named: NamedTable) -> Collection? {
        contents.tables(named: named.name).first { collection in
            guard case .table(let schema, let name) = collection.origin else { return false }
            // A name without a schema means the default schema, whose collections have plain table names.
            return named.schema.map { isSame($0, schema) } ?? (collection.name == name)
        }
    }

    private func isSame(_ name: SQLName, _ text: String) -> Bool {
        contents.dialect == .sqlite ? name.isSame(as: SQLName(text), in: .sqlite) : name == SQLName(text)
    }

    /// The query that replaces a table.
    ///
    /// If rows are hidden, it is an optimization fence: the engine must not evaluate a condition of the caller on a hidden row, because an
    /// error would reveal the row. An OFFSET keeps each engine from moving conditions inwards. PostgreSQL also uses the statistics of a
    /// whole column for a condition if it can trace the values to it, so there the values pass through another query. Comparisons that
    /// cannot fail are moved inside nevertheless (``NameResolution/InsertionPoint``). If no condition can fail and the rule depends on the
    /// row alone, no fence is needed, and indexes serve the caller's conditions.
    private mutating func narrowed(_ collection: Collection, _ own: CollectionRights, _ schema: String, _ name: String) throws -> SelectStatement {
        let items = list(
            own.readable.map { field in
                let column = Identifier(field)
                return own.masked.contains(field) ? "'***' AS \(column)" : "\(Identifier(Self.alias.text)).\(column) AS \(column)"
            })
        let from = TableReference.table(NamedTable(schema: SQLName(schema), SQLName(name), as: TableAlias(Self.alias)))
        let filter = try filter(own)
        if filter == nil || (isRowIndependent && !own.filter(.view).entersRelations) {
            return SelectStatement(.select(SelectCore(items, from: [from], where: filter)))
        }
        let wall = LimitClause(nil, offset: .literal(.number("0")))
        guard contents.dialect == .postgresql else { return SelectStatement(.select(SelectCore(items, from: [from], where: filter)), limit: wall) }
        let handed = DerivedTable(SelectStatement(.select(SelectCore(items)), limit: wall), as: TableAlias(Self.handed), isLateral: true)
        let handedAlias = Identifier(Self.handed.text)
        let outer = list(own.readable.map { "\(handedAlias).\(Identifier($0)) AS \(Identifier($0))" }, shown: "\(handedAlias).*")
        return SelectStatement(.select(SelectCore(outer, from: [from, .derived(handed)], where: filter)), limit: wall)
    }

    private static let alias: SQLName = "t"
    private static let handed: SQLName = "h"

    /// A placeholder name, which no text can contain, for the columns that the caller may see; shown as `*`.
    private mutating func list(_ columns: [Statement], shown: Statement = "*") -> [SelectItem] {
        [.value(.column(marked(.replacement(Replacement(statement: Statement.joined(columns, by: ", "), shown: shown)))))]
    }

    /// A placeholder name, which no text can contain, for the part.
    mutating func marked(_ part: Part) -> ColumnReference {
        if parts.isEmpty { mark = "part-" + (0..<4).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined() + "-" }
        parts.append(part)
        return ColumnReference(SQLName("\(mark)\(parts.count - 1)"))
    }

    /// A placeholder name for a condition with bound values; the condition replaces it when the tree is printed.
    private mutating func filter(_ own: CollectionRights) throws -> Expression? {
        let filter = own.filter(.view)
        guard filter != .always else { return nil }
        let catalog = contents
        // A rule uses relations whatever the caller's rights are.
        let writer = FilterWriter(dialect: contents.dialect, catalog: { catalog[$0] }, entering: { _ in nil })
        let condition: Statement = "(\(try writer.rule(filter, on: own.collection, alias: Identifier(Self.alias.text))))"
        hidesRows = true
        // A condition that names hidden fields is not shown.
        return .column(marked(.replacement(Replacement(statement: condition, shown: filter.fields.isSubset(of: own.open) ? condition : "(…)"))))
    }

    /// Adds the tables that a rule's filter uses.
    private func related(_ filter: Filter, _ collection: Collection, _ tables: inout [String: Set<String>?]) {
        switch filter {
        case .all(let parts), .any(let parts): for part in parts { related(part, collection, &tables) }
        case .not(let inner): related(inner, collection, &tables)
        case .compare(let path, _): _ = enter(path.relations, collection, &tables)
        case .related(let path, let inner):
            if let target = enter(path, collection, &tables) { related(inner, target, &tables) }
        }
    }

    private func enter(_ path: [String], _ start: Collection, _ tables: inout [String: Set<String>?]) -> Collection? {
        var collection = start
        for name in path {
            guard let target = collection.relation(name).flatMap({ contents[$0.target] }) else { return nil }
            collection = target
            if case .table(_, let table) = target.origin { tables.updateValue(nil, forKey: table) }
        }
        return collection
    }

    /// The refusal of an unknown table, with the same text if the caller may not view it, and a suggestion among the tables that it may
    /// view.
    private func unknown(_ named: NamedTable) -> Refusal {
        let name = named.name.text
        if named.schema == nil, let system = contents[name.asciiLowercased], case .state = system.origin {
            return Refusal(
                .forbidden, "sql: '\(system.name)' is no table: it is a list that the server keeps; read it with crud, resource \(system.name)")
        }
        let tables = contents.collections.lazy.filter { if case .table = $0.origin { true } else { false } }.map(\.name)
        let near = NearName.hint(name, among: tables) { name in contents[name].map { rights.on($0).allows(.view) } ?? false }
        return Refusal(
            .forbidden, "sql: table '\(name.prefix(64))' is not allowed\(near); collections_list names the collections you may read")
    }
}
