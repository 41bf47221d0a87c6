/// Parses PostgreSQL's text format of arrays (documentation section 8.15.6).
enum PostgreSQLArray {
    /// The tokens of a text such as `{1,NULL,{"a b"}}`.
    enum Part: Equatable {
        case begin, end, null
        case element([UInt8])
    }

    /// Nil when the text is not an array.
    static func parts(of text: some Collection<UInt8>) -> [Part]? {
        var bytes = [UInt8](text)[...]
        // An array whose index does not start at one: `[0:1]={1,2}`.
        if bytes.first == UInt8(ascii: "[") {
            guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            bytes = bytes[(equals + 1)...]
        }
        var parts: [Part] = []
        var depth = 0
        while let first = bytes.first {
            switch first {
            case UInt8(ascii: "{"):
                depth += 1
                parts.append(.begin)
                bytes.removeFirst()
            case UInt8(ascii: "}"):
                depth -= 1
                parts.append(.end)
                bytes.removeFirst()
            case UInt8(ascii: ","): bytes.removeFirst()
            case UInt8(ascii: "\""):
                guard let element = quoted(&bytes) else { return nil }
                parts.append(.element(element))
            default:
                let element = bytes.prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}") }
                bytes = bytes[element.endIndex...]
                parts.append(element.elementsEqual("NULL".utf8) ? .null : .element(Array(element)))
            }
            guard depth > 0 || bytes.isEmpty else { return nil }
        }
        return depth == 0 && !parts.isEmpty ? parts : nil
    }

    /// Reads an element in quotation marks and resolves its escapes.
    private static func quoted(_ bytes: inout ArraySlice<UInt8>) -> [UInt8]? {
        var element: [UInt8] = []
        bytes.removeFirst()
        while let next = bytes.popFirst() {
            switch next {
            case UInt8(ascii: "\""): return element
            case UInt8(ascii: "\\"):
                guard let escaped = bytes.popFirst() else { return nil }
                element.append(escaped)
            default: element.append(next)
            }
        }
        return nil
    }
}
