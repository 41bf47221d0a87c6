import JSON

/// Tests the JSON reader. An accepted value is written and read again, and must not change. A refusal must have a reason.
struct ReaderTarget: FuzzTarget {
    func send(_ input: FuzzInput) throws -> String {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: input.body)
        } catch {
            guard error.offset >= 0, error.offset <= input.body.count, !error.reason.isEmpty else { throw FuzzFailure("no place or reason", input) }
            return "\(error.code.rawValue) \(error.reason)"
        }
        // A value whose text cannot be parsed again is written wrongly too.
        guard let again = try? JSONValue(parsing: value.serialized), again == value else { throw FuzzFailure("written differently", input) }
        return "value \(Self.kind(value))"
    }

    private static func kind(_ value: JSONValue) -> String {
        if value.object != nil { return "object" }
        if value.array != nil { return "array" }
        return value.string == nil ? "plain" : "text"
    }
}
