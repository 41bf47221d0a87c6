/// A column of MySQL's `JSON_TABLE(value, path COLUMNS (…))`, in result order.
package indirect enum JSONTableColumn: Hashable, Sendable {
    /// `name FOR ORDINALITY`
    case ordinality(SQLName)
    /// `name type PATH path DEFAULT '0' ON EMPTY NULL ON ERROR`
    case value(SQLName, TypeName, path: String, onEmpty: Fallback?, onError: Fallback?)
    /// `name type EXISTS PATH path`
    case exists(SQLName, TypeName, path: String)
    /// `NESTED PATH path COLUMNS (…)`: a row for each element there.
    case nested(path: String, [JSONTableColumn])

    /// What replaces a value that is missing or does not fit its type.
    package enum Fallback: Hashable, Sendable {
        case null, error
        case value(String)
    }

    /// The names of its columns in a row.
    package var names: [SQLName] {
        switch self {
        case .ordinality(let name), .value(let name, _, _, _, _), .exists(let name, _, _): [name]
        case .nested(_, let columns): columns.flatMap(\.names)
        }
    }
}
