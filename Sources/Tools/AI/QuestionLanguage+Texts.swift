extension QuestionLanguage {
    /// What answers of the question server say, each in all of its languages; `%1`, `%2` … stand for what is put in.
    enum Text: CaseIterable {
        case answerID, noRows, error, reading, rowCount, chart, writing
        case statistics, rising, falling, noTrend, outliers, noNumbers, firstRows, trendMethod, outlierMethod
        case day, week, month, quarter, year
        case noForecast, noTimes, oneMeasure, twice, missing, noNumber, tooManyRows, tooFew
        case forecast, forecastPoint, holt, holtWinters, forecastTitle, known, expected, interval
    }

    func callAsFunction(_ text: Text, _ values: String...) -> String {
        let (simplified, traditional, english, korean) = Self.row(text)
        let form =
            switch self {
            case .simplifiedChinese: simplified
            case .traditionalChinese: traditional
            case .english: english
            case .korean: korean
            }
        return Self.filled(form, values)
    }

    /// One pass over the form: a value is never read for places itself.
    private static func filled(_ form: String, _ values: [String]) -> String {
        guard !values.isEmpty else { return form }
        var out = ""
        var rest = form[...]
        while let mark = rest.firstIndex(of: "%") {
            out += rest[..<mark]
            rest = rest[rest.index(after: mark)...]
            guard let place = rest.first?.wholeNumberValue, values.indices.contains(place - 1) else {
                out += "%"
                continue
            }
            out += values[place - 1]
            rest = rest.dropFirst()
        }
        return out + rest
    }

    // A table: a text for each language.
    // swift-format-ignore
    private static func row(_ text: Text) -> (String, String, String, String) {
        switch text {
        case .answerID: ("响应ID: ", "響應ID: ", "Answer ID: ", "응답 ID: ")
        case .noRows: ("SQL 执行结果为空。", "SQL 執行結果為空。", "The SQL execution result is empty.", "SQL 실행 결과가 비어 있습니다.")
        case .error: ("**ERROR:**", "**ERROR:**", "**ERROR:**", "**ERROR:**")
        case .reading: ("问题理解：%1", "問題理解：%1", "Reading: %1", "질문 해석: %1")
        case .rowCount: ("共 %1 行", "共 %1 列", "Rows: %1", "행: %1개")
        case .chart: ("图表：%1", "圖表：%1", "Chart: %1", "차트: %1")
        case .writing: ("模型正在生成：%1", "模型正在產生：%1", "The model writes: %1", "모델이 작성 중: %1")

        case .statistics:
            ("%1：共 %2 个值，合计 %3，平均 %4，中位数 %5，最小 %6，最大 %7。", "%1：共 %2 個值，合計 %3，平均 %4，中位數 %5，最小 %6，最大 %7。",
             "%1: %2 values, total %3, mean %4, median %5, from %6 to %7.", "%1: 값 %2개, 합계 %3, 평균 %4, 중앙값 %5, 최솟값 %6, 최댓값 %7.")
        case .rising: ("每%2上升 %1。", "每%2上升 %1。", "Rising by %1 each %2.", "%2마다 %1씩 증가합니다.")
        case .falling: ("每%2下降 %1。", "每%2下降 %1。", "Falling by %1 each %2.", "%2마다 %1씩 감소합니다.")
        case .noTrend: ("没有显著趋势。", "沒有顯著趨勢。", "No trend that chance does not explain.", "우연으로 설명되지 않는 추세는 없습니다.")
        case .outliers: ("明显偏离其他值：%1。", "明顯偏離其他值：%1。", "Far from the others: %1.", "다른 값과 크게 다름: %1.")
        case .noNumbers:
            ("%1 行中没有数值，无法计算。", "%1 列中沒有數值，無法計算。", "%1 rows without numbers: there is nothing to compute.",
             "행 %1개에 숫자가 없어 계산할 것이 없습니다.")
        case .firstRows: ("只分析了前 %1 行", "只分析了前 %1 列", "only the first %1 rows are looked at", "처음 %1개 행만 분석했습니다")
        case .trendMethod:
            ("最小二乘法；斜率在 5 % 水平上不为零时才有方向（t 检验）", "最小平方法；斜率在 5 % 水準上不為零時才有方向（t 檢定）",
             "least squares; a direction where the slope differs from zero at the 5 % level (t test)",
             "최소제곱법; 기울기가 5 % 수준에서 0과 다를 때만 방향이 있음(t 검정)")
        case .outlierMethod:
            ("修正 z 分数大于 3.5（Iglewicz 与 Hoaglin）；有趋势时按与趋势线的距离计算", "修正 z 分數大於 3.5（Iglewicz 與 Hoaglin）；有趨勢時按與趨勢線的距離計算",
             "modified z-score above 3.5 (Iglewicz and Hoaglin), of a series with a trend from its line",
             "수정 z 점수 3.5 초과(Iglewicz와 Hoaglin); 추세가 있으면 추세선과의 차이로 계산")
        case .day: ("天", "天", "day", "일")
        case .week: ("周", "週", "week", "주")
        case .month: ("月", "月", "month", "월")
        case .quarter: ("季度", "季", "quarter", "분기")
        case .year: ("年", "年", "year", "년")

        case .noForecast: ("无法预测：%1。", "無法預測：%1。", "No forecast: %1.", "예측할 수 없습니다: %1.")
        case .noTimes:
            ("结果中没有等间隔的时间；请先按月查询一个数值", "結果中沒有等間隔的時間；請先按月查詢一個數值",
             "the rows have no times of equal steps; ask for a number per month first", "행에 간격이 일정한 시간이 없습니다; 먼저 월별 수치를 물어보세요")
        case .oneMeasure:
            ("预测需要每%1恰好一个数值，不能有其他列", "預測需要每%1恰好一個數值，不能有其他欄", "a forecast needs one number for each %1, and nothing else",
             "예측에는 %1마다 수치가 하나만 있어야 합니다")
        case .twice:
            ("%1 出现了两次：每%2需要一个数值", "%1 出現了兩次：每%2需要一個數值", "%1 is there twice: one number for each %2 is needed",
             "%1이(가) 두 번 있습니다: %2마다 수치 하나가 필요합니다")
        case .missing:
            ("缺少 %1 的数据：每%2都需要有值", "缺少 %1 的資料：每%2都需要有值", "nothing is known of %1: each %2 is needed",
             "%1의 값이 없습니다: %2마다 값이 필요합니다")
        case .noNumber: ("有些行没有数值", "有些列沒有數值", "some rows have no number", "수치가 없는 행이 있습니다")
        case .tooManyRows: ("行数超过一次回答的上限", "列數超過一次回答的上限", "there are more rows than an answer has", "행이 한 번의 답변보다 많습니다")
        case .tooFew:
            ("至少需要 %1 个值，只有 %2 个", "至少需要 %1 個值，只有 %2 個", "at least %1 values are needed, there are %2", "값이 최소 %1개 필요하지만 %2개뿐입니다")
        case .forecast: ("%1，%2，95 % 区间：", "%1，%2，95 % 區間：", "%1 by %2, with 95 % intervals:", "%1, %2, 95 % 구간:")
        case .forecastPoint: ("%1：%2（%3 至 %4）", "%1：%2（%3 至 %4）", "%1: %2 (%3 to %4)", "%1: %2 (%3 ~ %4)")
        case .holt: ("Holt 线性指数平滑", "Holt 線性指數平滑", "Holt's linear exponential smoothing", "홀트 선형 지수평활")
        case .holtWinters:
            ("Holt-Winters 指数平滑（加法趋势，季节周期 %1）", "Holt-Winters 指數平滑（加法趨勢，季節週期 %1）",
             "Holt-Winters exponential smoothing with additive trend and a season of %1", "홀트-윈터스 지수평활(가법 추세, 계절 주기 %1)")
        case .forecastTitle: ("%1 预测", "%1 預測", "Forecast: %1", "%1 예측")
        case .known: ("实际值", "實際值", "Known", "실제")
        case .expected: ("预测值", "預測值", "Forecast", "예측")
        case .interval: ("95 % 区间", "95 % 區間", "95 % interval", "95 % 구간")
        }
    }
}
