/// A literal value.
package enum Literal: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// Digits, at most one point, an exponent (`1.5e-3`); or, where the dialect has them, `0x1f` and `0b01`. Never signed.
    case number(String)
    /// The text between the quotation marks, escapes resolved.
    case string(String)
    /// `N'…'`
    case national(String)
    /// `X'1F'`, capital letters.
    case hex(String)
    /// `B'0101'`
    case bits(String)
    /// MySQL's `DATE '…'`, `TIME '…'`, `TIMESTAMP '…'`.
    case temporal(Temporal, String)
    case parameter(Parameter)

    /// A whole number or a string that a condition compares with a column. Replacing it by another value of its kind does not change any
    /// decision about the statement.
    package struct Parameter: Hashable, Sendable {
        package enum Value: Hashable, Sendable {
            case number(String)
            case string(String)
        }
        package let value: Value
        /// Where it was written. Unit: bytes of the text.
        package let offset: IgnoredInEquality<Int>

        /// The literal itself.
        package var literal: Literal {
            switch value {
            case .number(let digits): .number(digits)
            case .string(let text): .string(text)
            }
        }
    }

    package enum Temporal: String, Hashable, Sendable, CaseIterable {
        case date = "DATE"
        case time = "TIME"
        case timestamp = "TIMESTAMP"
    }
}
