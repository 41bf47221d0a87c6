import Ask
import JSON
import SQL

/// What can be computed of the rows of an answer: `/analysis` and `/predict`.
struct AnswerStudy: Sendable {
    /// Values that are forecast for so many that are known: a quarter, between these.
    private static let steps = 3...12

    private let rows: QuestionRows
    /// The column whose values are times of equal steps.
    private let times: (place: Int, points: TimePoints)?
    /// Columns of numbers that are no times.
    private let measures: [Int]

    init(_ rows: QuestionRows) {
        self.rows = rows
        var times: (place: Int, points: TimePoints)?
        for place in rows.names.indices {
            let texts = rows.rows.map { $0[place].string ?? $0[place].description }
            // Numbers of four digits in the first column are years, in others amounts.
            guard texts.count > 2, place == 0 || !rows.isNumeric(place), let points = TimePoints(texts) else { continue }
            times = (place, points)
            break
        }
        self.times = times
        let place = times?.place
        measures = rows.names.indices.filter { $0 != place && rows.isNumeric($0) }
    }

    private func number(_ value: JSONValue) -> Double? { value.isNull ? nil : Double(value.string ?? value.description) }

    /// What a row is about.
    private func label(_ row: [JSONValue]) -> String {
        let place = times?.place ?? rows.names.indices.first { !rows.isNumeric($0) } ?? 0
        return row.indices.contains(place) ? row[place].string ?? row[place].description : ""
    }

    /// Rows in the order of time, where they have times.
    private var ordered: [[JSONValue]] {
        guard let times else { return rows.rows }
        // Without each time once the rows are no series; figures of single values need no order.
        return (try? times.points.order())?.map { rows.rows[$0] } ?? rows.rows
    }

    private var isSeries: Bool { times.map { (try? $0.points.order()) != nil } ?? false }

    // MARK: Analysis

    private struct Finding {
        let name: String
        let summary: SeriesSummary
        let missing: Int
        let trend: SeriesTrend?
        let outliers: [(label: String, value: Double)]
    }

    private var findings: [Finding] {
        let ordered = ordered
        return measures.compactMap { place in
            let values = ordered.map { number($0[place]) }
            let known = values.compactMap { $0 }
            guard let summary = SeriesSummary(known) else { return nil }
            let trend = isSeries && known.count == values.count ? SeriesTrend(known) : nil
            let labels = zip(ordered, values).compactMap { $1 == nil ? nil : label($0) }
            let outliers = SeriesOutliers.places(in: known, trend: trend).map { (label: labels[$0], value: known[$0]) }
            return Finding(name: rows.names[place], summary: summary, missing: values.count - known.count, trend: trend, outliers: outliers)
        }
    }

    func writeAnalysis(to writer: inout JSONWriter, _ head: QuestionHead) {
        let findings = findings
        writer.member("success", true)
        head.write(to: &writer)
        writer.member("content", content(findings))
        writer.member("measures", findings) { writer, finding in
            writer.member("name", finding.name)
            writer.member("count", Int64(finding.summary.count))
            writer.member("missing", Int64(finding.missing))
            for (name, value) in [
                ("sum", finding.summary.sum), ("mean", finding.summary.mean), ("median", finding.summary.median),
                ("minimum", finding.summary.minimum),
                ("maximum", finding.summary.maximum),
            ] { writer.member(name, figure: value) }
            if let deviation = finding.summary.standardDeviation { writer.member("standardDeviation", figure: deviation) }
            if let trend = finding.trend {
                writer.key("trend")
                writer.object { writer in
                    writer.member("direction", trend.direction.rawValue)
                    writer.member("slope", figure: trend.slope)
                    writer.member("rSquared", figure: trend.rSquared)
                    writer.member("method", SeriesTrend.method)
                }
            }
            writer.member("outliers", finding.outliers) { writer, outlier in
                writer.member("label", outlier.label)
                writer.member("value", figure: outlier.value)
            }
            writer.member("outlierMethod", SeriesOutliers.method)
        }
        writer.member("warnings", head.warnings + (rows.isTruncated ? ["only the first \(rows.rows.count) rows are looked at"] : []))
    }

