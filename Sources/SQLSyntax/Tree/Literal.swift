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

    package enum Temporal: String, Hashable, Sendable, CaseIterable {
        case date = "DATE"
        case time = "TIME"
        case timestamp = "TIMESTAMP"
    }
}
