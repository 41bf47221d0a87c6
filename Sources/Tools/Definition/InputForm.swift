import JSON

/// Converts arguments that come as text where the schema leaves no doubt: some clients send numbers, flags, lists and objects as strings.
indirect enum InputForm: Hashable, Sendable {
    /// A text may be meant, or more than one form fits it: values stay as they are.
    case any
    case integer, number, flag
    case object([String: InputForm])
    case array(InputForm)
    /// An object, or an array of them.
    case objects

    /// - Parameter schema: JSON Schema of the argument.
    init(_ schema: JSONValue) {
        switch Self.types(of: schema).subtracting(["null"]) {
        case ["integer"]: self = .integer
        case ["number"], ["number", "integer"]: self = .number
        case ["boolean"]: self = .flag
        case ["array"]: self = .array(schema["items"].map(InputForm.init) ?? .any)
        case ["object", "array"]: self = .objects
        case ["object"]:
            let members = schema["properties"]?.object ?? [:]
            self = .object(Dictionary(members.map { ($0.key, InputForm($0.value)) }) { first, _ in first })
        default: self = .any
        }
    }

    private static func types(of schema: JSONValue) -> Set<String> {
        if let forms = schema["anyOf"]?.array { return forms.reduce(into: []) { $0.formUnion(types(of: $1)) } }
        return Set(schema["type"]?.string.map { [$0] } ?? schema["type"]?.array?.compactMap(\.string) ?? [])
    }

    /// The value in this form; unchanged when it does not fit, so that the schema refuses it.
    func read(_ value: JSONValue) -> JSONValue {
        switch (self, value) {
        case (.any, _): value
        case (.integer, .string(let text)): JSONNumber(text: text).flatMap { $0.int == nil ? nil : .number($0) } ?? value
        case (.number, .string(let text)): JSONNumber(text: text).map { .number($0) } ?? value
        case (.flag, .string("true")): true
        case (.flag, .string("false")): false
        case (.array, .string(let text)):
            if let list = Self.parsed(text, startingWith: "[") { read(list) } else { alone(text, else: value) }
        case (.array(let form), .array(let list)): form.isPlain ? value : .array(list.map { form.read($0) })
        case (.object, .string(let text)): Self.parsed(text, startingWith: "{").map { read($0) } ?? value
        case (.objects, .string(let text)): Self.parsed(text, startingWith: "{") ?? Self.parsed(text, startingWith: "[") ?? value
        case (.object(let forms), .object(let members)):
            forms.isEmpty ? value : .object(JSONObject(members.map { ($0.key, forms[$0.key]?.read($0.value) ?? $0.value) }))
        default: value
        }
    }

    /// One name where a list of names is expected.
    private func alone(_ text: String, else value: JSONValue) -> JSONValue { self == .array(.any) && !text.isEmpty ? [.string(text)] : value }

    private var isPlain: Bool { self == .any || self == .object([:]) }

    /// Text that is JSON of the kind that begins so.
    private static func parsed(_ text: String, startingWith mark: Character) -> JSONValue? {
        guard text.first(where: { !$0.isWhitespace }) == mark else { return nil }
        // What is not JSON stays text, and is refused as text.
        return try? JSONValue(parsing: Array(text.utf8))
    }
}

extension JSONValue {
    /// Whether any form can change the value: text, and what holds text.
    var mayBeReadAnew: Bool {
        switch self {
        case .string, .array, .object: true
        default: false
        }
    }
}
