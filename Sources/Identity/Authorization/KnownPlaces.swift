import Synchronization

/// From where each account signed in before: guesses that somebody makes elsewhere do not slow the owner down there (A24).
final class KnownPlaces: Sendable {
    private let places = Mutex<Set<String>>([])
    /// Any one makes room for another when it is reached.
    private static let limit = 20_000

    func contains(_ account: String, _ address: String) -> Bool { places.withLock { $0.contains(account + " " + address) } }

    func add(_ account: String, _ address: String) {
        places.withLock { places in
            if places.count >= Self.limit { places.removeFirst() }
            places.insert(account + " " + address)
        }
    }
}
