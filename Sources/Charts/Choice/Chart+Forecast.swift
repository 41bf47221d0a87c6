/// A series with its forecast and the forecast's interval.
package struct ForecastSeries: Sendable {
    package struct Point: Sendable {
        let time: String
        let value: Double
        let lower: Double
        let upper: Double

        package init(time: String, value: Double, lower: Double, upper: Double) {
            self.time = time
            self.value = value
            self.lower = lower
            self.upper = upper
        }
    }

    /// The names that people see.
    package struct Labels: Sendable {
        let time: String
        let known: String
        let expected: String
        let interval: String

        package init(time: String, known: String, expected: String, interval: String) {
            self.time = time
            self.known = known
            self.expected = expected
            self.interval = interval
        }
    }

    /// The known values, in order.
    let known: [(time: String, value: Double)]
    /// The expected values of the following steps.
    let expected: [Point]

    package init(known: [(time: String, value: Double)], expected: [Point]) {
        self.known = known
        self.expected = expected
    }

    /// Rows of time, known value, expected value, and the ends of its interval. The forecast begins with the last known value, so that the
    /// lines meet.
    fileprivate var rows: [[ChartCell]] {
        let last = known.count - 1
        let past = known.enumerated().map { index, point -> [ChartCell] in
            let joint: ChartCell = index == last ? .number(point.value) : .null
            return [.text(point.time), .number(point.value), joint, joint, joint]
        }
        let next = expected.map { [.text($0.time), .null, .number($0.value), .number($0.lower), .number($0.upper)] as [ChartCell] }
        return past + next
    }
}

extension Chart {
    /// The lines of a series and its forecast, with the interval as a band.
    package static func forecast(_ series: ForecastSeries, _ labels: ForecastSeries.Labels, title: String, language: ChartLanguage) -> Chart {
        let columns = [
            ChartColumn("time", .text, label: labels.time), ChartColumn("known", .number, label: labels.known),
            ChartColumn("forecast", .number, label: labels.expected), ChartColumn("lower", .number, label: "\(labels.interval) ↓"),
            ChartColumn("upper", .number, label: "\(labels.interval) ↑"),
        ]
        let data = ChartData(columns: columns, rows: series.rows, language: language)
        let plan = ChartPlan(kind: .line, arrangement: .single, x: 0, measures: [1, 2], band: ChartPlan.Band(lower: 3, upper: 4))
        return Chart(data: data, plan: plan, title: PlainText.clean(title, limit: 200), subtitle: labels.interval)
    }
}
