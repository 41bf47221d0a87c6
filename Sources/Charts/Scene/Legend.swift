/// Names of series beside their colors, in at most three lines.
struct Legend {
    let names: [String]
    let width: Double

    private static let maxName = 180.0
    private static let size = 12.0

    /// - Returns: the vertical position of its end.
    func draw(x start: Double, y top: Double, _ builder: inout SceneBuilder) -> Double {
        var (x, y) = (start, top)
        for (index, name) in names.enumerated() {
            let text = TextMeasure.fit(name, width: Self.maxName, size: Self.size)
            let needed = 16 + TextMeasure.width(text, size: Self.size)
            if x > start, x + needed > start + width {
                x = start
                y += 19
                if y > top + 40 { return y }
            }
            builder.rectangle(SceneRectangle(x: x, y: y + 2, width: 10, height: 10), radius: 2, fill: builder.theme.color(index))
            builder.text(text, x: x + 16, y: y + 11, size: Self.size, color: builder.theme.text)
            x += needed + 18
        }
        return y + 16
    }
}
