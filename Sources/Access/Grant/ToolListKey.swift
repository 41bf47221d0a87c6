/// Everything about a caller and its request that affects the list of tools: two callers with equal values get the same list.
package struct ToolListKey: Hashable, Sendable {
    private let isAnonymous: Bool
    private let scopes: ScopeSet
    private let packages: PackageSelection
    /// One bit for each audience to which the caller belongs, in the order of the enumeration.
    private let audiences: UInt32
    private let managedSubjects: Set<ManagedSubject>

    package init(of caller: Caller, in packages: PackageSelection) {
        isAnonymous = caller.isAnonymous
        scopes = caller.scopes
        self.packages = packages
        managedSubjects = caller.managedSubjects
        audiences = ToolPermit.Audience.allCases.enumerated().reduce(into: 0) { bits, audience in
            if Authorizer.admits(caller, to: audience.element) { bits |= 1 << UInt32(audience.offset) }
        }
    }
}
