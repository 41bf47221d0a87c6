extension ChartRequest {
    /// A question without the words that name the kind of its chart, for a reader that looks for what it asks; as it is where it names none at its beginning
    /// or end.
    package static func question(without question: String) -> String {
        guard question.utf8.count <= maxQuestion, ChartRequest(question: question).kind != nil else { return question }
        let rest = withoutEnglish(question.split(whereSeparator: \.isWhitespace)) ?? withoutAsian(question)
        return rest.flatMap { $0.isEmpty ? nil : $0 } ?? question
    }

    // MARK: English

    /// Names that stand alone; the others need a word such as "as" before them.
    private static let names: Set<String> = [
        "heat map", "heatmap", "scatter plot", "scatterplot", "scatter chart", "pie chart", "donut chart", "doughnut chart", "area chart",
        "line chart", "line graph", "column chart", "bar chart", "bar graph",
    ]
    private static let shortNames: Set<String> = ["pie", "donut", "doughnut", "area", "line", "columns", "bars", "table"]

    /// Nil where it neither ends nor begins with a name.
    private static func withoutEnglish(_ words: [Substring]) -> String? {
        let plain = words.map { $0.lowercased().filter { $0.isLetter } }
        if let count = closing(plain) {
            var kept = words.dropLast(count)
            if let last = kept.popLast() { kept.append(last.hasSuffix(",") ? last.dropLast() : last) }
            return kept.joined(separator: " ")
        }
        return opening(plain).map { words.dropFirst($0).joined(separator: " ") }
    }

    /// "shown as a pie chart" at the end. Unit: words.
    private static func closing(_ words: [String]) -> Int? {
        for length in [2, 1] where words.count > length {
            let name = words.suffix(length).joined(separator: " ")
            guard names.contains(name) || (length == 1 && shortNames.contains(name)) else { continue }
            var left = words.dropLast(length)
            if ["a", "an", "the"].contains(left.last) { left.removeLast() }
            guard ["as", "in", "with", "on", "using"].contains(left.last) else { continue }
            left.removeLast()
            if ["shown", "drawn", "displayed", "plotted"].contains(left.last) { left.removeLast() }
            return words.count - left.count
        }
        return nil
    }

    /// "show me a pie chart of" at the beginning. Unit: words.
    private static func opening(_ words: [String]) -> Int? {
        var left = words[...]
        let groups: [Set<String>] = [["please"], ["show", "draw", "plot", "make", "give", "create"], ["me"], ["a", "an", "the"]]
        for group in groups where group.contains(left.first ?? "") {
            left.removeFirst()
        }
        for length in [2, 1] where left.count > length && names.contains(left.prefix(length).joined(separator: " ")) {
            left.removeFirst(length)
            guard ["of", "for", "showing", "with"].contains(left.first) else { return nil }
            return words.count - left.count + 1
        }
        return nil
    }

    // MARK: Chinese and Korean

    private static func withoutAsian(_ question: String) -> String? {
        let phrases = kinds.flatMap(\.phrases).filter { $0.utf8.contains { $0 >= 0x80 } }
        guard let range = phrases.lazy.compactMap({ question.firstRange(of: $0) }).first else { return nil }
        var (head, tail) = (question[..<range.lowerBound], question[range.upperBound...])
        for word in ["画成", "畫成", "做成", "显示成", "顯示成", "用", "以", "请", "請", "的", "，", ",", " "] where head.hasSuffix(word) {
            head = head.dropLast(word.count)
        }
        for word in [" 그래프", " 차트", "로", "으로", "来", "來", "显示", "顯示", "展示", "表示", "呈现", "呈現", " 보여줘", " 보여 줘", " 보여 주세요", " 그려줘", " 그려 줘"]
        where tail.hasPrefix(word) {
            tail = tail.dropFirst(word.count)
        }
        return head.isEmpty ? String(tail.drop { $0.isWhitespace || $0 == "，" || $0 == "," }) : String(head + tail)
    }
}
