extension JSONNumber: Comparable {
    /// Exact, but for numbers that differ beyond their 38th digit.
    public static func < (left: Self, right: Self) -> Bool {
        if case (.integer(let left), .integer(let right)) = (left.storage, right.storage) { return left < right }
        let (near, far) = (left.double, right.double)
        if near != far { return near < far }
        guard let (first, second) = onOneScale(left, right) else { return false }
        return first < second
    }

    /// True when this is a whole number of units; exact below 10^38 units, else as doubles divide.
    func isMultiple(of unit: JSONNumber) -> Bool {
        if let (first, second) = Self.onOneScale(self, unit) { return second != 0 && first % second == 0 }
        let count = double / unit.double
        guard count.magnitude < 0x1p53 else { return count.isFinite }  // doubles that large have no fraction
        return Double(Int64(count)) == count
    }

    /// True when there is no fraction; false too for exponents of 10^15 and more.
    var isIntegral: Bool {
        switch storage {
        case .integer: true
        case .decimal(let text): (DecimalForm(text)?.exponent ?? -1) >= 0
        }
    }

    private static func onOneScale(_ left: JSONNumber, _ right: JSONNumber) -> (Int128, Int128)? {
        guard let left = DecimalForm(left.text), let right = DecimalForm(right.text) else { return nil }
        let scale = min(left.exponent, right.exponent)
        guard let first = left.scaled(to: scale), let second = right.scaled(to: scale) else { return nil }
        return (first, second)
    }
}
