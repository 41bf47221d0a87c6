import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Asks the system's resolver, on a few threads that may block. A caller that is cancelled does not wait for its thread.
package final class SystemResolver: AddressResolver {
    private let queue = DispatchQueue(label: "gatehouse.resolver", attributes: .concurrent)
    private let limit: Int
    private let running = Mutex(0)

    /// - Parameter limit: lookups at once; one more is refused. A lookup can go on after its caller has left.
    package init(limit: Int = 32) { self.limit = limit }

    package func addresses(of host: String) async throws(OutboundError) -> [IPAddress] {
        let mayRun = running.withLock { running in
            guard running < limit else { return false }
            running += 1
            return true
        }
        guard mayRun else { throw OutboundError(.busy, "too many names are being looked up; try again later") }
        let answer = Once<[IPAddress]>()
        let found = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                answer.wait(continuation)
                queue.async { [self] in
                    let addresses = Self.lookUp(host)
                    running.withLock { $0 -= 1 }
                    answer.give(addresses)
                }
            }
        } onCancel: {
            answer.give([])
        }
        guard !found.isEmpty else { throw OutboundError(.unreachable, "the host has no address") }
        return found
    }

    /// Blocks for as long as the system's resolver does.
    private static func lookUp(_ host: String) -> [IPAddress] {
        var hints = addrinfo()
        #if canImport(Glibc)
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
        hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [IPAddress] = []
        var next = list
        while let entry = next {
            if let address = IPAddress(entry.pointee), !found.contains(address) { found.append(address) }
            next = entry.pointee.ai_next
        }
        return found
    }
}

extension IPAddress {
    /// Nil for another family. Both layouts are those of RFC 3493 section 3, the address in network order.
    fileprivate init?(_ entry: addrinfo) {
        guard let pointer = entry.ai_addr.map(UnsafeRawPointer.init) else { return nil }
        switch entry.ai_family {
        case AF_INET:
            self = .v4(UInt32(bigEndian: pointer.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
        case AF_INET6:
            self = .v6(
                high: UInt64(bigEndian: pointer.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
                low: UInt64(bigEndian: pointer.loadUnaligned(fromByteOffset: 16, as: UInt64.self)))
        default: return nil
        }
    }
}
