/// The type names of the keyword `type`.
enum SchemaType: String {
    case null, boolean, object, array, number, string, integer

    /// The narrowest type of a value.
    init(of value: JSONValue) {
        self =
            switch value {
            case .null: .null
            case .bool: .boolean
            case .number(let number): number.isIntegral ? .integer : .number
            case .string: .string
            case .array: .array
            case .object: .object
            }
    }

    /// True when a value of the narrowest type `other` is of this type.
    func includes(_ other: SchemaType) -> Bool { self == other || (self == .number && other == .integer) }

    /// The type in a sentence: `a string`.
    var words: String {
        switch self {
        case .null: "null"
        case .array, .object, .integer: "an \(rawValue)"
        default: "a \(rawValue)"
        }
    }
}
