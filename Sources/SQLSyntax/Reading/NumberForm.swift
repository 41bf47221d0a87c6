/// How the decimals of numbers are written that SQLite stores as doubles.
package struct NumberForm: Hashable, Sendable {
    /// Whether a column of decimals is part of the value.
    package var isDecimal: Bool
    /// Digits after the point; nil when there can be any number of them.
    package var scale: Int?
    /// Whether the value is computed. The engine reports the declaration of a plain column itself.
    package var isComputed: Bool

    package init(isDecimal: Bool, scale: Int?, isComputed: Bool = false) {
        self.isDecimal = isDecimal
        self.scale = scale
        self.isComputed = isComputed
    }

    /// The common form of two values.
    func merged(_ other: NumberForm) -> NumberForm { combined(other, scale: scale.flatMap { own in other.scale.map { max(own, $0) } }) }

    func combined(_ other: NumberForm, scale: Int?) -> NumberForm {
        NumberForm(isDecimal: isDecimal || other.isDecimal, scale: scale, isComputed: true)
    }

    func computed(scale: Int?) -> NumberForm { NumberForm(isDecimal: isDecimal, scale: scale, isComputed: true) }
}
