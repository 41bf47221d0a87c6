import Charts
import JSON
import Testing

@Suite("Choice of a chart")
struct ChartChoiceTests {
    static let expected: [String: ChartKind] = [
        "line": .line, "line_chinese": .line, "line_series": .line, "line_gaps": .line, "area": .area, "stacked_share": .column,
        "measures_apart": .line,
        "series_apart": .line, "times_of_day": .line, "column": .column, "column_korean": .column, "bar_long_names": .bar, "bar_first_thirty": .bar,
        "bar_negative": .bar, "donut": .donut, "pie_traditional": .pie, "grouped_measures": .column, "one_category": .column, "grouped": .column,
        "stacked_bars": .bar, "heat_map": .heatMap, "scatter": .scatter, "kpi": .kpi, "kpi_compared": .kpi, "kpi_several": .kpi, "empty": .table,
        "table": .table, "hostile": .bar,
    ]

    @Test("Each sample has the kind that the rules give", arguments: ChartSample.all)
    func kinds(sample: ChartSample) {
        #expect(sample.chart.kind == Self.expected[sample.name])
    }

    @Test("A kind that the question or the caller names holds where the result has the columns for it")
    func requests() throws {
        let column = try #require(ChartSample.all.first { $0.name == "column" })
        func kind(_ question: String) -> ChartKind {
            Chart.choose(columns: column.columns, rows: column.rows, question: question, language: .english).kind
        }
        #expect(kind("revenue by category as a pie chart") == .pie)
        #expect(kind("各类别销售额，条形图") == .bar)
        #expect(kind("분류별 매출을 도넛 차트로") == .donut)
        #expect(kind("revenue by category as a table") == .table)
        #expect(kind("a scatter plot of revenue by category") == .column, "it has one measure")
        let asked = Chart.choose(columns: column.columns, rows: column.rows, question: "pie chart", language: .english, kind: .line)
        #expect(asked.kind == .line)
    }

    @Test("Words of a question that name goods or periods are no kinds of chart")
    func noRequests() {
        let columns = [ChartColumn("region", .text), ChartColumn("sales_2025", .number), ChartColumn("sales_2026", .number)]
        let rows: [[ChartCell]] = ["N", "S", "E", "W"].enumerated().map { [.text($1), .integer(Int64(40 + $0)), .integer(Int64(60 - $0))] }
        func kind(_ question: String, _ columns: [ChartColumn]) -> ChartKind {
            Chart.choose(columns: columns, rows: rows, question: question, language: .english).kind
        }
        #expect(kind("sales 2025 vs 2026 by region", columns) == .column)
        #expect(kind("donut sales by region", columns) == .column)
        #expect(kind("지역별 막대 사탕과 도넛 매출", columns) == .column)
        #expect(kind("how does sales 2025 depend on 2026, is there a correlation", columns) == .scatter)
    }

    @Test("Values that are not parts of a whole get no pie chart")
    func noPie() {
        let columns = [ChartColumn("region", .text), ChartColumn("profit", .number)]
        let negative = Chart.choose(
            columns: columns, rows: [[.text("A"), .number(-1)], [.text("B"), .number(2)]], question: "pie chart", language: .english)
        #expect(negative.kind == .column)
        let averages = [ChartColumn("region", .text), ChartColumn("average_price", .number)]
        let average = Chart.choose(
            columns: averages, rows: [[.text("A"), .number(1)], [.text("B"), .number(2)]], question: "pie chart", language: .english)
        #expect(average.kind == .column)
    }

    @Test("Identifiers and years are no measures, and codes beside names are left out")
    func roles() {
        let columns = [ChartColumn("customer_id", .number), ChartColumn("name", .text), ChartColumn("orders", .number)]
        let named = Chart.choose(
            columns: columns, rows: [[.integer(7), .text("Ann"), .integer(3)], [.integer(9), .text("Bo"), .integer(5)]], language: .english)
        #expect(named.kind == .column)
        #expect(named.sqlbot["axis"]?["x"]?["value"] == "name")
        let years = [ChartColumn("year", .number), ChartColumn("orders", .number)]
        let line = Chart.choose(columns: years, rows: (2019...2026).map { [.integer($0), .integer($0 - 2000)] }, language: .english)
        #expect(line.kind == .line)
    }

