import Testing

/// The numbered requirements on a server, each with the words of a test that proves it, or with the reason why there is none here.
///
/// A test may also carry `#number` in its own name.
@Suite("Checklist of requirements")
struct ChecklistTests {
    /// Words in the title of a test anywhere in the repository, and the numbers of the requirements that it checks.
    private static let proofs: [(words: String, numbers: [Int])] = [
        ("B01 a foreign Origin or Host is 403", [1]),
        ("without Origin it is served", [2]),
        ("B01 on loopback only its own names and pages pass", [3, 4]),
        ("B09 A body that is not JSON gets 400 and -32700", [5]),
        ("B09 JSON that is not a message gets 400 and -32600", [6, 7]),
        ("A body must be declared as JSON", [8, 9]),
        ("curl, n8n and the claude.ai connector name one media type or none (T6)", [10]),
        ("A client that takes neither type is 406", [11]),
        ("B04 a header that differs from the body is refused with -32020", [12, 37, 39, 40, 41]),
        ("a preflight of an allowed page is answered before any credential", [14, 15]),
        ("Progress turns the answer into a stream: growing values, then the response", [16, 66]),
        ("An id is echoed as it came, also on errors", [17, 51]),
        ("A body beyond the limit is 413", [18]),
        ("the endpoint is found in any case, with a slash at its end", [19]),
        ("B24 only POST is served; the refusal is JSON", [20]),
        ("B09 B10 B11 Whatever is sent, the answer is below 500", [21]),
        ("B06 a request without a version header is served as 2025-03-26", [22]),
        ("tools/call answers a stamped result", [23]),
        ("claude.ai names 2026-07-28 without an envelope: refused while it has no session (T4)", [24]),
        ("Conformance clients shake hands under a legacy version header with Mcp-Method", [25]),
        ("B06 the handshake negotiates and never fails on a version", [26, 28]),
        ("B15 methods that the revision has not are 404 and -32601", [27, 53]),
        ("B10 a batch that is empty, too long, or of another revision runs nothing", [32]),
        ("A response from a client is refused", [33]),
        ("Notifications are taken and dropped", [34]),
        ("Claude Code 2.1 sends its version header twice, joined or apart (T1)", [36]),
        ("An unsupported version is refused with both lists of the page", [38]),
        ("Header values may have white space around them", [42]),
        ("B05 the base64 form of a name is decoded strictly and compared", [43]),
        ("http-custom-header-server-validation", [44]),
        ("An envelope with a missing or wrongly typed key is refused with -32602", [45]),
        ("server-stateless", [46]),
        ("Arguments that are mirrored in headers must agree with them", [47, 48, 49]),
        ("Header annotations that a client would refuse are refused", [50]),
        ("#52 #55 Capabilities list the features", [54, 165]),
        ("B25 tools/list carries cache hints that are private", [57]),
        ("B14 a wrong argument is a result that names it", [61]),
        ("tools/call carries the same data as text and as structure", [62, 104]),
        ("Schemas pass unchanged", [63]),
        ("Names that the protocol does not know are refused", [64]),
        ("Log messages go to clients that asked, at their level and above", [67]),
        ("Dropping the stream, or cancelling its reader, cancels the handler", [70]),
        ("Without a token, or without a client that reads events, the answer is plain JSON", [72]),
        ("#82 The first frame acknowledges the accepted subscriptions", [88]),
        ("Notifications and responses are taken with 202 and no body", [90, 98]),
        ("ping answers an empty object and nothing more", [91]),
        ("An unknown method is an error of an accepted request", [99]),
        ("#118 A legacy client is asked on the stream of its call", [100]),
        ("A legacy client that did not declare it, that has no session", [101]),
        ("notifications/cancelled stops a call, which gets no response", [102]),
        ("A call continues when its stream is lost", [103, 112]),
        ("#60 An unknown resource is -32602 with its URI, and -32002 for legacy clients", [105]),
        ("The level of logs belongs to the session, on every node", [106]),
        ("Subscriptions to resources belong to the session", [107]),
        ("The session's stream carries changes of lists, each once", [108]),
        ("A stream that is resumed after an event gets the later events, and the previous stream ends", [109]),
        ("server-sse-multiple-streams", [110]),
        ("#157 A call that becomes a task is answered at once", [159]),
        ("B09 Whatever comes in lines, lines go out", [167]),
        ("A line that is no JSON, or too long, is answered and the next one works", [169]),
        ("Claude Code probes with server/discover and then shakes hands", [170]),
        ("The modern era: no handshake, the envelope is checked", [171]),
        ("A cancelled call ends without a response, and others continue", [172]),
        ("B19 without a credential a call is 401 with the challenge", [124, 125]),
        ("B19 a bad credential is 401", [126]),
        ("A15 a token of one workspace's endpoint is 401 at another's", [127]),
        ("A37 a missing scope is 403 with the challenge since 2025-06-18", [128]),
        ("A36 a token in the query string is not read", [129]),
        ("RFC 9728: the resource is the requested URL", [130]),
        ("A client that reads documents finds both halves", [131]),
        ("T9 what is not there is 404 with JSON", [132]),
        ("A03 without a challenge, or with a plain one, the client gets an error by redirect", [133]),
        ("A01 a redirect that differs by slash, case, encoding, query or port", [134]),
        ("A01 On loopback the port may vary, and nothing else", [135]),
        ("A01 Any other spelling of a registered address is another address", [136]),
        ("Every other mistake goes back to the client, with state and issuer", [137]),
        ("A07 a code used twice ends the tokens of its first use", [138]),
        ("A16 a resource that is unknown, doubled or has a fragment", [139]),
        ("A token response always contains lifetime and scope", [140]),
        ("A09 an old refresh token after the grace window ends the family", [141]),
        ("A10 the same refresh token twice within 30 s gives the same successor", [142]),
        ("A22 Credentials that cannot be read, and none at all, are an invalid client", [143]),
        ("Basic, form and JSON name the same client", [144]),
        ("A02 redirects that no browser should be sent to are not registered", [145]),
        ("The callbacks of clients in the field can be registered", [146]),
        ("A35 A document of another address", [147]),
        ("test_a_client_proves_itself_with_its_key", [148]),
        ("A28 a consent that no page of this server sent is 403", [149]),
        ("Little is asked: the rest has defaults, and refreshing is always among the grants", [150]),
        ("A39 client credentials get the scopes that they name", [151]),
        ("The authorization endpoint drops scopes that the person does not have, including unknown names", [153]),
        ("A14 revoking one token ends the family on every node", [154]),
        ("A31 registrations are limited by address", [155]),
        ("A46 no header of a client moves the issuer", [156]),
        ("test_a_tool_names_its_view_and_the_view_reaches_nothing", [162, 163]),
    ]

