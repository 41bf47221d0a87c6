/// One value of a result. Dates and times are text in ISO 8601 form, and are drawn as written, whatever their offset.
package enum ChartCell: Hashable, Sendable {
    case null
    case integer(Int64)
    case number(Double)
    case text(String)
    case boolean(Bool)

    /// The number that can be drawn; nil for NaN, infinity, magnitudes over 10^300 and what is no number.
    var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value.isFinite && value.magnitude <= 1e300 ? (value.magnitude < 1e-300 ? 0 : value) : nil
        default: nil
        }
    }
}
