import Outbound
import Testing

@Suite("Errors of requests to the outside")
struct OutboundErrorTests {
    @Test("Codes are words that a log can be searched for")
    func codesArePlain() {
        for code in OutboundError.Code.allCases { #expect(code.rawValue.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }) }
    }
}
