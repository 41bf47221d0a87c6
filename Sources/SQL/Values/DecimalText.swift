/// Formats doubles as the text of decimals.
enum DecimalText {
    /// The shortest digits that read back as the number, without an exponent.
    static func digits(of value: Double) -> String {
        if value == 0 { return "0" }
        let text = value.magnitude.description
        if !text.utf8.contains(UInt8(ascii: "e")) {
            let plain = value < 0 ? "-" + text : text
            return plain.utf8.suffix(2).elementsEqual(".0".utf8) ? String(Substring(plain.utf8.dropLast(2))) : plain
        }
        let parts = text.split(separator: "e")
        let point = parts[0].split(separator: ".")
        let (whole, fraction) = (point[0], point.count > 1 && point[1] != "0" ? point[1] : "")
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let digits = whole + fraction
        // Digits before the point.
        let index = whole.count + exponent
        let plain =
            if index <= 0 {
                "0." + String(repeating: "0", count: -index) + digits
            } else if index >= digits.count {
                "\(digits)\(String(repeating: "0", count: index - digits.count))"
            } else {
                "\(digits.prefix(index)).\(digits.dropFirst(index))"
            }
        return value < 0 ? "-" + plain : plain
    }
}
