import Charts

extension ChartSample {
    static let overTime: [ChartSample] = [
        ChartSample(
            name: "line", columns: [ChartColumn("month", .text), ChartColumn("total_revenue", .number)],
            rows: (0..<18).map { [month($0), wave($0, 42_000, 18_000)] }),
        ChartSample(
            name: "line_chinese", columns: [ChartColumn("month", .text, label: "月份"), ChartColumn("revenue", .number, label: "销售额")],
            rows: (0..<12).map { [month($0), wave($0, 420_000, 280_000)] }, language: .simplifiedChinese),
        ChartSample(
            name: "line_series",
            columns: [ChartColumn("day", .date), ChartColumn("region", .text), ChartColumn("orders", .number)],
            rows: (1...28).flatMap { day in
                ["North", "South", "East", "West"].enumerated().map { place, region in
                    [.text("2026-02-\(day < 10 ? "0" : "")\(day)"), .text(region), wave(day + place * 5, 120 + Double(place) * 45, 60)]
                }
            }),
        ChartSample(
            name: "line_gaps", columns: [ChartColumn("quarter", .text), ChartColumn("profit", .number)],
            rows: [("2024-Q1", 12_000.0), ("2024-Q2", -4_500), ("2024-Q3", nil), ("2024-Q4", 8_200), ("2025-Q1", -9_100), ("2025-Q2", 15_400)].map {
                [.text($0.0), $0.1.map(ChartCell.number) ?? .null]
            }),
        ChartSample(
            name: "area", columns: [ChartColumn("week", .text), ChartColumn("cumulative_orders", .number)],
            rows: (1...26).map { [.text("2026-W\($0 < 10 ? "0" : "")\($0)"), .integer(Int64($0 * $0 * 13 + $0 * 40))] }),
        ChartSample(
            name: "stacked_share", columns: [ChartColumn("month", .text), ChartColumn("channel", .text), ChartColumn("revenue", .number)],
            rows: (0..<12).flatMap { index in
                ["Online shop", "Wholesale", "Cafés"].enumerated().map { place, channel in
                    [month(index), .text(channel), wave(index + place * 3, 9_000 + 4_000 * Double(place), 5_000)]
                }
            }, question: "breakdown of revenue by channel for each month"),
        ChartSample(
            name: "measures_apart",
            columns: [
                ChartColumn("month", .text), ChartColumn("revenue", .number), ChartColumn("orders", .number), ChartColumn("return_rate", .number),
            ],
            rows: (0..<12).map { [month($0), wave($0, 50_000, 20_000), wave($0 + 3, 300, 80), .number(0.02 + Double($0 % 5) * 0.004)] }),
        ChartSample(
            name: "series_apart", columns: [ChartColumn("month", .text), ChartColumn("product", .text), ChartColumn("units", .number)],
            rows: (0..<12).flatMap { index in
                (1...10).map { [month(index), .text("Roast No. \($0)"), wave(index + $0, 40 + Double($0) * 9, 30)] }
            }),
        ChartSample(
            name: "times_of_day", columns: [ChartColumn("at", .time), ChartColumn("temperature", .number)],
            rows: (0..<48).map { index in
                [.text("2026-03-0\(1 + index / 24) \(index % 24 < 10 ? "0" : "")\(index % 24):30:00"), wave(index, 14, 6)]
            }),
    ]
}
