import Notation
import OAuth
import Testing

@Suite("Errors of the authorization server")
struct OAuthErrorTests {
    @Test("A42 A reason cannot break out of a header or a JSON string")
    func reasonIsPlain() {
        #expect(OAuthError(.invalidRequest, "a\r\nb\"c\\d\u{202E}é").reason == "a''b'c'd''")
    }

    @Test("Codes are lower case words, as RFC 6749 section 5.2 allows")
    func codesArePlain() {
        for code in OAuthError.Code.allCases { #expect(code.rawValue.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }) }
    }
}
