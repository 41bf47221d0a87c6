/// The sentences of charts. Column names are inserted where the grammar does not depend on them.
struct ChartPhrases: Sendable {
    let language: ChartLanguage

    private func choose(_ english: String, _ simplified: String, _ traditional: String, _ korean: String) -> String {
        switch language {
        case .english: english
        case .simplifiedChinese: simplified
        case .traditionalChinese: traditional
        case .korean: korean
        }
    }

    var none: String { choose("(none)", "（空）", "（空）", "(없음)") }
    var noRows: String { choose("No rows", "没有数据", "沒有資料", "데이터 없음") }
    var value: String { choose("Value", "数值", "數值", "값") }
    var measure: String { choose("Measure", "指标", "指標", "지표") }
    var result: String { choose("Result", "查询结果", "查詢結果", "조회 결과") }

    func boolean(_ value: Bool) -> String { value ? choose("Yes", "是", "是", "예") : choose("No", "否", "否", "아니요") }

    func list(_ names: [String]) -> String { names.joined(separator: choose(", ", "、", "、", ", ")) }

    func by(_ measures: String, _ dimensions: [String]) -> String {
        let joined = dimensions.joined(separator: choose(" and ", "和", "和", " 및 "))
        return choose("\(measures) by \(joined)", "按\(joined)统计的\(measures)", "按\(joined)統計的\(measures)", "\(joined)별 \(measures)")
    }

    func against(_ y: String, _ x: String) -> String { choose("\(y) against \(x)", "\(y)与\(x)的关系", "\(y)與\(x)的關係", "\(x) 대비 \(y)") }

    func highest(_ name: String, _ measure: String, _ value: String) -> String {
        choose(
            "\(name) has the highest \(measure): \(value)", "\(name)的\(measure)最高：\(value)", "\(name)的\(measure)最高：\(value)",
            "\(measure) 최고: \(name) (\(value))")
    }

    /// The sentence for a measure that is a count, named in the plural.
    func most(_ name: String, _ measure: String, _ value: String) -> String {
        guard language == .english else { return highest(name, measure, value) }
        let counted = measure.hasPrefix("number of ") ? measure.dropFirst(10) : measure[...]
        return "\(name) has the most \(counted): \(value)"
    }

    func largestShare(_ name: String, _ measure: String, _ share: String) -> String {
        choose("\(name) is \(share) of \(measure)", "\(name)占\(measure)的\(share)", "\(name)佔\(measure)的\(share)", "\(measure) 중 \(name) 비중 \(share)")
    }

    /// - Parameter change: as a share of the first value.
    func trend(_ measure: String, _ change: Double, _ from: String, _ to: String) -> String {
        let size = NumberFormat(language: language).percent(change.magnitude)
        if change.magnitude < 0.0005 {
            return choose(
                "\(measure) is the same in \(from) and \(to)", "\(measure)在\(from)和\(to)相同", "\(measure)在\(from)和\(to)相同",
                "\(measure): \(from)과(와) \(to) 동일")
        }
        return change > 0
            ? choose(
                "\(measure) rose \(size) from \(from) to \(to)", "\(measure)从\(from)到\(to)上升\(size)", "\(measure)從\(from)到\(to)上升\(size)",
                "\(measure) \(from)–\(to) \(size) 증가")
            : choose(
                "\(measure) fell \(size) from \(from) to \(to)", "\(measure)从\(from)到\(to)下降\(size)", "\(measure)從\(from)到\(to)下降\(size)",
                "\(measure) \(from)–\(to) \(size) 감소")
    }

    func comparedWith(_ label: String, _ value: String) -> String {
        choose("\(label): \(value)", "\(label)：\(value)", "\(label)：\(value)", "\(label): \(value)")
    }

    func moreColumns(_ count: Int) -> String { choose("\(count) more columns", "另有 \(count) 列", "另有 \(count) 欄", "열 \(count)개 더 있음") }

    func oneInEvery(_ count: Int) -> String { choose("one in \(count) points", "每 \(count) 点取 1 点", "每 \(count) 點取 1 點", "점 \(count)개 중 1개") }

    func firstRows(_ shown: String, _ total: String) -> String {
        choose("first \(shown) of \(total)", "前 \(shown) 项，共 \(total) 项", "前 \(shown) 項，共 \(total) 項", "전체 \(total)개 중 처음 \(shown)개")
    }
}
