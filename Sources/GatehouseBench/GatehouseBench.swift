import Glibc

/// Floors and loops that the figures of the server are held against; run by `make bench`, never shipped.
///
/// ```
/// gatehouse-bench hummingbird PORT BYTES     a bare route that reads the body and answers so many bytes
/// gatehouse-bench nio PORT BYTES             the same on a bare channel handler
/// gatehouse-bench sync FILE WRITERS SECONDS  group-committed appends, each acknowledged after fdatasync: p50 and p99
/// gatehouse-bench export FILE ROWS           so many rows of a table through the driver into a sink: time and growth of memory
/// gatehouse-bench export-postgres URL        the table `orders` of a PostgreSQL database in the same way
/// gatehouse-bench libpq URL CONNECTIONS SECONDS   a prepared SELECT of 20 rows on bare libpq: rate, p50 and p99
/// gatehouse-bench guard FOLDER COUNT         decisions of the guard on a statement of 2 KB: p50 and p99
/// gatehouse-bench chart FOLDER COUNT         three charts as SVG and PNG: p50 and p99; their specifications into the folder
/// ```
@main
struct GatehouseBench {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, Array(arguments.dropFirst())) {
        case ("hummingbird", let rest) where rest.count == 2: try await HummingbirdFloor.run(port: Int(rest[0]) ?? 0, bytes: Int(rest[1]) ?? 0)
        case ("nio", let rest) where rest.count == 2: try await NIOFloor.run(port: Int(rest[0]) ?? 0, bytes: Int(rest[1]) ?? 0)
        case ("sync", let rest) where rest.count == 3: try SyncFloor.run(path: rest[0], writers: Int(rest[1]) ?? 1, seconds: Int(rest[2]) ?? 1)
        case ("export", let rest) where rest.count == 2: try await ExportRun.run(path: rest[0], rows: Int(rest[1]) ?? 0)
        case ("export-postgres", let rest) where rest.count == 1: try await ExportRun.run(url: rest[0])
        case ("libpq", let rest) where rest.count == 3:
            try PreparedFloor.run(url: rest[0], connections: Int(rest[1]) ?? 1, seconds: Int(rest[2]) ?? 1)
        case ("guard", let rest) where rest.count == 2: try await GuardRun.run(folder: rest[0], count: Int(rest[1]) ?? 1)
        case ("chart", let rest) where rest.count == 2: try ChartRun.run(folder: rest[0], count: Int(rest[1]) ?? 1)
        default:
            print(
                "usage: gatehouse-bench hummingbird|nio PORT BYTES | sync FILE WRITERS SECONDS | export FILE ROWS | export-postgres URL | "
                    + "libpq URL CONNECTIONS SECONDS | guard FOLDER COUNT | chart FOLDER COUNT")
            exit(2)
        }
    }
}
