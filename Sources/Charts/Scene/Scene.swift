/// A picture as positioned shapes, from back to front; the same for every output. Unit: points, from the top left.
package struct Scene: Hashable, Sendable {
    package let width: Double
    package let height: Double
    package let background: Color
    /// The description of the picture, for screen readers.
    package let title: String
    /// The rows as text, also for screen readers.
    package let alternative: SceneTable
    package let shapes: [SceneShape]
}

/// The data of a picture as a table.
package struct SceneTable: Hashable, Sendable {
    package let header: [String]
    package let rows: [[String]]
    /// Number of rows that are not in ``rows``.
    package let omittedRows: Int

    /// One line for each row, cells separated by commas.
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

    /// The rectangle without margins. A rectangle that is smaller than the margins keeps one point of size.
    func inset(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) -> SceneRectangle {
        SceneRectangle(
            x: x + min(left, max(0, width - 1)), y: y + min(top, max(0, height - 1)), width: max(1, width - left - right),
            height: max(1, height - top - bottom))
    }
}

/// Collects the shapes of a scene.
struct SceneBuilder {
    let theme: ChartTheme
    var shapes: [SceneShape] = []

    mutating func rectangle(_ frame: SceneRectangle, radius: Double = 0, fill: Color, label: String? = nil) {
        guard frame.width > 0, frame.height > 0 else { return }
        shapes.append(.rectangle(frame, radius: min(radius, frame.width / 2, frame.height / 2), fill: fill, label: label))
    }

    mutating func line(_ points: [ScenePoint], stroke: Color, width: Double = 1) { shapes.append(.line(points, stroke: stroke, width: width)) }

    mutating func rule(x1: Double, y1: Double, x2: Double, y2: Double, stroke: Color) {
        line([ScenePoint(x: x1, y: y1), ScenePoint(x: x2, y: y2)], stroke: stroke)
    }

    mutating func circle(_ center: ScenePoint, radius: Double, fill: Color, opacity: Double = 1, label: String? = nil) {
        shapes.append(.circle(center, radius: radius, fill: fill, opacity: opacity, label: label))
    }

    mutating func text(
        _ string: String, x: Double, y: Double, size: Double = 12, isBold: Bool = false, color: Color? = nil, anchor: SceneText.Anchor = .start
    ) {
        guard !string.isEmpty else { return }
        let position = ScenePoint(x: x, y: y)
        shapes.append(
            .text(SceneText(string: string, position: position, size: size, isBold: isBold, color: color ?? theme.quietText, anchor: anchor)))
    }
}

/// One shape of a scene. `label` is its tooltip.
package enum SceneShape: Hashable, Sendable {
    case rectangle(SceneRectangle, radius: Double, fill: Color, label: String?)
    /// An open line through points.
    case line([ScenePoint], stroke: Color, width: Double)
    /// A closed polygon. - Parameter opacity: 0...1
    case polygon([ScenePoint], fill: Color, opacity: Double)
    case circle(ScenePoint, radius: Double, fill: Color, opacity: Double, label: String?)
    /// A part of a ring, or of a disc when `inner` is 0. Angles in radians, clockwise from the top.
    case sector(ScenePoint, inner: Double, outer: Double, start: Double, end: Double, fill: Color, label: String?)
    case text(SceneText)
}

/// One line of text.
package struct SceneText: Hashable, Sendable {
    package enum Anchor: String, Sendable {
        case start, middle, end
    }

    package let string: String
    /// The position of the baseline's anchor.
    package let position: ScenePoint
    package let size: Double
    package let isBold: Bool
    package let color: Color
    package let anchor: Anchor
}
