/// The value of the header `MCP-Protocol-Version`.
enum VersionHeader: Hashable, Sendable {
    case absent
    case legacy(Revision)
    case modern
    /// A version that this library does not know.
    case unknown(String)
    /// Given twice with different values.
    case conflicting

    init(_ field: RequestFields.Single) {
        switch field {
        case .absent: self = .absent
        case .conflicting: self = .conflicting
        // An early draft's date, which some clients still send.
        case .value("2024-10-07"): self = .legacy(.v2024_11_05)
        case .value(let name):
            guard let revision = Revision(name: name) else {
                self = .unknown(name)
                return
            }
            self = revision.era == .legacy ? .legacy(revision) : .modern
        }
    }
}
