import Notation
import Store

/// A browser in which a person signed in to an account before, identified by a signed cookie. Guesses at the account's password from
/// elsewhere, or from the same address, do not count against it (A24); guesses made in it have their own limit. It is known until the
/// password changes, because a person who knew the old password may have made any number of such cookies (A51).
package struct KnownDevice: Hashable, Sendable {
    /// How long a browser stays known after a sign-in.
    package static let lifetime = Duration.seconds(365 * 86_400)

    /// A random id of the browser and account in counters.
    let id: String

    /// A suffix that distinguishes the cookies of several accounts in one browser.
    package static func cookieSuffix(organization: String, username: String) -> String {
        Base64URL.encode(Array(SecretDigest(account(organization, username)).bytes.prefix(9)))
    }

    /// A new device.
    init() { id = Base64URL.encode(RandomBytes.make(16)) }

    /// Nil for a cookie that this server did not make, or that belongs to another account or an earlier password.
    /// - Parameter since: when the account's password was set.
    init?(cookie: String, for account: String, since: Timestamp, _ secrets: SecretBox) {
        let parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
        guard cookie.utf8.count <= 256, parts.count == 2, let mark = Base64URL.decode(parts[1].utf8) else { return nil }
        guard secrets.isSigned(Array(parts[0].utf8), by: mark, context: Self.context(account, since)) else { return nil }
        id = String(parts[0])
    }

    /// The value of the cookie.
    func cookie(for account: String, since: Timestamp, _ secrets: SecretBox) -> Secret {
        Secret(id + "." + Base64URL.encode(secrets.sign(Array(id.utf8), context: Self.context(account, since))))
    }

    /// The account for a name and an organization, whether or not it exists.
    static func account(_ organization: String, _ username: String) -> String { "\(organization.prefix(64))/\(username.prefix(64))".lowercased() }

    private static func context(_ account: String, _ since: Timestamp) -> String { "known_device/\(account)/\(since.microseconds)" }
}
