/// Keeps strings in the stream-safe form of UAX #15 section 13.
///
/// Swift normalizes a string before it hashes or compares it, in time that grows with the square of the number of combining marks in a row: 32,000 of
/// them cost 0.7 s. With a limit on each run, every string that was read is safe as a key and in a comparison.
enum CombiningRun {
    /// Most combining marks (scalars whose canonical combining class is not 0) in a row.
    static let longest = 30

    static func isTooLong(in text: String) -> Bool {
        var count = 0
        for scalar in text.unicodeScalars {
            // U+0300 is the first combining mark.
            guard scalar.value >= 0x300, scalar.properties.canonicalCombiningClass != .notReordered else {
                count = 0
                continue
            }
            count += 1
            if count > longest { return true }
        }
        return false
    }
}
