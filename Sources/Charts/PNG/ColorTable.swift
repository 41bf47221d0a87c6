/// Numbers the colors of a picture in order of appearance, and counts their pixels.
struct ColorTable {
    /// Most colors that the table holds.
    static let maxColors = 32_768

    private(set) var colors: [UInt32] = []
    /// Number of pixels of each color.
    private(set) var counts: [Int] = []
    /// Hash table with open addressing: the index of a color plus one, or zero.
    private var slots = [UInt16](repeating: 0, count: 65_536)

    /// Nil when there are too many colors.
    mutating func number(of color: UInt32) -> UInt16? {
        var slot = Int(truncatingIfNeeded: (color &* 0x9E37_79B1) >> 16)
        while slots[slot] != 0 {
            let number = slots[slot] - 1
            if colors[Int(number)] == color { return number }
            slot = (slot + 1) & 65_535
        }
        guard colors.count < Self.maxColors else { return nil }
        colors.append(color)
        counts.append(0)
        slots[slot] = UInt16(colors.count)
        return UInt16(colors.count - 1)
    }

    mutating func count(_ pixels: Int, of number: UInt16) { if pixels > 0 { counts[Int(number)] += pixels } }
}
