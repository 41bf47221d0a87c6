import Charts

extension ChartSample {
    static let byCategory: [ChartSample] = [
        ChartSample(
            name: "column", columns: [ChartColumn("category", .text), ChartColumn("revenue", .number)],
            rows: [("Espresso", 184_320.5), ("Filter", 121_004), ("Pods", 98_210), ("Gear", 40_115), ("Gifts", 12_890)].map {
                [.text($0.0), .number($0.1)]
            }),
        ChartSample(
            name: "column_korean", columns: [ChartColumn("category", .text, label: "분류"), ChartColumn("revenue", .number, label: "매출")],
            rows: [("에스프레소", 1_843_200.0), ("필터 커피", 1_210_040), ("캡슐", 982_100), ("장비", 401_150)].map { [.text($0.0), .number($0.1)] },
            language: .korean),
        ChartSample(
            name: "bar_long_names", columns: [ChartColumn("customer", .text), ChartColumn("total_spent", .number)],
            rows: [
                ("Brennhaus Kaffeespezialitäten und Röstereibedarf GmbH & Co. KG", 48_210.0),
                ("The Very Long Named Coffee Trading Company of Rotterdam", 39_400),
                ("Café Zürich", 21_050), ("北京咖啡贸易有限公司", 18_820), ("Ōtsuka Kōhī", 12_400), ("Bo", 3_100),
            ].map { [.text($0.0), .number($0.1)] }),
        ChartSample(
            name: "bar_first_thirty", columns: [ChartColumn("product", .text), ChartColumn("units", .number)],
            rows: (0..<75).map { [.text("Product \($0 + 1)"), .integer(Int64(9_000 - $0 * 110))] }),
        ChartSample(
            name: "bar_negative", columns: [ChartColumn("account", .text), ChartColumn("change", .number)],
            rows: [
                ("Advertising and events", -12_400.0), ("Salaries", -8_200), ("Rent", 0), ("Online shop", 9_300), ("Wholesale, domestic", 15_200),
                ("Wholesale, export", 22_750),
            ].map { [.text($0.0), .number($0.1)] }),
        ChartSample(
            name: "donut", columns: [ChartColumn("payment", .text), ChartColumn("orders", .number)],
            rows: [("Card", 5_210), ("Invoice", 2_304), ("Cash", 1_120), ("Voucher", 86)].map { [.text($0.0), .integer($0.1)] },
            question: "What is the share of each payment?"),
        ChartSample(
            name: "pie_traditional", columns: [ChartColumn("payment", .text, label: "付款方式"), ChartColumn("orders", .number, label: "訂單數")],
            rows: [("信用卡", 5_210), ("發票", 2_304), ("現金", 1_120)].map { [.text($0.0), .integer($0.1)] }, question: "各付款方式的訂單，圓餅圖",
            language: .traditionalChinese),
        ChartSample(
            name: "grouped_measures",
            columns: [ChartColumn("region", .text), ChartColumn("sales_2025", .number), ChartColumn("sales_2026", .number)],
            rows: [("North", 81_000.0, 90_400.0), ("South", 65_200, 61_000), ("East", 48_100, 59_900), ("West", 30_000, 35_500)].map {
                [.text($0.0), .number($0.1), .number($0.2)]
            }),
        ChartSample(
            name: "one_category", columns: [ChartColumn("region", .text), ChartColumn("customers", .number)],
            rows: [[.text("North"), .integer(12)], [.null, .integer(3)]]),
    ]
}
