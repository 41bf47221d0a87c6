import JSON

/// A model's reply: a statement, or a question to the user.
struct ModelReply: Hashable, Sendable {
    let sql: String?
    /// A sentence that describes the statement's result.
    let interpretation: String
    let assumptions: [String]
    /// The question that the user must answer first.
    let clarification: String?
    /// The model's own estimate, from 0 to 1.
    let confidence: Double

    /// Finds the JSON object in a text that may contain more: thoughts, a code fence, an introduction.
    /// - Returns: nil if there is no such object, or if it contains neither a statement nor a question.
    init?(_ text: String) {
        guard let value = Self.object(in: text) else { return nil }
        func words(_ name: String) -> String? { value[name]?.string.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }
        sql = words("sql").map { Self.withoutEnd($0) }
        clarification = words("clarification").map { String($0.prefix(500)) }
        interpretation = String((words("interpretation") ?? "").prefix(500))
        assumptions = (value["assumptions"]?.array ?? []).prefix(5).compactMap { $0.string.map { String($0.prefix(200)) } }
        confidence = min(1, max(0, value["confidence"]?.double ?? 0.5))
        if sql == nil && clarification == nil { return nil }
    }

    /// The longest JSON object that begins at one of the first braces.
    private static func object(in text: String) -> JSONValue? {
        let start = text.firstRange(of: "</think>")?.upperBound ?? text.startIndex
        let bytes = Array(text[start...].utf8)
        let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "}") }.suffix(Self.maximumCandidates).reversed()
        for start in bytes.indices.filter({ bytes[$0] == UInt8(ascii: "{") }).prefix(Self.maximumCandidates) {
            for end in ends where end > start {
                // Text that is not JSON may contain an object.
                if let value = try? JSONValue(parsing: bytes[start...end]), value.object != nil { return value }
            }
        }
        return nil
    }

    /// Most braces to try at each end. A reply that consists of braces costs at most the square of this many parses.
    private static let maximumCandidates = 8

    /// Removes the semicolon at the end of a statement, which the guard does not accept.
    private static func withoutEnd(_ sql: String) -> String {
        var sql = sql[...]
        while let last = sql.last, last.isWhitespace || last == ";" { sql.removeLast() }
        return String(sql)
    }
}
