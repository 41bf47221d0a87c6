/// Chooses texts that together stay below a number of bytes.
struct ByteBudget {
    private var remaining: Int
    private let overhead: Int

    /// - Parameters:
    ///   - bytes: of all chosen texts.
    ///   - overhead: bytes that each text costs beside its own, such as its quotation marks and a comma.
    init(_ bytes: Int, overhead: Int) {
        remaining = bytes
        self.overhead = overhead
    }

    /// Chooses, in order, each text that fits. A text that does not fit costs nothing, so that a later and shorter one still can.
    /// - Parameter reserve: bytes that these texts must leave for later ones.
    mutating func choose(_ texts: [String], reserve: Int = 0) -> [String] {
        texts.filter { choose($0, reserve: reserve) }
    }

    /// Whether a text fits; if so, its bytes are spent.
    mutating func choose(_ text: String, reserve: Int = 0) -> Bool {
        let cost = text.utf8.count + overhead
        guard cost <= remaining - reserve else { return false }
        remaining -= cost
        return true
    }
}
