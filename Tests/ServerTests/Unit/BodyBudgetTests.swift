import Testing

@testable import Server

@Suite("The bound of bodies in the making")
struct BodyBudgetTests {
    private static let free = 16_384

    @Test("G17 all bodies stay below the limit, one address below a quarter, small ones are always accepted, and finished ones return their share")
    func bounds() {
        let budget = BodyBudget(maximum: 400)
        var held = [1, 2, 3, 4].map { budget.share(of: "192.0.2.\($0)") }
        for share in held { #expect(share.holds(Self.free + 60) && share.holds(Self.free + 100) && share.holds(50)) }
        #expect(budget.taken == 400)
        let late = budget.share(of: "192.0.2.9")
        #expect(late.holds(Self.free) && !late.holds(Self.free + 1))
        #expect(budget.taken == 400)
        held.removeLast()
        #expect(budget.taken == 300)
        #expect(late.holds(Self.free + 100) && !late.holds(Self.free + 101))
        // The addresses of one network of IPv6 are one.
        let other = BodyBudget(maximum: 400)
        let (first, second) = (other.share(of: "2001:db8::1"), other.share(of: "2001:db8::2"))
        #expect(first.holds(Self.free + 60) && !second.holds(Self.free + 60) && second.holds(Self.free + 40))
    }
}
