import JSON
import Outbound

/// Parses a model's response as its bytes arrive: an event stream of fragments, or one JSON document.
struct ModelResponse: Sendable {
    /// Longest text of a model. Unit: bytes.
    static let maximumText = 65_536

    private let interface: LanguageModel.Interface
    private var buffer: [UInt8] = []
    private var media = OutboundMedia.json
    /// The model's text so far.
    private(set) var text = ""
    /// Whether the model's text is complete.
    private(set) var isComplete = false
    /// Whether nothing more is expected, not even the cost.
    private(set) var isOver = false
    /// The cost of request and reply as the server reports it; 0 if it does not. Unit: tokens.
    var tokens: Int64 { read + written }
    private var read: Int64 = 0
    private var written: Int64 = 0

    init(_ interface: LanguageModel.Interface) { self.interface = interface }

    /// - Throws: `bad_answer` when the body does not follow the API or reports an error; `too_large`.
    mutating func take(_ bytes: [UInt8], _ media: OutboundMedia) throws(OutboundError) {
        self.media = media
        buffer += bytes
        guard media == .eventStream else { return }
        while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
            let line = buffer[..<end].filter { $0 != UInt8(ascii: "\r") }
            buffer.removeFirst(end + 1)
            if line.starts(with: Array("data:".utf8)) { try event(line.dropFirst(5).drop { $0 == 0x20 }) }
        }
    }

    /// The model's text after the server has sent everything.
    /// - Throws: `bad_answer` when the response ended early.
    mutating func finish() throws(OutboundError) -> String {
        if media == .json { try document() }
        guard isComplete else { throw OutboundError(.badAnswer, "the response ended early") }
        return text
    }

    private mutating func event(_ data: ArraySlice<UInt8>) throws(OutboundError) {
        if data.elementsEqual(Array("[DONE]".utf8)) {
            (isComplete, isOver) = (true, true)
            return
        }
        guard !data.isEmpty else { return }
        let value = try Self.parse(data)
        guard value["error"] == nil else { throw Self.told }
        switch interface {
        case .openai:
            count(value["usage"], "prompt_tokens", "completion_tokens")
            let choice = value["choices"]?[0]
            try add(choice?["delta"]?["content"]?.string)
            if choice?["finish_reason"]?.string != nil { isComplete = true }
        case .anthropic:
            count(value["message"]?["usage"] ?? value["usage"], "input_tokens", "output_tokens")
            switch value["type"]?.string {
            case "content_block_delta": try add(value["delta"]?["text"]?.string)
            case "message_stop": (isComplete, isOver) = (true, true)
            default: break
            }
        }
    }

    private mutating func document() throws(OutboundError) {
        let value = try Self.parse(buffer[...])
        guard value["error"].map(\.isNull) ?? true else { throw Self.told }
        switch interface {
        case .openai:
            guard let reply = value["choices"]?[0]?["message"]?["content"]?.string else { throw Self.foreign }
            count(value["usage"], "prompt_tokens", "completion_tokens")
            try add(reply)
        case .anthropic:
            guard let parts = value["content"]?.array else { throw Self.foreign }
            count(value["usage"], "input_tokens", "output_tokens")
            for part in parts { try add(part["text"]?.string) }
        }
        isComplete = true
    }

    /// Records the reported cost. Servers report it once or repeatedly. The last figure counts, limited to what a reply can cost.
    private mutating func count(_ usage: JSONValue?, _ input: String, _ output: String) {
        guard let usage else { return }
        let range: ClosedRange<Int64> = 0...100_000_000
        if let tokens = usage[input]?.int, range.contains(tokens) { read = tokens }
        if let tokens = usage[output]?.int, range.contains(tokens) { written = tokens }
    }

    private mutating func add(_ piece: String?) throws(OutboundError) {
        guard let piece else { return }
        text += piece
        guard text.utf8.count <= Self.maximumText else { throw OutboundError(.tooLarge, "the reply is longer than \(Self.maximumText) bytes") }
    }

    private static func parse(_ bytes: ArraySlice<UInt8>) throws(OutboundError) -> JSONValue {
        do { return try JSONValue(parsing: Array(bytes)) } catch { throw foreign }
    }

    private static let foreign = OutboundError(.badAnswer, "the response is not of this interface")
    /// The server's own message is not shown, because it may repeat the request.
    private static let told = OutboundError(.badAnswer, "the model's server reports an error")
}
