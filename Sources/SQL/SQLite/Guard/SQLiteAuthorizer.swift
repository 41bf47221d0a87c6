import CSQLite
import SQLSyntax

/// Decides by the read rights what a statement may do, each time SQLite asks (c3ref/set_authorizer.html).
final class SQLiteAuthorizer {
    /// The decisions about one statement.
    struct Authorization {
        let readRights: SQLiteReadRights
        let schema: SQLiteSchemaNames
        var refusal: SQLiteRefusal?
        var isSelect = false
        var tables: Set<String> = []
        var columns: Set<CompiledRead.ColumnRead> = []
        /// Names read without a column that are not in the read rights: `WITH` queries whose rows are counted, tables of allowed views, or
        /// forbidden tables.
        var unknown: Set<String> = []
        /// Table-valued functions read from: allowed unless the schema has a table of that name.
        var tableFunctions: Set<String> = []
        /// Lower-case names of the tables and views that allowed views read.
        var inner: Set<String> = []

        /// Lower-case names of the schema's views.
        var views: Set<String> { schema.views }
    }

    /// The schema at the last statement; see ``SQLiteSchemaNames/current(_:on:)``.
    var schema: SQLiteSchemaNames?

    let judged = SQLiteCheckedStatements()

    /// Nil while the server's own statements run, which are not restricted.
    var authorization: Authorization?

    private let modules: Set<String>
    private let stop: SQLiteInterruption

    /// - Parameters:
    ///   - modules: lower-case names of the virtual tables that can be read without being declared.
    ///   - stop: ends a compilation that takes too long or too much memory, which the engine itself does not check.
    init(modules: Set<String>, stop: SQLiteInterruption) {
        self.modules = modules
        self.stop = stop
    }

    /// Whether the lower-case name belongs to a virtual table that needs no declaration.
    func isModule(_ name: String) -> Bool { name.hasPrefix("pragma_") || modules.contains(name) }

    func install(on handle: OpaquePointer) {
        sqlite3_set_authorizer(
            handle,
            { context, action, first, second, schema, view in
                guard let context else { return SQLITE_DENY }
                let text = { (raw: UnsafePointer<CChar>?) in raw.map { String(cString: $0) } }
                return Unmanaged<SQLiteAuthorizer>.fromOpaque(context).takeUnretainedValue()
                    .answer(action, text(first), text(second), schema: text(schema), view: text(view))
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func answer(_ action: Int32, _ first: String?, _ second: String?, schema: String?, view: String?) -> Int32 {
        guard authorization != nil else { return SQLITE_OK }
        guard !stop.mustStop else { return SQLITE_DENY }
        let refusal: SQLiteRefusal.Subject?
        switch action {
        case SQLITE_SELECT:
            authorization?.isSelect = true
            refusal = nil
        case SQLITE_RECURSIVE: refusal = nil
        case SQLITE_READ: refusal = authorization?.read(second ?? "", of: first ?? "", schema: schema, view: view)
        case SQLITE_FUNCTION: refusal = authorization?.call(second ?? "", view: view)
        default: refusal = .statement(Self.kind(action, first))
        }
        guard let refusal else { return SQLITE_OK }
        if authorization?.refusal == nil { authorization?.refusal = SQLiteRefusal(refusal) }
        return SQLITE_DENY
    }

    private static func kind(_ action: Int32, _ first: String?) -> String {
        switch action {
        case SQLITE_PRAGMA: "a PRAGMA"
        case SQLITE_ATTACH: "ATTACH"
        case SQLITE_DETACH: "DETACH"
        case SQLITE_TRANSACTION, SQLITE_SAVEPOINT: "a transaction statement"
        case SQLITE_UPDATE where first?.hasPrefix("sqlite_") == true: "a virtual table"
        case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE: "a statement that writes"
        case SQLITE_REINDEX: "REINDEX"
        case SQLITE_ANALYZE: "ANALYZE"
        default: "a statement that changes the schema"
        }
    }
}

extension SQLiteAuthorizer.Authorization {
    init(_ readRights: SQLiteReadRights, _ schema: SQLiteSchemaNames) {
        self.readRights = readRights
        self.schema = schema
    }

    /// - Parameters:
    ///   - column: empty when the table is named but none of its columns is read.
    ///   - view: the view, or the `WITH` query, that contains the read.
    mutating func read(_ column: String, of table: String, schema: String?, view: String?) -> SQLiteRefusal.Subject? {
        if let schema, schema != "main" { return .table("\(schema).\(table)") }
        if let view, views.contains(view.asciiLowercased) {
            inner.insert(table.asciiLowercased)
            return enter(view)
        }
        if !readRights.allows(table: table) {
            if readRights.allows(function: table) {
                tableFunctions.insert(table)
                return nil
            }
            // SQLite reports a WITH query whose rows are only counted in the same way.
            guard column.isEmpty, schema == nil else { return .table(table) }
            unknown.insert(table)
            return nil
        }
        tables.insert(table)
        if column.isEmpty { return nil }
        guard readRights.allows(column: column, of: table) else { return .column(column, table: table) }
        columns.insert(CompiledRead.ColumnRead(table: table, column: column))
        return nil
    }

    mutating func call(_ function: String, view: String?) -> SQLiteRefusal.Subject? {
        if SQLiteReadRights.isNeverAllowed(function: function) { return .function(function) }
        if let view, views.contains(view.asciiLowercased) { return enter(view) }
        return readRights.allows(function: function) ? nil : .function(function)
    }

    /// Everything that an allowed view reads is allowed, if no WITH query of the statement has its name.
    private mutating func enter(_ view: String) -> SQLiteRefusal.Subject? {
        guard readRights.allows(table: view) else { return .table(view) }
        tables.insert(view)
        return nil
    }
}
