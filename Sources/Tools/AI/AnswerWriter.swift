import Ask
import MCP
import Synchronization

/// Sends the parts of one answer, as they become known, to the stream of a REST call and to an MCP client that asked for progress, and collects them
/// as the Markdown of the result.
final class AnswerWriter: Sendable {
    let language: QuestionLanguage
    private let listener: AnswerListener?
    private let call: CallContext?
    private let collects: Bool
    private let text = Mutex("")

    /// - Parameter collects: keeps ``markdown``.
    init(_ context: ToolContext, _ language: QuestionLanguage, collects: Bool = false) {
        self.language = language
        self.collects = collects
        listener = context.listener
        call = context.call.takesReports ? context.call : nil
    }

    /// One without a listener.
    init(silent language: QuestionLanguage) {
        self.language = language
        listener = nil
        call = nil
        collects = false
    }

    /// Whether anybody receives the parts.
    var isHeard: Bool { listener != nil || call != nil }

    /// Everything that was sent so far, as Markdown.
    var markdown: String { text.withLock(\.self) }

    /// - Throws: `CancellationError` when the listener has gone, so that the work ends.
    func tell(_ part: @autoclosure () -> AnswerPart) async throws {
        guard isHeard || collects else { return }
        let part = part()
        if collects { text.withLock { $0 += part.markdown } }
        try await listener?(part)
        if let call, let message = part.message { try await call.report(message) }
    }

    /// Runs work during which a language model writes, and sends what it writes as it arrives, in pieces that are worth a message.
    func whileWriting<R: Sendable>(_ work: (@escaping @Sendable (String) -> Void) async throws -> R) async throws -> R {
        guard isHeard else { return try await work { _ in } }
        // Bounded by what a reply may have, and by the number of replies.
        let (pieces, queue) = AsyncStream.makeStream(of: String.self)
        async let told: Void = tell(pieces)
        do {
            let result = try await work { queue.yield($0) }
            queue.finish()
            try await told
            return result
        } catch {
            queue.finish()
            throw error
        }
    }

    private func tell(_ pieces: AsyncStream<String>) async throws {
        var waiting = ""
        for await piece in pieces {
            waiting += piece
            guard waiting.utf8.count >= Self.piece else { continue }
            try await tell(.model(waiting, language))
            waiting = ""
        }
        if !waiting.isEmpty { try await tell(.model(waiting, language)) }
    }

    /// Unit: bytes of a model's text that one message has at least, the last one aside.
    private static let piece = 60
}

/// Receives the parts of an answer. Throws when the reader has left.
package typealias AnswerListener = @Sendable (AnswerPart) async throws -> Void

/// Text from outside, escaped for the Markdown of an answer so that clients show it literally (D13). Rows may be written by people who want the
/// reader's program to fetch, follow or hide something.
enum MarkdownText {
    /// On one line, with each mark escaped that could begin a link, a picture, code, HTML or another cell. Works scalar by scalar: a mark under a combining
    /// one is a mark, and a line end of two characters is one.
    static func line(_ text: String) -> String { line(text, escaping: ["\\", "|", "[", "]", "<", ">", "`"]) }

    /// As ``line(_:)``, outside of cells: no emphasis and no heading either.
    static func words(_ text: String) -> String { line(text, escaping: ["\\", "|", "[", "]", "<", ">", "`", "*", "_", "~", "#"]) }

    private static func line(_ text: String, escaping marks: Set<Unicode.Scalar>) -> String {
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case let mark where marks.contains(mark):
                out.append("\\")
                out.append(mark)
            case "\r", "\n", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}": out.append(" ")
            default: out.append(scalar)
            }
        }
        return String(out)
    }

    /// A block of code that nothing within it ends (CommonMark 0.31 section 4.5): its fence is longer than every run of its mark.
    static func code(_ text: String, _ language: String) -> String {
        var longest = 2
        var run = 0
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "`", count: longest + 1)
        return "\(fence)\(language)\n\(text)\n\(fence)\n\n"
    }
}
