/// The chart that a question asks for, by words in four languages.
package struct ChartRequest: Sendable {
    /// The requested kind.
    var kind: ChartKind?
    /// Whether the question asks for parts of a whole.
    var wantsShare = false
    /// Whether the question asks for the correlation of two measures.
    var wantsRelation = false
    /// Whether the question compares two things, which may be two measures or two periods of one.
    var wantsContrast = false

    /// Longest part of a question that is searched. Unit: characters.
    static let maxQuestion = 2_000

    init(question: String) {
        let text = String(question.prefix(Self.maxQuestion)).lowercased()
        func says(_ phrases: [String]) -> Bool { phrases.contains { text.contains($0) } }
        kind = Self.kinds.first { says($0.phrases) }?.kind
        wantsShare = says(["share of", "proportion", "percentage of", "breakdown", "composition", "占比", "佔比", "比例", "构成", "構成", "비중", "비율", "구성"])
        wantsRelation = says(["relationship", "correlat", "depends on", "关系", "關係", "相关", "相關", "관계", "상관"])
        wantsContrast = says([" versus ", " vs ", " vs. "])
    }

    /// The first match is used, so longer phrases come before those that they contain.
    static let kinds: [(kind: ChartKind, phrases: [String])] = [
        (.heatMap, ["heat map", "heatmap", "热力图", "熱力圖", "热图", "히트맵"]),
        (.scatter, ["scatter plot", "scatterplot", "scatter chart", "散点图", "散點圖", "산점도"]),
        (.donut, ["donut chart", "doughnut chart", "as a donut", "as a doughnut", "环形图", "環形圖", "圆环图", "도넛 차트", "도넛 그래프"]),
        (.pie, ["pie chart", "as a pie", "饼图", "饼状图", "圓餅圖", "餅圖", "원형 차트", "원 그래프", "파이 차트"]),
        (.area, ["area chart", "as an area", "面积图", "面積圖", "영역 차트"]),
        (.line, ["line chart", "line graph", "as a line", "折线图", "折線圖", "曲线图", "꺾은선", "선 그래프", "라인 차트"]),
        (.column, ["column chart", "as columns", "柱状图", "柱形图", "柱狀圖", "直條圖", "세로 막대그래프", "세로 막대 "]),
        (.bar, ["bar chart", "bar graph", "as bars", "条形图", "長條圖", "条状图", "막대그래프", "막대 그래프", "막대 차트"]),
        (.table, ["as a table", "in a table", "表格", "표로"]),
    ]
}

extension ChartRequest {
    /// The question without words at its beginning or end that name a kind of chart, for parsing the rest; unchanged if there are none.
    package static func question(without question: String) -> String {
        guard question.utf8.count <= maxQuestion, ChartRequest(question: question).kind != nil else { return question }
        let rest = withoutEnglish(question.split(whereSeparator: \.isWhitespace)) ?? withoutAsian(question)
        return rest.flatMap { $0.isEmpty ? nil : $0 } ?? question
    }

    // MARK: English

    /// Names that are sufficient alone; others need a word such as "as" before them.
    private static let names: Set<String> = [
        "heat map", "heatmap", "scatter plot", "scatterplot", "scatter chart", "pie chart", "donut chart", "doughnut chart", "area chart",
        "line chart", "line graph", "column chart", "bar chart", "bar graph",
    ]
    private static let shortNames: Set<String> = ["pie", "donut", "doughnut", "area", "line", "columns", "bars", "table"]

    /// Nil if it neither ends nor begins with a name.
    private static func withoutEnglish(_ words: [Substring]) -> String? {
        let plain = words.map { $0.lowercased().filter { $0.isLetter } }
        if let count = closing(plain) {
            var kept = words.dropLast(count)
            if let last = kept.popLast() { kept.append(last.hasSuffix(",") ? last.dropLast() : last) }
            return kept.joined(separator: " ")
        }
        return opening(plain).map { words.dropFirst($0).joined(separator: " ") }
    }

    /// Number of words of a phrase at the end such as "shown as a pie chart".
    private static func closing(_ words: [String]) -> Int? {
        for length in [2, 1] where words.count > length {
            let name = words.suffix(length).joined(separator: " ")
            guard names.contains(name) || (length == 1 && shortNames.contains(name)) else { continue }
            var left = words.dropLast(length)
            if ["a", "an", "the"].contains(left.last) { left.removeLast() }
            guard ["as", "in", "with", "on", "using"].contains(left.last) else { continue }
            left.removeLast()
            if ["shown", "drawn", "displayed", "plotted"].contains(left.last) { left.removeLast() }
            return words.count - left.count
        }
        return nil
    }

    /// Number of words of a phrase at the beginning such as "show me a pie chart of".
    private static func opening(_ words: [String]) -> Int? {
        var left = words[...]
        let groups: [Set<String>] = [["please"], ["show", "draw", "plot", "make", "give", "create"], ["me"], ["a", "an", "the"]]
        for group in groups where group.contains(left.first ?? "") {
            left.removeFirst()
        }
        for length in [2, 1] where left.count > length && names.contains(left.prefix(length).joined(separator: " ")) {
            left.removeFirst(length)
            guard ["of", "for", "showing", "with"].contains(left.first) else { return nil }
            return words.count - left.count + 1
        }
        return nil
    }

    // MARK: Chinese and Korean

    private static func withoutAsian(_ question: String) -> String? {
        let phrases = kinds.flatMap(\.phrases).filter { $0.utf8.contains { $0 >= 0x80 } }
        guard let range = phrases.lazy.compactMap({ question.firstRange(of: $0) }).first else { return nil }
        var (head, tail) = (question[..<range.lowerBound], question[range.upperBound...])
        for word in ["画成", "畫成", "做成", "显示成", "顯示成", "用", "以", "请", "請", "的", "，", ",", " "] where head.hasSuffix(word) {
            head = head.dropLast(word.count)
        }
        for word in [" 그래프", " 차트", "로", "으로", "来", "來", "显示", "顯示", "展示", "表示", "呈现", "呈現", " 보여줘", " 보여 줘", " 보여 주세요", " 그려줘", " 그려 줘"]
        where tail.hasPrefix(word) {
            tail = tail.dropFirst(word.count)
        }
        return head.isEmpty ? String(tail.drop { $0.isWhitespace || $0 == "，" || $0 == "," }) : String(head + tail)
    }
}
