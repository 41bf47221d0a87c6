import Foundation
import JSON
import Testing

/// A question of a company's people with SQL that answers it.
struct BusinessQuestion {
    /// `share-3`: the group of the question and its place in it.
    let id: String
    let text: String
    /// Queries of which each gives rows that answer it; none where the question is to be declined.
    let references: [String]

    var group: String { String(id.prefix { $0 != "-" }) }

    static func all() throws -> [BusinessQuestion] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Questions/business.jsonl")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
            let value = try JSONValue(parsing: String(line))
            let references = value["sql"]?.string.map { [$0] } ?? value["sql"]?.array?.compactMap(\.string) ?? []
            return BusinessQuestion(
                id: try #require(value["id"]?.string), text: try #require(value["question"]?.string), references: references)
        }
    }
}
