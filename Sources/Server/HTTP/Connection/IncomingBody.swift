import Identity
import NIOCore
import Synchronization

/// The body of one request while it arrives. It has its own limit, and once it is large, it counts against the budget of all bodies. Only
/// this type decides whether a body is accepted.
final class IncomingBody: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var share: BodyBudget.Share?
        /// The outcome. Nil while the body arrives.
        var end: Result<Void, BodyError>?
        var reader: CheckedContinuation<Result<[UInt8], BodyError>, Never>?
    }

    private let state: Mutex<State>
    private let limits: ConnectionLimits
    private let budget: BodyBudget
    private let peer: String

    /// - Parameter peer: the client's address according to the trusted proxies.
    init(of head: RequestHead, limits: ConnectionLimits, budget: BodyBudget, peer: String) {
        self.limits = limits
        self.budget = budget
        self.peer = peer
        var state = State()
        if let declared = head.declaredLength, declared > limits.maximumBody {
            state.end = .failure(.tooLarge)
        } else if let encoding = head.encoding, encoding.lowercased() != "identity" {
            state.end = .failure(.packed)
        }
        self.state = Mutex(state)
    }

    /// Why the body is refused. Nil if it is not refused so far.
    var failure: BodyError? {
        state.withLock { state in
            guard case .failure(let error) = state.end else { return nil }
            return error
        }
    }

    /// Adds received bytes. After the end they are dropped.
    func add(_ buffer: ByteBuffer) {
        let refusal: BodyError? = state.withLock { state in
            guard state.end == nil else { return nil }
            let count = state.bytes.count + buffer.readableBytes
            guard count <= limits.maximumBody else { return .tooLarge }
            if count > BodyBudget.free {
                let share = state.share ?? budget.share(of: peer)
                state.share = share
                guard share.holds(count) else { return .noRoom }
            }
            state.bytes.append(contentsOf: buffer.readableBytesView)
            return nil
        }
        if let refusal { end(.failure(refusal)) }
    }

    /// Marks the body as complete.
    func finish() { end(.success(())) }

    /// Marks the body as incomplete, because no more bytes will arrive.
    func breakOff() { end(.failure(.brokenOff)) }

    private func end(_ end: Result<Void, BodyError>) {
        let (reader, result) = state.withLock { state in
            if state.end == nil { state.end = end }
            if case .failure = state.end { (state.bytes, state.share) = ([], nil) }
            defer { state.reader = nil }
            return (state.reader, Self.result(state))
        }
        if let reader, let result { reader.resume(returning: result) }
    }

    private static func result(_ state: State) -> Result<[UInt8], BodyError>? { state.end.map { end in end.map { _ in state.bytes } } }

    /// Waits for the complete body. Supports one reader at a time.
    func whole() async throws(BodyError) -> [UInt8] {
        if let known = state.withLock({ Self.result($0) }) { return try known.get() }
        let result = await withCheckedContinuation { reader in
            let known = state.withLock { state in
                let known = Self.result(state)
                if known == nil { state.reader = reader }
                return known
            }
            if let known { reader.resume(returning: known) }
        }
        return try result.get()
    }
}

/// Why a body is refused.
enum BodyError: Error {
    case tooLarge, packed
    /// The arriving large bodies exceed the budget.
    case noRoom
    /// The connection ended or became unreadable before the body was complete.
    case brokenOff
}

/// Limits the bytes of arriving request bodies that the process holds, in total and per address. Otherwise many peers that each send a
/// large body slowly could fill the memory.
final class BodyBudget: Sendable {
    private struct State {
        var total = 0
        /// Bytes by group of addresses.
        var taken: [String: Int] = [:]
    }

    /// The part of every body that does not count. Most bodies are smaller. Unit: bytes.
    static let free = 16_384

    private let maximum: Int
    private let maximumPerAddress: Int
    private let state = Mutex(State())

    /// - Parameter maximum: most bytes in total. One address may use a quarter. Unit: bytes.
    init(maximum: Int) {
        self.maximum = maximum
        maximumPerAddress = maximum / 4
    }

    /// The bytes that arriving bodies hold now.
    var taken: Int { state.withLock(\.total) }

    /// The share of one body. It is returned when its last reference is released.
    final class Share: Sendable {
        private let budget: BodyBudget
        private let group: String
        private let taken = Mutex(0)

        fileprivate init(_ budget: BodyBudget, _ group: String) {
            self.budget = budget
            self.group = group
        }

        deinit { budget.give(taken.withLock { $0 }, group) }

        /// Extends the share.
        /// - Returns: false when the budget has no room for a body of that size.
        func holds(_ count: Int) -> Bool {
            taken.withLock { taken in
                let more = count - BodyBudget.free - taken
                guard more > 0 else { return true }
                guard budget.take(more, group) else { return false }
                taken += more
                return true
            }
        }
    }

    /// - Parameter address: the client's address according to the trusted proxies.
    func share(of address: String) -> Share { Share(self, AddressRange.group(address)) }

    private func take(_ count: Int, _ group: String) -> Bool {
        state.withLock { state in
            let own = state.taken[group] ?? 0
            guard state.total + count <= maximum, own + count <= maximumPerAddress else { return false }
            state.total += count
            state.taken[group] = own + count
            return true
        }
    }

    private func give(_ count: Int, _ group: String) {
        guard count > 0 else { return }
        state.withLock { state in
            state.total -= count
            let rest = (state.taken[group] ?? 0) - count
            state.taken[group] = rest > 0 ? rest : nil
        }
    }
}
