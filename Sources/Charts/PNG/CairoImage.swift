internal import CPangoCairo
import Foundation

/// A scene, painted into memory. Used by one thread.
final class CairoImage {
    let context: OpaquePointer
    private let surface: OpaquePointer
    let layout: OpaquePointer
    let background: Color

    init(scene: Scene, scale: Double) throws(PNG.Failure) {
        let width = Int32((scene.width * scale).rounded()), height = Int32((scene.height * scale).rounded())
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, max(width, 1), max(height, 1)) else { throw .outOfMemory }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface) else {
            cairo_surface_destroy(surface)
            throw .outOfMemory
        }
        guard let layout = pango_cairo_create_layout(context) else {
            cairo_destroy(context)
            cairo_surface_destroy(surface)
            throw .outOfMemory
        }
        self.surface = surface
        self.context = context
        self.layout = layout
        background = scene.background
        cairo_scale(context, scale, scale)
        setColor(scene.background)
        cairo_paint(context)
        pango_layout_set_single_paragraph_mode(layout, 1)
        for shape in scene.shapes { paint(shape) }
        cairo_surface_flush(surface)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(layout))
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    func setColor(_ color: Color, opacity: Double = 1) {
        cairo_set_source_rgba(context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, opacity)
    }

    /// The pixels with a palette of at most 256 colors.
    func paletteImage() throws(PNG.Failure) -> PaletteImage {
        guard cairo_status(context) == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface) else { throw .outOfMemory }
        let width = Int(cairo_image_surface_get_width(surface)), height = Int(cairo_image_surface_get_height(surface))
        let stride = Int(cairo_image_surface_get_stride(surface))
        let pixels = UnsafeRawBufferPointer(start: data, count: stride * height)
        return PaletteImage(pixels: pixels, width: width, height: height, stride: stride)
    }
}
