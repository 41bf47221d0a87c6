/// The addresses from which something may be used: ranges in CIDR form, separated by commas. An empty list allows all.
package struct AllowedAddresses: Hashable, Sendable {
    /// Unit: bytes of ``text``.
    private static let maximumLength = 4_096

    /// The list as it was written.
    package let text: String
    private let ranges: [AddressRange]

    package static let everywhere = AllowedAddresses()

    /// - Throws: ``IdentityError`` `invalid` for the first entry that is no range; a bare address is none.
    package init(parsing text: String) throws(IdentityError) {
        guard text.utf8.count <= Self.maximumLength else {
            throw IdentityError(.invalid, "ipWhitelist: expected at most \(Self.maximumLength) bytes")
        }
        var ranges: [AddressRange] = []
        for entry in text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let range = Self.range(entry) else {
                let shown = entry.prefix(64)
                throw IdentityError(.invalid, "\(shown) does not meet the CIDR format requirements: invalid CIDR address: \(shown)")
            }
            ranges.append(range)
        }
        self.text = text
        self.ranges = ranges
    }

    private init() { (text, ranges) = ("", []) }

    /// Of the member that every object with such a list has.
    static let description = "CIDR ranges divided by commas; empty for all."

    package var isEverywhere: Bool { text.isEmpty }

    /// What is stored: nil for everywhere.
    package var stored: String? { isEverywhere ? nil : text }

    package func contains(_ address: String) -> Bool { isEverywhere || ranges.contains { $0.contains(address) } }

    private static func range(_ entry: Substring) -> AddressRange? { entry.contains("/") ? AddressRange(String(entry)) : nil }
}
