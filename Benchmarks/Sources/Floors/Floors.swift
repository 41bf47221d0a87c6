import Glibc

/// The least that anything here can cost; run by `make bench`, never shipped.
///
/// ```
/// gatehouse-floors hummingbird PORT BYTES             a bare route that reads the body and answers so many bytes
/// gatehouse-floors nio PORT BYTES                     the same on a bare channel handler
/// gatehouse-floors sync FILE WRITERS SECONDS          group-committed appends, each acknowledged after fdatasync: p50 and p99
/// gatehouse-floors libpq URL CONNECTIONS SECONDS      a prepared SELECT of 20 rows on bare libpq: rate, p50 and p99
/// ```
@main
struct Floors {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, Array(arguments.dropFirst())) {
        case ("hummingbird", let rest) where rest.count == 2: try await HummingbirdFloor.run(port: Int(rest[0]) ?? 0, bytes: Int(rest[1]) ?? 0)
        case ("nio", let rest) where rest.count == 2: try await NIOFloor.run(port: Int(rest[0]) ?? 0, bytes: Int(rest[1]) ?? 0)
        case ("sync", let rest) where rest.count == 3: try SyncFloor.run(path: rest[0], writers: Int(rest[1]) ?? 1, seconds: Int(rest[2]) ?? 1)
        case ("libpq", let rest) where rest.count == 3:
            try PreparedFloor.run(url: rest[0], connections: Int(rest[1]) ?? 1, seconds: Int(rest[2]) ?? 1)
        default:
            print("usage: gatehouse-floors hummingbird|nio PORT BYTES | sync FILE WRITERS SECONDS | libpq URL CONNECTIONS SECONDS")
            exit(2)
        }
    }
}
