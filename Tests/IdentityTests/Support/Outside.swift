import Synchronization

/// Documents on the web, as far as the server can see it.
final class Outside: Sendable {
    struct Unreachable: Error {}

    private let documents = Mutex<[String: String]>([:])

    private let asked = Mutex<[String]>([])

    /// Who made the server fetch something, in order.
    var askers: [String] { asked.withLock { $0 } }

    func put(_ text: String, at url: String) { documents.withLock { $0[url] = text } }

    func document(_ url: String, for caller: String) throws -> [UInt8] {
        asked.withLock { $0.append(caller) }
        guard let text = documents.withLock({ $0[url] }) else { throw Unreachable() }
        return Array(text.utf8)
    }
}
