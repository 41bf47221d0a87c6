/// The statements that one connection has prepared. The least recently used one is dropped first.
struct PreparedStatements {
    /// The steps to run a text.
    enum Action: Hashable {
        /// Run it without a name.
        case unnamed
        case run(name: String)
        /// Drop `evicting` if given, prepare under `name`, run.
        case prepare(name: String, evicting: String?)
    }

    /// Most prepared statements; 0 prepares none.
    let limit: Int
    /// Longer texts are not prepared. Unit: bytes.
    let maximumTextBytes: Int
    private var known: [String: (name: String, used: Int)] = [:]
    private var counter = 0

    init(limit: Int = 128, maximumTextBytes: Int = 16_384) {
        self.limit = limit
        self.maximumTextBytes = maximumTextBytes
    }

    mutating func use(_ text: String) -> Action {
        guard limit > 0, text.utf8.count <= maximumTextBytes else { return .unnamed }
        counter += 1
        if let name = known[text]?.name {
            known[text]?.used = counter
            return .run(name: name)
        }
        var evicted: String?
        if known.count >= limit, let oldest = known.min(by: { $0.value.used < $1.value.used }) {
            evicted = oldest.value.name
            known[oldest.key] = nil
        }
        let name = "g\(counter)"
        known[text] = (name, counter)
        return .prepare(name: name, evicting: evicted)
    }

    /// Must be called after the engine refused to prepare or run the text.
    mutating func forget(_ text: String) { known[text] = nil }
}
