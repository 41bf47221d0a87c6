/// A picture as positioned shapes, from back to front; the same for every output. Unit: points, from the top left.
package struct Scene: Hashable, Sendable {
    package let width: Double
    package let height: Double
    package let background: Color
    /// What the picture shows, for readers who do not see it.
    package let title: String
    /// The rows as text, for the same readers.
    package let alternative: SceneTable
    package let shapes: [SceneShape]
}

/// The data of a picture as a table.
package struct SceneTable: Hashable, Sendable {
    package let header: [String]
    package let rows: [[String]]
    /// Rows that are not in ``rows``.
    package let omittedRows: Int

    /// One line for each row, the cells parted by commas.
    package var text: String { ([header] + rows).map { $0.joined(separator: ", ") }.joined(separator: "\n") }
}

package struct ScenePoint: Hashable, Sendable {
    package let x: Double
    package let y: Double
}

package struct SceneRectangle: Hashable, Sendable {
    package let x: Double
    package let y: Double
    package let width: Double
    package let height: Double

    var right: Double { x + width }
    var bottom: Double { y + height }

    /// Without its margins; of a rectangle that is smaller than they are one point stays, within it.
    func inset(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) -> SceneRectangle {
        SceneRectangle(
            x: x + min(left, max(0, width - 1)), y: y + min(top, max(0, height - 1)), width: max(1, width - left - right),
            height: max(1, height - top - bottom))
    }
}
