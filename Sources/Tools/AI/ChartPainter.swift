import Charts
import Dispatch
import Synchronization

/// Paints charts on a thread of its own, one after the other: a picture takes some milliseconds of a processor, which no call's thread may wait for.
final class ChartPainter: Sendable {
    /// Pictures that may wait; beyond, an answer comes without one.
    private static let capacity = 64

    private let queue = DispatchQueue(label: "charts", qos: .utility)
    private let waiting = Mutex(0)

    /// The chart as PNG; nil when too many wait or it cannot be painted.
    func png(of chart: Chart) async -> [UInt8]? {
        let mayWait = waiting.withLock { count in
            guard count < Self.capacity else { return false }
            count += 1
            return true
        }
        guard mayWait else { return nil }
        return await withCheckedContinuation { continuation in
            queue.async { [self] in
                // Without memory there is no picture; the answer is whole without it.
                let picture = try? PNG.paint(chart.scene())
                waiting.withLock { $0 -= 1 }
                continuation.resume(returning: picture)
            }
        }
    }
}
