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
