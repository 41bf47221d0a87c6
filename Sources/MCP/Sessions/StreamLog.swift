import Synchronization

/// The writing end of a session's stream. It numbers and stores each message, with or without a reader.
final class StreamLog: Sendable {
    private struct State: Sendable {
        var written = 0
        /// The last number that the reader has read. Unused without a reader.
        var read = 0
        /// Whether no reader has come yet. The log waits for the first one.
        var isNew = true
        /// The reader in this process, and a function that ends it.
        var reader: (id: ObjectIdentifier, end: @Sendable () -> Void)?
        /// Whether the reader must end, so that its client reconnects later.
        var isReleased = false
        var isFinished = false
    }

    /// The stream's part of event ids.
    let name: String
    /// The stream's key in the store.
    let key: String
    private let node: Node
    private let limit: Int
    private let abandoned: @Sendable () -> Void
    private let state = Mutex(State())
    private let space = SpaceSignal()

    /// - Parameter abandoned: called when the reader does not come back. Cancels the work that writes the stream.
    init(_ name: String, of session: String, on node: Node, abandoned: @escaping @Sendable () -> Void) {
        self.name = name
        key = Self.key(name, of: session)
        self.node = node
        self.abandoned = abandoned
        limit = max(1, node.settings.streamBufferCount)
    }

    static func key(_ name: String, of session: String) -> String { "\(session)/\(name)" }

    /// A new name. Its first letter distinguishes the stream of a session from that of a call.
    static func newName(isStandalone: Bool) -> String { (isStandalone ? "g" : "c") + RandomName.make().prefix(16) }

    static func isStandalone(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: "g") }

    /// Whether a text from a client can be the name of a notification stream.
    static func isStandaloneName(_ text: String) -> Bool { isStandalone(text) && text.utf8.count == 17 }

    func abandon() { abandoned() }

    var isReleased: Bool { state.withLock(\.isReleased) }
    var isFinished: Bool { state.withLock(\.isFinished) }
    var hasReader: Bool { state.withLock { $0.reader != nil } }

    /// Stores a message, and waits while a reader lags.
    /// - Parameter waits: false for a reader that writes the message itself.
    func append(_ message: [UInt8], isLast: Bool = false, waits: Bool = true) async throws {
        let number = try await node.events.append(message, to: key, isLast: isLast)
        state.withLock { state in
            state.written = max(state.written, number)
            if isLast { state.isFinished = true }
        }
        await node.grew(key)
        guard !isLast, waits else { return }
        while isBehind {
            try Task.checkCancellation()
            await space.wait { [self] in isBehind }
        }
    }

    private var isBehind: Bool { state.withLock { ($0.isNew || $0.reader != nil) && !$0.isReleased && $0.written - $0.read > limit } }

    /// Attaches a reader and ends the previous one, because each message goes to one reader.
    func attach(_ reader: ObjectIdentifier, at number: Int, end: @escaping @Sendable () -> Void) {
        let before = state.withLock { state in
            defer {
                state.reader = (reader, end)
                state.read = number
                // If the stream was released before its first reader came, that reader ends.
                if !state.isNew { state.isReleased = false }
                state.isNew = false
            }
            return state.reader
        }
        before?.end()
    }

    /// Detaches a reader. Returns whether it was attached.
    func detach(_ reader: ObjectIdentifier) -> Bool {
        let wasAttached = state.withLock { state in
            guard state.reader?.id == reader else { return false }
            state.reader = nil
            return true
        }
        if wasAttached { space.open() }
        return wasAttached
    }

    /// Records that the reader has read everything up to a number.
    func advance(_ reader: ObjectIdentifier, to number: Int) {
        state.withLock { state in
            if state.reader?.id == reader { state.read = max(state.read, number) }
        }
        space.open()
    }

    /// Ends the reader for good.
    func end() {
        let reader = state.withLock { state in
            state.isFinished = true
            return state.reader
        }
        reader?.end()
    }

    /// Ends the reader, but not the stream.
    func release() async {
        state.withLock { $0.isReleased = true }
        space.open()
        await node.grew(key)
    }
}
