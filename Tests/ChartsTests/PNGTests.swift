import CPangoCairo
import Foundation
import Testing

@testable import Charts

@Suite("PNG of charts")
struct PNGTests {
    @Test("Cairo reads our PNG as the scene's size and colours", arguments: ChartSample.all)
    func readBack(sample: ChartSample) throws {
        let scene = sample.chart.scene(theme: .dark)
        let picture = try Picture(PNG.paint(scene, scale: 1))
        #expect(picture.width == Int(scene.width) && picture.height == Int(scene.height))
        #expect(picture.color(1, 1) == scene.background)
        for case .rectangle(let frame, _, let fill, _) in scene.shapes where frame.width > 12 && frame.height > 30 && sample.name != "heat_map" {
            #expect(picture.color(Int(frame.x + frame.width / 2), Int(frame.y + 12)) == fill)
        }
    }

    @Test("D11 No scene is painted with more pixels than the bound, whatever scale is asked for")
    func bounds() throws {
        let sample = try #require(ChartSample.all.first { $0.name == "kpi" })
        let scene = sample.chart.scene(size: ChartSize(width: 2_000, height: 2_000))
        for scale in [1e9, .nan, -1] {
            let picture = try Picture(PNG.paint(scene, scale: scale))
            #expect(Double(picture.width * picture.height) <= PNG.maxPixels * 1.01 && picture.width >= 1_000, "\(scale)")
        }
    }

    @Test("D11 A scene with ten thousand shapes and the longest texts is painted")
    func large() throws {
        let columns = [ChartColumn(String(repeating: "名", count: 5_000), .time), ChartColumn("value", .number)]
        let rows: [[ChartCell]] = (0..<10_000).map {
            [.text(CalendarPoint(unit: .second, seconds: Double($0) * 61).isoText), .integer(Int64($0 % 97))]
        }
        let chart = Chart.choose(columns: columns, rows: rows, language: .korean)
        #expect(chart.kind == .line)
        #expect(try Picture(PNG.paint(chart.scene())).width == 1_520)
    }

    @Test("Of more than 256 colours the most frequent stay exact")
    func palette() {
        var pixels = [UInt32](repeating: 0x123456, count: 40_000)
        for index in 0..<30_000 { pixels[index] = UInt32(index) * 7 }
        let image = pixels.withUnsafeBytes { PaletteImage(pixels: $0, width: 200, height: 200, stride: 800) }
        #expect(image.colors.count == 256)
        #expect(image.colors[Int(image.rows[200 * 201 - 1])] == 0x123456)
        let many = (0..<40_000).map { UInt32($0) &* 2_654_435 & 0xFFFFFF }
        let reduced = many.withUnsafeBytes { PaletteImage(pixels: $0, width: 200, height: 200, stride: 800) }
        #expect(reduced.colors.count == 256 && reduced.rows.count == 201 * 200)
    }

    @Test("Pictures that are painted on several threads at once are the same, byte for byte")
    func threads() async throws {
        let scene = try #require(ChartSample.all.first { $0.name == "line_chinese" }).chart.scene()
        let first = try PNG.paint(scene)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<12 { group.addTask { (try? PNG.paint(scene)) == first } }  // A failure is a difference.
            for await isSame in group { #expect(isSame) }
        }
    }

    @Test("The fonts that scripts/setup installs have the scripts of every language")
    func fonts() {
        #expect(PNG.missingScripts() == [])
    }
}

/// A PNG file as Cairo's own reader has it, which is libpng.
private struct Picture {
    let width: Int
    let height: Int
    private let stride: Int
    /// Four bytes per pixel: blue, green, red and an unused one, on little-endian machines.
    private let bytes: [UInt8]

    init(_ png: [UInt8]) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
        try Data(png).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }  // The folder of a test is removed with it.
        let surface = try #require(cairo_image_surface_create_from_png(file.path))
        defer { cairo_surface_destroy(surface) }
        try #require(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS)
        width = Int(cairo_image_surface_get_width(surface))
        height = Int(cairo_image_surface_get_height(surface))
        let data = try #require(cairo_image_surface_get_data(surface))
        stride = Int(cairo_image_surface_get_stride(surface))
        bytes = Array(UnsafeRawBufferPointer(start: data, count: stride * height))
    }

    func color(_ x: Int, _ y: Int) -> Color {
        let start = y * stride + x * 4
        return Color(bytes[start..<start + 3].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
}
