extension Duration {
    /// Reads `500ms`, `30s`, `2m`, `1h` or `30d`, at most 100 years; nil for anything else.
    package init?(words text: String) {
        let units: [(suffix: String, milliseconds: Int64)] = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)]
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }), let count = Int64(text.dropLast(unit.suffix.count)), count >= 0 else {
            return nil
        }
        let (milliseconds, overflow) = count.multipliedReportingOverflow(by: unit.milliseconds)
        guard !overflow, milliseconds <= 36_525 * 86_400_000 else { return nil }
        self = .milliseconds(milliseconds)
    }
}
