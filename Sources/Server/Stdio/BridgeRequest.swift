import JSON
import MCP

/// A line from a stdio client, with the facts that HTTP needs.
struct BridgeRequest {
    enum Kind: Equatable {
        case handshake
        case request(JSONValue)
        /// The client has finished the handshake and accepts unsolicited messages.
        case initialized
        /// Cancels a call of 2026-07-28. Over HTTP, closing the response does that.
        case cancellation(JSONValue)
        /// A response or a notification, which gets no response.
        case other
    }

    let line: [UInt8]
    let kind: Kind
    let method: String
    /// The revision of a modern request. Nil for a legacy request.
    let modernRevision: String?
    private let name: String?

    /// A line that is not a message. It gets a response here, because it cannot be forwarded.
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

    /// The limit is the length of a line. The server applies its own limits.
    private static let limits = JSONLimits(maximumByteCount: 16 * 1_048_576)

    /// The id for an error response.
    var id: JSONValue? {
        switch kind {
        case .request(let id): id
        // The handshake was parsed before, so parsing it again succeeds.
        case .handshake: (try? JSONValue(parsing: line, limits: Self.limits))?["id"]
        default: nil
        }
    }

    /// Whether the response is a stream that stays open.
    var staysOpen: Bool { method == "subscriptions/listen" }

    /// Header fields of revision 2026-07-28 that repeat members of the message.
    var repeatedFields: [(String, String)] {
        guard modernRevision != nil else { return [] }
        return [("mcp-method", method)] + (name.map { [("mcp-name", Self.headerText($0))] } ?? [])
    }

    /// Visible ASCII is sent unchanged; other text is sent as base64 between `=?base64?` and `?=`.
    private static func headerText(_ text: String) -> String {
        let isPlain = !text.hasPrefix("=?") && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isPlain ? text : "=?base64?\(Base64.encode(Array(text.utf8)))?="
    }
}
