import NIOSSL

extension Settings.TLSFiles {
    /// The TLS configuration of the listener: TLS 1.2 or later with this certificate.
    /// - Throws: ``SettingsError``, which names the setting and the file.
    func configuration() throws(SettingsError) -> TLSConfiguration {
        guard let chain = try? NIOSSLCertificate.fromPEMFile(certificate), !chain.isEmpty else {  // any cause makes the file unusable
            throw SettingsError("setting tls_certificate: '\(certificate)' does not contain readable PEM certificates")
        }
        guard let privateKey = try? NIOSSLPrivateKey(file: key, format: .pem) else {  // as above
            throw SettingsError("setting tls_key: '\(key)' does not contain a readable PEM private key")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        // Only a context of both shows whether the key belongs to the certificate.
        guard (try? NIOSSLContext(configuration: configuration)) != nil else {
            throw SettingsError("setting tls_key: '\(key)' is not the key of the certificate in '\(certificate)'")
        }
        return configuration
    }
}
