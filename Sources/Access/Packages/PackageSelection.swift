/// The packages that a request selected with `x-mcp-packages` or `?packages=`. A selection only narrows the caller's tools.
package struct PackageSelection: Hashable, Sendable {
    private let bits: UInt16

    /// The packages of a request without a selection: the nine standard packages.
    package static let standard = PackageSelection(PackageName.standard)
    /// Every package, including the server's own, without the facade.
    package static let all = PackageSelection(PackageName.allCases.filter { $0 != .facade })

    /// Most bytes of the header that are read; the rest is ignored.
    static let maximumLength = 16_384

    private static let scopes = ["@nocobase/", "@gatehouse/"]

    private static let indices = Dictionary(uniqueKeysWithValues: PackageName.allCases.enumerated().map { ($1, $0) })

    package init(_ packages: some Sequence<PackageName>) {
        bits = packages.reduce(into: Self.bit(.always)) { $0 |= Self.bit($1) }
    }

    /// - Parameter values: of every occurrence of the header, in order; without values, or with blanks only, the standard packages are
    ///   selected.
    package init(parsing values: [String]) {
        var chosen: [PackageName] = []
        var isEmpty = true
        for item in values.joined(separator: ",").utf8.prefix(Self.maximumLength).split(separator: UInt8(ascii: ",")) {
            let name = Self.trimmed(item)
            guard !name.isEmpty else { continue }
            isEmpty = false
            // A name that is unknown or not UTF-8 selects nothing.
            guard let text = String(validating: name, as: UTF8.self) else { continue }
            chosen += Self.packages(named: text)
        }
        let isFacadeAlone = !chosen.isEmpty && chosen.allSatisfy { $0 == .facade }
        self = isEmpty ? .standard : PackageSelection(isFacadeAlone ? chosen + PackageName.standard : chosen)
    }

    /// Whether tools of the package are offered. With the facade, only its own tools are.
    package func contains(_ package: PackageName) -> Bool { hasFacade ? package == .facade : bits & Self.bit(package) != 0 }

    /// Whether the facade replaces the selected packages.
    package var hasFacade: Bool { bits & Self.facadeBit != 0 }

    /// The packages whose tools the facade calls: the selected ones, or the standard ones when only the facade is selected.
    package var behindFacade: PackageSelection { PackageSelection(bits: bits & ~Self.facadeBit) }

    private init(bits: UInt16) { self.bits = bits }

    private static let facadeBit = bit(.facade)

    private static func bit(_ package: PackageName) -> UInt16 { 1 << UInt16(indices[package] ?? 0) }

    private static func trimmed(_ item: some BidirectionalCollection<UInt8>) -> [UInt8] {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        return Array(item.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }

    /// The packages of one item: an exact name, or a prefix before a trailing `*`. A name without `@` belongs to the default npm scope.
    private static func packages(named item: String) -> [PackageName] {
        var name = item[...]
        if name.hasPrefix("@") {
            if name == "@*" { return [] }
            guard let scope = scopes.first(where: { name.hasPrefix($0) }) else { return [] }
            name = name.dropFirst(scope.count)
        }
        let named = PackageName.allCases.filter { $0 != .always }
        guard name.hasSuffix("*") else { return named.filter { $0.rawValue == name } }
        let prefix = name.dropLast()
        // The facade hides the other packages, so only its full name selects it.
        return named.filter { $0 != .facade && $0.rawValue.hasPrefix(prefix) }
    }
}

/// A named group of tools. The names on the wire are the ones that clients of the collections server send, `@nocobase/plugin-acl`.
package enum PackageName: String, Hashable, Sendable, CaseIterable {
    /// The one generic tool on records, which every selection has.
    case always = ""
    case dataSourceMain = "plugin-data-source-main"
    case dataSourceManager = "plugin-data-source-manager"
    case workflow = "plugin-workflow"
    case acl = "plugin-acl"
    case users = "plugin-users"
    case auth = "plugin-auth"
    case client = "plugin-client"
    case flowEngine = "plugin-flow-engine"
    case ai = "plugin-ai"
    case server
    /// Three tools that search, describe and call the tools of the other chosen packages; the tools themselves are then not offered.
    case facade

    /// The nine packages of a request without a selection, in the documented order.
    package static let standard: [PackageName] = [.dataSourceMain, .dataSourceManager, .workflow, .acl, .users, .auth, .client, .flowEngine, .ai]
}
