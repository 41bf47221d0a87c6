import Identity
import Testing

@Suite("Address lists")
struct AddressesTests {
    @Test("A list is ranges separated by commas; a bare address, a blank or anything else is named")
    func parsing() throws {
        #expect(try AllowedAddresses(parsing: "").isEverywhere)
        let list = try AllowedAddresses(parsing: "10.0.0.0/8,2001:db8::/32")
        #expect(list.contains("10.1.2.3") && list.contains("2001:db8::1") && list.contains("::ffff:10.9.9.9"))
        #expect(!list.contains("11.0.0.1") && !list.contains("2001:db9::1") && !list.contains("") && !list.contains("10.1.2.3.4"))
        for wrong in ["10.0.0.1", "10.0.0.0/33", " 10.0.0.0/8", "10.0.0.0/8,", "10.0.0.0/+8", "10.0.0.0/8, 11.0.0.0/8", "x/8", "010.0.0.0/8", "/8"] {
            do {
                _ = try AllowedAddresses(parsing: wrong)
                Issue.record("\(wrong) is no list")
            } catch {
                #expect(error.code == .invalid && error.reason.contains(" does not meet the CIDR format requirements: invalid CIDR address: "))
            }
        }
        #expect(throws: IdentityError(.invalid, "1.2.3.4 does not meet the CIDR format requirements: invalid CIDR address: 1.2.3.4")) {
            _ = try AllowedAddresses(parsing: "10.0.0.0/8,1.2.3.4")
        }
    }

    @Test("Every list over a credential must allow the address; the machine itself has none")
    func limits() throws {
        let limits = AddressLimits([
            ("acme/ann", try AllowedAddresses(parsing: "10.0.0.0/8")), ("app", .everywhere), ("acme", try AllowedAddresses(parsing: "10.1.0.0/16")),
        ])
        try limits.check(nil)
        try limits.check("10.1.2.3")
        try AddressLimits.none.check("not an address")
        for (address, name) in [("127.0.0.1", "acme/ann"), ("10.2.0.1", "acme"), ("::1", "acme/ann")] {
            #expect(throws: IdentityError(.forbidden, "Your IP address: \(address) has been banned according to the configuration of: \(name)")) {
                try limits.check(address)
            }
        }
        #expect(throws: IdentityError(.forbidden, "Failed to parse client IP: 1.2.3")) { try limits.check("1.2.3") }
    }
}
