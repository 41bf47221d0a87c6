internal import CDeflate

/// Writes the bytes of a PNG file with a palette (ISO 15948).
enum PNGEncoder {
    /// libdeflate's 6 is as fast as 1 for such images, and smaller.
    private static let level: Int32 = 6

    static func encode(_ image: PaletteImage) throws(PNG.Failure) -> [UInt8] {
        var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Eight bits for each pixel, colour type 3: palette; no interlacing.
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
