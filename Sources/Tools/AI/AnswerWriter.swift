import Ask
import MCP
import Synchronization

/// Sends the parts of one answer, as they become known, to the stream of a REST call and to an MCP client that requested progress, and
/// collects them as Markdown for the result.
final class AnswerWriter: Sendable {
    let language: QuestionLanguage
    private let listener: AnswerListener?
    private let call: CallContext?
    private let collects: Bool
    private let text = Mutex("")

    /// - Parameter collects: whether to fill ``markdown``.
    init(_ context: ToolContext, _ language: QuestionLanguage, collects: Bool = false) {
        self.language = language
        self.collects = collects
        listener = context.listener
        call = context.call.takesReports ? context.call : nil
    }

    /// A writer without a listener.
    init(silent language: QuestionLanguage) {
        self.language = language
        listener = nil
        call = nil
        collects = false
    }

    /// Whether a listener receives the parts.
    var isHeard: Bool { listener != nil || call != nil }

    /// Everything sent so far, as Markdown.
    var markdown: String { text.withLock(\.self) }

    /// Sends a part.
    /// - Throws: `CancellationError` when the listener has disconnected, so that the work ends.
    func tell(_ part: @autoclosure () -> AnswerPart) async throws {
        guard isHeard || collects else { return }
        let part = part()
        if collects { text.withLock { $0 += part.markdown } }
        try await listener?(part)
        if let call, let message = part.message { try await call.report(message) }
    }

    /// Runs work during which a language model writes, and sends its text as it arrives, in pieces of a sensible size.
    func whileWriting<R: Sendable>(_ work: (@escaping @Sendable (String) -> Void) async throws -> R) async throws -> R {
        guard isHeard else { return try await work { _ in } }
        // The stream is limited by the size and number of the model's replies.
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

    /// Smallest piece of a model's text in one message, except the last. Unit: bytes.
    private static let piece = 60
}

/// Receives the parts of an answer. Throws when the reader has disconnected.
package typealias AnswerListener = @Sendable (AnswerPart) async throws -> Void

/// External text, escaped for the Markdown of an answer so that clients show it literally (D13). Rows may be written by people who want the
/// reader's program to fetch, follow or hide something.
enum MarkdownText {
    /// Text on one line, with each character escaped that could begin a link, a picture, code, HTML or another cell. Works scalar by
    /// scalar, so that a combining mark does not hide such a character, and CR LF counts as one line end.
    static func line(_ text: String) -> String { line(text, escaping: ["\\", "|", "[", "]", "<", ">", "`"]) }

    /// As ``line(_:)``, for text outside of cells: also escapes emphasis and headings.
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

    /// A code block that its content cannot end (CommonMark 0.31 section 4.5): its fence is longer than every run of its mark.
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
