internal import CDeflate
internal import CPangoCairo

/// Paints scenes as PNG images.
package enum PNG {
    package enum Failure: Error {
        case outOfMemory
    }

    /// Most pixels of an image; a larger scene is painted at a smaller scale.
    static let maxPixels = 8_000_000.0

    /// Blocks for 5 to 20 ms; the first call of a process takes up to a second, because it reads the list of fonts. Each call has its own
    /// drawing context.
    /// - Parameter scale: pixels for each point, 0.5...4.
    package static func paint(_ scene: Scene, scale: Double = 2) throws(Failure) -> [UInt8] {
        let asked = scale.isFinite ? min(max(scale, 0.5), 4) : 2
        let fitting = (maxPixels / max(scene.width * scene.height, 1)).squareRoot()
        let image = try CairoImage(scene: scene, scale: min(asked, fitting))
        return try PNGEncoder.encode(try image.paletteImage())
    }

    /// Scripts of the supported languages for which no font is installed; empty when all can be painted.
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

/// Writes the bytes of a PNG file with a palette (ISO 15948).
enum PNGEncoder {
    /// libdeflate's level 6 is as fast as 1 for such images, and smaller.
    private static let level: Int32 = 6

    static func encode(_ image: PaletteImage) throws(PNG.Failure) -> [UInt8] {
        var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Eight bits for each pixel, color type 3: palette; no interlacing.
        chunk("IHDR", bytes(UInt32(image.width)) + bytes(UInt32(image.height)) + [8, 3, 0, 0, 0], &png)
        chunk("PLTE", image.colors.flatMap { bytes($0).dropFirst() }, &png)
        chunk("IDAT", try compressed(image.rows), &png)
        chunk("IEND", [], &png)
        return png
    }

    private static func compressed(_ data: [UInt8]) throws(PNG.Failure) -> [UInt8] {
        guard let compressor = libdeflate_alloc_compressor(level) else { throw .outOfMemory }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_zlib_compress_bound(compressor, data.count)
        return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            count = libdeflate_zlib_compress(compressor, data, data.count, buffer.baseAddress, bound)
        }
    }

    private static func chunk(_ type: String, _ data: [UInt8], _ png: inout [UInt8]) {
        let body = Array(type.utf8) + data
        png += bytes(UInt32(data.count)) + body + bytes(libdeflate_crc32(0, body, body.count))
    }

    private static func bytes(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}
