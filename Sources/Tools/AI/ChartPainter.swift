import Charts
import Dispatch
import JSON
import Synchronization

/// Paints charts one after another on a separate thread: a picture takes milliseconds of CPU, which must not block the thread of a call.
final class ChartPainter: Sendable {
    /// Most waiting pictures; beyond that, an answer has no picture.
    private static let capacity = 64

    private let queue = DispatchQueue(label: "charts", qos: .utility)
    private let waiting = Mutex(0)

    /// The chart as PNG; nil when too many pictures wait or it cannot be painted.
    func png(of chart: Chart) async -> [UInt8]? {
        // Without memory there is no picture; the answer does not depend on it.
        await painted { try? PNG.paint(chart.scene()) }
    }

    /// The `_meta` of a result with the chart as SVG, one for each theme, which ``RowsView`` shows. Nil for a table, which the view shows
    /// itself.
    func drawings(of chart: Chart) async -> JSONObject? {
        guard chart.kind != .table else { return nil }
        let drawn = await painted { (SVG.write(chart.scene()), SVG.write(chart.scene(theme: .dark))) }
        guard let (light, dark) = drawn, light.utf8.count <= Self.largestDrawing else { return nil }
        return ["gatehouse/chart": ["title": .string(chart.title), "light": .string(light), "dark": .string(dark)]]
    }

    /// Largest drawing; a chart has about ten thousand bytes. Unit: bytes.
    private static let largestDrawing = 250_000

    private func painted<Picture: Sendable>(_ paint: @escaping @Sendable () -> Picture?) async -> Picture? {
        let mayWait = waiting.withLock { count in
            guard count < Self.capacity else { return false }
            count += 1
            return true
        }
        guard mayWait else { return nil }
        return await withCheckedContinuation { continuation in
            queue.async { [self] in
                let picture = paint()
                waiting.withLock { $0 -= 1 }
                continuation.resume(returning: picture)
            }
        }
    }
}
