/// A result and how it is drawn.
package struct Chart: Sendable {
    let data: ChartData
    let plan: ChartPlan
    /// What the chart shows, as a finding where the rows have one: "Beans has the highest revenue: 4,200".
    package let title: String
    /// What is drawn, where the title is a finding, and how many rows are left out.
    package let subtitle: String?

    /// Chooses the chart of a result.
    /// - Parameters:
    ///   - question: the person's question, whose words may name a kind of chart or ask for shares.
    ///   - kind: the kind that the caller wants; it holds where the result has the columns for it, and over the question's words.
    package static func choose(
        columns: [ChartColumn], rows: [[ChartCell]], question: String = "", language: ChartLanguage, kind: ChartKind? = nil
    ) -> Chart {
        let data = ChartData(columns: columns, rows: rows, language: language)
        var request = ChartRequest(question: question)
        request.kind = kind ?? request.kind
        let plan = ChartChooser(data: data, request: request).plan()
        return Chart(data: data, plan: plan)
    }

    init(data: ChartData, plan: ChartPlan) {
        let text = ChartTitle(data: data, plan: plan)
        self.init(data: data, plan: plan, title: text.title, subtitle: text.subtitle)
    }

    init(data: ChartData, plan: ChartPlan, title: String, subtitle: String?) {
        self.data = data
        self.plan = plan
        self.title = title
        self.subtitle = subtitle
    }

    package var kind: ChartKind { plan.kind }
    package var language: ChartLanguage { data.language }
}
