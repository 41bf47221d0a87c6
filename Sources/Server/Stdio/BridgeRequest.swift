import Foundation
import JSON
import MCP

/// A line from a stdio client, with what HTTP needs to know about it.
struct BridgeRequest {
    enum Kind: Equatable {
        case handshake
        case request(JSONValue)
        /// The client is ready for what it did not ask for.
        case initialized
        /// Ends a call of 2026-07-28, which over HTTP is done by leaving its response.
        case cancellation(JSONValue)
        /// A response, or a notification: has no answer.
        case other
    }

    let line: [UInt8]
    let kind: Kind
    let method: String
    /// The revision of a request that names one.
    let modernRevision: String?
    private let name: String?

    /// A line that is not a message. It is answered here, because it cannot be forwarded.
    struct InvalidMessage: Error {
        let code: Int64
        let reason: String
    }

    init(_ line: LineSplitter.Line) throws(InvalidMessage) {
        guard case .complete(let line) = line else { throw InvalidMessage(code: -32600, reason: "The line is too long") }
        let message: JSONValue
        do { message = try JSONValue(parsing: line, limits: Self.limits) } catch { throw InvalidMessage(code: -32700, reason: "Parse error") }
        let isMessage = message.array != nil || ["method", "result", "error"].contains { message[$0] != nil }
        guard isMessage else { throw InvalidMessage(code: -32600, reason: "Member 'method' is missing") }
        self.line = line
        let parameters = message["params"]
        method = message["method"]?.string ?? ""
        modernRevision = parameters?["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.string
        name = (parameters?["name"] ?? parameters?["uri"] ?? parameters?["taskId"])?.string
        kind =
            switch (method, message["id"]) {
            case ("initialize", _?): .handshake
            case ("notifications/initialized", nil): .initialized
            case ("notifications/cancelled", nil): parameters?["requestId"].map { .cancellation($0) } ?? .other
            case ("", _), (_, nil): .other
            case (_, let id?): .request(id)
            }
    }

    /// As long as a line may be; what the server takes is for the server to say.
    private static let limits = JSONLimits(maximumByteCount: 16 * 1_048_576)

    /// The id under which a failure is answered.
    var id: JSONValue? {
        switch kind {
        case .request(let id): id
        // It was read before, as a handshake.
        case .handshake: (try? JSONValue(parsing: line, limits: Self.limits))?["id"]
        default: nil
        }
    }

    /// Whether the answer is a stream that stays open.
    var staysOpen: Bool { method == "subscriptions/listen" }

    /// Header fields of revision 2026-07-28 that repeat what the message says.
    var repeatedFields: [(String, String)] {
        guard modernRevision != nil else { return [] }
        return [("mcp-method", method)] + (name.map { [("mcp-name", Self.headerText($0))] } ?? [])
    }

    /// Visible ASCII as it is, anything else as base64 between marks.
    private static func headerText(_ text: String) -> String {
        let isPlain = !text.hasPrefix("=?") && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isPlain ? text : "=?base64?\(Data(text.utf8).base64EncodedString())?="
    }
}
