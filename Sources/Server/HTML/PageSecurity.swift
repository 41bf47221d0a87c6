import HTTPTypes

/// The response headers that keep a page from being framed, sniffed or cached, and from running or loading anything that is not its own (D08).
enum PageSecurity {
    /// - Parameter formTargets: browsers hold a form's redirects against `form-action` too, so the client's origin must be named there.
    static func protect(_ response: inout Response, formTargets: [String] = []) {
        let targets = (["'self'"] + formTargets.filter(isSource)).joined(separator: " ")
        response.headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'self'; img-src 'self'; form-action \(targets); frame-ancestors 'none'; base-uri 'none'"
        response.headers[.xFrameOptions] = "DENY"
        // With `no-referrer` browsers send `Origin: null` with the page's own forms; no other site learns anything of this page either way.
        response.headers[.referrerPolicy] = "same-origin"
        response.headers[.crossOriginOpenerPolicy] = "same-origin"
        response.headers[.crossOriginResourcePolicy] = "same-origin"
        response.headers[.cacheControl] = "no-store"
    }

    /// `https://name[:port]`, `http://127.0.0.1:port`, or the scheme of a program's own links (`cursor:`). Nothing that ends a directive.
    private static func isSource(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 300
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "["), UInt8(ascii: "]"),
                    UInt8(ascii: "+"):
                    true
                default: false
                }
            }
    }
}

extension HTTPField.Name {
    // Tokens of RFC 9110; the fallbacks are never reached.
    static let xFrameOptions = HTTPField.Name("X-Frame-Options") ?? .from
    static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .from
    static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy") ?? .from
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .from
    static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode") ?? .from
    static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest") ?? .from
    static let secPurpose = HTTPField.Name("Sec-Purpose") ?? .from
    static let purpose = HTTPField.Name("Purpose") ?? .from
}
