import SeededRandom

/// Mutates an input slightly: its bytes, dictionary tokens, pieces of another input, and header fields.
struct Mutator {
    var random: SeededGenerator

    /// Largest body. Unit: bytes.
    private static let maximumBodyLength = 4_096

    mutating func change(_ input: FuzzInput, with other: FuzzInput) -> FuzzInput {
        var changed = input
        let count = 1 + random.below(4)
        for _ in 0..<count {
            if input.kind == .reader || random.below(3) > 0 {
                changed.body = mutated(changed.body, with: other.body)
            } else {
                changeFields(&changed, with: other)
            }
        }
        return changed
    }

    private mutating func mutated(_ original: [UInt8], with other: [UInt8]) -> [UInt8] {
        var bytes = original
        let at = random.below(bytes.count + 1)
        let length = min(random.below(9), bytes.count - at)
        switch random.below(9) {
        // Flip a bit, replace a byte, delete, duplicate, truncate, splice, replace or insert a token, nest deeply.
        case 0: if at < bytes.count { bytes[at] ^= 1 << UInt8(random.below(8)) }
        case 1: if at < bytes.count { bytes[at] = UInt8(truncatingIfNeeded: random.next()) }
        case 2: bytes.removeSubrange(at..<at + length)
        case 3: bytes.insert(contentsOf: bytes[at..<at + length], at: at)
        case 4: bytes.removeSubrange(at...)
        case 5: bytes = Array(bytes[..<at]) + other.suffix(random.below(other.count + 1))
        case 6: bytes.replaceSubrange(at..<at + length, with: Words.inBodies[random.below(Words.inBodies.count)])
        case 7: bytes.insert(contentsOf: Words.inBodies[random.below(Words.inBodies.count)], at: at)
        default:
            let levels = random.below(80)
            bytes.insert(contentsOf: repeatElement(UInt8(ascii: random.below(2) == 0 ? "[" : "{"), count: levels), at: at)
        }
        return bytes.count > Self.maximumBodyLength ? Array(bytes[..<Self.maximumBodyLength]) : bytes
    }

    private mutating func changeFields(_ input: inout FuzzInput, with other: FuzzInput) {
        let name = Words.fieldNames[random.below(Words.fieldNames.count)]
        switch random.below(6) {
        case 0: input.fields.removeAll { $0.name == name }
        case 1: input.fields = other.fields
        case 2: input.method = Words.methods[random.below(Words.methods.count)]
        case 3 where !input.fields.isEmpty:
            let at = random.below(input.fields.count)
            input.fields[at].value = String(decoding: mutated(Array(input.fields[at].value.utf8), with: []).prefix(512), as: UTF8.self)
        default:
            if random.below(4) > 0 { input.fields.removeAll { $0.name == name } }
            input.fields.append((name, Words.fieldValues[random.below(Words.fieldValues.count)]))
        }
    }
}
