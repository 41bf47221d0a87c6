package import SQLSyntax

/// The five column types of the server's own tables, mapped to each dialect.
package enum StorageType: String, Hashable, Sendable {
    /// A 64-bit integer.
    case id
    /// Unicode text.
    case text
    /// A JSON document.
    case json
    /// Microseconds since 1970-01-01T00:00:00Z, as a 64-bit integer.
    case time
    /// Bytes.
    case blob

    package func name(in dialect: Dialect) -> String {
        switch (self, dialect) {
        case (.id, .sqlite), (.time, .sqlite): "INTEGER"
        case (.id, _), (.time, _): "BIGINT"
        case (.text, .mysql): "LONGTEXT"
        case (.json, .postgresql): "TEXT"
        case (.text, _), (.json, .sqlite): "TEXT"
        case (.json, .mysql): "LONGTEXT"
        case (.blob, .postgresql): "BYTEA"
        case (.blob, .mysql): "LONGBLOB"
        case (.blob, .sqlite): "BLOB"
        }
    }
}
