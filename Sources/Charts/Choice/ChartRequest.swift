/// What a question says about the chart that it wants, by words in four languages.
package struct ChartRequest: Sendable {
    /// The kind that is named.
    var kind: ChartKind?
    /// Parts of a whole are asked for.
    var wantsShare = false
    /// How one measure goes with another is asked for.
    var wantsRelation = false
    /// One thing is set against another, which may be two measures or two periods of one.
    var wantsContrast = false

    /// Longest part of a question that is read. Unit: characters.
    static let maxQuestion = 2_000

    init(question: String) {
        let text = String(question.prefix(Self.maxQuestion)).lowercased()
        func says(_ phrases: [String]) -> Bool { phrases.contains { text.contains($0) } }
        kind = Self.kinds.first { says($0.phrases) }?.kind
        wantsShare = says(["share of", "proportion", "percentage of", "breakdown", "composition", "占比", "佔比", "比例", "构成", "構成", "비중", "비율", "구성"])
        wantsRelation = says(["relationship", "correlat", "depends on", "关系", "關係", "相关", "相關", "관계", "상관"])
        wantsContrast = says([" versus ", " vs ", " vs. "])
    }

    /// The first that matches holds: longer phrases come before those that they contain.
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
