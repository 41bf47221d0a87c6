import Testing

/// The numbered requirements on a server, each with the words of a test that proves it, or with the reason why there is none here.
///
/// A test may also carry `#number` in its own name.
@Suite("Checklist of requirements")
struct ChecklistTests {
    /// Number to words in the name of a test, anywhere in the repository.
    private static let places: [Int: String] = [
        1: "B01 a foreign Origin or Host is 403", 2: "without Origin it is served", 3: "B01 on loopback only its own names and pages pass",
        4: "B01 on loopback only its own names and pages pass", 5: "B09 what is not JSON is 400 and -32700",
        6: "B09 what is JSON and no message is 400 and -32600", 7: "B09 what is JSON and no message is 400 and -32600",
        8: "A body must be declared as JSON", 9: "A body must be declared as JSON",
        10: "curl, n8n and the claude.ai connector name one media type or none (T6)", 11: "A client that takes neither type is 406",
        12: "B04 a header that differs from the body is refused with -32020", 14: "a preflight of an allowed page is answered before any credential",
        15: "a preflight of an allowed page is answered before any credential",
        16: "Progress turns the answer into a stream: growing values, then the response", 17: "An id is echoed as it came, also on errors",
        18: "A body beyond the limit is 413", 19: "the endpoint is found in any case, with a slash at its end",
        20: "B24 only POST is served; the refusal is JSON", 21: "B09 B10 B11 Whatever is sent, the answer is below 500",
        22: "B06 a request without a version header is served as 2025-03-26", 23: "tools/call answers a stamped result",
        24: "claude.ai names 2026-07-28 without an envelope: refused while it has no session (T4)",
        25: "Conformance clients shake hands under a legacy version header with Mcp-Method",
        26: "B06 the handshake negotiates and never fails on a version", 27: "B15 methods that the revision has not are 404 and -32601",
        28: "B06 the handshake negotiates and never fails on a version",
        32: "B10 a batch that is empty, too long, or of another revision runs nothing",
        33: "A response from a client is refused", 34: "Notifications are taken and dropped",
        36: "Claude Code 2.1 sends its version header twice, joined or apart (T1)",
        37: "B04 a header that differs from the body is refused with -32020", 38: "An unsupported version is refused with both lists of the page",
        39: "B04 a header that differs from the body is refused with -32020", 40: "B04 a header that differs from the body is refused with -32020",
        41: "B04 a header that differs from the body is refused with -32020", 42: "Header values may have white space around them",
        43: "B05 the base64 form of a name is decoded strictly and compared", 44: "http-custom-header-server-validation",
        45: "An envelope with a missing or wrongly typed key is refused with -32602", 46: "server-stateless",
        47: "Arguments that are mirrored in headers must agree with them", 48: "Arguments that are mirrored in headers must agree with them",
        49: "Arguments that are mirrored in headers must agree with them", 50: "Header annotations that a client would refuse are refused",
        51: "An id is echoed as it came, also on errors", 53: "B15 methods that the revision has not are 404 and -32601",
        54: "#52 #55 Capabilities say what is offered", 57: "B25 tools/list carries cache hints that are private",
        61: "B14 a wrong argument is a result that names it", 62: "tools/call carries the same data as text and as structure",
        63: "Schemas pass unchanged", 64: "Names that clients would choke on are refused",
        66: "Progress turns the answer into a stream: growing values, then the response",
        67: "Log messages go to clients that asked, at their level and above",
        70: "Dropping the stream, or cancelling its reader, cancels the handler",
        72: "Without a token, or without a client that reads events, the answer is plain JSON",
        88: "#82 The first frame acknowledges what is honoured", 90: "Notifications and responses are taken with 202 and no body",
        91: "ping answers an empty object and nothing more", 98: "Notifications and responses are taken with 202 and no body",
        99: "An unknown method is an error of an accepted request", 100: "#118 A legacy client is asked on the stream of its call",
        101: "A legacy client that did not declare it, that has no session", 102: "notifications/cancelled stops a call, which gets no response",
        103: "A call goes on when its stream is lost", 104: "tools/call carries the same data as text and as structure",
        105: "#60 An unknown resource is -32602 with its URI, and -32002 for legacy clients",
        106: "The level of logs belongs to the session, on every node",
        107: "Subscriptions to resources belong to the session", 108: "The session's stream carries changes of lists, each once",
        109: "A stream that is opened again behind an event gets what came after it, and the stream before ends",
        110: "server-sse-multiple-streams", 112: "A call goes on when its stream is lost", 159: "#157 A call that becomes a task is answered at once",
        165: "#52 #55 Capabilities say what is offered", 167: "B09 Whatever comes in lines, lines go out",
        169: "A line that is no JSON, or too long, is answered and the next one works",
        170: "Claude Code probes with server/discover and then shakes hands", 171: "The modern era: no handshake, the envelope is checked",
        172: "A cancelled call ends without a response, and others go on",
        124: "B19 without a credential a call is 401 with the challenge", 125: "B19 without a credential a call is 401 with the challenge",
        126: "B19 a bad credential is 401", 127: "A15 a token of one workspace's endpoint is 401 at another's",
        128: "A37 a missing scope is 403 with the challenge since 2025-06-18", 129: "A36 a token in the query string is not read",
        130: "RFC 9728: the resource is what the client asked for", 131: "A client that reads documents finds both halves",
        132: "T9 what is not there is 404 with JSON", 133: "A03 without a challenge, or with a plain one, the client is told by redirect",
        134: "A01 a redirect that differs by slash, case, encoding, query or port", 135: "A01 On loopback the port may vary, and nothing else",
        136: "A01 Any other spelling of a registered address is another address",
        137: "Every other mistake goes back to the client, with state and issuer", 138: "A07 a code used twice ends the tokens of its first use",
        139: "A16 a resource that is unknown, doubled or has a fragment", 140: "A token answer always says how long and what for",
        141: "A09 an old refresh token after the grace window ends the family",
        142: "A10 the same refresh token twice within 30 s gives the same successor",
        143: "A22 Credentials that cannot be read, and none at all, are an invalid client", 144: "Basic, form and JSON name the same client",
        145: "A02 redirects that no browser should be sent to are not registered", 146: "The callbacks of clients in the field can be registered",
        147: "A35 A document of another address", 148: "test_a_client_proves_itself_with_its_key",
        149: "A28 a consent that no page of this server sent is 403",
        150: "Little is asked: the rest has defaults, and refreshing is always among the grants",
        151: "A39 client credentials get what the application is registered with",
        153: "At authorize, what the person cannot have is dropped, unknown names too", 154: "A14 revoking one token ends the family on every node",
        155: "A31 registrations are limited by address", 156: "A46 no header of a client moves the issuer",
        162: "test_a_tool_names_its_view_and_the_view_reaches_nothing", 163: "test_a_tool_names_its_view_and_the_view_reaches_nothing",
    ]

