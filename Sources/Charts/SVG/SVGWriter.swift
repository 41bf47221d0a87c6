import Foundation

/// The text of an SVG document.
struct SVGWriter {
    var text = ""

    mutating func element(_ name: StaticString, _ content: String) { text += "<\(name)>\(Self.escaped(content))</\(name)>\n" }

    mutating func shape(_ shape: SceneShape, on background: Color) {
        switch shape {
        case .rectangle(let frame, let radius, let fill, let label):
            var tag = "<rect x=\"\(Self.number(frame.x))\" y=\"\(Self.number(frame.y))\" width=\"\(Self.number(frame.width))\""
            tag += " height=\"\(Self.number(frame.height))\""
            if radius > 0 { tag += " rx=\"\(Self.number(radius))\"" }
            close(tag + " fill=\"\(fill.hex)\"", "rect", label)
        case .line(let points, let stroke, let width):
            let path = "<path d=\"\(Self.path(points))\" fill=\"none\" stroke=\"\(stroke.hex)\" stroke-width=\"\(Self.number(width))\""
            close(path + (points.count > 2 ? " stroke-linejoin=\"round\" stroke-linecap=\"round\"" : ""), "path", nil)
        case .polygon(let points, let fill, let opacity):
            close("<path d=\"\(Self.path(points))Z\" fill=\"\(fill.hex)\" fill-opacity=\"\(Self.number(opacity))\"", "path", nil)
        case .circle(let center, let radius, let fill, let opacity, let label):
            var tag = "<circle cx=\"\(Self.number(center.x))\" cy=\"\(Self.number(center.y))\" r=\"\(Self.number(radius))\" fill=\"\(fill.hex)\""
            if opacity < 1 { tag += " fill-opacity=\"\(Self.number(opacity))\"" }
            close(tag, "circle", label)
        case .sector(let center, let inner, let outer, let start, let end, let fill, let label):
            let path = Self.sector(center, inner: inner, outer: outer, start: start, end: end)
            close("<path d=\"\(path)\" fill=\"\(fill.hex)\" stroke=\"\(background.hex)\" stroke-width=\"2\"", "path", label)
        case .text(let shape): line(shape)
        }
    }

    private mutating func line(_ shape: SceneText) {
        text += "<text x=\"\(Self.number(shape.position.x))\" y=\"\(Self.number(shape.position.y))\" font-size=\"\(Self.number(shape.size))\""
        if shape.isBold { text += " font-weight=\"600\"" }
        if shape.anchor != .start { text += " text-anchor=\"\(shape.anchor.rawValue)\"" }
        text += " fill=\"\(shape.color.hex)\">\(Self.escaped(shape.string))</text>\n"
    }

    private mutating func close(_ tag: String, _ name: StaticString, _ label: String?) {
        text += tag
        text += label.map { "><title>\(Self.escaped($0))</title></\(name)>\n" } ?? "/>\n"
    }

    private static func path(_ points: [ScenePoint]) -> String {
        points.enumerated().map { ($0.offset == 0 ? "M" : "L") + "\(number($0.element.x)) \(number($0.element.y))" }.joined()
    }

    /// A whole ring is drawn as two halves, because an arc cannot end where it begins.
    private static func sector(_ center: ScenePoint, inner: Double, outer: Double, start: Double, end: Double) -> String {
        if end - start > 2 * Double.pi - 1e-6 {
            return sector(center, inner: inner, outer: outer, start: start, end: start + Double.pi)
                + sector(center, inner: inner, outer: outer, start: start + Double.pi, end: end - 1e-4)
        }
        func point(_ radius: Double, _ angle: Double) -> String {
            "\(number(center.x + radius * sin(angle))) \(number(center.y - radius * cos(angle)))"
        }
        let isLarge = end - start > Double.pi ? 1 : 0
        let arc = "M\(point(outer, start))A\(number(outer)) \(number(outer)) 0 \(isLarge) 1 \(point(outer, end))"
        guard inner > 0 else { return arc + "L\(number(center.x)) \(number(center.y))Z" }
        return arc + "L\(point(inner, end))A\(number(inner)) \(number(inner)) 0 \(isLarge) 0 \(point(inner, start))Z"
    }

    /// With at most two digits after the point.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let hundredths = (min(max(value, -1e6), 1e6) * 100).rounded()
        if hundredths.truncatingRemainder(dividingBy: 100) == 0 { return String(Int(hundredths / 100)) }
        return (hundredths / 100).description
    }

    /// Escapes scalar by scalar, so that a combining mark after a character does not hide it. Characters that XML 1.0 forbids are removed.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            case "\n", "\t": escaped.append(scalar)
            default: if scalar.value >= 0x20, scalar.value & 0xFFFE != 0xFFFE { escaped.append(scalar) }
            }
        }
        return String(escaped)
    }
}

/// Writes scenes as SVG with `svg`, `title`, `desc`, `rect`, `path`, `circle` and `text` only: no scripts and no references to other
/// resources.
package enum SVG {
    /// A complete document in UTF-8.
    package static func write(_ scene: Scene) -> String {
        var writer = SVGWriter()
        let (width, height) = (SVGWriter.number(scene.width), SVGWriter.number(scene.height))
        writer.text =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\" role=\"img\""
        writer.text += " font-family=\"Inter, 'Segoe UI', 'WenQuanYi Micro Hei', 'PingFang SC', 'Microsoft YaHei', 'Malgun Gothic', sans-serif\">\n"
        writer.element("title", scene.title)
        writer.element("desc", scene.alternative.text)
        writer.text += "<rect width=\"\(width)\" height=\"\(height)\" fill=\"\(scene.background.hex)\"/>\n"
        for shape in scene.shapes { writer.shape(shape, on: scene.background) }
        writer.text += "</svg>\n"
        return writer.text
    }
}
