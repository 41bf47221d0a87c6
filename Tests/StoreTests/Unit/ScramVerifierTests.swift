import Foundation
import Store
import Testing

// Password, salt and count of RFC 7677 section 3; the keys of RFC 5802 section 3 made of them by Python's hashlib.
@Suite("Verifiers that PostgreSQL keeps in place of passwords")
struct ScramVerifierTests {
    @Test("The verifier of the reference's password is that of another implementation")
    func reference() throws {
        let salt = Array(try #require(Data(base64Encoded: "W22ZaJ0SNY7soEsUEjb6gQ==")))
        let expected =
            "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU="
        #expect(ScramVerifier.make(Secret("pencil"), salt: salt) == expected)
    }

    @Test("Two verifiers of one password differ, and hold nothing of it")
    func salted() {
        let (one, other) = (ScramVerifier.make(Secret("pencil")), ScramVerifier.make(Secret("pencil")))
        #expect(one != other && !one.contains("pencil"))
    }
}
