/// The key of one counter of attempts.
struct AttemptKey: Hashable, Sendable {
    /// The raw value is part of the stored digest.
    enum Kind: String, Sendable {
        /// Passwords from one address.
        case passwordFromAddress = "password/address"
        /// Passwords for one account from one address.
        case passwordFromPlace = "password/place"
        /// Passwords for one account from all addresses.
        case passwordForAccount = "password/account"
        /// Passwords for one account on the question server, from all addresses. It does not know browsers. Guesses there do not lock a
        /// person out of the sign-in page.
        case questionPasswordForAccount = "question-password/account"
        /// Passwords for one account in a browser in which the account signed in before.
        case passwordOnDevice = "password/device"
        /// Audit log rows of one kind for unknown callers.
        case strangerRow = "stranger-row"
        /// Secrets of one client.
        case clientSecret = "client-secret"
        /// Device codes that one person types.
        case userCode = "user-code"
        /// Clients that register themselves from one address.
        case registration
        /// Devices that request a code from one address.
        case deviceRequest = "device-request"
    }

    let kind: Kind
    /// The subject of the attempts, with no limit on its length: it may be any text from a stranger.
    let name: String

    init(_ kind: Kind, _ name: String) {
        self.kind = kind
        self.name = name
    }

    /// The stored form of the name, which may be a password in the wrong field.
    var digest: SecretDigest { SecretDigest("\(kind.rawValue) \(name)") }

    var rule: AttemptRule {
        switch kind {
        case .passwordFromPlace, .passwordOnDevice:
            .delays(.init(free: 5, firstWait: .seconds(1), longestWait: .seconds(60), memory: .seconds(900)))
        // More than any one address can use up, because an address is allowed fewer attempts in the same time.
        case .passwordForAccount, .questionPasswordForAccount:
            .delays(.init(free: 40, firstWait: .seconds(30), longestWait: .seconds(30), memory: .seconds(900), forgives: .seconds(30)))
        case .passwordFromAddress: .delays(.init(free: 30, firstWait: .seconds(1), longestWait: .seconds(60), memory: .seconds(900)))
        case .clientSecret: .delays(.init(free: 10, firstWait: .seconds(1), longestWait: .seconds(300), memory: .seconds(900)))
        case .userCode: .delays(.init(free: 10, firstWait: .seconds(2), longestWait: .seconds(300), memory: .seconds(900)))
        case .strangerRow: .window(attempts: RowQuota.rows, length: RowQuota.span)
        case .registration: .window(attempts: 30, length: .seconds(3_600))
        case .deviceRequest: .window(attempts: 60, length: .seconds(3_600))
        }
    }
}
