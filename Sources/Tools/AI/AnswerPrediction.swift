import Ask
import Charts
import JSON

/// `/predict`: forecasts the next values of an answer's measure, with their intervals.
struct AnswerPrediction: Sendable {
    /// Number of forecast values: a quarter of the known ones, within this range.
    private static let steps = 3...12

    private let study: AnswerStudy
    private let measure: Int
    private let times: (index: Int, points: TimePoints)
    private let known: [(time: String, value: Double)]
    private let points: [(time: String, point: SeriesForecast.Point)]
    private let method: SeriesForecast.Method

    /// - Throws: ``SeriesProblem`` when the rows do not form a series that can be forecast.
    init(_ study: AnswerStudy) throws(SeriesProblem) {
        guard let times = study.times else { throw .noTimes }
        let unit = times.points.unit
        guard let measure = study.measures.first, study.measures.count == 1, study.rows.names.count == 2 else { throw .notOneMeasure(unit) }
        let order = try times.points.order()
        let values = order.compactMap { study.number(study.rows.rows[$0][measure]) }
        guard values.count == order.count else { throw .noNumber }
        guard !study.rows.isTruncated else { throw .tooManyRows }
        let steps = min(max(values.count / 4, Self.steps.lowerBound), Self.steps.upperBound)
        guard let forecast = SeriesForecast(values, season: times.points.season, steps: steps) else {
            throw .tooFew(needed: SeriesForecast.minimumCount, found: values.count)
        }
        self.study = study
        self.measure = measure
        self.times = times
        known = zip(order, values).map { (study.label(study.rows.rows[$0]), $1) }
        points = zip(times.points.next(steps), forecast.points).map { ($0, $1) }
        method = forecast.method
    }

    private var name: String { study.rows.names[measure] }

    /// The forecast as lines of text.
    var content: String {
        let language = study.language
        let lines = points.map { time, point in
            language(.forecastPoint, time, AnswerStudy.text(point.value), AnswerStudy.text(point.lower), AnswerStudy.text(point.upper))
        }
        return ([language(.forecast, name, language.name(of: method))] + lines).joined(separator: "\n")
    }

    /// - Parameter labels: display names of the answer's columns.
    func chart(_ labels: [String?]) -> Chart {
        let language = study.language
        let isLabeled = labels.count == study.rows.names.count
        let label = (isLabeled ? labels[measure] : nil) ?? name
        let series = ForecastSeries(
            known: known,
            expected: points.map { ForecastSeries.Point(time: $0.time, value: $0.point.value, lower: $0.point.lower, upper: $0.point.upper) })
        let words = ForecastSeries.Labels(
            time: (isLabeled ? labels[times.index] : nil) ?? study.rows.names[times.index], known: language(.known),
            expected: language(.expected), interval: language(.interval))
        return .forecast(series, words, title: language(.forecastTitle, label), language: language.ofCharts)
    }

    func write(to writer: inout JSONWriter, _ head: QuestionHead, _ drawn: QuestionPicture) {
        let names = study.rows.names
        writer.member("success", true)
        head.write(to: &writer)
        writer.member("origin_data", study.ordered) { writer, row in
            for (name, value) in zip(names, row) {
                writer.key(name)
                writer.value(value)
            }
        }
        writer.member("predict_data", points) { writer, entry in
            writer.key(names[times.index])
            writer.string(entry.time)
            writer.member(name, figure: entry.point.value)
            writer.member("lower", figure: entry.point.lower)
            writer.member("upper", figure: entry.point.upper)
        }
        writer.member("method", study.language.name(of: method))
        writer.member("interval", "95 %")
        writer.member("content", content)
        drawn.write(to: &writer)
        writer.member("warnings", head.warnings)
    }

    /// Writes the response of `/predict` without a forecast.
    static func refuse(_ reason: String, to writer: inout JSONWriter, _ head: QuestionHead) {
        writer.member("success", false)
        head.write(to: &writer)
        writer.member("message", reason)
    }
}
