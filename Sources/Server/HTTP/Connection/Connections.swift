import NIOCore
import SQL
import Synchronization

/// The open connections, and for each the call that it waits for: when the peer leaves, the call is cancelled down to the database.
final class Connections: Sendable {
    private struct State {
        var call: Cancellation?
        /// The peer sends no more; this can be known before its request has reached a call.
        var hasPeerLeft = false
    }

    private let states = Mutex<[ObjectIdentifier: State]>([:])

    var count: Int { states.withLock(\.count) }

    func opened(_ channel: any Channel) { states.withLock { $0[ObjectIdentifier(channel)] = State() } }

    func closed(_ channel: ObjectIdentifier) {
        let call = states.withLock { $0.removeValue(forKey: channel)?.call }
        call?.cancel()
    }

    /// The peer has sent its last byte: it does not wait for an answer.
    func peerLeft(_ channel: ObjectIdentifier) {
        let call = states.withLock { states in
            states[channel]?.hasPeerLeft = true
            return states[channel]?.call
        }
        call?.cancel()
    }

    /// Ties a call to the connection until ``finish(_:)``.
    func begin(_ call: Cancellation, on channel: any Channel) {
        let isAwaited = states.withLock { states in
            guard let state = states[ObjectIdentifier(channel)] else { return false }
            states[ObjectIdentifier(channel)]?.call = call
            return !state.hasPeerLeft
        }
        if !isAwaited { call.cancel() }
    }

    func finish(_ channel: any Channel) { states.withLock { $0[ObjectIdentifier(channel)]?.call = nil } }
}
