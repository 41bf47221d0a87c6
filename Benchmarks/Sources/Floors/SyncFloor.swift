import Foundation
import Glibc
import Synchronization

/// Group-committed appends: writers hand over a small record, one thread writes what waits and syncs once, then all are acknowledged.
enum SyncFloor {
    private final class Group: @unchecked Sendable {
        let condition = NSCondition()
        var waiting = 0
        var generation = 0
        var committed = 0
        var isStopped = false
    }

    static func run(path: String, writers: Int, seconds: Int) throws {
        let descriptor = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0o600)
        guard descriptor >= 0 else { throw POSIXError(.EIO) }
        let group = Group()
        let record = [UInt8](repeating: 7, count: 256)
        let latencies = Mutex<[Double]>([])
        let end = ContinuousClock.now + .seconds(seconds)

        let committer = Thread {
            while true {
                group.condition.lock()
                while group.waiting == 0 && !group.isStopped { group.condition.wait() }
                let batch = group.waiting
                let stopped = group.isStopped
                group.waiting = 0
                group.generation += 1
                let generation = group.generation
                group.condition.unlock()
                if batch == 0 && stopped { return }
                for _ in 0..<batch { _ = record.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } }
                fdatasync(descriptor)
                group.condition.lock()
                group.committed = generation
                group.condition.broadcast()
                group.condition.unlock()
            }
        }
        committer.start()

        let finished = DispatchGroup()
        for _ in 0..<writers {
            finished.enter()
            let writer = Thread {
                var mine: [Double] = []
                while ContinuousClock.now < end {
                    let start = ContinuousClock.now
                    group.condition.lock()
                    group.waiting += 1
                    let ticket = group.generation + 1
                    group.condition.broadcast()
                    while group.committed < ticket { group.condition.wait() }
                    group.condition.unlock()
                    let taken = ContinuousClock.now - start
                    mine.append(Double(taken.components.attoseconds) * 1e-15 + Double(taken.components.seconds) * 1e3)
                }
                latencies.withLock { $0 += mine }
                finished.leave()
            }
            writer.start()
        }
        finished.wait()
        group.condition.lock()
        group.isStopped = true
        group.condition.broadcast()
        group.condition.unlock()
        let sorted = latencies.withLock { $0.sorted() }
        guard !sorted.isEmpty else { return }
        print("{\"writes\":\(sorted.count),\"p50_ms\":\(sorted[sorted.count / 2]),\"p99_ms\":\(sorted[sorted.count * 99 / 100])}")
    }
}
