import Outbound
import Store
import Synchronization

/// Sends requests to language model servers, with a deadline, a few retries, and a pause for a server that fails repeatedly.
final class ModelClient: Sendable {
    /// How long one reply may take.
    static let deadline = Duration.seconds(60)
    /// The longest time between two pieces of a reply.
    static let silence = Duration.seconds(20)
    /// Most retries of a request.
    static let retries = 2
    /// The longest pause before a retry that a server can request.
    static let longestPause = Duration.seconds(5)
    /// Largest response. Unit: bytes.
    static let maximumResponse = 1_048_576

    private let breakers = Mutex<[LanguageModelID: ModelBreaker]>([:])
    private let random: @Sendable () -> Double

    /// - Parameter random: returns a number from 0 to 1, for the lengths of pauses.
    init(random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }) { self.random = random }

    static func outbound(to url: String, isTrusted: Bool) -> OutboundClient {
        OutboundClient(permits: isTrusted ? HostPermit(hostOf: url, reach: .privateNetworks) : .none)
    }

    /// A model's text and its cost.
    struct Reply: Sendable {
        let text: String
        /// Tokens of request and reply. Estimated if the server does not report them.
        let tokens: Int64
    }

    /// The model's reply.
    /// - Parameters:
    ///   - limit: time limit of all attempts together.
    ///   - writes: receives each piece of the text as it arrives.
    func reply(
        of model: LanguageModel, key: Secret?, to prompt: ModelPrompt, within limit: Duration, writes: @escaping ModelWriting = { _ in }
    ) async throws(OutboundError) -> Reply {
        guard breakers.withLock({ $0[model.id, default: ModelBreaker()].admits(at: .now) }) else {
            throw OutboundError(.busy, "it failed several times in a row and is left alone for a while")
        }
        let end = ContinuousClock.now + limit
        var isPlain = false
        var tries = 0
        while true {
            do {
                let reply = try await once(model, key, prompt, isPlain: isPlain, until: end, writes)
                breakers.withLock { $0[model.id, default: ModelBreaker()].succeeded() }
                return reply
            } catch {
                // Reasoning models do not accept a temperature, and older servers do not support stream options.
                if error.status == 400, !isPlain {
                    isPlain = true
                    continue
                }
                guard !Task.isCancelled else { throw error }
                let pause = pause(after: error, tries: tries)
                tries += 1
                // After a cancelled pause there is no retry.
                if let pause, .now + pause < end, (try? await Task.sleep(for: pause)) != nil { continue }
                breakers.withLock { $0[model.id, default: ModelBreaker()].failed(at: .now) }
                throw error
            }
        }
    }

    /// Nil if a retry would not help.
    private func pause(after error: OutboundError, tries: Int) -> Duration? {
        guard tries < Self.retries else { return nil }
        switch error.code {
        case .unreachable: break
        case .badAnswer:
            guard error.status.map({ $0 == 429 || $0 >= 500 }) ?? true else { return nil }
        case .badURL, .forbiddenAddress, .tooLarge, .tooSlow, .busy: return nil
        }
        let wanted = error.pause ?? .zero
        guard wanted <= Self.longestPause else { return nil }
        return max(wanted, .milliseconds(Int(200 * Double(1 << tries) * (0.5 + random()))))
    }

    private func once(
        _ model: LanguageModel, _ key: Secret?, _ prompt: ModelPrompt, isPlain: Bool, until end: ContinuousClock.Instant,
        _ writes: @escaping ModelWriting
    ) async throws(OutboundError) -> Reply {
        let left = min(Self.deadline, ContinuousClock.now.duration(to: end))
        guard left > .zero else { throw OutboundError(.tooSlow, "no whole answer in time") }
        let post = OutboundPost(
            url: model.url + model.interface.path, headers: model.interface.headers(key: key),
            body: model.interface.body(prompt, to: model.model, isPlain: isPlain), deadline: left, silence: min(left, Self.silence),
            maximumBody: Self.maximumResponse)
        let reader = SharedResponse(model.interface, writes)
        do {
            try await Self.outbound(to: model.url, isTrusted: model.isTrusted).post(post) { media, bytes throws(OutboundError) in
                try reader.take(bytes, media)
            }
        } catch {
            // A server that has sent its complete reply, but neither reports the cost nor ends the stream, has still answered.
            guard reader.isComplete, !Task.isCancelled else { throw error }
        }
        let (text, tokens) = try reader.finish()
        return Reply(text: text, tokens: tokens > 0 ? tokens : Self.estimate(prompt.length + text.utf8.count))
    }

    /// Estimates the tokens of a number of bytes, so that an unreported cost still counts.
    private static func estimate(_ bytes: Int) -> Int64 { Int64(bytes / 4) + 1 }
}

/// Receives each piece of text as a model writes it. It must return quickly.
package typealias ModelWriting = @Sendable (String) -> Void

/// One response that the connection's threads parse piece by piece.
private final class SharedResponse: Sendable {
    private let response: Mutex<ModelResponse>
    private let writes: ModelWriting

    init(_ interface: LanguageModel.Interface, _ writes: @escaping ModelWriting) {
        response = Mutex(ModelResponse(interface))
        self.writes = writes
    }

    var isComplete: Bool { response.withLock(\.isComplete) }

    /// - Returns: whether more bytes are expected.
    func take(_ bytes: [UInt8], _ media: OutboundMedia) throws(OutboundError) -> Bool {
        let (piece, isOver) = try response.withLock { response throws(OutboundError) -> (String, Bool) in
            let known = response.text.utf8.count
            try response.take(bytes, media)
            return (String(decoding: response.text.utf8.dropFirst(known), as: UTF8.self), response.isOver)
        }
        if !piece.isEmpty { writes(piece) }
        return !isOver
    }

    func finish() throws(OutboundError) -> (text: String, tokens: Int64) {
        try response.withLock { response throws(OutboundError) -> (String, Int64) in (try response.finish(), response.tokens) }
    }
}
