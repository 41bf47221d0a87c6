import JSON

/// Short ways to write the JSON Schema of an object's member; null clears it.
enum Member {
    static let text: JSONValue = ["type": ["string", "null"]]
    static let flag: JSONValue = ["type": ["boolean", "null"]]
    static let number: JSONValue = ["type": ["integer", "null"]]
    static let names: JSONValue = ["type": ["array", "null"], "items": ["type": "string"]]
    static let object: JSONValue = ["type": ["object", "null"]]

    static func text(_ description: String) -> JSONValue { ["type": ["string", "null"], "description": .string(description)] }
    static func names(_ description: String) -> JSONValue {
        ["type": ["array", "null"], "items": ["type": "string"], "description": .string(description)]
    }

    static func texts(_ names: String...) -> JSONObject { JSONObject(names.map { ($0, text) }) }

    static let addresses = text("CIDR ranges divided by commas; empty for all.")
}

extension JSONObject {
    /// The members of both; those of the other where both have one.
    func with(_ other: JSONObject) -> JSONObject { JSONObject(map { ($0.key, $0.value) } + other.map { ($0.key, $0.value) }) }
}
