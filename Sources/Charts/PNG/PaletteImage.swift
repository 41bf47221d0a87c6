/// Pixels as indexes into a palette.
struct PaletteImage {
    let width: Int
    let height: Int
    /// At most 256, as 0xRRGGBB.
    let colors: [UInt32]
    /// Rows of pixels, each after a zero byte: the filter type "none" of PNG (ISO 15948, 9.2).
    let rows: [UInt8]

    /// Keeps the 256 most frequent colors, which include all colors of areas; others, at the edges of shapes, become the nearest of these.
    /// - Parameter pixels: rows of `stride` bytes with 32 bits for each pixel in the machine's order, as 0x??RRGGBB.
    init(pixels: UnsafeRawBufferPointer, width: Int, height: Int, stride: Int) {
        self.width = width
        self.height = height
        let source = Pixels(bytes: pixels, width: width, height: height, stride: stride)
        // With three bits fewer in each channel the colors fit into the table; one picture in thousands needs that.
        let (table, numbers) = source.numbered(mask: 0xFFFFFF) ?? source.numbered(mask: 0xF8F8F8) ?? (ColorTable(), [])
        let palette = Palette(table)
        colors = palette.colors
        var rows = [UInt8](repeating: 0, count: (width + 1) * height)
        rows.withUnsafeMutableBufferPointer { rows in
            for y in 0..<(numbers.isEmpty ? 0 : height) {
                for x in 0..<width { rows[y * (width + 1) + 1 + x] = palette.index[Int(numbers[y * width + x])] }
            }
        }
        self.rows = rows
    }
}

/// Pixels in memory.
private struct Pixels {
    let bytes: UnsafeRawBufferPointer
    let width: Int
    let height: Int
    let stride: Int

    /// The index of each pixel's color; nil when there are more colors than the table holds.
    func numbered(mask: UInt32) -> (ColorTable, [UInt16])? {
        var table = ColorTable()
        var numbers = [UInt16](repeating: 0, count: width * height)
        let isWhole = numbers.withUnsafeMutableBufferPointer { numbers in
            var target = 0
            for y in 0..<height {
                var run = 0
                var last: UInt32 = 0xFFFF_FFFF
                var number: UInt16 = 0
                for offset in Swift.stride(from: y * stride, to: y * stride + width * 4, by: 4) {
                    let color = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) & mask
                    if color != last {
                        table.count(run, of: number)
                        guard let found = table.number(of: color) else { return false }
                        (last, number, run) = (color, found, 0)
                    }
                    run += 1
                    numbers[target] = number
                    target += 1
                }
                table.count(run, of: number)
            }
            return true
        }
        return isWhole ? (table, numbers) : nil
    }
}

/// The colors of the palette, and the palette color for each color of a table.
private struct Palette {
    let colors: [UInt32]
    let index: [UInt8]

    init(_ table: ColorTable) {
        let order = table.colors.indices.sorted { (table.counts[$0], $1) > (table.counts[$1], $0) }
        let kept = Array(order.prefix(256))
        let colors = kept.map { table.colors[$0] }
        var index = [UInt8](repeating: 0, count: table.colors.count)
        for (paletteIndex, number) in kept.enumerated() { index[number] = UInt8(paletteIndex) }
        for number in order.dropFirst(256) { index[number] = Self.nearest(table.colors[number], colors) }
        self.colors = colors.isEmpty ? [0] : colors
        self.index = index
    }

    private static func nearest(_ color: UInt32, _ colors: [UInt32]) -> UInt8 {
        var best = (distance: Int.max, paletteIndex: 0)
        for (paletteIndex, other) in colors.enumerated() {
            let distance = distance(color, other)
            if distance < best.distance { best = (distance, paletteIndex) }
        }
        return UInt8(best.paletteIndex)
    }

    private static func distance(_ left: UInt32, _ right: UInt32) -> Int {
        func square(_ shift: UInt32) -> Int {
            let difference = Int(left >> shift & 0xFF) - Int(right >> shift & 0xFF)
            return difference * difference
        }
        return square(16) + square(8) + square(0)
    }
}
