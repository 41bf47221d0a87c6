/// English synonyms and irregular forms from WordNet 3.0 (Princeton University), in the files of Debian's `wordnet-base`.
///
/// They are weaker than names, comments and the words of the semantic layer: only words that have no other explanation are looked up.
package struct WordNet: Sendable {
    /// The directory of the installed files.
    package static let folder = "/usr/share/wordnet"

    /// The meanings of a word by number, most frequent first.
    private(set) var meanings: [String: [UInt32]] = [:]
    /// The base form of an irregular one: "chosen", "criteria".
    private(set) var plain: [String: String] = [:]

    init() {}

    mutating func put(_ base: String, plain form: String) { plain[form] = base }

    mutating func put(_ numbers: [UInt32], of word: String) { meanings[word] = numbers }

    func meanings(of word: String) -> [UInt32] { meanings[word] ?? [] }

    /// Whether all known meanings of a word are those of an adjective.
    func isOnlyAdjective(_ word: String) -> Bool {
        let known = meanings(of: word)
        return !known.isEmpty && known.allSatisfy { $0 >> 30 == Self.adjectives }
    }

    /// Whether two words share a meaning.
    func areAlike(_ left: String, _ right: String) -> Bool {
        guard let first = meanings[left], let second = meanings[right] else { return false }
        return first.contains { second.contains($0) }
    }
}

extension WordNet {
    /// A word and its meanings.
    struct Entry {
        var word: String
        var meanings: [UInt32]
    }

    /// The highest bits in the number of an adjective's meaning.
    private static let adjectives: UInt32 = 2
    /// Most meanings per word. Rarer ones mislead.
    private static let maximumMeanings = 1

    /// Reads the files in a folder.
    /// - Returns: nil if they are missing or unreadable.
    init?(reading folder: String, _ file: (String) -> [UInt8]?) {
        var entries: [Entry] = []
        for (part, name) in ["noun", "verb", "adj"].enumerated() {
            guard let bytes = file("\(folder)/index.\(name)") else { return nil }
            entries += Self.entries(of: bytes, part: UInt32(part) << 30)
        }
        // A meaning with only one word connects nothing.
        var uses: [UInt32: Int] = [:]
        for entry in entries { for meaning in entry.meanings { uses[meaning, default: 0] += 1 } }
        for entry in entries {
            let shared = entry.meanings.filter { uses[$0, default: 0] > 1 }
            if !shared.isEmpty { meanings[entry.word, default: []] += shared }
        }
        for name in ["noun", "verb"] {
            guard let bytes = file("\(folder)/\(name).exc") else { return nil }
            for line in bytes.split(separator: 0x0A) {
                let words = line.split(separator: 0x20)
                guard words.count == 2, let form = Self.word(words[0]), let base = Self.word(words[1]), plain[form] == nil else { continue }
                plain[form] = base
            }
        }
    }

    /// The entries of a file. Lines are `lemma pos senses pointers symbol… senses tagged offset…`; those of the licence begin with a space.
    private static func entries(of bytes: [UInt8], part: UInt32) -> [Entry] {
        var out: [Entry] = []
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            while start < bytes.count {
                let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
                defer { start = end + 1 }
                guard bytes[start] >= 0x61, bytes[start] <= 0x7A else { continue }
                let line = bytes[start..<end]
                guard let space = line.firstIndex(of: 0x20), let word = word(line[start..<space]) else { continue }
                if let entry = entry(word, line[(space + 1)...].split(separator: 0x20), part) { out.append(entry) }
            }
        }
        return out
    }

    private static func entry(_ word: String, _ fields: [Slice<UnsafeBufferPointer<UInt8>>], _ part: UInt32) -> Entry? {
        guard fields.count > 5, let pointers = number(fields[2]), fields.count > pointers + 5, let tagged = number(fields[4 + Int(pointers)]) else {
            return nil
        }
        // The senses that occur in tagged texts, or else only the first.
        let kept = min(maximumMeanings, max(1, Int(tagged)))
        let offsets = fields[(5 + Int(pointers))...].prefix(kept).compactMap { number($0).map { part | UInt32($0) } }
        return offsets.isEmpty ? nil : Entry(word: word, meanings: offsets)
    }

    private static func number(_ digits: some Collection<UInt8>) -> Int? {
        var out = 0
        for digit in digits {
            guard digit >= 0x30, digit <= 0x39, out < 1 << 40 else { return nil }
            out = out * 10 + Int(digit - 0x30)
        }
        return out
    }

    /// A single word of 3 to 20 lower-case letters. Nil for anything else.
    private static func word(_ bytes: some Collection<UInt8>) -> String? {
        guard (3...20).contains(bytes.count), bytes.allSatisfy({ $0 >= 0x61 && $0 <= 0x7A }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
