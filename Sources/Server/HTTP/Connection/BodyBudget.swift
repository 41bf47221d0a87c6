import Identity
import Synchronization

/// Limits the bytes of request bodies that the process holds while they arrive: in total, and for one address. So many peers that each send a large
/// body slowly cannot fill the memory.
final class BodyBudget: Sendable {
    private struct State {
        var total = 0
        /// By group of addresses.
        var taken: [String: Int] = [:]
    }

    /// What every body may have besides; most requests have no more. Unit: bytes.
    static let free = 16_384

    private let maximum: Int
    private let maximumOfOne: Int
    private let state = Mutex(State())

    /// - Parameter maximum: unit: bytes. One address may take a quarter.
    init(maximum: Int) {
        self.maximum = maximum
        maximumOfOne = maximum / 4
    }

    /// What the bodies that come in hold at the moment.
    var taken: Int { state.withLock(\.total) }

    /// The part of one body, returned when its last reference is dropped.
    final class Share: Sendable {
        private let budget: BodyBudget
        private let group: String
        private let taken = Mutex(0)

        fileprivate init(_ budget: BodyBudget, _ group: String) {
            self.budget = budget
            self.group = group
        }

        deinit { budget.give(taken.withLock { $0 }, group) }

        /// - Returns: false when there is no room for a body of so many bytes.
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

    /// - Parameter address: the client's, as trusted proxies have it.
    func share(of address: String) -> Share { Share(self, AddressRange.group(address)) }

    private func take(_ count: Int, _ group: String) -> Bool {
        state.withLock { state in
            let own = state.taken[group] ?? 0
            guard state.total + count <= maximum, own + count <= maximumOfOne else { return false }
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