    /// What is not proved, and why.
    private static let reasons: [(ClosedRange<Int>, String)] = [
        (111...111, "A session is bound to a key of the principal that the embedding chooses; that it names no token is the embedding's promise."),
        (122...122, "Tasks of 2025-11-25 are an experiment that no client depends on: not advertised, so its rules do not apply."),
        (152...152, "Assertions of other issuers are taken for no token: that extension of authorization is not offered."),
        (164...164, "The extension of skills is not offered."),
        (166...166, "Server card and catalog are documents beside the endpoint; the embedding serves them."),
    ]

    @Test("Every requirement has a test or a reason, and every named test exists")
    func complete() throws {
        let names = try Repository.swiftFiles(under: "Tests").filter { !$0.hasSuffix("ChecklistTests.swift") }.map(Repository.text).joined()
        for (number, words) in Self.places { #expect(names.contains(words), "\(number): no test is named '\(words)'") }
        let marked = Set(names.matches(of: #/[#](\d+) /#).compactMap { Int($0.1) })
        let excused = Set(Self.reasons.flatMap { Array($0.0) })
        for number in 1...176 where !marked.contains(number) && Self.places[number] == nil {
            #expect(excused.contains(number), "\(number) has neither a test nor a reason")
        }
        #expect(excused.isDisjoint(with: Self.places.keys), "a reason where there is a test")
    }
}
