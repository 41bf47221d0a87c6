import Outbound
import Store
import Synchronization

/// Asks the servers of language models: with a deadline, a few retries, and a pause for a server that keeps failing.
final class ModelClient: Sendable {
    /// How long one reply may take.
    static let deadline = Duration.seconds(60)
    /// The longest time between two pieces of a reply.
    static let silence = Duration.seconds(20)
    /// Tries of one request after the first.
    static let retries = 2
    /// The longest pause before a try, as the server asks for it.
    static let longestPause = Duration.seconds(5)
    /// Unit: bytes of a response.
    static let maximumResponse = 1_048_576

    private let breakers = Mutex<[LanguageModelID: ModelBreaker]>([:])
    private let random: @Sendable () -> Double

    /// - Parameter random: from 0 to 1, for the lengths of pauses.
    init(random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }) { self.random = random }

    static func outbound(to url: String, isTrusted: Bool) -> OutboundClient {
        OutboundClient(permits: isTrusted ? HostPermit(hostOf: url, reach: .privateNetworks) : .none)
    }

    /// What the model writes.
    /// - Parameter limit: how long all tries may take together.
    func reply(of model: LanguageModel, key: Secret?, to prompt: ModelPrompt, within limit: Duration) async throws(OutboundError) -> String {
        guard breakers.withLock({ $0[model.id, default: ModelBreaker()].admits(at: .now) }) else {
            throw OutboundError(.busy, "it failed several times in a row and is left alone for a while")
        }
        let end = ContinuousClock.now + limit
        var isCold = true
        var tries = 0
        while true {
            do {
                let text = try await once(model, key, prompt, isCold: isCold, until: end)
                breakers.withLock { $0[model.id, default: ModelBreaker()].succeeded() }
                return text
            } catch {
                // Models that think take no temperature.
                if error.status == 400, isCold {
                    isCold = false
                    continue
                }
                guard !Task.isCancelled else { throw error }
                let pause = pause(after: error, tries: tries)
                tries += 1
                // A pause that is cancelled is followed by no other try.
                if let pause, .now + pause < end, (try? await Task.sleep(for: pause)) != nil { continue }
                breakers.withLock { $0[model.id, default: ModelBreaker()].failed(at: .now) }
                throw error
            }
        }
    }

    /// Nil when another try would not help.
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
        _ model: LanguageModel, _ key: Secret?, _ prompt: ModelPrompt, isCold: Bool, until end: ContinuousClock.Instant
    ) async throws(OutboundError) -> String {
        let left = min(Self.deadline, ContinuousClock.now.duration(to: end))
        guard left > .zero else { throw OutboundError(.tooSlow, "no whole answer in time") }
        let post = OutboundPost(
            url: model.url + model.interface.path, headers: model.interface.headers(key: key),
            body: model.interface.body(prompt, to: model.model, isCold: isCold), deadline: left, silence: min(left, Self.silence),
            maximumBody: Self.maximumResponse)
        let reader = SharedResponse(model.interface)
        try await Self.outbound(to: model.url, isTrusted: model.isTrusted).post(post) { media, bytes throws(OutboundError) in
            try reader.take(bytes, media)
        }
        return try reader.finish()
    }
}

/// One response that is read on the connection's threads, a piece after the other.
private final class SharedResponse: Sendable {
    private let response: Mutex<ModelResponse>

    init(_ interface: LanguageModel.Interface) { response = Mutex(ModelResponse(interface)) }

    /// - Returns: whether there is more to come.
    func take(_ bytes: [UInt8], _ media: OutboundMedia) throws(OutboundError) -> Bool {
        try response.withLock { response throws(OutboundError) in
            try response.take(bytes, media)
            return !response.isComplete
        }
    }

    func finish() throws(OutboundError) -> String { try response.withLock { response throws(OutboundError) in try response.finish() } }
}
