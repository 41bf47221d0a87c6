package import JSON
package import SQL

/// A condition on the rows of a collection, as a tree. `filter` arguments and the filters of rules are parsed into it.
package indirect enum Filter: Hashable, Sendable {
    /// True when every part is true; true when empty.
    case all([Filter])
    /// True when at least one part is true; false when empty.
    case any([Filter])
    case not(Filter)
    case compare(FieldPath, Comparison)
    /// A related row exists that satisfies the inner condition.
    case related(path: [String], Filter)

    package static let always = Filter.all([])
    package static let never = Filter.any([])
}

/// A field's name, through relations: `customer.tier` is the path `[customer]` and the field `tier`.
package struct FieldPath: Hashable, Sendable {
    package let relations: [String]
    package let field: String
    package init(relations: [String] = [], field: String) {
        self.relations = relations
        self.field = field
    }
}

/// An operator of the filter language with its operand.
package enum Comparison: Hashable, Sendable {
    case equal(Operand), notEqual(Operand)
    case less(Operand), lessOrEqual(Operand), greater(Operand), greaterOrEqual(Operand)
    case oneOf([Operand]), noneOf([Operand])
    case between(Operand, Operand)
    /// Substring, prefix, suffix; `%` and `_` in the operand are plain characters.
    case contains(String), startsWith(String), endsWith(String)
    case isNull, isNotNull
    /// Null or the empty string.
    case isEmpty, isNotEmpty
    case isTrue, isFalse
    case array(ArrayTest)

    /// Whether it compares a part of a text.
    var isPattern: Bool {
        switch self {
        case .contains, .startsWith, .endsWith: true
        default: false
        }
    }

    /// Whether it compares the order of values.
    var isOrder: Bool {
        switch self {
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between: true
        default: false
        }
    }
}

/// A condition on the elements of an array.
package enum ArrayTest: Hashable, Sendable {
    /// The array contains at least one of these elements.
    case overlaps([JSONValue])
    /// The array has exactly these elements, in any order and number.
    case equals([JSONValue])
    /// Null, or an array without elements.
    case isEmpty
}

/// A value in a filter: a constant, or an attribute of the caller that is filled in when the filter is used.
package enum Operand: Hashable, Sendable {
    case value(SQLValue)
    /// The name of one of ``Caller``'s attributes, such as `user.id`.
    case attribute(String)
}

extension Filter {
    /// Whether every field and relation that the condition names exists.
    package func isKnown(on collection: Collection, in catalog: SourceCatalog) -> Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.allSatisfy { $0.isKnown(on: collection, in: catalog) }
        case .not(let inner): inner.isKnown(on: collection, in: catalog)
        case .compare(let path, _): Self.target(of: path.relations, from: collection, in: catalog)?.field(path.field) != nil
        case .related(let path, let inner): Self.target(of: path, from: collection, in: catalog).map { inner.isKnown(on: $0, in: catalog) } ?? false
        }
    }

    private static func target(of path: [String], from start: Collection, in catalog: SourceCatalog) -> Collection? {
        path.reduce(start as Collection?) { place, name in place?.relation(name).flatMap { catalog[$0.target] } }
    }
}

extension Filter {
    /// Whether the condition on a related row is true without a row, as if all fields of the row were null. A condition that only requires
    /// a row is not.
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
