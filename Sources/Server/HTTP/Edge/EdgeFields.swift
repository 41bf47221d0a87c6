import HTTPTypes

/// Fields that every answer has: nothing is sniffed, framed or kept by a cache unless the answer says so itself, and who came by TLS comes back so.
enum EdgeFields {
    /// The value of `Strict-Transport-Security` (RFC 6797): a year.
    static let transport = "max-age=31536000"

    /// - Parameter isSecure: whether clients reach the server over TLS.
    static func complete(_ fields: inout HTTPFields, isSecure: Bool) {
        fields[.xContentTypeOptions] = "nosniff"
        if fields[.cacheControl] == nil { fields[.cacheControl] = "no-store" }
        if isSecure { fields[.strictTransportSecurity] = transport }
    }
}
