/// What an update does to one member of an object: absent keeps it, `null` clears it, a value replaces it.
package enum Change<Value: Sendable>: Sendable {
    case keep
    /// Back to what the member is when nobody gave it.
    case clear
    case set(Value)

    /// The member after the update.
    /// - Parameters:
    ///   - old: what it is.
    ///   - cleared: what it is when nobody gave it.
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
