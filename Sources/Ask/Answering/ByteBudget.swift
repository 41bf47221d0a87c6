/// Selects texts whose total size stays within a number of bytes.
struct ByteBudget {
    private var remaining: Int
    private let overhead: Int

    /// - Parameters:
    ///   - bytes: most bytes of all selected texts.
    ///   - overhead: additional bytes per text, for example for its quotation marks and a comma.
    init(_ bytes: Int, overhead: Int) {
        remaining = bytes
        self.overhead = overhead
    }

    /// Selects each text that fits, in order. A text that does not fit uses no bytes, so a later, shorter one may still fit.
    /// - Parameter reserve: bytes to leave for later texts.
    mutating func choose(_ texts: [String], reserve: Int = 0) -> [String] {
        texts.filter { choose($0, reserve: reserve) }
    }

    /// Whether a text fits. If so, its bytes are subtracted.
    mutating func choose(_ text: String, reserve: Int = 0) -> Bool {
        let cost = text.utf8.count + overhead
        guard cost <= remaining - reserve else { return false }
        remaining -= cost
        return true
    }
}
