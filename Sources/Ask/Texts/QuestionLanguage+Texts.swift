extension QuestionLanguage {
    /// The texts of answers in all languages. `%1`, `%2` … are placeholders.
    package enum Text: Hashable, Sendable, CaseIterable {
        case answerID, noRows, error, reading, rowCount, chart, writing
        case statistics, rising, falling, noTrend, outliers, noNumbers, firstRows, trendMethod, outlierMethod
        case day, week, month, quarter, year, weekday, hour
        case noForecast, noTimes, oneMeasure, twice, missing, noNumber, tooManyRows, tooFew
        // The engine's texts about a question.
        case notUnderstood, notUnderstoodOf, listRepeats, severalReadings, modelsDisagree, asksForChange, notRead, noJoin, afterVerified
        case changeNotRead, cannotSplit, notDated, listsRows, nothingLeft, spanStays, shareOfGroups, shareOfSums, alreadyFirst, orderByWhat, noOrder
        case numberToCompare, timesToCompare, unnamedRows, nothingShown, noTable, noAmount, noMeaning, nothingToSort, groupByWhat, noColumn,
            runningTime
        case averageOfGroups, averageOfWhat, shareOfWhat, sumOfWhat, undatedTable, comparedWithItself, notNumbers, noDates, holdsNot, whatIsAbsent,
            namesOwnRow
        case countOfGroups, firstOfGroups, numberOfFirst, isIdentifier, whose, contradiction
        case displayColumn, ambiguousColumn, ambiguousValue, partialName, inferredJoin, impliedYear, impliedAdjective, sumOfColumn, attributeList
        case listedOnce, ambiguousJoin, mayRepeat, repeated, or, dataEnds, standsFor
        case rowsShown, modelFailed, unknownLanguage, chatStays
        // Why a language model did not help.
        case modelShare, modelStatement, modelBusy, modelSlow, modelLarge, modelReply, modelUnreachable
        // Texts about data that is omitted because of the caller's rights.
        case onlyRows, onlyColumns, masked, byRule
        case count, percent, different, average, sum, lowest, highest, growth, running, within
        case forecast, forecastPoint, holt, holtWinters, forecastTitle, known, expected, interval
    }

    package func callAsFunction(_ text: Text, _ values: String...) -> String { callAsFunction(text, values) }

    func callAsFunction(_ text: Text, _ values: [String]) -> String {
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

    /// Replaces the placeholders in one pass, so that a value is not searched for placeholders.
    package static func filled(_ form: String, _ values: [String]) -> String {
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
        case .weekday: ("星期（0 为星期日）", "星期（0 為星期日）", "weekday (0 is Sunday)", "요일(0은 일요일)")
        case .hour: ("小时", "小時", "hour", "시")

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
        case .notUnderstood: ("无法理解：%1。", "無法理解：%1。", "Not understood: %1.", "이해하지 못했습니다: %1.")
        case .notUnderstoodOf:
            ("无法理解：%1。%2 的列有：%3。", "無法理解：%1。%2 的欄有：%3。", "Not understood: %1. Columns of %2 are: %3.",
             "이해하지 못했습니다: %1. %2의 열: %3.")
        case .listRepeats:
            ("列表共 %1 行，其中 %2 行不同：没有说明是否每项只列一次。", "清單共 %1 列，其中 %2 列不同：沒有說明是否每項只列一次。",
             "The list has %1 rows, %2 of them different: it is not said whether each is wanted once.",
             "목록은 %1개 행이고 서로 다른 행은 %2개입니다: 한 번씩만 원하는지 알 수 없습니다.")
        case .severalReadings:
            ("这个问题有多种理解方式。", "這個問題有多種理解方式。", "The question has more than one reading.", "질문을 여러 가지로 해석할 수 있습니다.")
        case .modelsDisagree:
            ("内置引擎与模型“%1”对问题的理解不同：请说明是哪一种。", "內建引擎與模型「%1」對問題的理解不同：請說明是哪一種。",
             "The built-in engine and the model '%1' read the question differently: say which is meant.",
             "내장 엔진과 모델 '%1'의 해석이 다릅니다: 어느 쪽인지 알려 주세요.")
        case .asksForChange:
            ("问题要求修改数据；这里只回答查询类问题。", "問題要求修改資料；這裡只回答查詢類問題。",
             "The question asks to change data; only questions that read are answered.", "데이터 변경을 요청했습니다; 조회하는 질문에만 답합니다.")
        case .notRead: ("没有理解这个问题。", "沒有理解這個問題。", "The question was not understood.", "질문을 이해하지 못했습니다.")
        case .noJoin:
            ("问题中提到的表之间没有关联。", "問題中提到的資料表之間沒有關聯。", "The tables that the question names do not join.",
             "질문에 나온 테이블이 서로 연결되지 않습니다.")
        case .afterVerified:
            ("上一个回答使用了已审核的 SQL，不能用简短的追问修改：请完整提问。", "上一個回答使用了已審核的 SQL，不能用簡短的追問修改：請完整提問。",
             "The answer before is approved SQL, which a short question does not change: ask the whole question.",
             "이전 답변은 승인된 SQL이므로 짧은 질문으로 바꿀 수 없습니다: 전체 질문을 해 주세요.")
        case .changeNotRead: ("没有理解要修改什么。", "沒有理解要修改什麼。", "The change was not understood.", "변경 내용을 이해하지 못했습니다.")
        case .cannotSplit:
            ("上一个问题不能再细分。", "上一個問題不能再細分。", "The question before cannot be split further.", "이전 질문은 더 나눌 수 없습니다.")
        case .notDated: ("没有列说明发生的时间。", "沒有欄說明發生的時間。", "No column says when this happened.", "언제 일어났는지 나타내는 열이 없습니다.")
        case .listsRows:
            ("上一个问题列出的是行，没有可按组显示的数值：请先问数量或合计。", "上一個問題列出的是資料列，沒有可按組顯示的數值：請先問數量或合計。",
             "The question before lists rows: there is no number to show for each group. Ask for a count or a sum first.",
             "이전 질문은 행을 나열하므로 그룹별로 보여 줄 수치가 없습니다: 먼저 개수나 합계를 물어보세요.")
        case .nothingLeft:
            ("将不剩任何结果：上一个问题问的正是这些。", "將不剩任何結果：上一個問題問的正是這些。",
             "Nothing would be left: the question before asks for just that.", "남는 것이 없습니다: 이전 질문이 바로 그것을 묻습니다.")
        case .spanStays:
            ("不能去掉一段时间；请说明需要哪一段。", "不能去掉一段時間；請說明需要哪一段。",
             "A span of time cannot be left out; say which span is wanted.", "기간은 뺄 수 없습니다; 어느 기간인지 알려 주세요.")
        case .shareOfGroups:
            ("没有说明是什么的百分比：需要多个组，每组一个数值。", "沒有說明是什麼的百分比：需要多個組，每組一個數值。",
             "It is not said of what the percentage is: it needs one number for each of several groups.",
             "무엇의 비율인지 알 수 없습니다: 여러 그룹마다 수치가 하나씩 필요합니다.")
        case .shareOfSums:
            ("只有数量和合计才有占比。", "只有數量和合計才有占比。", "Only counts and sums have a share of their total.", "개수와 합계만 전체에 대한 비율을 가집니다.")
        case .alreadyFirst:
            ("上一个问题已经只显示排序后的前几行。", "上一個問題已經只顯示排序後的前幾列。",
             "The question before already shows the first rows of an order.", "이전 질문은 이미 정렬된 처음 몇 행만 보여 줍니다.")
        case .orderByWhat:
            ("没有说明按什么排序：请说“top %1 by”加列名。", "沒有說明按什麼排序：請說「top %1 by」加欄名。",
             "It is not said by what to order: say \"top %1 by\" and a column.", "무엇으로 정렬할지 알 수 없습니다: \"top %1 by\"와 열 이름을 말해 주세요.")
        case .noOrder:
            ("上一个问题没有排序：请说“sort by”加列名。", "上一個問題沒有排序：請說「sort by」加欄名。",
             "The question before has no order: say \"sort by\" and a column.", "이전 질문에는 정렬이 없습니다: \"sort by\"와 열 이름을 말해 주세요.")

        case .numberToCompare: ("没有说明比较哪个数值", "沒有說明比較哪個數值", "it is not said which number to compare", "어느 수치를 비교할지 알 수 없습니다")
        case .timesToCompare: ("没有说明比较哪两段时间", "沒有說明比較哪兩段時間", "it is not said which two times to compare", "어느 두 기간을 비교할지 알 수 없습니다")
        case .unnamedRows: ("%1 没有可以命名行的列", "%1 沒有可以命名資料列的欄", "no column of %1 names its rows", "%1에 행의 이름이 되는 열이 없습니다")
        case .nothingShown:
            ("问题没有提到任何可以显示的内容", "問題沒有提到任何可以顯示的內容", "the question names nothing that could be shown", "질문에 보여 줄 내용이 없습니다")
        case .noTable: ("问题没有提到任何表", "問題沒有提到任何資料表", "the question names no table", "질문에 테이블이 없습니다")
        case .noAmount: ("没有列保存这样的数额", "沒有欄儲存這樣的數額", "no column holds such an amount", "그런 금액을 담은 열이 없습니다")
        case .noMeaning:
            ("没有列说明“%1”在这里的含义", "沒有欄說明「%1」在這裡的含義", "no column says what '%1' would mean here", "여기서 '%1'의 뜻을 나타내는 열이 없습니다")
        case .nothingToSort: ("没有可排序的列", "沒有可排序的欄", "nothing to sort by", "정렬할 열이 없습니다")
        case .groupByWhat: ("没有说明按什么分组", "沒有說明按什麼分組", "it is not said by what to group", "무엇으로 묶을지 알 수 없습니다")
        case .noColumn: ("没有与所提内容对应的列", "沒有與所提內容對應的欄", "no column for what is named there", "거기서 말한 것에 해당하는 열이 없습니다")
        case .runningTime:
            ("没有说明沿哪个时间累计", "沒有說明沿哪個時間累計", "it is not said along which time to add up", "어느 시간을 따라 누적할지 알 수 없습니다")
        case .averageOfGroups: ("各组平均值", "各組平均值", "the average of the groups", "그룹 평균")
        case .averageOfWhat: ("没有说明求什么的平均值", "沒有說明求什麼的平均值", "it is not said what the average is of", "무엇의 평균인지 알 수 없습니다")
        case .shareOfWhat: ("没有说明是什么的占比", "沒有說明是什麼的占比", "it is not said of what the share is", "무엇의 비율인지 알 수 없습니다")
        case .sumOfWhat: ("没有说明合计什么", "沒有說明合計什麼", "it is not said what to add up", "무엇을 합할지 알 수 없습니다")
        case .undatedTable:
            ("没有列说明 %1 的行发生的时间", "沒有欄說明 %1 的資料列發生的時間", "no column says when a row of %1 happened", "%1의 행이 언제 일어났는지 나타내는 열이 없습니다")
        case .comparedWithItself: ("列与自身比较", "欄與自身比較", "a column is compared with itself", "열이 자기 자신과 비교됩니다")
        case .notNumbers: ("%1 不是数值", "%1 不是數值", "%1 holds no numbers", "%1에는 숫자가 없습니다")
        case .noDates: ("没有保存日期的列", "沒有儲存日期的欄", "no column holds dates", "날짜를 담은 열이 없습니다")
        case .holdsNot: ("%1 中没有“%2”", "%1 中沒有「%2」", "%1 holds no '%2'", "%1에 '%2'이(가) 없습니다")
        case .whatIsAbsent: ("没有说明缺少的是什么", "沒有說明缺少的是什麼", "it is not said what is absent", "무엇이 없는지 알 수 없습니다")
        case .namesOwnRow:
            ("%1 指向同一张表的另一行", "%1 指向同一張資料表的另一列", "%1 names another row of the same table", "%1은(는) 같은 테이블의 다른 행을 가리킵니다")
        case .countOfGroups: ("不支持对组计数", "不支援對組計數", "a count of groups is not supported", "그룹의 개수는 지원하지 않습니다")
        case .firstOfGroups:
            ("不支持每组的前几行", "不支援每組的前幾列", "the first rows of each group are not supported", "그룹별 처음 몇 행은 지원하지 않습니다")
        case .numberOfFirst:
            ("不支持对排序后前几行求数值", "不支援對排序後前幾列求數值", "a number over the first rows of an order is not supported",
             "정렬된 처음 몇 행에 대한 수치는 지원하지 않습니다")
        case .isIdentifier:
            ("%1 是行的标识，不能求和", "%1 是資料列的識別碼，不能求和", "%1 identifies rows and cannot be added up", "%1은(는) 행의 식별자이므로 합할 수 없습니다")
        case .whose: ("没有说明是谁的 %1", "沒有說明是誰的 %1", "it is not said whose %1 is meant", "누구의 %1인지 알 수 없습니다")
        case .contradiction: ("没有行能同时满足两个条件", "沒有資料列能同時滿足兩個條件", "no row can meet both conditions", "두 조건을 모두 만족하는 행이 없습니다")

        case .displayColumn:
            ("行用最能代表其名称的列来表示", "資料列用最能代表其名稱的欄來表示", "rows are named by the column that names them best", "행은 이름을 가장 잘 나타내는 열로 표시합니다")
        case .ambiguousColumn:
            ("有个词对应多个列；采用最接近的一个", "有個詞對應多個欄；採用最接近的一個", "a word fits more than one column; the nearest one is meant",
             "한 단어가 여러 열에 맞습니다; 가장 가까운 열로 봅니다")
        case .ambiguousValue:
            ("有个值出现在多个列中；采用最接近的一个", "有個值出現在多個欄中；採用最接近的一個", "a value stands in more than one column; the nearest one is meant",
             "한 값이 여러 열에 있습니다; 가장 가까운 열로 봅니다")
        case .partialName: ("只说了名称的一部分", "只說了名稱的一部分", "a name is said in part", "이름의 일부만 말했습니다")
        case .inferredJoin:
            ("表按名称相似的列关联；结构中没有声明键", "資料表按名稱相似的欄關聯；結構中沒有宣告鍵",
             "tables are joined by columns that are named alike; the schema declares no key", "이름이 비슷한 열로 테이블을 연결합니다; 스키마에 선언된 키가 없습니다")
        case .impliedYear: ("把一个数字当作年份", "把一個數字當作年份", "a number is taken for a year", "숫자를 연도로 봅니다")
        case .impliedAdjective:
            ("像“大”这样的词被理解为与之对应的列", "像「大」這樣的詞被理解為與之對應的欄", "a word such as \"large\" is taken for the column that it fits",
             "'큰' 같은 말은 그에 맞는 열로 봅니다")
        case .sumOfColumn: ("对数额求和", "對數額求和", "an amount is added up", "금액을 합합니다")
        case .attributeList: ("每个值只列一次", "每個值只列一次", "each value is listed once", "각 값은 한 번만 나열합니다")
        case .listedOnce: ("相同的行只列一次", "相同的資料列只列一次", "rows that are alike are listed once", "같은 행은 한 번만 나열합니다")
        case .ambiguousJoin:
            ("两个键关联同样的表；采用第一个", "兩個鍵關聯同樣的資料表；採用第一個", "two keys join the same tables; the first one is meant",
             "두 키가 같은 테이블을 연결합니다; 첫 번째 키로 봅니다")
        case .mayRepeat: ("同一个值可能列出多次", "同一個值可能列出多次", "a value may be listed more than once", "같은 값이 여러 번 나열될 수 있습니다")
        case .repeated: ("共 %1 行，其中 %2 行不同", "共 %1 列，其中 %2 列不同", "%1 rows, %2 different", "행 %1개, 서로 다른 행 %2개")
        case .or: ("满足其中一个条件即可", "滿足其中一個條件即可", "one of the conditions is enough", "조건 중 하나만 만족하면 됩니다")
        case .dataEnds:
            ("数据到 %1 为止，日期从那天算起", "資料到 %1 為止，日期從那天算起", "the data ends on %1, and dates are counted from there",
             "데이터는 %1까지이며 날짜는 그날부터 셉니다")
        case .standsFor: ("“%1”代表“%2”", "「%1」代表「%2」", "'%1' stands for '%2'", "'%1'은(는) '%2'을(를) 뜻합니다")
        case .rowsShown: ("只显示前 %1 行", "只顯示前 %1 列", "only the first %1 rows are shown", "처음 %1개 행만 표시합니다")
        case .modelFailed:
            ("语言模型“%1”没有帮上忙：%2", "語言模型「%1」沒有幫上忙：%2", "the language model '%1' was of no help: %2", "언어 모델 '%1'은(는) 도움이 되지 않았습니다: %2")
        case .modelShare:
            ("您今天已向它提问 %1 次或用完 %2 个令牌，这是您的份额；明天可以再用", "您今天已向它提問 %1 次或用完 %2 個權杖，這是您的份額；明天可以再用",
             "you have asked it %1 questions or used %2 tokens today, which is your share; it is free again tomorrow",
             "오늘 질문 %1개 또는 토큰 %2개라는 몫을 다 썼습니다; 내일 다시 쓸 수 있습니다")
        case .modelStatement:
            ("它没有写出允许执行的语句：%1", "它沒有寫出允許執行的陳述式：%1", "it wrote no statement that is allowed: %1", "허용되는 구문을 쓰지 못했습니다: %1")
        case .modelBusy: ("它连续失败，暂时不再询问（%1）", "它連續失敗，暫時不再詢問（%1）", "%1", "연속으로 실패하여 잠시 묻지 않습니다(%1)")
        case .modelSlow: ("它没有及时回答（%1）", "它沒有及時回答（%1）", "%1", "제때 답하지 않았습니다(%1)")
        case .modelLarge: ("它的回答太长（%1）", "它的回答太長（%1）", "%1", "답변이 너무 깁니다(%1)")
        case .modelReply: ("它的回答无法使用（%1）", "它的回答無法使用（%1）", "%1", "답변을 쓸 수 없습니다(%1)")
        case .modelUnreachable: ("无法连接到它（%1）", "無法連線到它（%1）", "%1", "연결할 수 없습니다(%1)")
        case .onlyRows:
            ("%1：只含您的权限能看到的行", "%1：只含您的權限能看到的資料列", "%1: only the rows that your rights reach", "%1: 권한이 미치는 행만 있습니다")
        case .onlyColumns:
            ("%1：只含您的权限能看到的列", "%1：只含您的權限能看到的欄", "%1: only the columns that your rights show",
             "%1: 권한으로 볼 수 있는 열만 있습니다")
        case .masked: ("%1：已遮盖 %2", "%1：已遮蓋 %2", "%1: masked: %2", "%1: %2은(는) 가려짐")
        case .byRule: ("%1（规则 %2）", "%1（規則 %2）", "%1 (rule %2)", "%1 (규칙 %2)")
        case .unknownLanguage:
            ("lang：这里不使用“%1”；改用 zh-CN", "lang：這裡不使用「%1」；改用 zh-CN", "lang: '%1' is not spoken here; zh-CN is used",
             "lang: '%1'은(는) 지원하지 않습니다; zh-CN을 사용합니다")
        case .chatStays:
            ("oid：此对话属于工作空间 %1；要在 %2 中提问，请另开对话", "oid：此對話屬於工作空間 %1；要在 %2 中提問，請另開對話",
             "oid: this chat belongs to workspace %1; start another one to ask in %2", "oid: 이 대화는 작업 공간 %1에 속합니다. %2에서 물으려면 새 대화를 시작하세요")

        case .count: ("%1 数量", "%1 數量", "Number of %1", "%1 수")
        case .percent: ("%1 占比（%）", "%1 占比（%）", "Percent of %1", "%1 비율(%)")
        case .different: ("不同的 %1", "不同的 %1", "Different %1", "서로 다른 %1")
        case .average: ("%1 平均值", "%1 平均值", "Average %1", "%1 평균")
        case .sum: ("%1 合计", "%1 合計", "Sum of %1", "%1 합계")
        case .lowest: ("%1 最小值", "%1 最小值", "Lowest %1", "%1 최솟값")
        case .highest: ("%1 最大值", "%1 最大值", "Highest %1", "%1 최댓값")
        case .growth: ("增长（%）", "成長（%）", "Growth in percent", "증가율(%)")
        case .running: ("%1 累计", "%1 累計", "Running total of %1", "%1 누계")
        case .within: ("%2 的 %1", "%2 的 %1", "%1 (%2)", "%2의 %1")

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
