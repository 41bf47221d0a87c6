import NIOCore
import SQL
import Synchronization

/// The open connections, and for each the call that it waits for: when the peer leaves, the call is cancelled down to the database.
final class Connections: Sendable {
    private struct State {
        var call: Cancellation?
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
        let call = states.withLock { $0[channel]?.call }
        call?.cancel()
    }

    /// Ties a call to the connection until ``finish(_:)``.
    func begin(_ call: Cancellation, on channel: any Channel) {
        let isOpen = states.withLock { states in
            guard states[ObjectIdentifier(channel)] != nil else { return false }
            states[ObjectIdentifier(channel)]?.call = call
            return true
        }
        if !isOpen { call.cancel() }
    }

    func finish(_ channel: any Channel) { states.withLock { $0[ObjectIdentifier(channel)]?.call = nil } }
}
