/// Suggests the name that a person probably meant.
enum NearestName {
    /// `; did you mean 'total'?`, or the list of names if none is similar. Empty without names.
    static func hint(for name: String, among names: [String]) -> String {
        nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? (names.isEmpty ? "" : "; there are \(list(names))")
    }

    /// The most similar name. At most a third of its letters differ.
    static func nearest(to name: String, among names: [String]) -> String? {
        let wanted = Array(name.lowercased().unicodeScalars.prefix(80))
        var best: (name: String, distance: Int)?
        for candidate in names.prefix(5_000) {
            let other = Array(candidate.lowercased().unicodeScalars.prefix(80))
            guard abs(other.count - wanted.count) <= max(wanted.count, other.count) / 3 + 1 else { continue }
            let distance = distance(wanted, other)
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        guard let best, best.distance * 3 <= max(wanted.count, 3) else { return nil }
        return best.name
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(8).map { "'\($0.prefix(60))'" }.joined(separator: ", ")
        return names.count > 8 ? shown + " and \(names.count - 8) more" : shown
    }

    /// The number of letters to insert, delete or replace (Levenshtein).
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var row = Array(0...right.count)
        for (position, scalar) in left.enumerated() {
            var diagonal = row[0]
            row[0] = position + 1
            for column in right.indices {
                let above = row[column + 1]
                row[column + 1] = min(above + 1, row[column] + 1, diagonal + (scalar == right[column] ? 0 : 1))
                diagonal = above
            }
        }
        return row[right.count]
    }
}
