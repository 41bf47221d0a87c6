/// Why a pool refused a call. No part of the call ran.
package enum PoolRefusal: Error, Hashable, Sendable {
    /// As many calls run and wait as the pool has places for.
    case full
    /// The deadline passed while the call waited.
    case late
    /// The call was cancelled while it waited.
    case cancelled
    /// The pool is closed.
    case closed
    /// The system gives no thread.
    case noThread
}
