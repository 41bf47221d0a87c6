import Notation
import OAuth
import SeededRandom
import Testing

@Suite("Refresh tokens")
struct RefreshTests {
    private func family() throws -> RefreshFamily { RefreshFamily(grant: try Fixtures.grant(), issued: Fixtures.start) }

    private func at(_ seconds: Int) -> Timestamp { Fixtures.start + .seconds(seconds) }

    @Test("A13 Every use issues the next token, and the month starts again")
    func rotation() throws {
        var family = try family()
        for number in 1...5 {
            let moment = at(number * 1_000_000)
            #expect(family.present(number - 1, by: "client-1", at: moment) == .rotate(to: number, expires: moment + Lifetime.refreshToken))
        }
    }

    @Test("A09 A token that returns after the grace window ends the family")
    func reuse() throws {
        var family = try family()
        _ = family.present(0, by: "client-1", at: at(10))
        guard case .revoke(let error) = family.present(0, by: "client-1", at: at(40)) else {
            Issue.record("not revoked")
            return
        }
        #expect(error.code == .invalidGrant && family.state == .revoked)
        guard case .refuse = family.present(1, by: "client-1", at: at(41)) else {
            Issue.record("the newest still works")
            return
        }
    }

    @Test("A09 A token two uses old ends the family at once: no window is that wide")
    func old() throws {
        var family = try family()
        _ = family.present(0, by: "client-1", at: at(1))
        _ = family.present(1, by: "client-1", at: at(2))
        guard case .revoke = family.present(0, by: "client-1", at: at(3)) else {
            Issue.record("not revoked")
            return
        }
    }

    @Test("A10 Within 30 seconds the same token is answered with the same successor, and no second branch grows")
    func grace() throws {
        var family = try family()
        _ = family.present(0, by: "client-1", at: at(100))
        let before = family
        for second in [100, 101, 115, 129] { #expect(family.present(0, by: "client-1", at: at(second)) == .repeatLast(1)) }
        #expect(family == before)
        guard case .rotate(to: 2, expires: _) = family.present(1, by: "client-1", at: at(130)) else {
            Issue.record("the successor does not work")
            return
        }
    }

    @Test("A05 Another client gets nothing and ends nothing")
    func otherClient() throws {
        var family = try family()
        _ = family.present(0, by: "client-1", at: at(1))
        let before = family
        for number in 0...2 { #expect(family.present(number, by: "client-2", at: at(2)) == .refuse(RefreshFamily.unknown)) }
        #expect(family == before)
    }

    @Test("A month without use is the end, and revoking is at once")
    func ends() throws {
        var unused = try family()
        guard case .refuse(let error) = unused.present(0, by: "client-1", at: Fixtures.start + Lifetime.refreshToken) else {
            Issue.record("still good")
            return
        }
        #expect(error.code == .invalidGrant)
        var revoked = try family()
        revoked.revoke()
        guard case .refuse = revoked.present(0, by: "client-1", at: at(1)) else {
            Issue.record("still good")
            return
        }
    }

    @Test("A10 In a million random steps there is one line of tokens, and after its end nothing", arguments: 0..<20)
    func histories(seed: Int) throws {
        var random = SeededGenerator(sequence: seed + 1_000)
        var steps = 0
        while steps < 50_000 {
            var family = try family()
            var ledger = Ledger()
            var moment = Fixtures.start
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                moment = moment + .milliseconds(random.once(in: 50) ? 3_000_000_000 : Int.random(in: 0...25_000, using: &random))
                let number = Int.random(in: max(0, ledger.made.count - 3)...ledger.made.count, using: &random)
                let client = random.once(in: 10) ? "client-2" : "client-1"
                let before = family
                let action = family.present(number, by: client, at: moment)
                steps += 1
                if !ledger.takes(action, number, client, moment) {
                    Issue.record("\(before) answered \(number) of \(client) at \(moment) with \(action)")
                    return
                }
            }
        }
    }
}

/// A model of the rules, with one line per token.
private struct Ledger {
    private(set) var made = [Fixtures.start]
    private var isDead = false

    /// Whether the rules allow that answer; it is noted down.
    mutating func takes(_ action: RefreshFamily.Action, _ number: Int, _ client: String, _ moment: Timestamp) -> Bool {
        let newest = made.count - 1
        let age = moment.since(made[newest])
        let isOwn = client == "client-1" && !isDead && age < .seconds(30 * 86_400)
        switch action {
        case .rotate(let next, let expires):
            made.append(moment)
            return isOwn && number == newest && next == newest + 1 && expires.since(moment) == .seconds(30 * 86_400)
        case .repeatLast(let same):
            return isOwn && same == newest && number == newest - 1 && age < .seconds(30)
        case .revoke:
            isDead = true
            return isOwn && number < newest && (number < newest - 1 || age >= .seconds(30))
        case .refuse:
            return !isOwn || number > newest
        }
    }
}
