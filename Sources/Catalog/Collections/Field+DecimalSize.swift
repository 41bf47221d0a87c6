extension Field {
    /// Digits in all and after the point, as `DECIMAL(10,2)` declares them; nil where none are declared.
    package var decimalSize: (precision: Int, scale: Int)? {
        guard let start = declaredType.firstIndex(of: "("), let end = declaredType[start...].firstIndex(of: ")") else { return nil }
        let sizes = declaredType[declaredType.index(after: start)..<end].split(separator: ",").map { Int($0.filter { $0 != " " }) }
        guard let precision = sizes.first ?? nil, precision > 0, let scale = sizes.count > 1 ? sizes[1] : 0, (0...precision).contains(scale) else {
            return nil
        }
        return (precision, scale)
    }
}