    @Test("The values determine the roles of columns whose types the engine does not know")
    func untyped() {
        func chart(_ name: String, _ kind: ChartColumn.Kind, _ cells: [ChartCell]) -> Chart {
            Chart.choose(
                columns: [ChartColumn(name, kind), ChartColumn("sum(total)", .text)], rows: cells.enumerated().map { [$1, .integer(Int64($0 + 1))] },
                language: .english)
        }
        #expect(chart("name", .text, [.text("a"), .text("b")]).kind == .column, "numbers of a column without a type are a measure")
        #expect(chart("shelf", .text, ["1000", "2000", "3000", "4000"].map(ChartCell.text)).kind == .column, "four digits are a code")
        #expect(chart("shelf", .text, ["2021", "2022", "2023", "2024"].map(ChartCell.text)).kind == .line)
        let months = ["01", "02", "03", "04"].map { ChartCell.text("2026-\($0)-01 00:00:00+00") }
        #expect(chart("at", .date, months).title == "Sum(total) rose 300% from Jan 2026 to Apr 2026", "starts of months are months")
        let days = ["01", "02", "03", "04"].map { ChartCell.text("2026-01-\($0)T00:00:00Z") }
        #expect(chart("at", .date, days).title == "Sum(total) rose 300% from 1 Jan 2026 to 4 Jan 2026")
        #expect(chart("at", .time, ["10:00", "11:00", "12:00", "13:00"].map(ChartCell.text)).kind == .column, "a time without a day is a name")
    }

    @Test("Titles describe the rows, in the language of the chart")
    func titles() throws {
        func title(_ name: String) throws -> String { try #require(ChartSample.all.first { $0.name == name }).chart.title }
        #expect(try title("column") == "Espresso has the highest revenue: 184,320.5")
        #expect(try title("column_korean") == "매출 최고: 에스프레소 (1,843,200)")
        #expect(try title("donut") == "Card is 60% of orders")
        #expect(try title("pie_traditional") == "信用卡佔訂單數的60%")
        #expect(try title("line_gaps") == "Profit rose 28% from Q1 2024 to Q2 2025")
        #expect(try title("grouped") == "Average order by region and segment")
        #expect(try title("empty") == "No rows")
        let hours = Chart.choose(
            columns: [ChartColumn("hour", .number), ChartColumn("orders", .number)],
            rows: [[.integer(8), .integer(3)], [.integer(9), .integer(7)]],
            language: .english)
        #expect(hours.title == "Hour 9 has the most orders: 7")
    }

    @Test("Omitted rows are reported")
    func leftOut() throws {
        let chart = try #require(ChartSample.all.first { $0.name == "bar_first_thirty" }).chart
        #expect(chart.subtitle == "Units by product · first 30 of 75")
        let many = Chart.choose(
            columns: [ChartColumn("x", .number), ChartColumn("y", .number)], rows: (0..<20_000).map { [.integer($0), .integer($0 * 3)] },
            language: .english)
        #expect(many.kind == .scatter)
        #expect(many.subtitle == "first 10,000 of 20,000")
    }

    @Test(
        "The chart named in a question is separated from the question",
        arguments: [
            ("orders by channel as a pie chart", "orders by channel"), ("Orders by channel, shown as a pie chart?", "Orders by channel"),
            ("show me a bar chart of orders per month", "orders per month"), ("pie chart of orders by channel", "orders by channel"),
            ("orders per month in 2024 as a line", "orders per month in 2024"),
            ("percentage of orders by channel as a donut", "percentage of orders by channel"),
            ("按渠道统计订单数，用饼图显示", "按渠道统计订单数"), ("用折线图显示每月订单数", "每月订单数"), ("월별 주문 수를 꺾은선 그래프로 보여줘", "월별 주문 수를"),
            ("orders with a bar chart", "orders"), ("as a pie chart", "as a pie chart"), ("rows of the table", "rows of the table"),
            ("orders as a line item", "orders as a line item"), ("orders by channel", "orders by channel"),
        ])
    func questions(asked: String, left: String) { #expect(ChartRequest.question(without: asked) == left) }
}
