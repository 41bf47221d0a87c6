/// Finds the columns that identify a row when a question names only its table.
struct DisplayColumns {
    private let index: SourceIndex

    init(_ index: SourceIndex) { self.index = index }

    /// "Name" in Chinese, Japanese and Korean.
    private static let asianNames: Set<String> = [
        "名称", "名稱", "姓名", "名字", "名前", "氏名", "题目", "標題", "标题", "이름", "성명", "명칭", "제목",
    ]

    /// Empty if no column identifies a row.
    func columns(of table: Int) -> [ColumnID] {
        let own = index.tables[table]
        guard own.display.isEmpty else { return own.display }
        func major(_ column: SourceIndex.Column) -> [String] { column.form.words.filter { $0.weight >= 0.5 }.map(\.lemma) }
        func first(_ holds: (SourceIndex.Column) -> Bool) -> ColumnID? { own.columns.firstIndex(where: holds).map { ColumnID(table, $0) } }
        if let name = first({ major($0) == ["name"] || major($0) == ["title"] }) { return [name] }
        if let name = first({ major($0).count == 1 && Self.asianNames.contains(major($0)[0]) }) { return [name] }
        if let given = first({
            Set(major($0)) == ["first", "name"] || Set(major($0)) == ["first"] || Set(major($0)) == ["given", "name"]
                || Set(major($0)) == ["personal"] || Set(major($0)) == ["personal", "name"]
        }),
            let family = first({
                Set(major($0)) == ["last", "name"] || Set(major($0)) == ["last"] || Set(major($0)) == ["family", "name"]
                    || Set(major($0)) == ["family"]
            })
        {
            return [given, family]
        }
        let words = Set(own.form.words.map(\.lemma))
        if let same = first({ Set($0.form.words.map(\.lemma)) == words && $0.profile.kind == .text }) { return [same] }
        if let name = first({ $0.form.words.last?.lemma == "name" && $0.profile.kind == .text && !$0.isForeignKey }) { return [name] }
        if let title = first({ $0.form.words.contains { $0.lemma == "title" } && $0.profile.kind == .text }) { return [title] }
        let texts = own.columns.indices.filter { own.columns[$0].profile.kind == .text && !own.columns[$0].isForeignKey }
        if let details = texts.first(where: {
            ["detail", "description"].contains(own.columns[$0].form.words.last?.lemma ?? "") && major(own.columns[$0]).count == 1
                && own.columns[$0].form.words.first?.lemma != "other"
        }) {
            return [ColumnID(table, details)]
        }
        if let unique = texts.first(where: { own.columns[$0].profile.isUnique && !own.columns[$0].isPrimaryKey }) { return [ColumnID(table, unique)] }
        if let key = texts.first(where: { own.columns[$0].isPrimaryKey && own.primaryKey.count == 1 }) { return [ColumnID(table, key)] }
        return []
    }
}
