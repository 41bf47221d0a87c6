/// The address lists that apply to one credential: its user's, its application's and its organization's, in this order. Each of them must allow the
/// address.
package struct AddressLimits: Hashable, Sendable {
    private struct Entry: Hashable, Sendable {
        let name: String
        let allowed: AllowedAddresses
    }

    private let entries: [Entry]

    package static let none = AddressLimits([])

    /// - Parameter lists: each with the name of the object that has it.
    package init(_ lists: [(name: String, allowed: AllowedAddresses)]) {
        entries = lists.filter { !$0.allowed.isEverywhere }.map { Entry(name: $0.name, allowed: $0.allowed) }
    }

    /// - Parameter address: the client's; nil for this machine itself (standard input and output, the terminal), which no list concerns.
    /// - Throws: ``IdentityError`` `forbidden`, naming the object whose list it is.
    package func check(_ address: String?) throws(IdentityError) {
        guard let address, let entry = entries.first(where: { !$0.allowed.contains(address) }) else { return }
        guard AddressRange(address) != nil else { throw IdentityError(.forbidden, "Failed to parse client IP: \(address.prefix(64))") }
        throw IdentityError(.forbidden, "Your IP address: \(address) has been banned according to the configuration of: \(entry.name)")
    }
}