    /// Requirements without a test, and why.
    private static let reasons: [(ClosedRange<Int>, String)] = [
        (111...111, "A session is bound to a key of the principal that the embedding chooses; that it names no token is the embedding's promise."),
        (122...122, "Tasks of 2025-11-25 are an experiment that no client depends on: not advertised, so its rules do not apply."),
        (152...152, "Assertions of other issuers are taken for no token: that extension of authorization is not offered."),
        (164...164, "The extension of skills is not offered."),
        (166...166, "Server card and catalog are documents beside the endpoint; the embedding serves them."),
    ]

    @Test("Every requirement has a test or a reason, and every named test exists")
    func complete() throws {
        let names = try Repository.sourceFiles(under: "Tests").filter { !$0.hasSuffix("ChecklistTests.swift") }.map(Repository.text).joined()
        for (words, numbers) in Self.proofs { #expect(names.contains(words), "\(numbers): no test is named '\(words)'") }
        let proved = Set(Self.proofs.flatMap(\.numbers))
        let marked = Set(names.matches(of: #/[#](\d+) /#).compactMap { Int($0.1) })
        let excused = Set(Self.reasons.flatMap { Array($0.0) })
        for number in 1...176 where !marked.contains(number) && !proved.contains(number) {
            #expect(excused.contains(number), "\(number) has neither a test nor a reason")
        }
        #expect(excused.isDisjoint(with: proved), "a reason where there is a test")
    }
}
