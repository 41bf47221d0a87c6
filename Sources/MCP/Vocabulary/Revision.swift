/// A revision of the Model Context Protocol, named by its date; later dates compare greater.
public enum Revision: UInt8, CaseIterable, Comparable, Hashable, Sendable {
    case v2024_11_05, v2025_03_26, v2025_06_18, v2025_11_25, v2026_07_28

    /// The newest revision that has the `initialize` handshake.
    public static let newestLegacy = Revision.v2025_11_25

    /// The revision of a request that names none: the last one that had no version header.
    public static let unnamed = Revision.v2025_03_26

    /// All revisions as the wire lists them, newest first.
    public static let supportedNames: [String] = allCases.reversed().map(\.name)

    /// The date that names the revision on the wire.
    public var name: String {
        switch self {
        case .v2024_11_05: "2024-11-05"
        case .v2025_03_26: "2025-03-26"
        case .v2025_06_18: "2025-06-18"
        case .v2025_11_25: "2025-11-25"
        case .v2026_07_28: "2026-07-28"
        }
    }

    /// Which of the two eras the revision belongs to.
    public var era: Era { self < .v2026_07_28 ? .legacy : .modern }

    /// The revision with exactly this name.
    public init?(name: String) {
        guard let known = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = known
    }

    /// The answer to `initialize`: the asked revision when it has the handshake, else the newest that has it.
    static func negotiated(asking name: String) -> Revision {
        guard let asked = Revision(name: name), asked.era == .legacy else { return newestLegacy }
        return asked
    }

    public static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
}

/// The two generations of the protocol: with a handshake (legacy), or with an envelope in every request (modern).
public enum Era: Hashable, Sendable {
    case legacy, modern
}
