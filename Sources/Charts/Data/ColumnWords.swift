/// What a column's name says about its values, in the languages of the charts.
struct ColumnWords: Sendable {
    /// A number that identifies something.
    let isIdentifier: Bool
    let isYear: Bool
    /// A month's, a quarter's, a week's, a day's or an hour's number.
    let isCalendarPart: Bool
    let isRate: Bool
    let isAverage: Bool
    let isCumulative: Bool
    /// The value of the period before.
    let isPrevious: Bool

    init(_ name: String) {
        let lower = name.lowercased()
        let words = Set(lower.split { !$0.isLetter && !$0.isNumber }.map(String.init))
        func has(_ exact: Set<String>, _ parts: [String]) -> Bool { !words.isDisjoint(with: exact) || parts.contains { lower.contains($0) } }
        let endsAsIdentifier = name.hasSuffix("Id") || name.hasSuffix("ID")
        isIdentifier =
            endsAsIdentifier || has(["id", "code", "zip", "postcode", "phone", "sku", "key"], ["编号", "編號", "编码", "代码", "번호", "코드"])
        isYear = has(["year", "yr"], ["年份", "年度", "연도", "년도"]) || lower == "年"
        isCalendarPart = has(
            ["month", "quarter", "week", "weekday", "day", "dow", "hour"], ["月份", "季度", "星期", "小时", "小時", "요일", "시간대", "분기"])
        isRate = has(
            ["rate", "ratio", "percent", "percentage", "pct", "share", "proportion", "margin"], ["率", "占比", "佔比", "百分比", "比例", "비율", "비중"])
        isAverage = has(["avg", "average", "mean", "median", "price", "min", "max"], ["平均", "均价", "单价", "單價", "中位", "평균", "단가"])
        isCumulative = has(["cumulative", "running"], ["累计", "累計", "累积", "누적"])
        isPrevious = has(["previous", "prior", "prev", "last", "before"], ["上期", "上月", "上年", "去年", "上个", "上個", "전월", "전년", "이전", "지난"])
    }
}
