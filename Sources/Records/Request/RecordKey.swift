import Access
import Catalog
import JSON
import SQL
import SQLSyntax

/// The field or fields by which a caller identifies rows of a collection.
struct KeyShape {
    fileprivate let fields: [Field]
    fileprivate let columns: [KeyColumn]
    /// Key columns with times on SQLite, whose text has several formats.
    fileprivate let moments: Set<Identifier>

    /// - Parameter argument: the name of the keys in a refusal.
    init(_ call: RecordCall, argument: String = "filterByTk") throws(Refusal) {
        let names = call.collection.primaryKey
        guard !names.isEmpty else {
            throw Refusal(.invalidArgument, "\(argument): \(call.collection.name) has no primary key; use list with a filter")
        }
        var fields: [Field] = []
        for name in names { fields.append(try call.open(name, argument: argument)) }
        self.fields = fields
        columns = fields.map(KeyColumn.init(_:))
        moments = call.dialect == .sqlite ? Set(fields.filter { $0.type == .timestamp }.map { Identifier($0.name) }) : []
    }

    /// The single column that identifies a row by a plain comparison; nil if finding a row needs more.
    var column: Identifier? { columns.count == 1 && moments.isEmpty && columns[0].takesPlainValues ? columns[0].name : nil }
}

/// A column of a primary key, with the operator that compares its values.
struct KeyColumn {
    let name: Identifier
    private let field: Field

    init(_ field: Field) {
        name = Identifier(field.name)
        self.field = field
    }

    /// Whether the engine's own operator compares it with a bound value.
    var takesPlainValues: Bool { field.extensionType == nil }

    func equals(_ column: Statement, _ value: SQLValue) -> Statement {
        guard field.extensionType?.comparison != .text else { return "CAST(\(column) AS \(engine: "text")) \(EngineOperator.equal) \(value)" }
        return "\(column) \(field.sign(.equal)) \(field.typed("\(value)"))"
    }
}

/// The keys of rows, as `filterByTk` gives them.
struct RecordKey {
    /// Values of each key, in the order of the collection's primary key.
    let keys: [[SQLValue]]
    private let columns: [KeyColumn]
    /// Set if the keys come from a caller; see ``KeyShape``.
    private let moments: Set<Identifier>

    init(_ json: JSONValue, _ call: RecordCall) throws(Refusal) { try self.init(json, KeyShape(call), call.dialect) }

    /// - Parameters:
    ///   - json: a number or text; an object of fields for a key of several; or an array of 1 to 1,000 of these.
    ///   - argument: its name in a refusal.
    init(_ json: JSONValue, _ shape: KeyShape, _ dialect: Dialect, argument: String = "filterByTk") throws(Refusal) {
        let elements = json.array ?? [json]
        guard (1...RecordLimits.changedRows).contains(elements.count) else {
            throw Refusal(.invalidArgument, "\(argument): expected 1 to \(RecordLimits.changedRows) keys, found \(elements.count)")
        }
        var keys: [[SQLValue]] = []
        for element in elements { keys.append(try Self.key(element, shape.fields, dialect, argument)) }
        self.keys = keys
        columns = shape.columns
        moments = shape.moments
    }

    /// Keys that a statement returned.
    init(keys: [[SQLValue]], of collection: Collection) {
        self.keys = keys
        columns = collection.primaryKey.compactMap(collection.field).map(KeyColumn.init(_:))
        moments = []
    }

    private static func key(_ json: JSONValue, _ fields: [Field], _ dialect: Dialect, _ argument: String) throws(Refusal) -> [SQLValue] {
        if fields.count == 1, json.object == nil { return [try value(json, fields[0], dialect, argument)] }
        guard let object = json.object, object.count == fields.count else {
            throw Refusal(.invalidArgument, "\(argument): expected an object with \(fields.map(\.name).joined(separator: ", "))")
        }
        var values: [SQLValue] = []
        for field in fields {
            guard let given = object[field.name] else { throw Refusal(.invalidArgument, "\(argument): \"\(field.name)\" is missing") }
            values.append(try value(given, field, dialect, "\(argument).\(field.name)"))
        }
        return values
    }

    private static func value(_ json: JSONValue, _ field: Field, _ dialect: Dialect, _ argument: String) throws(Refusal) -> SQLValue {
        guard !json.isNull else { throw Refusal(.invalidArgument, "\(argument): must not be null") }
        // A text key may be a number in JSON, because many models write it so.
        if field.type == .text, let number = json.number { return .text(number.text) }
        return try FieldValue(field: field, dialect: dialect, argument: argument).read(json)
    }

    /// The condition that selects the rows with these keys.
    func condition(_ dialect: Dialect, alias: Identifier = RecordCall.alias) -> Statement {
        if columns.count == 1, moments.isEmpty {
            let column: Statement = "\(alias).\(columns[0].name)"
            if keys.count == 1 { return columns[0].equals(column, keys[0][0]) }
            // On PostgreSQL `IN` would look its operator up along the search path.
            if dialect != .postgresql { return "\(column) IN (\(Statement.joined(keys.map { "\($0[0])" }, by: ", ")))" }
        }
        let each = keys.map { key -> Statement in
            "(\(Statement.joined(zip(columns, key).map { equality("\(alias).\($0.name)", $0, $1) }, by: " AND ")))"
        }
        return each.count == 1 ? each[0] : "(\(Statement.joined(each, by: " OR ")))"
    }

    private func equality(_ column: Statement, _ key: KeyColumn, _ value: SQLValue) -> Statement {
        moments.contains(key.name) ? "\(SQLiteInstant.of(column)) = \(SQLiteInstant.of("\(value)"))" : key.equals(column, value)
    }
}
