/// How a MySQL connection is secured, with the `sslmode` values of PostgreSQL addresses.
enum MySQLTLS: String, CaseIterable {
    case disable
    /// TLS if the server supports it, without checking its certificate.
    case prefer
    /// TLS, without checking the certificate.
    case require
    /// The client library cannot check the authority alone: the name is checked too, as in ``verifyFull``.
    case verifyCA = "verify-ca"
    /// The certificate must come from a known authority and match the host of the address.
    case verifyFull = "verify-full"

    var isVerified: Bool { self == .verifyCA || self == .verifyFull }
    var isRequired: Bool { self == .require || isVerified }
}
