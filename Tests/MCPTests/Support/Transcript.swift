import HTTPTypes
import Testing

@testable import MCP

/// One HTTP request and response as text: request head, empty line, body; a line `---`; status, head, empty line, body.
///
/// For readability a body may have several lines. They are joined without their indentation.
struct Transcript {
    let request: HTTPRequest
    let body: [UInt8]
    let expected: String

    init(_ text: String) throws {
        let halves = text.split(separator: "\n---\n", maxSplits: 1).map(String.init)
        try #require(halves.count == 2)
        let (head, body) = Self.split(halves[0])
        let words = head[0].split(separator: " ")
        var fields = HTTPFields()
        for line in head.dropFirst() {
            let colon = try #require(line.firstIndex(of: ":"))
            let name = try #require(HTTPField.Name(String(line[..<colon])))
            fields.append(HTTPField(name: name, value: String(line[line.index(colon, offsetBy: 2)...])))
        }
        request = HTTPRequest(
            method: try #require(HTTPRequest.Method(String(words[0]))), scheme: "http", authority: "localhost", path: String(words[1]),
            headerFields: fields
        )
        self.body = Array(Self.join(body).utf8)
        let (responseHead, responseBody) = Self.split(halves[1])
        // Event streams keep their line ends.
        let isStream = responseHead.contains("Content-Type: text/event-stream")
        expected = (responseHead + ["", isStream ? responseBody.joined(separator: "\n") : Self.join(responseBody)]).joined(separator: "\n")
    }

    /// Sends the request and compares the whole response, head and body, as text.
    func check(_ server: MCPServer<String>, as principal: String = "ada", sourceLocation: SourceLocation = #_sourceLocation) async {
        let response = await server.respond(to: request, body: body, principal: principal)
        #expect(await response.text == expected, sourceLocation: sourceLocation)
    }

    private static func split(_ half: String) -> ([String], [String]) {
        let lines = half.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let gap = lines.firstIndex(of: "") else { return (lines, []) }
        return (Array(lines[..<gap]), Array(lines[(gap + 1)...]))
    }

    private static func join(_ lines: [String]) -> String { lines.map { $0.drop { $0 == " " } }.joined() }
}

extension MCPHTTPResponse {
    /// Status, head and body, as a transcript has them.
    var text: String {
        get async {
            let lines = ["\(head.status.code)"] + head.headerFields.map { "\($0.name.rawName): \($0.value)" }
            return await (lines + ["", bodyText]).joined(separator: "\n")
        }
    }

    /// The whole body; waits for the end of a stream.
    var bodyText: String {
        get async {
            switch body {
            case .none: return ""
            case .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
            case .events(let stream):
                var text = ""
                for await frame in stream { text += String(decoding: frame, as: UTF8.self) }
                return text
            }
        }
    }
}
