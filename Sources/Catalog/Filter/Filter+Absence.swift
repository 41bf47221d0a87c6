extension Filter {
    /// Whether the condition on a related row holds where there is none: as if all its fields were null. That a row exists does not.
    var holdsWithoutRow: Bool { self != .always && holdsForNull }

    private var holdsForNull: Bool {
        switch self {
        case .all(let parts): parts.allSatisfy(\.holdsForNull)
        case .any(let parts): parts.contains(where: \.holdsForNull)
        case .not(let inner): !inner.holdsForNull
        case .compare(_, let comparison): comparison.holdsForNull
        case .related(_, let inner): inner.holdsWithoutRow
        }
    }
}

extension Comparison {
    /// Whether the comparison is true of null.
    fileprivate var holdsForNull: Bool {
        switch self {
        case .notEqual, .noneOf, .isNull, .isEmpty, .isFalse: true
        case .array(let test): test == .isEmpty
        case .equal, .less, .lessOrEqual, .greater, .greaterOrEqual, .oneOf, .between, .contains, .startsWith, .endsWith, .isNotNull, .isNotEmpty,
            .isTrue:
            false
        }
    }
}
