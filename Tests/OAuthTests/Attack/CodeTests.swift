import Notation
import OAuth
import SeededRandom
import Testing

@Suite("Authorization codes")
struct CodeTests {
    private func issued() throws -> AuthorizationCode {
        let request = try AuthorizationRequest(Fixtures.authorization(), client: Fixtures.client(), resources: Fixtures.resources)
        return try AuthorizationCode(request, grant: Fixtures.grant(), issued: Fixtures.start)
    }

    private func code(_ outcome: AuthorizationCode.Outcome) -> OAuthError.Code? {
        switch outcome {
        case .issue: nil
        case .refuse(let error), .spend(let error), .revoke(let error): error.code
        }
    }

    @Test("The requesting program gets the allowed grant once")
    func redeemed() throws {
        var code = try issued()
        #expect(try code.redeem(Fixtures.codeRequest(), by: "client-1", at: Fixtures.start + .seconds(59)) == .issue(Fixtures.grant()))
        #expect(code.isSpent)
        var other = try issued()
        #expect(try other.redeem(Fixtures.codeRequest(redirect: nil), by: "client-1", at: Fixtures.start) == .issue(Fixtures.grant()))
    }

    @Test("A04 A wrong verifier spends the code: the right one comes too late")
    func verifier() throws {
        var attempt = try issued()
        guard
            case .spend(let error) = try attempt.redeem(
                Fixtures.codeRequest(verifier: String(repeating: "x", count: 43)), by: "client-1", at: Fixtures.start)
        else {
            Issue.record("not spent")
            return
        }
        #expect(error.code == .invalidGrant && attempt.isSpent)
        #expect(try code(attempt.redeem(Fixtures.codeRequest(), by: "client-1", at: Fixtures.start)) == .invalidGrant)
    }

    @Test("A04 A request without a verifier is no request")
    func noVerifier() {
        #expect(OAuthTests.code { _ = try Fixtures.tokenRequest(["grant_type": "authorization_code", "code": "c"]) } == .invalidRequest)
    }

    @Test("A05 Another client gets nothing, learns nothing, and burns nothing")
    func otherClient() throws {
        var attempt = try issued()
        let before = attempt
        #expect(try attempt.redeem(Fixtures.codeRequest(), by: "client-2", at: Fixtures.start) == .refuse(AuthorizationCode.unknown))
        #expect(attempt == before)
        #expect(try attempt.redeem(Fixtures.codeRequest(), by: "client-1", at: Fixtures.start) == .issue(Fixtures.grant()))
        #expect(try attempt.redeem(Fixtures.codeRequest(), by: "client-2", at: Fixtures.start) == .refuse(AuthorizationCode.unknown))
    }

    @Test("A06 After 60 seconds the code is nothing")
    func late() throws {
        var attempt = try issued()
        let outcome = try attempt.redeem(Fixtures.codeRequest(), by: "client-1", at: Fixtures.start + .seconds(60))
        guard case .refuse(let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.code == .invalidGrant)
    }

    @Test("A07 A code that returns ends the tokens that it led to")
    func reuse() throws {
        var attempt = try issued()
        _ = try attempt.redeem(Fixtures.codeRequest(), by: "client-1", at: Fixtures.start)
        for later in [1, 59, 61, 100_000] {
            guard case .revoke(let error) = try attempt.redeem(Fixtures.codeRequest(), by: "client-1", at: Fixtures.start + .seconds(later)) else {
                Issue.record("not revoked")
                continue
            }
            #expect(error.code == .invalidGrant)
        }
    }

    @Test("A redirect that differs from the one the code was sent to spends the code")
    func redirect() throws {
        var attempt = try issued()
        guard case .spend = try attempt.redeem(Fixtures.codeRequest(redirect: Fixtures.callback + "/"), by: "client-1", at: Fixtures.start) else {
            Issue.record("not spent")
            return
        }
    }

    @Test("A07 In 20,000 random histories a code is issued for once at most, to its own program, in its minute", arguments: 0..<20)
    func histories(seed: Int) throws {
        var random = SeededGenerator(sequence: seed)
        let wrong = String(repeating: "w", count: 43)
        let requests = [Fixtures.verifier: try Fixtures.codeRequest(), wrong: try Fixtures.codeRequest(verifier: wrong)]
        let fresh = try issued()
        for _ in 0..<1_000 {
            var attempt = fresh
            var moment = Fixtures.start
            var issues = 0
            var wasTouched = false
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                moment = moment + .milliseconds(Int.random(in: 0...30_000, using: &random))
                let client = random.once(in: 3) ? "client-2" : "client-1"
                let verifier = random.once(in: 4) ? wrong : Fixtures.verifier
                let before = attempt
                let outcome = try attempt.redeem(#require(requests[verifier]), by: client, at: moment)
                let isInTime = moment.since(Fixtures.start) < .seconds(60)
                switch outcome {
                case .issue:
                    issues += 1
                    #expect(client == "client-1" && verifier == Fixtures.verifier && isInTime && !wasTouched)
                case .spend: #expect(client == "client-1" && verifier == wrong && isInTime && !wasTouched)
                case .revoke: #expect(client == "client-1" && wasTouched)
                case .refuse: #expect(attempt == before && (client == "client-2" || !isInTime))
                }
                if client == "client-1", isInTime { wasTouched = true }
            }
            #expect(issues <= 1)
        }
    }
}
