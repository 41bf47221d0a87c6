internal import CPangoCairo

/// Paints scenes as PNG images.
package enum PNG {
    package enum Failure: Error {
        case outOfMemory
    }

    /// Pixels of an image at most; a larger scene is painted at a smaller scale.
    static let maxPixels = 8_000_000.0

    /// Blocks for 5 to 20 ms; the first call of a process for up to a second, since it reads the list of fonts. Each call has a drawing
    /// context of its own.
    /// - Parameter scale: pixels for each point, 0.5...4.
    package static func paint(_ scene: Scene, scale: Double = 2) throws(Failure) -> [UInt8] {
        let asked = scale.isFinite ? min(max(scale, 0.5), 4) : 2
        let fitting = (maxPixels / max(scene.width * scene.height, 1)).squareRoot()
        let image = try CairoImage(scene: scene, scale: min(asked, fitting))
        return try PNGEncoder.encode(try image.paletteImage())
    }

    /// Scripts of the supported languages that no installed font has; empty when all can be painted.
    package static func missingScripts() -> [String] {
        guard let context = pango_font_map_create_context(pango_cairo_font_map_get_default()) else { return [] }
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        return [("Latin", "Ag"), ("Chinese", "数據"), ("Korean", "한글")].filter { script in
            guard let layout = pango_layout_new(context) else { return false }
            defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
            pango_layout_set_text(layout, script.1, -1)
            return pango_layout_get_unknown_glyphs_count(layout) > 0
        }.map(\.0)
    }
}
