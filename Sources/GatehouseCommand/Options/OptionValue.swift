import JSON
import Store

/// What an option of a verb gives to an argument of a tool.
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
    /// The arguments of a tool; those of options that were not given are left out.
    init(given values: KeyValuePairs<String, (any OptionValue)?>) { self.init(given: Array(values)) }

    init(given values: [(key: String, value: (any OptionValue)?)]) {
        self.init(values.compactMap { name, value in value.map { (name, $0.json) } })
    }

    /// A row of a list; a member without a value is null.
    init(row values: KeyValuePairs<String, (any OptionValue)?>) { self.init(values.map { ($0, $1?.json ?? .null) }) }
}

extension String {
    /// The names of a list that is divided by commas.
    var names: [String] { split(separator: ",").map(String.init) }
}
