/// The operators of the filter language, by their names on the wire.
package enum FilterOperator: String, Hashable, Sendable, CaseIterable {
    case equal = "$eq"
    /// Also true for null.
    case notEqual = "$ne"
    case greater = "$gt"
    case greaterOrEqual = "$gte"
    case less = "$lt"
    case lessOrEqual = "$lte"
    case oneOf = "$in"
    /// Also true for null.
    case noneOf = "$notIn"
    case between = "$between"
    /// Also true for null.
    case notBetween = "$notBetween"
    case includes = "$includes"
    case notIncludes = "$notIncludes"
    case startsWith = "$startsWith"
    case notStartsWith = "$notStartsWith"
    case endsWith = "$endWith"
    case notEndsWith = "$notEndWith"
    /// A pattern with `%` at its start, its end or both; like all text operators, it ignores case.
    case like = "$like"
    case notLike = "$notLike"
    /// Days, weeks, months, quarters and years: `2026-03-31`, `2026-W14`, `2026-03`, `2026-Q1`, `2026`.
    case dateOn = "$dateOn"
    case dateNotOn = "$dateNotOn"
    case dateBefore = "$dateBefore"
    case dateNotBefore = "$dateNotBefore"
    case dateAfter = "$dateAfter"
    case dateNotAfter = "$dateNotAfter"
    case dateBetween = "$dateBetween"
    case isEmpty = "$empty"
    case isNotEmpty = "$notEmpty"
    case isNull = "$null"
    case isNotNull = "$notNull"
    /// On arrays: the same elements, in any order and number.
    case match = "$match"
    /// Also true for null.
    case notMatch = "$notMatch"
    /// On arrays: at least one of these elements.
    case anyOf = "$anyOf"
    /// Also true for null.
    case arrayNoneOf = "$noneOf"
    /// Null or without elements.
    case arrayEmpty = "$arrayEmpty"
    case arrayNotEmpty = "$arrayNotEmpty"
    case isTrue = "$isTruly"
    /// False or null.
    case isFalse = "$isFalsy"
    /// On a relation: a related row exists.
    case exists = "$exists"
    case notExists = "$notExists"

    /// The operator with this name, including spellings that occur only in documentation.
    package init?(named name: String) {
        switch name {
        case "$endsWith": self = .endsWith
        case "$notEndsWith": self = .notEndsWith
        case "$not": self = .notEqual
        case "$is": self = .equal
        case "$iLike": self = .like
        case "$notILike": self = .notLike
        default: self.init(rawValue: name)
        }
    }
}
