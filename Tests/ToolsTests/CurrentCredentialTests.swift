import Access
import Identity
import Synchronization
import Testing
import Tools

@Suite("Whether a credential is still good")
struct CurrentCredentialTests {
    /// Counts the calls of each way to check a credential.
    private final class Count: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    @Test("A stream whose credential cannot be checked at the moment continues; one without rights ends at once")
    func busy() async throws {
        try await ToolFixture.with { fixture in
            let known = try await fixture.principal(.reader)
            let (waits, ends) = (Count(), Count())
            let busy = RequestPrincipal(caller: known.caller, packages: known.packages, requestID: "busy", challenge: known.challenge) {
                if waits.next() < 3 { throw Refusal(.limited, "too many credentials are being looked up; try again later") }
                return known.caller
            }
            #expect(await busy.isCurrent)
            #expect(waits.value == 3)
            let gone = RequestPrincipal(caller: known.caller, packages: known.packages, requestID: "gone", challenge: known.challenge) {
                _ = ends.next()
                throw Refusal(.unauthorized, "no such key")
            }
            #expect(await gone.isCurrent == false)
            #expect(ends.value == 1)
        }
    }
}
