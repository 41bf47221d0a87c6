/// The addresses from which an object may be used: ranges in CIDR form, separated by commas. An empty list allows all.
package struct AllowedAddresses: Hashable, Sendable {
    /// Unit: bytes of ``text``.
    private static let maximumLength = 4_096

    /// The list as written.
    package let text: String
    private let ranges: [AddressRange]

    package static let everywhere = AllowedAddresses()

    /// - Throws: ``IdentityError`` `invalid` for the first entry that is not a range; a bare address is not one.
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

    /// The description of the member that holds such a list.
    static let description = "CIDR ranges separated by commas; empty for all."

    package var isEverywhere: Bool { text.isEmpty }

    /// The stored text; nil when all addresses are allowed.
    package var stored: String? { isEverywhere ? nil : text }

    package func contains(_ address: String) -> Bool { isEverywhere || ranges.contains { $0.contains(address) } }

    private static func range(_ entry: Substring) -> AddressRange? { entry.contains("/") ? AddressRange(String(entry)) : nil }
}

/// The address lists that apply to one credential: those of its user, its application and its organization, in this order. Each of them
/// must allow the address.
package struct AddressLimits: Hashable, Sendable {
    private struct Entry: Hashable, Sendable {
        let name: String
        let allowed: AllowedAddresses
    }

    private let entries: [Entry]

    package static let none = AddressLimits([])

    /// - Parameter lists: each list with the name of its object.
    package init(_ lists: [(name: String, allowed: AllowedAddresses)]) {
        entries = lists.filter { !$0.allowed.isEverywhere }.map { Entry(name: $0.name, allowed: $0.allowed) }
    }

    /// - Parameter address: the client's; nil for a local caller (standard input and output, the terminal), to which no list applies.
    /// - Throws: ``IdentityError`` `forbidden` with the name of the object whose list excludes the address.
    package func check(_ address: String?) throws(IdentityError) {
        guard let address, let entry = entries.first(where: { !$0.allowed.contains(address) }) else { return }
        guard AddressRange(address) != nil else { throw IdentityError(.forbidden, "Failed to parse client IP: \(address.prefix(64))") }
        throw IdentityError(.forbidden, "Your IP address: \(address) has been banned according to the configuration of: \(entry.name)")
    }
}
