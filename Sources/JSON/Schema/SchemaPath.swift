/// The position of a check inside the value.
struct SchemaPath {
    enum Step {
        case key(String)
        case index(Int)
    }

    private static let longestKey = 64
    var steps: [Step] = []

    /// `filter.price`, `values[2]`, `filter["a b"]`; keys beyond 64 characters are cut.
    var text: String {
        var text = ""
        for step in steps {
            switch step {
            case .index(let index): text += "[\(index)]"
            case .key(let key) where Self.isPlain(key): text += text.isEmpty ? key : ".\(key)"
            case .key(let key): text += "[\(JSONValue.string(Self.cut(key)))]"
            }
        }
        return text
    }

    private static func isPlain(_ key: String) -> Bool {
        !key.isEmpty && key.utf8.count <= longestKey
            && key.utf8.allSatisfy { byte in
                byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "$")
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            }
    }

    private static func cut(_ key: String) -> String {
        let scalars = key.unicodeScalars.prefix(longestKey)
        return scalars.endIndex == key.endIndex ? key : String(scalars) + "…"
    }
}
