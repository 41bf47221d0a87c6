import Ask
import JSON
import SQL

/// The rows of an answer as `/analysis` and `/predict` use them: their times and measures.
struct AnswerStudy: Sendable {
    let rows: QuestionRows
    let language: QuestionLanguage
    /// The column with times at equal intervals.
    let times: (index: Int, points: TimePoints)?
    /// Columns of numbers that are not times.
    let measures: [Int]

    init(_ rows: QuestionRows, _ language: QuestionLanguage) {
        self.rows = rows
        self.language = language
        var times: (index: Int, points: TimePoints)?
        for index in rows.names.indices {
            let texts = rows.rows.map { $0[index].string ?? $0[index].description }
            // Numbers of four digits in the first column are years, in other columns amounts.
            guard texts.count > 2, index == 0 || !rows.isNumeric(index), let points = TimePoints(texts) else { continue }
            times = (index, points)
            break
        }
        self.times = times
        let index = times?.index
        measures = rows.names.indices.filter { $0 != index && rows.isNumeric($0) }
    }

    func number(_ value: JSONValue) -> Double? { value.isNull ? nil : Double(value.string ?? value.description) }

    /// The label of a row.
    func label(_ row: [JSONValue]) -> String {
        let index = times?.index ?? rows.names.indices.first { !rows.isNumeric($0) } ?? 0
        return row.indices.contains(index) ? row[index].string ?? row[index].description : ""
    }

    /// The rows in chronological order, if they have times.
    var ordered: [[JSONValue]] {
        guard let times else { return rows.rows }
        // Rows that do not form a series stay unordered; statistics of single values need no order.
        return (try? times.points.order())?.map { rows.rows[$0] } ?? rows.rows
    }

    /// The reason why the rows form no series is not needed.
    var isSeries: Bool { times.map { (try? $0.points.order()) != nil } ?? false }

    static func text(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
    }

    /// The value rounded to six digits after the point, which removes errors of binary arithmetic.
    fileprivate static func rounded(_ value: Double) -> Double { abs(value) < 1e9 ? (value * 1e6).rounded() / 1e6 : value }
}

extension JSONWriter {
    /// Writes a computed number; null if there is none.
    mutating func member(_ name: String, figure value: Double) {
        key(name)
        if value.isFinite { double(AnswerStudy.rounded(value)) } else { null() }
    }
}

extension QuestionLanguage {
    func reason(_ problem: SeriesProblem) -> String {
        switch problem {
        case .noTimes: self(.noTimes)
        case .notOneMeasure(let unit): self(.oneMeasure, name(of: unit))
        case .twice(let time, let unit): self(.twice, time, name(of: unit))
        case .missing(let time, let unit): self(.missing, time, name(of: unit))
        case .noNumber: self(.noNumber)
        case .tooManyRows: self(.tooManyRows)
        case .tooFew(let needed, let found): self(.tooFew, "\(needed)", "\(found)")
        }
    }

    func name(of method: SeriesForecast.Method) -> String {
        switch method {
        case .holt: self(.holt)
        case .holtWinters(let season): self(.holtWinters, "\(season)")
        }
    }
}
