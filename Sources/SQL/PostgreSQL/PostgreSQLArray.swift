import JSON

/// Reads PostgreSQL's text form of an array (`{1,NULL,"a b",{…}}`, PostgreSQL manual, section "Array Input and Output Syntax") and writes it as JSON.
struct PostgreSQLArray {
    /// What the elements are, as far as JSON tells them apart.
    enum Element: Hashable {
        case bool, integer, float, json, timestamp, bytea, text
    }

    private let text: UnsafeBufferPointer<UInt8>
    private let element: Element
    private var place = 0

    /// Most dimensions of an array, which the engine itself has as a limit.
    private static let maximumDepth = 8

    private init(_ text: UnsafeBufferPointer<UInt8>, _ element: Element) {
        (self.text, self.element) = (text, element)
    }

    /// Appends the array; text that is none as it stands.
    /// - Throws: ``UnwritableNumber``; nothing was appended.
    static func write(_ text: UnsafeBufferPointer<UInt8>, of element: Element, to writer: inout JSONWriter) throws(UnwritableNumber) {
        var array = PostgreSQLArray(text, element)
        var written = JSONWriter(reservingCapacity: text.count + 16)
        // `[0:1]={…}` says where the places of the array begin.
        if text.first == UInt8(ascii: "[") { array.place = text.firstIndex(of: UInt8(ascii: "=")).map { $0 + 1 } ?? text.count }
        guard try array.list(depth: 1, to: &written), array.place == text.count else {
            return writer.string(utf8: UnsafeRawBufferPointer(text))
        }
        writer.raw(written.bytes)
    }

    private var byte: UInt8? { place < text.count ? text[place] : nil }

    /// - Returns: false where no list stands.
    private mutating func list(depth: Int, to writer: inout JSONWriter) throws(UnwritableNumber) -> Bool {
        guard byte == UInt8(ascii: "{"), depth <= Self.maximumDepth else { return false }
        place += 1
        writer.beginArray()
        defer { writer.endArray() }
        if byte == UInt8(ascii: "}") {
            place += 1
            return true
        }
        while true {
            if byte == UInt8(ascii: "{") {
                guard try list(depth: depth + 1, to: &writer) else { return false }
            } else {
                guard let (bytes, isQuoted) = value() else { return false }
                if !isQuoted, bytes == Array("NULL".utf8) { writer.null() } else { try write(bytes, to: &writer) }
            }
            defer { place += 1 }
            switch byte {
            case UInt8(ascii: ","): continue
            case UInt8(ascii: "}"): return true
            default: return false
            }
        }
    }

    /// An element without its quotes and escapes; nil where it does not end.
    private mutating func value() -> (bytes: [UInt8], isQuoted: Bool)? {
        var bytes: [UInt8] = []
        guard byte == UInt8(ascii: "\"") else {
            while let next = byte, next != UInt8(ascii: ","), next != UInt8(ascii: "}") {
                bytes.append(next)
                place += 1
            }
            return (bytes, false)
        }
        place += 1
        while let next = byte, next != UInt8(ascii: "\"") {
            if next == UInt8(ascii: "\\") { place += 1 }
            guard let byte else { return nil }
            bytes.append(byte)
            place += 1
        }
        guard byte != nil else { return nil }
        place += 1
        return (bytes, true)
    }

    private func write(_ bytes: [UInt8], to writer: inout JSONWriter) throws(UnwritableNumber) {
        switch element {
        case .bool: writer.bool(bytes.first == UInt8(ascii: "t"))
        case .integer:
            let text = String(decoding: bytes, as: UTF8.self)
            if let number = Int64(text), number.magnitude < 1 << 53 { writer.int(number) } else { writer.string(text) }
        case .float: try writer.finite(Double(String(decoding: bytes, as: UTF8.self)) ?? .nan)
        case .json: writer.raw(bytes.withUnsafeBufferPointer(PostgreSQLText.oneLine))
        case .timestamp: PostgreSQLText.timestamp(bytes).withUnsafeBytes { writer.string(utf8: $0) }
        case .bytea: bytes.withUnsafeBufferPointer(PostgreSQLText.bytes).withUnsafeBytes { writer.base64($0) }
        case .text: bytes.withUnsafeBytes { writer.string(utf8: $0) }
        }
    }
}
