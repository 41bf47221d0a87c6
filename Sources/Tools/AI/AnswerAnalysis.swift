import Ask
import JSON

/// `/analysis`: statistics of each measure in an answer, its trend, and its outliers.
struct AnswerAnalysis: Sendable {
    private struct Finding {
        let name: String
        let summary: SeriesSummary
        let missing: Int
        let trend: SeriesTrend?
        let outliers: [(label: String, value: Double)]
    }

    /// Sentences, one line for each measure.
    let content: String
    private let findings: [Finding]
    private let study: AnswerStudy

    init(_ study: AnswerStudy) {
        self.study = study
        let ordered = study.ordered
        findings = study.measures.compactMap { index in
            let values = ordered.map { study.number($0[index]) }
            let known = values.compactMap { $0 }
            guard let summary = SeriesSummary(known) else { return nil }
            let trend = study.isSeries && known.count == values.count ? SeriesTrend(known) : nil
            let labels = zip(ordered, values).compactMap { $1 == nil ? nil : study.label($0) }
            let outliers = SeriesOutliers.indices(in: known, trend: trend).map { (label: labels[$0], value: known[$0]) }
            return Finding(
                name: study.rows.names[index], summary: summary, missing: values.count - known.count, trend: trend, outliers: outliers)
        }
        content =
            findings.isEmpty
            ? study.language(.noNumbers, "\(study.rows.rows.count)") : findings.map { Self.sentences($0, study) }.joined(separator: "\n")
    }

    private static func sentences(_ finding: Finding, _ study: AnswerStudy) -> String {
        let (language, own) = (study.language, finding.summary)
        let figures = [own.sum, own.mean, own.median, own.minimum, own.maximum].map(AnswerStudy.text)
        var sentences = [
            language(.statistics, finding.name, "\(own.count)", figures[0], figures[1], figures[2], figures[3], figures[4])
        ]
        if let trend = finding.trend, let times = study.times {
            let (slope, unit) = (AnswerStudy.text(abs(trend.slope)), language.name(of: times.points.unit))
            switch trend.direction {
            case .rising: sentences.append(language(.rising, slope, unit))
            case .falling: sentences.append(language(.falling, slope, unit))
            case .none: sentences.append(language(.noTrend))
            }
        }
        if !finding.outliers.isEmpty {
            let shown = finding.outliers.prefix(5).map { "\($0.label) (\(AnswerStudy.text($0.value)))" }
            sentences.append(language(.outliers, shown.joined(separator: ", ")))
        }
        return sentences.joined(separator: " ")
    }

    func write(to writer: inout JSONWriter, _ head: QuestionHead) {
        let language = study.language
        writer.member("success", true)
        head.write(to: &writer)
        writer.member("content", content)
        writer.member("measures", findings) { writer, finding in
            writer.member("name", finding.name)
            writer.member("count", finding.summary.count)
            writer.member("missing", finding.missing)
            for (name, value) in [
                ("sum", finding.summary.sum), ("mean", finding.summary.mean), ("median", finding.summary.median),
                ("minimum", finding.summary.minimum),
                ("maximum", finding.summary.maximum),
            ] { writer.member(name, figure: value) }
            if let deviation = finding.summary.standardDeviation { writer.member("standardDeviation", figure: deviation) }
            if let trend = finding.trend {
                writer.object("trend") { writer in
                    writer.member("direction", trend.direction.rawValue)
                    writer.member("slope", figure: trend.slope)
                    writer.member("rSquared", figure: trend.rSquared)
                    writer.member("method", language(.trendMethod))
                }
            }
            writer.member("outliers", finding.outliers) { writer, outlier in
                writer.member("label", outlier.label)
                writer.member("value", figure: outlier.value)
            }
            writer.member("outlierMethod", language(.outlierMethod))
        }
        let rows = study.rows
        writer.member("warnings", head.warnings + (rows.isTruncated ? [language(.firstRows, "\(rows.rows.count)")] : []))
    }
}
