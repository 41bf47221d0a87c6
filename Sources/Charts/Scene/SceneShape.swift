/// One shape of a scene. `label` is what a pointer over the shape shows.
package enum SceneShape: Hashable, Sendable {
    case rectangle(SceneRectangle, radius: Double, fill: Color, label: String?)
    /// An open line through points.
    case line([ScenePoint], stroke: Color, width: Double)
    /// A closed polygon. - Parameter opacity: 0...1
    case polygon([ScenePoint], fill: Color, opacity: Double)
    case circle(ScenePoint, radius: Double, fill: Color, opacity: Double, label: String?)
    /// A part of a ring; of a disc when `inner` is 0. Angles in radians, clockwise from the top.
    case sector(ScenePoint, inner: Double, outer: Double, start: Double, end: Double, fill: Color, label: String?)
    case text(SceneText)
}

/// One line of text.
package struct SceneText: Hashable, Sendable {
    package enum Anchor: String, Sendable {
        case start, middle, end
    }

    package let string: String
    /// Where the anchor of the baseline is.
    package let position: ScenePoint
    package let size: Double
    package let isBold: Bool
    package let color: Color
    package let anchor: Anchor
}
