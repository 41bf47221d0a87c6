/// One attempt at a password: which counters it increments, and which a success resets.
struct PasswordAttempt {
    /// In order: what is refused counts no further.
    let counted: [AttemptKey]
    /// Loses the one attempt alone: who has an account of their own may guess at others' no longer for it.
    let takenBack: AttemptKey?
    let forgotten: [AttemptKey]

    init(account: String, address: String, device: KnownDevice?, interface: SignInInterface) {
        if let device {
            let key = AttemptKey(.passwordOnDevice, "\(account) \(device.id)")
            // What strangers did elsewhere stays counted.
            (counted, takenBack, forgotten) = ([key], nil, [key])
        } else {
            let from = AttemptKey(.passwordFromAddress, address)
            let rest = [AttemptKey(.passwordFromPlace, "\(account) \(address)"), AttemptKey(interface.accountKind, account)]
            (counted, takenBack, forgotten) = ([from] + rest, from, rest)
        }
    }
}
