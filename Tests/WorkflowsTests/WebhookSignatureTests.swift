import Notation
import Store
import Testing

@testable import Workflows

@Suite("Signatures of webhooks")
struct WebhookSignatureTests {
    /// The example of the Standard Webhooks libraries' tests (standardwebhooks.com).
    private let secret = Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    private let time = Timestamp(seconds: 1_614_265_330)

    private func call(
        id: String = "msg_p5jXN8AQM9LWM0D4loKWxJek", time: String = "1614265330",
        signature: String = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        body: String = #"{"test": 2432232314}"#
    ) -> WebhookCall {
        WebhookCall(id: id, timestamp: time, signatures: signature, body: Array(body.utf8))
    }

    @Test("The specification's own example is signed")
    func vector() {
        #expect(WebhookSignature.isSigned(call(), with: secret, at: time))
        #expect(WebhookSignature.isSigned(call(signature: "v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="), with: secret, at: time))
    }

    @Test("A signature is invalid for another body, id, time or secret, and for a time that is too old or too new")
    func refused() {
        #expect(!WebhookSignature.isSigned(call(body: #"{"test": 2432232315}"#), with: secret, at: time))
        #expect(!WebhookSignature.isSigned(call(id: "msg_other"), with: secret, at: time))
        #expect(!WebhookSignature.isSigned(call(id: ""), with: secret, at: time))
        #expect(!WebhookSignature.isSigned(call(time: "1614265331"), with: secret, at: time))
        #expect(!WebhookSignature.isSigned(call(time: ""), with: secret, at: time))
        #expect(!WebhookSignature.isSigned(call(signature: "v1a,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="), with: secret, at: time))
        #expect(!WebhookSignature.isSigned(call(signature: ""), with: secret, at: time))
        #expect(!WebhookSignature.isSigned(call(), with: WebhookSignature.newSecret(), at: time))
        #expect(!WebhookSignature.isSigned(call(), with: secret, at: time + .seconds(301)))
        #expect(!WebhookSignature.isSigned(call(), with: secret, at: time - .seconds(301)))
    }

    @Test("G42 a signature is that of one message: no part of its id, time or body is read as another part")
    func oneMessage() {
        let shared = "v1,6nCdYpklRNcFHA5+Vuou9TwgLaEaaoe7E5222V864BE="
        #expect(WebhookSignature.isSigned(call(id: "msg", signature: shared, body: "1614265330.25"), with: secret, at: time))
        #expect(!WebhookSignature.isSigned(call(id: "msg.1614265330", signature: shared, body: "25"), with: secret, at: time))
        let signed = "v1,b53xx++4CcML/A7d4HLYu0P6dTLqrmOO8IGiAa5J/y0="
        #expect(!WebhookSignature.isSigned(call(id: "msg", time: "+1614265330", signature: signed, body: "{}"), with: secret, at: time))
        let zero = "v1,lRV7oTCf8i32S5vKpnOR83ijwauUbGLzbjSvQbfrG9E="
        #expect(!WebhookSignature.isSigned(call(id: "msg", time: "01614265330", signature: zero, body: "{}"), with: secret, at: time))
    }

    @Test("G42 The smallest and largest numbers as a time are refused as too far away", arguments: [Int64.min, .min + 1, .max, .max - 300])
    func extremes(time: Int64) {
        #expect(!WebhookSignature.isSigned(call(time: String(time)), with: secret, at: self.time))
    }
}
