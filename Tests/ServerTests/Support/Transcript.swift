import Foundation
import Testing

/// Requests and responses as text that is the same in every run. Equal responses appear once, below all their requests.
struct Transcript {
    /// The requests with the same response, by subject, in order.
    private typealias Askers = [(subject: String, requests: [String])]

    private var order: [String] = []
    private var askers: [String: Askers] = [:]
    private let ports: [UInt16]

    /// - Parameter ports: of the listeners; in the text each is `PORT`.
    init(ports: UInt16...) { self.ports = ports.filter { $0 != 0 } }

    /// - Parameters:
    ///   - subject: what several requests have in common: a path.
    ///   - request: what tells this one apart.
    mutating func add(_ subject: String, _ request: String, _ responses: [RawResponse], isHead: Bool = false) {
        let text = responses.isEmpty ? "no response\n" : responses.map { told($0, isHead: isHead) }.joined(separator: "\n")
        if askers[text] == nil { order.append(text) }
        var known = askers[text] ?? []
        if known.last?.subject == subject { known[known.count - 1].requests.append(request) } else { known.append((subject, [request])) }
        askers[text] = known
    }

    var text: String {
        order.map { response in
            (askers[response] ?? []).map { "> \($0.subject): \($0.requests.joined(separator: ", "))\n" }.joined() + response
        }.joined(separator: "\n")
    }

    /// Compares with the committed text. With `GATEHOUSE_RECORD=1` the text is rewritten.
    func check(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Transcripts/\(name).txt")
        if ProcessInfo.processInfo.environment["GATEHOUSE_RECORD"] == "1" { try Data(text.utf8).write(to: file) }
        let (kept, made) = (try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n"), text.components(separatedBy: "\n"))
        let changed = made.difference(from: kept).prefix(20).map { change in
            switch change {
            case .insert(let line, let text, _): "\(line + 1) now: \(text)"
            case .remove(let line, let text, _): "\(line + 1) before: \(text)"
            }
        }
        #expect(changed == [], "\(name) differs; read the difference, then run with GATEHOUSE_RECORD=1", sourceLocation: sourceLocation)
    }

    /// Longest body that is recorded completely; of a longer one only the start is. Unit: bytes.
    private static let longBody = 300

    private func told(_ response: RawResponse, isHead: Bool) -> String {
        let isLong = response.body.count > Self.longBody
        let fields = response.fields.map { field in
            switch field.name {
            case "date": "date: (time)"
            case "content-length" where isHead && (Int(field.value) ?? 0) > Self.longBody: "content-length: (long)"
            case "content-length" where isLong: "content-length: \(Int(field.value) == response.body.count ? "(of the body)" : field.value)"
            default: "\(field.name): \(plain(field.value))"
            }
        }
        let body = plain(response.text)
        // Numbers of a running server.
        let shown = body.hasPrefix("# HELP") ? "(metrics)" : isLong ? "\(body.prefix(100)) …" : body
        return "HTTP \(response.status)\n" + fields.sorted().map { "\($0)\n" }.joined() + (shown.isEmpty ? "" : "\n\(shown)\n")
    }

    /// Without the values that change in each run: the port, names, secrets and times.
    private func plain(_ text: String) -> String {
        ports.reduce(text) { $0.replacing("\($1)", with: "PORT") }.replacing(/_visitor=[^;]*/, with: "_visitor=…").replacing(
            /[A-Za-z0-9_-]{43}/, with: "…"
        ).replacing(/\b[0-9a-f]{16,}\b/, with: "…")
            .replacing(/\d{4}-\d\d-\d\dT[0-9:.]+Z/, with: "(time)").replacing(/"chat_id":\d+/, with: "\"chat_id\":(id)")
    }
}
