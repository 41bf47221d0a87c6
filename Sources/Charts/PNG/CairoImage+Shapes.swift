internal import CPangoCairo
import Foundation

extension CairoImage {
    func paint(_ shape: SceneShape) {
        switch shape {
        case .rectangle(let frame, let radius, let fill, _):
            setColor(fill)
            path(frame, radius: radius)
            cairo_fill(context)
        case .line(let points, let stroke, let width):
            setColor(stroke)
            cairo_set_line_width(context, width)
            cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
            cairo_set_line_cap(context, points.count > 2 ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
            path(points)
            cairo_stroke(context)
        case .polygon(let points, let fill, let opacity):
            setColor(fill, opacity: opacity)
            path(points)
            cairo_close_path(context)
            cairo_fill(context)
        case .circle(let center, let radius, let fill, let opacity, _):
            setColor(fill, opacity: opacity)
            cairo_new_path(context)
            cairo_arc(context, center.x, center.y, radius, 0, 2 * Double.pi)
            cairo_fill(context)
        case .sector(let center, let inner, let outer, let start, let end, let fill, _):
            paintSector(center, inner: inner, outer: outer, start: start, end: end, fill: fill)
        case .text(let text): paint(text)
        }
    }

    private func path(_ points: [ScenePoint]) {
        cairo_new_path(context)
        for point in points { cairo_line_to(context, point.x, point.y) }
    }

    private func path(_ frame: SceneRectangle, radius: Double) {
        cairo_new_path(context)
        guard radius > 0 else { return cairo_rectangle(context, frame.x, frame.y, frame.width, frame.height) }
        let quarter = Double.pi / 2
        cairo_arc(context, frame.right - radius, frame.y + radius, radius, -quarter, 0)
        cairo_arc(context, frame.right - radius, frame.bottom - radius, radius, 0, quarter)
        cairo_arc(context, frame.x + radius, frame.bottom - radius, radius, quarter, 2 * quarter)
        cairo_arc(context, frame.x + radius, frame.y + radius, radius, 2 * quarter, 3 * quarter)
        cairo_close_path(context)
    }

    /// Cairo's angles start at the right; those of scenes at the top.
    private func paintSector(_ center: ScenePoint, inner: Double, outer: Double, start: Double, end: Double, fill: Color) {
        let (first, last) = (start - Double.pi / 2, end - Double.pi / 2)
        cairo_new_path(context)
        cairo_arc(context, center.x, center.y, outer, first, last)
        if inner > 0 { cairo_arc_negative(context, center.x, center.y, inner, last, first) } else { cairo_line_to(context, center.x, center.y) }
        cairo_close_path(context)
        setColor(fill)
        cairo_fill_preserve(context)
        setColor(background)
        cairo_set_line_width(context, 2)
        cairo_stroke(context)
    }

    private func paint(_ text: SceneText) {
        guard let font = pango_font_description_from_string("Inter,WenQuanYi Micro Hei,sans-serif") else { return }
        defer { pango_font_description_free(font) }
        pango_font_description_set_absolute_size(font, text.size * Double(PANGO_SCALE))
        pango_font_description_set_weight(font, text.isBold ? PANGO_WEIGHT_SEMIBOLD : PANGO_WEIGHT_NORMAL)
        pango_layout_set_font_description(layout, font)
        pango_layout_set_text(layout, text.string, -1)
        var (width, height) = (Int32(0), Int32(0))
        pango_layout_get_size(layout, &width, &height)
        let unit = Double(PANGO_SCALE)
        let before: Double =
            switch text.anchor {
            case .start: 0
            case .middle: Double(width) / unit / 2
            case .end: Double(width) / unit
            }
        setColor(text.color)
        cairo_move_to(context, text.position.x - before, text.position.y - Double(pango_layout_get_baseline(layout)) / unit)
        pango_cairo_show_layout(context, layout)
    }
}