    private func content(_ findings: [Finding]) -> String {
        guard !findings.isEmpty else { return "\(rows.rows.count) rows without numbers: there is nothing to compute." }
        return findings.map { finding in
            let own = finding.summary
            var text =
                "\(finding.name): \(own.count) values, total \(Self.text(own.sum)), mean \(Self.text(own.mean)), median \(Self.text(own.median)), "
            text += "from \(Self.text(own.minimum)) to \(Self.text(own.maximum))."
            if let trend = finding.trend, let times {
                text +=
                    trend.direction == .none
                    ? " No trend that chance does not explain."
                    : " \(trend.direction == .rising ? "Rising" : "Falling") by \(Self.text(abs(trend.slope))) each \(times.points.unit.rawValue)."
            }
            if !finding.outliers.isEmpty {
                let shown = finding.outliers.prefix(5).map { "\($0.label) (\(Self.text($0.value)))" }
                text += " Far from the others: \(shown.joined(separator: ", "))."
            }
            return text
        }.joined(separator: "\n")
    }

    static func text(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
    }

    /// To six digits after the point: what rounding in binary adds is left out.
    static func rounded(_ value: Double) -> Double { abs(value) < 1e9 ? (value * 1e6).rounded() / 1e6 : value }

    // MARK: Prediction

    /// The series of the first measure with its forecast, or why there is none.
    private func prediction() throws(TimePoints.Failure) -> (measure: Int, forecast: SeriesForecast, times: [String]) {
        guard let times else { throw TimePoints.Failure(reason: "the rows have no times of equal steps; ask for a number per month first") }
        guard let measure = measures.first, measures.count == 1, rows.names.count == 2 else {
            throw TimePoints.Failure(reason: "a forecast needs one number for each \(times.points.unit.rawValue), and nothing else")
        }
        let order = try times.points.order()
        let values = order.compactMap { number(rows.rows[$0][measure]) }
        guard values.count == order.count else { throw TimePoints.Failure(reason: "some rows have no number") }
        guard !rows.isTruncated else { throw TimePoints.Failure(reason: "there are more rows than an answer has") }
        let steps = min(max(values.count / 4, Self.steps.lowerBound), Self.steps.upperBound)
        guard let forecast = SeriesForecast(values, season: times.points.season, steps: steps) else {
            throw TimePoints.Failure(reason: "at least \(SeriesForecast.minimumCount) values are needed, there are \(values.count)")
        }
        return (measure, forecast, times.points.next(steps))
    }

    func writePrediction(to writer: inout JSONWriter, _ head: QuestionHead) {
        let found: (measure: Int, forecast: SeriesForecast, times: [String])
        do throws(TimePoints.Failure) {
            found = try prediction()
        } catch {
            writer.member("success", false)
            head.write(to: &writer)
            writer.member("message", "No forecast: \(error.reason).")
            return
        }
        writer.member("success", true)
        head.write(to: &writer)
        let names = rows.names
        writer.member("origin_data", ordered) { writer, row in
            for (name, value) in zip(names, row) {
                writer.key(name)
                writer.value(value)
            }
        }
        let time = times.map { names[$0.place] } ?? ""
        writer.member("predict_data", Array(zip(found.times, found.forecast.points))) { writer, point in
            writer.member(time, point.0)
            writer.member(names[found.measure], figure: point.1.value)
            writer.member("lower", figure: point.1.lower)
            writer.member("upper", figure: point.1.upper)
        }
        writer.member("method", found.forecast.method)
        writer.member("interval", "95 %")
        let measure = names[found.measure]
        let lines = zip(found.times, found.forecast.points).map { "\($0): \(Self.text($1.value)) (\(Self.text($1.lower)) to \(Self.text($1.upper)))" }
        writer.member("content", "\(measure) by \(found.forecast.method), with 95 % intervals:\n" + lines.joined(separator: "\n"))
        writer.member("warnings", head.warnings)
    }
}

extension JSONWriter {
    /// A computed number; null where there is none.
    fileprivate mutating func member(_ name: String, figure value: Double) {
        key(name)
        if value.isFinite { double(AnswerStudy.rounded(value)) } else { null() }
    }
}
