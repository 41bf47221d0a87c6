/// Which of its roles a caller acts with in a workspace, by NocoBase's names.
package enum RoleMode: String, Hashable, Sendable, CaseIterable {
    /// With one at a time: the first by name, unless the request names another.
    case one = "default"
    /// With all together, unless the request names one.
    case allowsUnion = "allow-use-union"
    /// With all together, whatever the request names.
    case onlyUnion = "only-use-union"

    /// Whether all roles count together; nil where that is the request's to say.
    package var unites: Bool? {
        switch self {
        case .one: false
        case .allowsUnion: nil
        case .onlyUnion: true
        }
    }
}
