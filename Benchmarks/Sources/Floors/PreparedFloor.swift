import CLibPQ
import Foundation
import Glibc
import Synchronization

/// The floor of every read on PostgreSQL: bare libpq, one prepared SELECT of 20 rows again and again, on so many connections with a thread each.
enum PreparedFloor {
    static func run(url: String, connections: Int, seconds: Int) throws {
        let end = ContinuousClock.now + .seconds(seconds)
        let latencies = Mutex<[Double]>([])
        let failures = Atomic<Int>(0)
        let finished = DispatchGroup()
        for number in 0..<connections {
            finished.enter()
            Thread {
                defer { finished.leave() }
                guard let handle = PQconnectdb(url), PQstatus(handle) == CONNECTION_OK else {
                    failures.add(1, ordering: .relaxed)
                    return
                }
                defer { PQfinish(handle) }
                PQclear(PQprepare(handle, "floor", "SELECT * FROM orders WHERE customer_id = $1 ORDER BY id DESC LIMIT 20", 0, nil))
                var mine: [Double] = []
                var turn = number
                while ContinuousClock.now < end {
                    let start = ContinuousClock.now
                    turn = (turn * 7919 + 13) % 10_000
                    String(turn + 1).withCString { value in
                        var values: [UnsafePointer<CChar>?] = [value]
                        let result = PQexecPrepared(handle, "floor", 1, &values, nil, nil, 0)
                        var bytes = 0
                        for row in 0..<PQntuples(result) { for column in 0..<PQnfields(result) { bytes += Int(PQgetlength(result, row, column)) } }
                        if bytes == 0 { failures.add(1, ordering: .relaxed) }
                        PQclear(result)
                    }
                    let time = ContinuousClock.now - start
                    mine.append(Double(time.components.attoseconds) * 1e-15 + Double(time.components.seconds) * 1e3)
                }
                latencies.withLock { $0 += mine }
            }.start()
        }
        finished.wait()
        let sorted = latencies.withLock { $0.sorted() }
        guard !sorted.isEmpty, failures.load(ordering: .relaxed) == 0 else {
            print("the floor failed: is the database there?")
            exit(1)
        }
        let rate = Double(sorted.count) / Double(seconds)
        print("{\"rate\":\(rate),\"p50_ms\":\(sorted[sorted.count / 2]),\"p99_ms\":\(sorted[sorted.count * 99 / 100])}")
    }
}
