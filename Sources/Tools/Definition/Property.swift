import JSON

/// Short constructors for the JSON Schema of an argument.
enum Property {
    /// - Parameter maximum: most characters; nil where other code limits the text.
    static func string(_ description: String, atMost maximum: Int64? = nil) -> JSONValue {
        guard let maximum else { return ["type": "string", "description": .string(description)] }
        return ["type": "string", "maxLength": .number(JSONNumber(maximum)), "description": .string(description)]
    }

    static func choice(_ values: [String], _ description: String) -> JSONValue {
        ["type": "string", "enum": .array(values.map(JSONValue.string)), "description": .string(description)]
    }

    static func int(_ description: String, _ range: ClosedRange<Int64>) -> JSONValue {
        [
            "type": "integer", "minimum": .number(JSONNumber(range.lowerBound)), "maximum": .number(JSONNumber(range.upperBound)),
            "description": .string(description),
        ]
    }

    static func bool(_ description: String) -> JSONValue { ["type": "boolean", "description": .string(description)] }

    static func strings(_ description: String) -> JSONValue {
        ["type": "array", "items": ["type": "string"], "description": .string(description)]
    }

    static func object(_ description: String) -> JSONValue { ["type": "object", "description": .string(description)] }

    /// One of several forms.
    static func either(_ description: String, _ forms: [JSONValue]) -> JSONValue { ["anyOf": .array(forms), "description": .string(description)] }

    /// An id: a number, or its text.
    static func id(_ description: String) -> JSONValue { ["type": ["integer", "string"], "description": .string(description)] }
}
