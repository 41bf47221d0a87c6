/// Suggests the existing name that an unknown name probably means: equal except for case, `_`, an ending, or a few letters.
package enum NearName {
    /// Longer names are not compared. Unit: bytes.
    private static let longest = 64
    /// Most names that are compared.
    private static let most = 5_000

    /// The nearest of the names; nil when none is near.
    /// - Parameter mayBeNamed: whether the caller may know a name; called only for similar names.
    package static func of(_ name: String, among names: some Sequence<String>, where mayBeNamed: (String) -> Bool = { _ in true }) -> String? {
        guard name.utf8.count <= longest else { return nil }
        let wanted = folded(name)
        guard wanted.count >= 2 else { return nil }
        let near = names.prefix(most).compactMap { known in distance(wanted, known).map { (known, $0) } }
        return near.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.first { mayBeNamed($0.0) }?.0
    }

    /// The hint of an error about an unknown name: `; did you mean "orders"?`, or an empty text.
    package static func hint(_ name: String, among names: some Sequence<String>, where mayBeNamed: (String) -> Bool = { _ in true }) -> String {
        of(name, among: names, where: mayBeNamed).map { "; did you mean \"\($0)\"?" } ?? ""
    }

    /// Nil when the names are too different.
    private static func distance(_ wanted: [UInt8], _ known: String) -> Int? {
        guard known.utf8.count <= longest else { return nil }
        let known = folded(known)
        if known == wanted { return 0 }
        let (one, other) = known.count < wanted.count ? (known, wanted) : (wanted, known)
        // `order` and `orders`, `customer` and `customer_id`.
        if one.count >= 3, other.starts(with: one), endings.contains(Array(other[one.count...])) { return 1 }
        let limit = min(3, wanted.count / 3)
        guard limit > 0, other.count - one.count <= limit else { return nil }
        let edits = edits(wanted, known)
        return edits <= limit ? edits + 1 : nil
    }

    private static let endings: Set<[UInt8]> = Set(["s", "es", "id", "name", "at", "date"].map { Array($0.utf8) })

    /// Lower-case letters and digits; bytes of other scripts stay unchanged.
    private static func folded(_ name: String) -> [UInt8] {
        name.utf8.compactMap { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "): nil
            default: byte
            }
        }
    }

    /// Number of letters inserted, removed, changed or swapped with their neighbour (optimal string alignment).
    private static func edits(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var before: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var next = [row + 1]
            for column in right.indices {
                var best = min(last[column] + (left[row] == right[column] ? 0 : 1), last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] { best = min(best, before[column - 1] + 1) }
                next.append(best)
            }
            (before, last) = (last, next)
        }
        return last[right.count]
    }
}
