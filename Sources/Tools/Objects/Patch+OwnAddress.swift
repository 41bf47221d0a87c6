import Access
import Identity
import JSON

extension Patch {
    /// Refuses an address list that the caller's own address is not in, where it would shut the caller out.
    /// - Throws: ``Refusal`` `invalidArgument`; `IdentityError` `invalid` for what is no list.
    func keepsIn(_ caller: Caller) throws {
        guard let text = member("ipWhitelist")?.string, let address = caller.address else { return }
        guard try !AllowedAddresses(parsing: text).contains(address) else { return }
        throw Refusal(.invalidArgument, "ipWhitelist: you call from \(address), which is not in it: it would shut you out; add the address")
    }
}
