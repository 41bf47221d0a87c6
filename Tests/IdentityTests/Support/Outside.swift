import Synchronization

/// Documents on the web, as far as the server can see it.
final class Outside: Sendable {
    struct Unreachable: Error {}

    private let documents = Mutex<[String: String]>([:])

    func put(_ text: String, at url: String) { documents.withLock { $0[url] = text } }

    func document(_ url: String) throws -> [UInt8] {
        guard let text = documents.withLock({ $0[url] }) else { throw Unreachable() }
        return Array(text.utf8)
    }
}
