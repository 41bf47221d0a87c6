/// A limit on the length of a string (in Unicode scalars), an array or an object.
struct SchemaSize: Sendable {
    enum Keyword: String { case minLength, maxLength, minItems, maxItems, minProperties, maxProperties }

    let keyword: Keyword
    let limit: Int

    /// How many there are, or nil when the keyword says nothing about such a value.
    func count(_ value: JSONValue) -> Int? {
        switch (keyword, value) {
        case (.minLength, .string(let text)), (.maxLength, .string(let text)): text.unicodeScalars.count
        case (.minItems, .array(let elements)), (.maxItems, .array(let elements)): elements.count
        case (.minProperties, .object(let members)), (.maxProperties, .object(let members)): members.count
        default: nil
        }
    }

    func allows(_ count: Int) -> Bool { isMinimum ? count >= limit : count <= limit }

    private var isMinimum: Bool { keyword == .minLength || keyword == .minItems || keyword == .minProperties }

    var words: String { "\(isMinimum ? "at least" : "at most") \(counted(limit))" }

    func counted(_ count: Int) -> String {
        let unit =
            switch keyword {
            case .minLength, .maxLength: "character"
            case .minItems, .maxItems: "item"
            case .minProperties, .maxProperties: "member"
            }
        return "\(count) \(unit)\(count == 1 ? "" : "s")"
    }
}
