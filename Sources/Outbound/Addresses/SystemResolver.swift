import Blocking
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Uses the system's resolver, on a few blocking threads. A cancelled caller does not wait for its thread.
package final class SystemResolver: AddressResolver {
    /// Deadline of a lookup. It begins at once or is refused.
    private static let timeLimit = Duration.seconds(60)
    private let pool: BlockingPool

    /// - Parameter limit: most simultaneous lookups; a further one is refused. A lookup can continue after its caller was cancelled.
    package init(limit: Int = 32) { pool = BlockingPool(name: "dns", threads: limit, queueLength: 0, idleTime: .seconds(10)) }

    package func addresses(of host: String) async throws(OutboundError) -> [IPAddress] {
        let answer = Once<Result<[IPAddress], OutboundError>>()
        let found = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                answer.wait(continuation)
                pool.start(until: .now + Self.timeLimit) {
                    answer.give(.success(Self.lookUp(host)))
                } refuse: { _ in
                    answer.give(.failure(OutboundError(.busy, "too many names are being looked up; try again later")))
                }
            }
        } onCancel: {
            answer.give(.success([]))
        }
        let addresses = try found.get()
        guard !addresses.isEmpty else { throw OutboundError(.unreachable, "the host has no address") }
        return addresses
    }

    /// Looks a name up; blocks as long as the system's resolver does.
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
    /// Nil for another address family. Both layouts follow RFC 3493 section 3, with the address in network order.
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

/// Resolves host names to addresses.
package protocol AddressResolver: Sendable {
    /// - Parameter host: a name in lower case, not an address.
    /// - Returns: all addresses, at least one.
    /// - Throws: `unreachable`, `busy`.
    func addresses(of host: String) async throws(OutboundError) -> [IPAddress]
}

/// Passes one result to one waiting task, whichever comes first. A second result is dropped.
final class Once<Answer: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Answer, Never>)
        case given(Answer)
        case done
    }

    private let state = Mutex(State.open)

    /// Must be called only once.
    func wait(_ continuation: CheckedContinuation<Answer, Never>) {
        let answer = state.withLock { state -> Answer? in
            if case .given(let answer) = state {
                state = .done
                return answer
            }
            state = .waiting(continuation)
            return nil
        }
        if let answer { continuation.resume(returning: answer) }
    }

    func give(_ answer: Answer) {
        let waiter = state.withLock { state -> CheckedContinuation<Answer, Never>? in
            switch state {
            case .open:
                state = .given(answer)
                return nil
            case .waiting(let continuation):
                state = .done
                return continuation
            case .given, .done: return nil
            }
        }
        waiter?.resume(returning: answer)
    }
}
