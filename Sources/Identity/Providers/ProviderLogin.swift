package import Store

/// The login of a provider, for the one place that connects to its service.
package struct ProviderLogin: Sendable {
    package let user: String
    package let secret: Secret
    /// The one host that both may be sent to.
    package let host: String
    /// 0 for the service's usual one.
    package let port: Int64
}
