package import JSON
package import SQL

/// A condition on the rows of a collection, as a tree. `filter` arguments and the filters of rules are read into it.
package indirect enum Filter: Hashable, Sendable {
    /// Every one holds; true when empty.
    case all([Filter])
    /// At least one holds; false when empty.
    case any([Filter])
    case not(Filter)
    case compare(FieldPath, Comparison)
    /// A related row exists for which the inner condition holds.
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

    /// Whether a part of a text decides.
    var isPattern: Bool {
        switch self {
        case .contains, .startsWith, .endsWith: true
        default: false
        }
    }

    /// Whether the order of values decides.
    var isOrder: Bool {
        switch self {
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between: true
        default: false
        }
    }
}

/// A condition on the elements of an array.
package enum ArrayTest: Hashable, Sendable {
    /// At least one of these is among them.
    case overlaps([JSONValue])
    /// They are these, in any order and number.
    case equals([JSONValue])
    /// Null, or an array without elements.
    case isEmpty
}

/// A value in a filter: a constant, or an attribute of the caller that is filled in when the filter is used.
package enum Operand: Hashable, Sendable {
    case value(SQLValue)
    /// A name of ``Caller`` attributes, such as `user.id`.
    case attribute(String)
}
