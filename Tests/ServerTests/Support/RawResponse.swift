import JSON

/// One response of HTTP/1.1, read by the letter and not by the code under test.
struct RawResponse: Sendable {
    let status: Int
    /// Names in lower case, in order.
    let fields: [(name: String, value: String)]
    let body: [UInt8]

    subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    var text: String { String(decoding: body, as: UTF8.self) }
    /// The body as JSON; null when it is none.
    var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
    /// `result` of a JSON-RPC answer.
    var result: JSONValue { json["result"] ?? .null }
    /// `error` of a JSON-RPC answer.
    var error: JSONValue { json["error"] ?? .null }
    /// The text of a tool's result.
    var toolText: String { result["content"]?[0]?["text"]?.string ?? "" }

    /// Removes one complete response from the received bytes.
    static func take(from bytes: inout [UInt8], hasBody: Bool) -> RawResponse? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        guard lines.first?.hasPrefix("HTTP/1.1 ") == true else {
            // Bytes that are not a response get an impossible status.
            bytes = []
            return RawResponse(status: 0, fields: [], body: [])
        }
        guard let first = lines.first, let status = first.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        let fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (name: parts[0].lowercased(), value: parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
        }
        var rest = bytes[end.upperBound...]
        var body: [UInt8] = []
        if hasBody, fields.contains(where: { $0.name == "transfer-encoding" }) {
            guard let whole = chunks(&rest) else { return nil }
            body = whole
        } else if hasBody, status != 204, let length = fields.first(where: { $0.name == "content-length" }).flatMap({ Int($0.value) }) {
            guard rest.count >= length else { return nil }
            body = Array(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        bytes = Array(rest)
        return RawResponse(status: status, fields: fields, body: body)
    }

    private static func chunks(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        var body: [UInt8] = []
        while let line = rest.firstRange(of: Array("\r\n".utf8)) {
            guard let size = Int(String(decoding: rest[rest.startIndex..<line.lowerBound], as: UTF8.self), radix: 16) else { return nil }
            guard rest.endIndex - line.upperBound >= size + 2 else { return nil }
            body += rest[line.upperBound..<line.upperBound + size]
            rest = rest[(line.upperBound + size + 2)...]
            if size == 0 { return body }
        }
        return nil
    }
}
