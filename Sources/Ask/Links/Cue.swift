/// A word or phrase of a question that tells what to do with names and values.
package enum Cue: Hashable, Sendable {
    case command, question(String)
    case count, countTimes
    case average, sum
    case superlative(Superlative)
    case popular(isLeast: Bool)
    case comparison(Comparison, adjective: String?)
    /// After a number: "or more", "or later".
    case orMore(Comparison)
    case each
    case not, without
    case relative, having
    case preposition(String)
    case and, or, both, either, comma, but
    case orderBy, ascending(Bool), alphabetical
    case distinct
    case everything
    case contains(TextMatch)
    case between, averageValue
    case top
    case isNull
    case sentenceEnd
    case be
    case same
    case than
    case change
    /// In percent of all.
    case share
    /// Cumulative from the first calendar period.
    case running
    /// Beside the same number in another period.
    case growth
}

package enum Comparison: String, Hashable, Sendable {
    case equal = "=", notEqual = "<>", less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">="

    /// The comparison with its two sides exchanged.
    var mirrored: Comparison {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }

    var negated: Comparison {
        switch self {
        case .equal: .notEqual
        case .notEqual: .equal
        case .less: .greaterOrEqual
        case .lessOrEqual: .greater
        case .greater: .lessOrEqual
        case .greaterOrEqual: .less
        }
    }
}

package enum TextMatch: Hashable, Sendable {
    case starts, contains, ends
}

/// "highest", "oldest", "fewest".
package struct Superlative: Hashable, Sendable {
    package var isDescending: Bool
    /// The adjective, if it determines the column: "old", "expensive".
    package var adjective: String?
    /// Whether it counts the following rows: "most", "fewest".
    package var counts: Bool

    init(_ isDescending: Bool, _ adjective: String? = nil, counts: Bool = false) {
        self.isDescending = isDescending
        self.adjective = adjective
        self.counts = counts
    }
}
