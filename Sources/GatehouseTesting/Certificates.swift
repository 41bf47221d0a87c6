import Foundation

/// A certificate authority for a test and a certificate for one host, created with `openssl`.
package final class Certificates: Sendable {
    /// Paths of PEM files.
    package let authority: String
    package let certificate: String
    /// Readable by everyone, because test servers run as other users.
    package let key: String

    private let directory: TemporaryDirectory

    /// - Parameter names: the alternative names of the certificate.
    /// - Throws: ``FixtureError`` when `openssl` is not installed.
    package init(names: String = "DNS:localhost,IP:127.0.0.1") throws {
        let directory = try TemporaryDirectory()
        self.directory = directory
        authority = directory.path(of: "authority.pem")
        certificate = directory.path(of: "server.pem")
        key = directory.path(of: "server-key.pem")
        guard let openssl = Program.find("openssl", in: ["/usr/bin", "/usr/local/bin"]) else {
            throw FixtureError("openssl is not installed (Debian: apt-get install openssl)")
        }
        let authorityKey = directory.path(of: "authority-key.pem")
        _ = try Program.run([
            openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
            "/CN=Gatehouse test authority", "-keyout", authorityKey, "-out", authority,
        ])
        _ = try Program.run([
            openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
            "/CN=Gatehouse test",
            "-addext", "subjectAltName=\(names)", "-addext", "basicConstraints=critical,CA:FALSE", "-CA", authority, "-CAkey",
            authorityKey, "-keyout", key, "-out", certificate,
        ])
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
    }
}
