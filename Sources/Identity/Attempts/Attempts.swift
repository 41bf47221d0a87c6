import SQL
import Store
import Synchronization

/// Counts guesses and requests that anyone can repeat without end. The counters are in the store, so all nodes count together and a restart
/// loses nothing.
///
/// A refused attempt causes no write, because each process remembers until when a key must wait. The keys of one transaction are locked in
/// the given order, which is the same everywhere: address, account at that address, account.
final class Attempts: Sendable {
    private let store: Store
    private let now: @Sendable () -> Timestamp
    /// The ends of the delays that this process knows, by key.
    private let waits = Mutex<[SecretDigest: Timestamp]>([:])
    /// Most remembered keys; an arbitrary one is dropped for a new one.
    private static let maximumWaits = 20_000

    init(store: Store, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.now = now
    }

    /// Counts an attempt for each key, up to the first that refuses it; later keys are not counted.
    /// - Throws: ``Throttled`` when the attempt is not allowed.
    func count(_ keys: [AttemptKey]) async throws {
        let time = now()
        if let wait = remembered(keys, at: time) { throw Throttled(retryAfter: wait) }
        // A caller that guesses is not authenticated, wherever the guess is made.
        let refusal = try await CallerAuthentication.stranger {
            try await store.write(changesRights: false) { connection -> (key: AttemptKey, wait: Duration)? in
                for key in keys {
                    var row = try AttemptRow.locked(key, at: time, on: connection)
                    if let wait = row.counter.attempt(key.rule, at: time) { return (key, wait) }
                    try row.save(on: connection)
                }
                return nil
            }
        }
        guard let refusal else { return }
        remember(refusal.key, until: time + refusal.wait)
        throw Throttled(retryAfter: refusal.wait)
    }

    func count(_ key: AttemptKey) async throws { try await count([key]) }

    /// Resets counters after a success.
    /// - Parameters:
    ///   - once: loses the one attempt that succeeded.
    ///   - wholly: lose all their attempts.
    func settle(once: AttemptKey? = nil, wholly: [AttemptKey] = []) async throws {
        try await store.write(changesRights: false) { connection in
            if let once, var row = try AttemptRow.existing(once, on: connection) {
                row.counter.takeBack()
                try row.save(on: connection)
            }
            for key in wholly { try connection.execute("DELETE FROM attempts WHERE hash = \(key.digest.bytes)") }
        }
        waits.withLock { waits in for key in wholly { waits[key.digest] = nil } }
    }

    private func remembered(_ keys: [AttemptKey], at time: Timestamp) -> Duration? {
        let digests = keys.map(\.digest)
        return waits.withLock { waits in
            for digest in digests {
                guard let end = waits[digest] else { continue }
                if end > time { return end.since(time) }
                waits[digest] = nil
            }
            return nil
        }
    }

    private func remember(_ key: AttemptKey, until end: Timestamp) {
        let digest = key.digest
        waits.withLock { waits in
            if waits.count >= Self.maximumWaits, waits[digest] == nil { waits.remove(at: waits.startIndex) }
            waits[digest] = end
        }
    }
}

/// One attempt at a password: the counters that it increments, and those that a success resets.
struct PasswordAttempt {
    /// In order; the first refusal ends the counting.
    let counted: [AttemptKey]
    /// Loses only this attempt: a success with one account must not allow more guesses at other accounts.
    let takenBack: AttemptKey?
    let forgotten: [AttemptKey]

    init(account: String, address: String, device: KnownDevice?, interface: SignInInterface) {
        if let device {
            let key = AttemptKey(.passwordOnDevice, "\(account) \(device.id)")
            // Attempts of other peers stay counted.
            (counted, takenBack, forgotten) = ([key], nil, [key])
        } else {
            let from = AttemptKey(.passwordFromAddress, address)
            let rest = [AttemptKey(.passwordFromPlace, "\(account) \(address)"), AttemptKey(interface.accountKind, account)]
            (counted, takenBack, forgotten) = ([from] + rest, from, rest)
        }
    }
}

/// The interface at which a password is given.
package enum SignInInterface: Sendable {
    /// The sign-in page and its API.
    case signIn
    /// `mcp_start` of the question server.
    case questionServer

    /// The counter for guesses at one account from all addresses. Each interface has its own, so that guesses at one delay the owner only
    /// there.
    var accountKind: AttemptKey.Kind {
        switch self {
        case .signIn: .passwordForAccount
        case .questionServer: .questionPasswordForAccount
        }
    }
}

/// Too many wrong guesses or requests of this kind; this one was not checked.
package struct Throttled: Error, Hashable, Sendable {
    /// When the same call may be repeated, for the header `Retry-After`.
    package let retryAfter: Duration

    /// Whole seconds, at least one.
    package var seconds: Int64 {
        let (seconds, rest) = retryAfter.components
        return max(1, seconds + (rest > 0 ? 1 : 0))
    }
}
