import JSON
import SeededRandom
import Testing

@Suite struct RandomTests {
    @Test("written values are read back unchanged", arguments: 0..<8 as Range<UInt64>)
    func readsBack(_ seed: UInt64) throws {
        var random = SeededGenerator(sequence: seed)
        for _ in 0..<150 {
            let value = Self.value(&random, depth: 5)
            #expect(try JSONValue(parsing: value.serialized) == value)
            let wrapped: JSONValue = [.string(value.description)]
            var writer = JSONWriter()
            writer.array { $0.string(escaping: value.serialized) }
            #expect(try JSONValue(parsing: writer.bytes) == wrapped)
        }
    }

    @Test("doubles are read back bit by bit, and in the shortest form")
    func readsBackDoubles() throws {
        var random = SeededGenerator(sequence: 9)
        for round in 0..<20_000 {
            let value: Double =
                switch round % 4 {
                case 0: Double(bitPattern: random.next())
                case 1: Double(Int64.random(in: -99_999_999...99_999_999, using: &random)) / 100
                case 2: Double(Int64.random(in: -999_999_999_999_999...999_999_999_999_999, using: &random)) / 10_000
                default: Double.random(in: -1...1, using: &random)
                }
            guard value.isFinite else { continue }
            var writer = JSONWriter()
            writer.double(value)
            let text = String(decoding: writer.bytes, as: UTF8.self)
            guard Double(text)?.bitPattern == value.bitPattern, text.utf8.count <= value.description.utf8.count, JSONNumber(text: text) != nil else {
                Issue.record("\(value.description) was written as \(text)")
                return
            }
        }
    }

    @Test("any bytes, and any damage to good ones, give a value or an error", arguments: 0..<4 as Range<UInt64>)
    func survives(_ seed: UInt64) throws {
        var random = SeededGenerator(sequence: 100 + seed)
        let alphabet = Array(#"{}[]:,"\u0aeE+-.1tfn "#.utf8) + [0, 0x1F, 0x80, 0xC3, 0xA9, 0xED, 0xF0, 0xFF]
        for round in 0..<2500 {
            var bytes: [UInt8]
            if round % 3 == 0 {
                bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
            } else {
                bytes = Self.value(&random, depth: 3).serialized
                for _ in 0..<Int.random(in: 1...3, using: &random) { Self.damage(&bytes, alphabet, &random) }
            }
            guard let value = try? JSONValue(parsing: bytes) else { continue }  // most are refused, which is right
            // The writer must accept every value that the reader returns.
            #expect(try JSONValue(parsing: value.serialized) == value)
        }
    }

    @Test("every beginning of a text is refused")
    func refusesBeginnings() {
        let text = Array(#"{"a":[1.5e-3,"x\u00e9\n",true,null],"b":{"c":false}}"#.utf8)
        for count in 0..<text.count {
            #expect(throws: JSONError.self) { try JSONValue(parsing: text[..<count]) }
        }
    }

    private static func damage(_ bytes: inout [UInt8], _ alphabet: [UInt8], _ random: inout SeededGenerator) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let byte = alphabet.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.insert(byte, at: place)
        case 1 where place < bytes.count: bytes.remove(at: place)
        case 2 where place < bytes.count: bytes[place] = byte
        default: bytes.removeSubrange(place...)
        }
    }

    private static func value(_ random: inout SeededGenerator, depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
        case 0: return nil
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .number(JSONNumber(Int64(bitPattern: random.next() >> UInt64.random(in: 0..<64, using: &random))))
        case 3: return JSONNumber(Double(bitPattern: random.next())).map(JSONValue.number) ?? nil
        case 4, 5: return .string(string(&random))
        case 6, 7: return .array((0..<Int.random(in: 0..<6, using: &random)).map { _ in value(&random, depth: depth - 1) })
        default:
            let count = Int.random(in: 0..<20, using: &random)
            return .object(JSONObject((0..<count).map { _ in (string(&random), value(&random, depth: depth - 1)) }))
        }
    }

    private static func string(_ random: inout SeededGenerator) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0..<14, using: &random) {
            let range: ClosedRange<UInt32> =
                [0...0x7F, 0x20...0x7E, 0x80...0x7FF, 0x800...0xFFFF, 0x10000...0x10FFFF].randomElement(using: &random) ?? 0...0
            text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "\"")
        }
        return text
    }
}
