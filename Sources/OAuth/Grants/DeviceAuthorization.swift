package import JSON
package import Notation

/// A device without a browser that waits until a person allows it elsewhere (RFC 8628).
package struct DeviceAuthorization: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        case pending
        case approved(subject: String, scopes: ScopeNames)
        case denied
        /// Its token was issued.
        case consumed
    }

    package enum Outcome: Hashable, Sendable {
        /// Mark it as consumed and issue tokens.
        case issue(AuthorizationGrant)
        /// The error is the response; ``DeviceAuthorization/polled`` and ``DeviceAuthorization/interval`` may have changed.
        case refuse(OAuthError)
    }

    package let clientID: String
    /// The requested scopes; nil for the default ones.
    package let scopes: ScopeNames?
    package let resource: ResourceID
    package let expires: Timestamp
    package private(set) var state: State
    /// The shortest time between two polls.
    package private(set) var interval: Duration
    /// The last poll; nil before the first.
    package private(set) var polled: Timestamp?

    package init(clientID: String, scopes: ScopeNames?, resource: ResourceID, issued: Timestamp) {
        self.init(
            clientID: clientID, scopes: scopes, resource: resource, expires: issued + Lifetime.deviceCode, state: .pending,
            interval: Lifetime.devicePolling, polled: nil)
    }

    package init(
        clientID: String, scopes: ScopeNames?, resource: ResourceID, expires: Timestamp, state: State, interval: Duration, polled: Timestamp?
    ) {
        self.clientID = clientID
        self.scopes = scopes
        self.resource = resource
        self.expires = expires
        self.state = state
        self.interval = interval
        self.polled = polled
    }

    /// The device polls (RFC 8628 section 3.5). A poll that is too early adds 5 s to the interval.
    package mutating func poll(by clientID: String, at moment: Timestamp) -> Outcome {
        guard clientID == self.clientID, state != .consumed else { return .refuse(Self.unknown) }
        if state == .denied { return .refuse(OAuthError(.accessDenied, "the person refused")) }
        guard moment < expires else { return .refuse(OAuthError(.expiredToken, "the device code has expired; ask for a new one")) }
        if case .approved(let subject, let scopes) = state {
            state = .consumed
            return .issue(AuthorizationGrant(clientID: clientID, subject: subject, scopes: scopes, resource: resource))
        }
        let isEarly = polled.map { moment < $0 + interval } ?? false
        polled = moment
        guard isEarly else { return .refuse(Self.unanswered) }
        interval += Lifetime.devicePolling
        return .refuse(OAuthError(.slowDown, "asked too soon; wait \(interval.components.seconds) seconds between questions"))
    }

    /// A person allows it.
    /// - Throws: `expired_token` when it has expired, `invalid_grant` when it was already decided.
    package mutating func approve(subject: String, scopes: ScopeNames, at moment: Timestamp) throws(OAuthError) {
        try requirePending(at: moment)
        state = .approved(subject: subject, scopes: scopes)
    }

    /// A person refuses it.
    /// - Throws: as ``approve(subject:scopes:at:)``.
    package mutating func deny(at moment: Timestamp) throws(OAuthError) {
        try requirePending(at: moment)
        state = .denied
    }

    private func requirePending(at moment: Timestamp) throws(OAuthError) {
        guard moment < expires else { throw OAuthError(.expiredToken, "the code has expired; start again on the device") }
        guard state == .pending else { throw OAuthError(.invalidGrant, "the code was answered before") }
    }

    /// The response to the device (RFC 8628 section 3.2).
    package static func document(deviceCode: String, userCode: UserCode, verificationURI: String) -> JSONValue {
        [
            "device_code": .string(deviceCode), "user_code": .string(userCode.text), "verification_uri": .string(verificationURI),
            "verification_uri_complete": .string("\(verificationURI)?user_code=\(userCode.text)"),
            "expires_in": .number(JSONNumber(Lifetime.deviceCode.components.seconds)),
            "interval": .number(JSONNumber(Lifetime.devicePolling.components.seconds)),
        ]
    }

    package static let unanswered = OAuthError(.authorizationPending, "the person has not answered yet")
    /// The refusal of an unknown device code; a code of another client gets the same one.
    package static let unknown = OAuthError(.invalidGrant, "the device code is unknown")
}

/// The code that a person types from one screen on another: eight consonants, so that it forms no word and no two letters are confused (RFC
/// 8628 section 6.1).
package struct UserCode: Hashable, Sendable, CustomStringConvertible {
    /// The code without the dash, as stored and compared.
    package let key: String

    private static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ".utf8)
    private static let length = 8

    /// - Parameter random: at least eight random bytes.
    package init(random: [UInt8]) {
        precondition(random.count >= 8)
        // 2^64 is so large that the probabilities of the 20^8 codes differ by less than one part in 10^8.
        var rest = random.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        var letters: [UInt8] = []
        for _ in 0..<Self.length {
            letters.append(Self.alphabet[Int(rest % 20)])
            rest /= 20
        }
        key = String(decoding: letters, as: UTF8.self)
    }

    /// Parses a typed code in any case, with dashes and spaces anywhere; nil when it is not a code.
    package init?(typed text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let letters = text.uppercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
        guard letters.count == Self.length, letters.allSatisfy(Self.alphabet.contains) else { return nil }
        key = String(decoding: letters, as: UTF8.self)
    }

    /// `WDJB-MJHT`.
    package var text: String { "\(key.prefix(4))-\(key.suffix(4))" }
    package var description: String { text }
}
