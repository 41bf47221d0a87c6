import JSON
import SQL

/// The rows of an answer as objects by column name, in the format of the question server.
struct QuestionRows: Sendable {
    /// Lower-case and unique: `name`, `name_2`.
    let names: [String]
    let columns: [Column]
    /// Each row has one value for each column.
    let rows: [[JSONValue]]
    let isTruncated: Bool

    fileprivate static func names(of columns: [Column]) -> [String] {
        var taken: Set<String> = []
        return columns.map { column in
            let name = column.name.lowercased()
            var free = name
            var number = 2
            while !taken.insert(free).inserted {
                free = "\(name)_\(number)"
                number += 1
            }
            return free
        }
    }

    func isNumeric(_ index: Int) -> Bool { [.integer, .decimal, .double].contains(columns[index].type) }

    /// Writes `{fields, data: [{name: value}], fields_info, sql, datasource?, limit?}`.
    /// - Parameters:
    ///   - sql: the statement that ran.
    ///   - source: the data source's number, for clients that identify it by one.
    func write(sql: String, source: Int64?, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("fields", names)
            writer.array("data") { writer in
                for row in rows {
                    writer.object { writer in
                        for (name, value) in zip(names, row) {
                            writer.key(name)
                            writer.value(value)
                        }
                    }
                }
            }
            writer.member("fields_info", Array(names.enumerated())) { writer, field in
                writer.member("name", field.element)
                writer.member("is_numeric", isNumeric(field.offset))
            }
            writer.key("sql")
            writer.base64(sql)
            writer.given("datasource", source)
            if isTruncated { writer.member("limit", rows.count) }
        }
    }
}

extension QuestionRows {
    init(_ page: SQLPage) throws {
        self.init(
            names: Self.names(of: page.columns), columns: page.columns,
            rows: try JSONValue(parsing: page.fragment, limits: .largeAnswer).array?.compactMap(\.array) ?? [], isTruncated: page.isTruncated)
    }
}
