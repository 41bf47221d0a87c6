import Charts

extension ChartSample {
    static let byTwoDimensions: [ChartSample] = [
        ChartSample(
            name: "grouped", columns: [ChartColumn("region", .text), ChartColumn("segment", .text), ChartColumn("average_order", .number)],
            rows: ["North", "South", "East", "West"].enumerated().flatMap { place, region in
                ["Private", "Business", "Public"].enumerated().map { [.text(region), .text($1), wave(place * 4 + $0, 60 + Double($0) * 40, 40)] }
            }),
        ChartSample(
            name: "stacked_bars", columns: [ChartColumn("country", .text), ChartColumn("product_line", .text), ChartColumn("revenue", .number)],
            rows: ["Germany", "France", "United Kingdom of Great Britain", "Austria", "Switzerland", "Netherlands", "Belgium"].enumerated().flatMap {
                place, country in
                ["Espresso", "Filter", "Pods", "Gear", "Gifts"].enumerated().map {
                    [.text(country), .text($1), wave(place * 5 + $0, 4_000 - Double(place) * 380, 6_000)]
                }
            }),
        ChartSample(
            name: "heat_map", columns: [ChartColumn("weekday", .text), ChartColumn("hour", .number), ChartColumn("orders", .number)],
            rows: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].enumerated().flatMap { place, day in
                (8...19).map { hour in ordersOfHour(day, place, hour) }
            }),
        ChartSample(
            name: "scatter", columns: [ChartColumn("discount", .number), ChartColumn("units_sold", .number)],
            rows: (0..<80).map(discountAndUnits)),
    ]

    private static func ordersOfHour(_ day: String, _ place: Int, _ hour: Int) -> [ChartCell] {
        let orders = (hour * 7 + place * 13) % 31 + (place > 4 ? 20 : 0)
        return [.text(day), .integer(Int64(hour)), .integer(Int64(orders))]
    }

    private static func discountAndUnits(_ index: Int) -> [ChartCell] {
        let step = Double(index % 25)
        return [.number(step * 1.2), .number(step * 14 + Double((index * 53) % 97) + 20)]
    }

    private static func customer(_ index: Int) -> [ChartCell] {
        [.text("Customer \(index)"), .text("customer\(index)@example.org"), .text("2025-0\(index % 9 + 1)-1\(index % 10)"), .boolean(index % 3 > 0)]
    }

    static let others: [ChartSample] = [
        ChartSample(name: "kpi", columns: [ChartColumn("total_revenue", .number)], rows: [[.number(456_539.5)]]),
        ChartSample(
            name: "kpi_compared", columns: [ChartColumn("revenue", .number), ChartColumn("previous_revenue", .number)],
            rows: [[.number(52_300), .number(48_100)]]),
        ChartSample(
            name: "kpi_several",
            columns: [ChartColumn("orders", .number), ChartColumn("customers", .number), ChartColumn("average_order", .number)],
            rows: [[.integer(1_284), .integer(312), .number(87.35)]]),
        ChartSample(name: "empty", columns: [ChartColumn("region", .text), ChartColumn("revenue", .number)], rows: []),
        ChartSample(
            name: "table",
            columns: [ChartColumn("name", .text), ChartColumn("email", .text), ChartColumn("since", .date), ChartColumn("active", .boolean)],
            rows: (1...26).map(customer)),
        ChartSample(
            name: "hostile", columns: [ChartColumn("<script>alert(1)</script>", .text), ChartColumn("a.b[0]'\"\\", .number)],
            rows: [
                [.text("</text><script>alert(1)</script>"), .number(.nan)], [.text("&lt;\u{0}\u{1F}\u{FFFE}"), .number(1e300)],
                [.text("\u{202E}" + String(repeating: "W", count: 4_000)), .number(-.infinity)], [.text("]]>"), .number(-1e308)],
                [.text(""), .number(.leastNonzeroMagnitude)],
            ]),
    ]
}
