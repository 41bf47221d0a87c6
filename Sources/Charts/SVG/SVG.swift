/// Writes scenes as SVG with `svg`, `title`, `desc`, `rect`, `path`, `circle` and `text` only: nothing that runs or refers to another resource.
package enum SVG {
    /// A document of its own, UTF-8.
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
