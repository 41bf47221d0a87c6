import NIOSSL

extension Settings.TLSFiles {
    /// What the listener speaks: TLS 1.2 or later with this certificate.
    /// - Throws: ``SettingsError`` that names the setting and the file.
    func configuration() throws(SettingsError) -> TLSConfiguration {
        guard let chain = try? NIOSSLCertificate.fromPEMFile(certificate), !chain.isEmpty else {  // whatever the reason, it cannot be used
            throw SettingsError("setting tls_certificate: '\(certificate)' cannot be read as certificates in PEM")
        }
        guard let privateKey = try? NIOSSLPrivateKey(file: key, format: .pem) else {  // as above
            throw SettingsError("setting tls_key: '\(key)' cannot be read as a private key in PEM")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        // Only together do they say whether the key is the certificate's.
        guard (try? NIOSSLContext(configuration: configuration)) != nil else {
            throw SettingsError("setting tls_key: '\(key)' is not the key of the certificate in '\(certificate)'")
        }
        return configuration
    }
}
