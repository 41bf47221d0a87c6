/// Compares spellings.
enum Spelling {
    /// All texts that differ from a word by one inserted, deleted or replaced letter or by two exchanged neighbours, with the same first
    /// letter.
    static func neighbours(of word: String) -> [String] {
        let letters = Array(word)
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz")
        var out: [String] = []
        for place in letters.indices.dropFirst() {
            let (head, tail) = (String(letters[..<place]), String(letters[(place + 1)...]))
            out.append(head + tail)
            for letter in alphabet {
                out.append(head + String(letter) + tail)
                out.append(head + String(letter) + String(letters[place]) + tail)
            }
            if place + 1 < letters.count { out.append(head + String(letters[place + 1]) + String(letters[place]) + String(letters[(place + 2)...])) }
        }
        return out + alphabet.map { word + String($0) }
    }

    /// Whether two words differ by one inserted, deleted or replaced letter or by two exchanged neighbours. Only for words of five letters
    /// or more.
    static func isNear(_ left: String, _ right: String) -> Bool {
        let first = Array(left.utf8)
        let second = Array(right.utf8)
        guard first != second, min(first.count, second.count) >= 5, abs(first.count - second.count) <= 1 else { return false }
        var head = 0
        while head < min(first.count, second.count), first[head] == second[head] { head += 1 }
        var tail = 0
        while tail < min(first.count, second.count) - head, first[first.count - 1 - tail] == second[second.count - 1 - tail] { tail += 1 }
        let left = first.count - head - tail
        let right = second.count - head - tail
        if left <= 1 && right <= 1 { return head > 0 }
        return left == 2 && right == 2 && first[head] == second[head + 1] && first[head + 1] == second[head]
    }
}
