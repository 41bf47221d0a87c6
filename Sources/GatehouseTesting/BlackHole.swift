import Foundation
import Glibc

/// A listener on a free port of 127.0.0.1 that accepts connections and never sends anything.
package final class BlackHole: Sendable {
    package let port: Int
    private let descriptor: Int32

    /// - Throws: ``FixtureError`` when the system has no free port.
    package init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (open, queue) = (descriptor, Int32(128))
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(open, $0, size) | listen(open, queue) | getsockname(open, $0, &size) }
        }
        guard status == 0 else { throw FixtureError("no free port on 127.0.0.1") }
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { _ = Glibc.close(descriptor) }
}
