import JSON
import Notation
import OAuth
import SeededRandom
import Testing

@Suite("Devices without a browser")
struct DeviceTests {
    private func device() -> DeviceAuthorization {
        DeviceAuthorization(clientID: "client-1", scopes: nil, resource: Fixtures.resources.main, issued: Fixtures.start)
    }

    private func at(_ seconds: Int) -> Timestamp { Fixtures.start + .seconds(seconds) }

    private func code(_ outcome: DeviceAuthorization.Outcome) -> OAuthError.Code? {
        if case .refuse(let error) = outcome { error.code } else { nil }
    }

    @Test("It waits, is allowed, gets its grant once, and then nothing")
    func allowed() throws {
        var device = device()
        #expect(code(device.poll(by: "client-1", at: at(0))) == .authorizationPending)
        #expect(code(device.poll(by: "client-1", at: at(5))) == .authorizationPending)
        try device.approve(subject: "user-7", scopes: ScopeNames(["mcp"]), at: at(6))
        let grant = AuthorizationGrant(clientID: "client-1", subject: "user-7", scopes: ScopeNames(["mcp"]), resource: Fixtures.resources.main)
        #expect(device.poll(by: "client-1", at: at(7)) == .issue(grant))
        #expect(code(device.poll(by: "client-1", at: at(12))) == .invalidGrant)
        #expect(OAuthTests.code { try device.approve(subject: "user-8", scopes: .none, at: self.at(13)) } == .invalidGrant)
    }

    @Test("Asking too soon adds five seconds each time")
    func slowDown() {
        var device = device()
        #expect(code(device.poll(by: "client-1", at: at(0))) == .authorizationPending)
        #expect(code(device.poll(by: "client-1", at: at(4))) == .slowDown)
        #expect(device.interval == .seconds(10))
        #expect(code(device.poll(by: "client-1", at: at(13))) == .slowDown)
        #expect(code(device.poll(by: "client-1", at: at(28))) == .authorizationPending)
    }

    @Test("Refused, expired and unknown device codes have different errors, and another client learns nothing")
    func refused() throws {
        var denied = device()
        try denied.deny(at: at(1))
        #expect(code(denied.poll(by: "client-1", at: at(2))) == .accessDenied)
        var late = device()
        #expect(code(late.poll(by: "client-1", at: at(600))) == .expiredToken)
        #expect(OAuthTests.code { try late.approve(subject: "u", scopes: .none, at: self.at(600)) } == .expiredToken)
        var approved = device()
        try approved.approve(subject: "u", scopes: .none, at: at(1))
        #expect(approved.poll(by: "client-2", at: at(2)) == .refuse(DeviceAuthorization.unknown))
        #expect(code(approved.poll(by: "client-1", at: at(600))) == .expiredToken)
    }

    @Test("In 20,000 random histories a device gets at most one grant, and only one that a person allowed in time", arguments: 0..<20)
    func histories(seed: Int) {
        var random = SeededGenerator(sequence: seed + 2_000)
        // What the histories come to, so that each kind of end is among them.
        var ends: [OAuthError.Code: Int] = [:]
        var grants = 0
        for _ in 0..<1_000 {
            var device = device()
            var moment = Fixtures.start
            var answer: Bool?
            var issues = 0
            for _ in 0..<Int.random(in: 1...15, using: &random) {
                moment = moment + .milliseconds(Int.random(in: 0...(random.once(in: 20) ? 700_000 : 9_000), using: &random))
                let isInTime = moment.since(Fixtures.start) < .seconds(600)
                if random.once(in: 6) {
                    let allows = !random.once(in: 4)
                    // A refusal is checked by what follows: the answer stays what it was.
                    let counted = OAuthTests.code {
                        if allows { try device.approve(subject: "u", scopes: ScopeNames(["mcp"]), at: moment) } else { try device.deny(at: moment) }
                    }
                    #expect((counted == nil) == (isInTime && answer == nil))
                    if counted == nil { answer = allows }
                    continue
                }
                let before = device.interval
                switch device.poll(by: "client-1", at: moment) {
                case .issue:
                    issues += 1
                    grants += 1
                    #expect(answer == true && isInTime)
                case .refuse(let error):
                    ends[error.code, default: 0] += 1
                    // A grant that was given is not given again, and says so.
                    if issues == 1 { #expect(error.code == .invalidGrant) }
                    #expect(device.interval - before == (error.code == .slowDown ? .seconds(5) : .zero))
                    #expect(issues == 1 || answer != true || !isInTime)
                }
            }
            #expect(issues <= 1)
        }
        #expect(grants > 0)
        for code in [OAuthError.Code.authorizationPending, .slowDown, .accessDenied, .expiredToken, .invalidGrant] {
            #expect(ends[code, default: 0] > 0, "\(code)")
        }
    }

    @Test("A user code is eight consonants, however it is typed")
    func userCodes() {
        let code = UserCode(random: [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(code.text.count == 9 && code.text.dropFirst(4).first == "-")
        #expect(UserCode(typed: code.text.lowercased()) == code)
        #expect(UserCode(typed: " \(code.key) ") == code)
        for wrong in ["", "AAAA-AAAA", "BCDF-GHJ", "BCDF-GHJKL", "BCDF-GHJ1", "BCDF_GHJK", String(repeating: "B", count: 100)] {
            #expect(UserCode(typed: wrong) == nil, "\(wrong)")
        }
        var random = SeededGenerator(sequence: 7)
        let many = (0..<1_000).map { _ in UserCode(random: (0..<8).map { _ in UInt8.random(in: .min ... .max, using: &random) }).key }
        #expect(Set(many).count == 1_000)
        #expect(Set(many.joined()) == Set("BCDFGHJKLMNPQRSTVWXZ"))
    }

    @Test("The answer to a device is that of RFC 8628 section 3.2")
    func document() {
        let code = UserCode(random: [0, 0, 0, 0, 0, 0, 0, 0])
        let document = DeviceAuthorization.document(deviceCode: "d", userCode: code, verificationURI: "https://gate.example/device")
        let expected: JSONValue = [
            "device_code": "d", "user_code": "BBBB-BBBB", "verification_uri": "https://gate.example/device",
            "verification_uri_complete": "https://gate.example/device?user_code=BBBB-BBBB", "expires_in": 600, "interval": 5,
        ]
        #expect(document == expected)
    }
}
