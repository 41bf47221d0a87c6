import Glibc

/// Parts of the product measured by themselves; run by `make bench`, never shipped. The floors that they are held against are in `Benchmarks/`.
///
/// ```
/// gatehouse-bench export FILE ROWS           so many rows of a table through the driver into a sink: time and growth of memory
/// gatehouse-bench export-postgres URL        the table `orders` of a PostgreSQL database in the same way
/// gatehouse-bench guard FOLDER COUNT         decisions of the guard on a statement of 2 KB: p50 and p99
/// gatehouse-bench chart FOLDER COUNT         three charts as SVG and PNG: p50 and p99; their specifications into the folder
/// ```
@main
struct GatehouseBench {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, Array(arguments.dropFirst())) {
        case ("export", let rest) where rest.count == 2: try await ExportBenchmark.run(path: rest[0], rows: Int(rest[1]) ?? 0)
        case ("export-postgres", let rest) where rest.count == 1: try await ExportBenchmark.run(url: rest[0])
        case ("guard", let rest) where rest.count == 2: try await GuardBenchmark.run(folder: rest[0], count: Int(rest[1]) ?? 1)
        case ("chart", let rest) where rest.count == 2: try ChartBenchmark.run(folder: rest[0], count: Int(rest[1]) ?? 1)
        default:
            print("usage: gatehouse-bench export FILE ROWS | export-postgres URL | guard FOLDER COUNT | chart FOLDER COUNT")
            exit(2)
        }
    }
}
