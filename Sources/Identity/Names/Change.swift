/// What an update does to one member of an object: absent keeps it, `null` clears it, a value replaces it.
package enum Change<Value: Sendable>: Sendable {
    case keep
    /// Sets the member to its default.
    case clear
    case set(Value)

    /// The member after the update.
    /// - Parameters:
    ///   - old: what it is.
    ///   - cleared: its default.
    package func applied(to old: Value, cleared: Value) -> Value {
        switch self {
        case .keep: old
        case .clear: cleared
        case .set(let value): value
        }
    }

    package var isKeep: Bool {
        if case .keep = self { true } else { false }
    }
}

extension Change: Equatable where Value: Equatable {}
extension Change: Hashable where Value: Hashable {}
