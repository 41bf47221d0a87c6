import JSON
import Store

/// A value of a command-line option that becomes an argument of a tool.
protocol OptionValue {
    var json: JSONValue { get }
}

extension String: OptionValue {
    var json: JSONValue { .string(self) }
}

extension Int64: OptionValue {
    var json: JSONValue { .number(JSONNumber(self)) }
}

extension Int: OptionValue {
    var json: JSONValue { .number(JSONNumber(Int64(self))) }
}

extension Bool: OptionValue {
    var json: JSONValue { .bool(self) }
}

extension Timestamp: OptionValue {
    var json: JSONValue { .string(rfc3339) }
}

extension JSONValue: OptionValue {
    var json: JSONValue { self }
}

extension Array: OptionValue where Element: OptionValue {
    var json: JSONValue { .array(map(\.json)) }
}

extension JSONObject {
    /// The arguments for a tool. Options that were not given are omitted.
    init(given values: KeyValuePairs<String, (any OptionValue)?>) { self.init(given: Array(values)) }

    init(given values: [(key: String, value: (any OptionValue)?)]) {
        self.init(values.compactMap { name, value in value.map { (name, $0.json) } })
    }

    /// A row of a list. A member without a value is null.
    init(row values: KeyValuePairs<String, (any OptionValue)?>) { self.init(values.map { ($0, $1?.json ?? .null) }) }
}

extension String {
    /// The names in a comma-separated list.
    var names: [String] { split(separator: ",").map(String.init) }
}
