/// How securely a MySQL connection must be made, by the `sslmode` words of PostgreSQL addresses.
enum MySQLTLS: String, CaseIterable {
    case disable
    /// Secured where the server can, without a look at its certificate.
    case prefer
    /// Secured, without a look at the certificate.
    case require
    /// The client library has no check of the authority alone: the name is checked too, as in ``verifyFull``.
    case verifyCA = "verify-ca"
    /// The certificate must come from a known authority and be for the host of the address.
    case verifyFull = "verify-full"

    var isVerified: Bool { self == .verifyCA || self == .verifyFull }
    var isRequired: Bool { self == .require || isVerified }
}
