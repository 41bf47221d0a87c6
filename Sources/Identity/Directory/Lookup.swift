/// What a cache says of a key.
package enum Lookup<Value: Sendable>: Sendable {
    case found(Value)
    /// Known not to exist.
    case absent
    /// The cache cannot tell: the store has to be asked.
    case unknown
}

extension Lookup: Equatable where Value: Equatable {}
