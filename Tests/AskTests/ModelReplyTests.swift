import Outbound
import Testing

@testable import Ask

@Suite("Replies of language models")
struct ModelReplyTests {
    private static let good = #"{"sql": "SELECT 1;", "interpretation": "one", "assumptions": ["a"], "confidence": 0.7}"#

    @Test(
        "The JSON object is found in any surrounding text",
        arguments: [good, "Here:\n```json\n\(good)\n```\nDone.", "<think>{ {\"sql\": 1 </think>\(good)", "{not json} \(good)", "\(good)}}"])
    func found(text: String) throws {
        let reply = try #require(ModelReply(text))
        #expect(reply.sql == "SELECT 1" && reply.interpretation == "one" && reply.confidence == 0.7)
    }

    @Test(
        "A text without a statement and without a question is not a reply",
        arguments: ["", "no", "{}", #"{"sql": null}"#, #"{"sql": "  "}"#, #"{"sql": 3}"#, "[1]", String(repeating: "{", count: 5_000)])
    func none(text: String) { #expect(ModelReply(text) == nil) }

    @Test("A confidence beyond its range is brought into it, and long texts are cut")
    func bounds() throws {
        let reply = try #require(ModelReply(#"{"clarification": "\#(String(repeating: "x", count: 900))", "confidence": 7}"#))
        #expect(reply.confidence == 1 && reply.clarification?.count == 500 && reply.sql == nil)
    }

    private func read(_ interface: LanguageModel.Interface, _ media: OutboundMedia, _ pieces: [String]) throws -> String {
        var response = ModelResponse(interface)
        for piece in pieces { try response.take(Array(piece.utf8), media) }
        return try response.finish()
    }

    @Test("An event stream is read wherever its pieces are cut")
    func streams() throws {
        let openai =
            "data: {\"choices\":[{\"delta\":{\"content\":\"he\"}}]}\r\n\r\n: comment\ndata: {\"choices\":[{\"delta\":{\"content\":\"llo\"}}]}\n\ndata: [DONE]\n\n"
        let anthropic =
            "event: x\ndata: {\"type\":\"ping\"}\n\ndata: {\"type\":\"content_block_delta\",\"delta\":{\"text\":\"hello\"}}\n\ndata: {\"type\":\"message_stop\"}\n\n"
        for size in 1...9 {
            for (interface, text) in [(LanguageModel.Interface.openai, openai), (.anthropic, anthropic)] {
                let pieces = stride(from: 0, to: text.utf8.count, by: size).map {
                    String(decoding: Array(text.utf8).dropFirst($0).prefix(size), as: UTF8.self)
                }
                #expect(try read(interface, .eventStream, pieces) == "hello")
            }
        }
    }

    @Test("A complete document is read; one that ends early, reports an error or has another format is refused")
    func documents() throws {
        #expect(try read(.openai, .json, [#"{"choices":[{"message":{"content":"#, #""hi"}}]}"#]) == "hi")
        #expect(try read(.anthropic, .json, [#"{"content":[{"type":"text","text":"hi"}]}"#]) == "hi")
        for (media, text) in [
            (OutboundMedia.json, #"{"choices":[{"message":{"content":"hi"}}]"#), (.json, #"{"error":{"message":"the key sk-1 is wrong"}}"#),
            (.json, "[]"), (.eventStream, "data: {\"choices\":[{\"delta\":{\"content\":\"hi\"}}]}\n\n"), (.eventStream, "data: {\n"),
            (.eventStream, ""),
            (.eventStream, "data: {\"error\":{\"message\":\"the key sk-1 is wrong\"}}\n"),
        ] {
            let error = #expect(throws: OutboundError.self) { try read(.openai, media, [text]) }
            #expect(error?.reason.contains("sk-1") == false)
        }
    }

    @Test("A text without end is cut off")
    func endless() {
        let event = "data: {\"choices\":[{\"delta\":{\"content\":\"\(String(repeating: "x", count: 8_000))\"}}]}\n"
        #expect(throws: OutboundError.self) { try read(.openai, .eventStream, Array(repeating: event, count: 10)) }
    }

    @Test("A server that fails three times in a row is left alone, then tried once, and longer each time")
    func breaker() {
        var breaker = ModelBreaker()
        let start = ContinuousClock.now
        func admits(after pauses: Int) -> Bool { breaker.admits(at: start + ModelBreaker.firstPause * pauses) }
        for _ in 0..<ModelBreaker.tolerance {
            let isAdmitted = admits(after: 0)
            #expect(isAdmitted)
            breaker.failed(at: start)
        }
        let tries = [admits(after: 0), admits(after: 1), admits(after: 1)]
        #expect(tries == [false, true, false])
        breaker.failed(at: start + ModelBreaker.firstPause)
        let later = [admits(after: 2), admits(after: 3)]
        #expect(later == [false, true])
        breaker.succeeded()
        let after = admits(after: 0)
        #expect(after)
    }
}
