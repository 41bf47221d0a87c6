import SQL
import SQLSyntax

/// The declaration of a column, in the form in which the engine reports the type, so that both can be compared.
struct ColumnWords: Hashable, Sendable {
    let text: Statement

    private init(text: Statement) { self.text = text }

    init(_ field: FieldDefinition, _ dialect: Dialect) {
        self.init(field.type, dialect, length: field.length, precision: field.precision, scale: field.scale)
    }

    init(_ type: FieldType, _ dialect: Dialect, length: Int? = nil, precision: Int? = nil, scale: Int? = nil) {
        func sized(_ name: Statement, _ numbers: Int...) -> Statement {
            "\(name)(" + Statement.joined(numbers.map { "\(literal: .int(Int64($0)))" }, by: ",") + ")"
        }
        text =
            switch (type, dialect) {
            case (.string, .postgresql): sized("character varying", length ?? 255)
            case (.string, _): sized("varchar", length ?? 255)
            case (.nanoid, .postgresql), (.sequence, .postgresql): sized("character varying", 255)
            case (.nanoid, _), (.sequence, _): sized("varchar", 255)
            case (.text, .mysql): "longtext"
            case (.password, .mysql): "varchar(255)"
            case (.text, _), (.password, _): "text"
            case (.integer, .mysql): "int(11)"
            case (.integer, _): "integer"
            case (.bigInt, .mysql), (.unixTimestamp, .mysql), (.sort, .mysql): "bigint(20)"
            case (.bigInt, _), (.unixTimestamp, _), (.sort, _): "bigint"
            case (.double, .mysql): "double"
            case (.double, _): "double precision"
            case (.decimal, .postgresql): sized("numeric", precision ?? 20, scale ?? 6)
            case (.decimal, _): sized("decimal", precision ?? 20, scale ?? 6)
            case (.boolean, .mysql): "tinyint(1)"
            case (.boolean, _): "boolean"
            case (.json, .postgresql), (.array, .postgresql), (.attachment, .postgresql): "jsonb"
            case (.json, _), (.array, _), (.attachment, _): "json"
            case (.datetimeTz, .postgresql): "timestamp with time zone"
            case (.datetimeTz, .mysql): "timestamp(6)"
            case (.datetimeTz, .sqlite): "timestamp"
            case (.datetimeNoTz, .postgresql): "timestamp without time zone"
            case (.datetimeNoTz, .mysql): "datetime(6)"
            // SQLite's type names for times mean points in time here; a time without a zone is text, as its definition says.
            case (.datetimeNoTz, .sqlite): "varchar(32)"
            case (.dateOnly, _): "date"
            case (.time, .postgresql): "time without time zone"
            case (.time, .mysql): "time(6)"
            case (.time, .sqlite): "time"
            case (.uuid, _): "uuid"
            case (.blob, .postgresql): "bytea"
            case (.blob, .mysql): "longblob"
            case (.blob, .sqlite): "blob"
            }
    }

    /// The type of a column that refers to this one; nil for a type for which this server creates no keys.
    init?(referringTo column: ColumnSchema, _ dialect: Dialect) {
        let declared = column.declaredType.lowercased()
        let length = declared.split(whereSeparator: { "()".contains($0) }).dropFirst().first.flatMap { Int($0) }
        switch column.type {
        case .integer where dialect == .mysql && declared.contains("unsigned"):
            guard declared.hasPrefix("bigint") || declared.hasPrefix("int") else { return nil }
            self.init(text: declared.hasPrefix("bigint") ? "bigint(20) unsigned" : "int(10) unsigned")
        case .integer where dialect == .sqlite || declared.hasPrefix("bigint"): self.init(.bigInt, dialect)
        case .integer where declared.hasPrefix("int"): self.init(.integer, dialect)
        case .uuid: self.init(.uuid, dialect)
        case .text where declared.contains("char") && length != nil: self.init(.string, dialect, length: length)
        case .text where dialect != .mysql: self.init(.text, dialect)
        default: return nil
        }
    }

    /// Whether the engine reports this type for a column.
    func isSame(as declared: String, _ dialect: Dialect) -> Bool {
        let own = text.rendered(for: dialect).text
        let other = declared.lowercased()
        if own == other { return true }
        // SQLite's INTEGER has 64 bits; MySQL omits widths of integers.
        if dialect == .sqlite { return ["integer", "bigint"].contains(own) && ["integer", "bigint", "int"].contains(other) }
        guard dialect == .mysql, own.contains("int") else { return false }
        return own.prefix { $0 != "(" } == other.prefix { $0 != "(" } && own.contains("unsigned") == other.contains("unsigned")
    }
}
