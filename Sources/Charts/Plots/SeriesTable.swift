/// The values of a chart with axes: for each series one value at each position of the dimension.
struct SeriesTable: Sendable {
    struct Series: Sendable {
        let name: String
        /// The column of the values.
        let measure: Int
        /// One value for each position.
        var values: [Double?]
    }

    /// Names of the positions.
    let names: [String]
    /// Seconds of the positions since 1970, in order; nil when the dimension has no times.
    let seconds: [Double]?
    var series: [Series]
    /// The ends of the band around the last series, for each position; nil without a band.
    private(set) var band: [(lower: Double, upper: Double)?]?

    init(chart: Chart) {
        let (data, plan) = (chart.data, chart.plan)
        let rows = Array(data.rows.indices.prefix(plan.shown ?? data.rows.count))
        let x = plan.x ?? 0
        let isTime = data.profiles[x].isTime
        let keys = rows.map { row in isTime ? data.point(row, x).map { Key.time($0.seconds) } ?? .name(data.name(row, x)) : .name(data.name(row, x)) }
        let positions = Self.positions(keys, isTime: isTime)
        names = positions.map { data.name(rows[$0.row], x) }
        seconds = isTime ? positions.map { if case .time(let seconds) = $0.key { seconds } else { 0 } } : nil
        var index: [Key: Int] = [:]
        for (positionIndex, position) in positions.enumerated() { index[position.key] = positionIndex }
        let empty = [Double?](repeating: nil, count: positions.count)
        var found: [Series] = []
        var known: [String: Int] = [:]
        if plan.series == nil { found = plan.measures.map { Series(name: data.columns[$0].label, measure: $0, values: empty) } }
        for (row, key) in zip(rows, keys) {
            guard let positionIndex = index[key] else { continue }
            if let column = plan.series, let measure = plan.measures.first {
                let name = data.name(row, column)
                let number = known[name] ?? found.count
                if number == found.count {
                    known[name] = number
                    found.append(Series(name: name, measure: measure, values: empty))
                }
                found[number].values[positionIndex] = data.number(row, measure)
            } else {
                for number in found.indices { found[number].values[positionIndex] = data.number(row, found[number].measure) }
            }
        }
        series = found
        band = plan.band.map { band in
            positions.map { position in
                let row = rows[position.row]
                return data.number(row, band.lower).flatMap { lower in data.number(row, band.upper).map { (lower, $0) } }
            }
        }
    }

    private enum Key: Hashable {
        case time(Double)
        case name(String)
    }

    /// The distinct keys in the order of their rows; times in chronological order, without rows that have none.
    private static func positions(_ keys: [Key], isTime: Bool) -> [(key: Key, row: Int)] {
        var seen: Set<Key> = []
        var found: [(key: Key, row: Int)] = []
        for (row, key) in keys.enumerated() {
            if isTime, case .name = key { continue }
            if seen.insert(key).inserted { found.append((key, row)) }
        }
        guard isTime else { return found }
        return found.sorted { left, right in
            if case (.time(let first), .time(let second)) = (left.key, right.key) { first < second } else { false }
        }
    }

    /// From the smallest to the largest drawn value.
    func range(isStacked: Bool) -> ClosedRange<Double>? {
        let values =
            isStacked
            ? names.indices.map { positionIndex in series.reduce(0) { $0 + ($1.values[positionIndex] ?? 0) } }
            : series.flatMap { $0.values.compactMap { $0 } } + (band ?? []).flatMap { $0.map { [$0.lower, $0.upper] } ?? [] }
        return values.min().flatMap { low in values.max().map { low...$0 } }
    }
}
