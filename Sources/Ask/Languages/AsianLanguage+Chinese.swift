extension AsianLanguage {
    /// Simplified and traditional.
    static let chineseCues = table([
        ("多少 有多少 几个 幾個 几 幾 数量 數量 个数 個數 总数 總數 数目 數目 人数 人數 有几个 有幾個", .count), ("平均 平均值 均值", .average),
        ("总 總 总和 總和 合计 合計 总计 總計 总额 總額 总共 總共 一共 加总 加總", .sum),
        ("大于 大於 超过 超過 高于 高於 多于 多於 以后 以後 之后 之後 晚于 晚於", .comparison("more than")),
        ("小于 小於 低于 低於 少于 少於 不到 以前 之前 早于 早於", .comparison("less than")),
        ("至少 不少于 不少於 大于等于 大於等於 不低于 不低於 以上", .comparison("at least")),
        ("至多 最多为 不超过 不超過 不大于 不大於 小于等于 小於等於 以下", .comparison("at most")), ("等于 等於", .comparison("exactly")),
        ("最高 最大 最多 最长 最長", .highest), ("最低 最小 最少 最短", .lowest), ("最贵 最貴", .adjective("most expensive")),
        ("最便宜", .adjective("cheapest")), ("最新 最近一个 最近一個 最晚", .adjective("latest")), ("最早 最旧 最舊", .adjective("earliest")),
        ("每个 每個 每一个 每一個 每 各个 各個 各 每位 每名 每家", .each), ("按 按照 根据 根據 依 依照", .by),
        ("分组 分組 分类 分類 统计 統計 汇总 匯總", .filler), ("排序 排列 排", .sort), ("升序 从低到高 從低到高 从小到大 從小到大 递增 遞增", .ascending),
        ("降序 从高到低 從高到低 从大到小 從大到小 倒序 递减 遞減", .descending), ("前", .top), ("没有 沒有 无 無 未", .without),
        ("不是 不在 非 不等于 不等於 除了", .not), ("或 或者 还是 還是", .or), ("和 与 與 及 以及 、 跟 且 并且 並且", .and),
        ("不同 不同的 不重复 不重複", .different), ("今年", .time("this year")), ("去年", .time("last year")), ("本月 这个月 這個月", .time("this month")),
        ("上个月 上個月 上月", .time("last month")), ("今天 今日", .time("today")), ("昨天 昨日", .time("yesterday")), ("上周 上週", .time("last week")),
        ("每月 按月 每个月 每個月", .period("month")), ("每年 按年", .period("year")), ("每天 每日 按天 按日", .period("day")),
        ("每周 每週 按周 按週", .period("week")), ("每季度 按季度 每季", .period("quarter")), ("名称 名稱 名字 姓名", .name),
        (
            "列出 显示 顯示 查询 查詢 给出 給出 找出 请 請 哪些 哪个 哪個 哪位 什么 什麼 所有 全部 的 了 吗 嗎 呢 在 有 被 由 从 從 个 個 位 名 家 条 條 件 元 中 里 裡 共 其 它们 它們 是多少 信息 資訊 我 告诉 告訴 一下 看 看看 于 於 到 对 對 那些",
            .filler
        ), ("是 为 為 叫 叫做", .be),
    ])
}
