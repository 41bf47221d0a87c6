/// What a cache knows about a key.
package enum Lookup<Value: Sendable>: Sendable {
    case found(Value)
    /// Known not to exist.
    case absent
    /// The cache does not know: the store has to be asked.
    case unknown
}

extension Lookup {
    package func map<Other: Sendable>(_ transform: (Value) -> Other) -> Lookup<Other> {
        switch self {
        case .found(let value): .found(transform(value))
        case .absent: .absent
        case .unknown: .unknown
        }
    }
}

extension Lookup: Equatable where Value: Equatable {}
