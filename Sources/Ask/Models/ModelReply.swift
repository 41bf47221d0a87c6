import JSON

/// A model's reply: a statement, or a question back.
struct ModelReply: Hashable, Sendable {
    let sql: String?
    /// The result of the statement, in a sentence.
    let interpretation: String
    let assumptions: [String]
    /// The question to the person, which must be answered first.
    let clarification: String?
    /// From 0 to 1; a model's own estimate.
    let confidence: Double

    /// Finds the JSON object in a text that may have more around it: thoughts, a fence, a sentence before.
    /// - Returns: nil when there is no such object, or it says neither a statement nor a question.
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

    /// The longest of the JSON objects that begin at one of the first braces.
    private static func object(in text: String) -> JSONValue? {
        let start = text.firstRange(of: "</think>")?.upperBound ?? text.startIndex
        let bytes = Array(text[start...].utf8)
        let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "}") }.suffix(Self.maximumCandidates).reversed()
        for start in bytes.indices.filter({ bytes[$0] == UInt8(ascii: "{") }).prefix(Self.maximumCandidates) {
            for end in ends where end > start {
                // Text that is not JSON may contain some.
                if let value = try? JSONValue(parsing: bytes[start...end]), value.object != nil { return value }
            }
        }
        return nil
    }

    /// Braces that are tried at each end: a reply of braces alone costs no more than so many readings of it, squared.
    private static let maximumCandidates = 8

    /// A statement without the semicolon at its end, which the guard does not take.
    private static func withoutEnd(_ sql: String) -> String {
        var sql = sql[...]
        while let last = sql.last, last.isWhitespace || last == ";" { sql.removeLast() }
        return String(sql)
    }
}
