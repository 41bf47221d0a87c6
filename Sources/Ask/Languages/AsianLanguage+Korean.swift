extension AsianLanguage {
    static let koreanCues = table([
        ("몇 몇개 몇명 개수 수 수는 수를 건수 인원 얼마나 개수는 개수를 수가", .count), ("평균 평균은 평균을", .average), ("합계 총합 총 합 합계는 합계를 총액", .sum),
        ("초과 보다큰 보다높은 보다많은 보다비싼 보다긴 넘는 을넘는 를넘는", .comparison("more than")), ("미만 보다작은 보다낮은 보다적은 보다싼 이전", .comparison("less than")),
        ("이상 이상인", .comparison("at least")), ("이하 이하인", .comparison("at most")), ("가장높은 가장큰 가장많은 최고 최대 제일높은 제일많은 가장긴", .highest),
        ("가장낮은 가장작은 가장적은 최저 최소 제일낮은 가장짧은", .lowest), ("가장비싼 제일비싼", .adjective("most expensive")), ("가장싼 가장저렴한", .adjective("cheapest")),
        ("가장최근 최신 가장새로운", .adjective("latest")), ("가장오래된 가장이른", .adjective("earliest")), ("각 각각의", .each), ("별 별로 마다 당 별의", .eachAfter),
        ("순 순으로 정렬 정렬해 정렬하여 정렬된 순서로 기준으로", .sort), ("오름차순 오름차순으로 낮은순 낮은순으로 작은순", .ascending), ("내림차순 내림차순으로 높은순 높은순으로 큰순 많은순", .descending),
        ("상위", .top), ("없는 가없는 이없는 하지않은", .without), ("아닌 가아닌 이아닌 제외한 제외하고", .not), ("또는 이나 거나", .or), ("와 과 그리고 및 하고", .and),
        ("서로다른 다른 고유한", .different),
        ("올해 금년", .time("this year")), ("작년 지난해", .time("last year")), ("이번달 금월", .time("this month")), ("지난달 전월", .time("last month")),
        ("오늘", .time("today")),
        ("어제", .time("yesterday")), ("지난주", .time("last week")), ("월별 매월 월별로 달마다", .period("month")), ("연도별 연별 매년 연도별로", .period("year")),
        ("일별 매일 일별로", .period("day")), ("주별 매주 주별로", .period("week")), ("분기별 분기별로", .period("quarter")), ("이름 성명 명칭", .name),
        (
            "은 는 이 가 을 를 의 에 에서 에게 으로 로 인 도 만 있는 있나요 있습니까 입니까 인가요 무엇 무엇인가요 어떤 어느 누구 모든 모두 전체 보여줘 보여주세요 보여 주세요 알려줘 알려주세요 알려 나열 나열해 목록 해줘 하세요 개 명 건 원 사는 된 한 하는 중 얼마 인지 이며 그 가진 입니다 대 권",
            .filler
        ),
    ])
}
