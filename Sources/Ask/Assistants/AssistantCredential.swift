import Access
import JSON
import Notation

/// The headers, cookies and parameters that a caller wants to send to an assistant's service.
struct AssistantCredential: Sendable {
    let headers: [(name: String, value: String)]
    let parameters: [(name: String, value: String)]

    /// Most entries of `authorization`.
    private static let maximumItems = 20
    /// Longest name or value. Unit: bytes.
    private static let maximumLength = 8_192
    /// Headers that a caller may not set, because they affect how the message is parsed or routed.
    private static let framing: Set<String> = [
        "accept-encoding", "connection", "content-length", "content-type", "cookie", "expect", "host", "keep-alive", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "via",
    ]

    /// - Parameter given: an array of `{target: header|cookie|param, key, value}`, or its JSON text. Nil for nothing.
    init(_ given: JSONValue?) throws(Refusal) {
        var (headers, cookies, parameters): ([(String, String)], [String], [(String, String)]) = ([], [], [])
        for item in try Self.items(given) {
            guard let target = item["target"]?.string, let key = item["key"]?.string, let value = item["value"]?.string,
                !key.isEmpty, key.utf8.count <= Self.maximumLength, value.utf8.count <= Self.maximumLength
            else { throw Self.malformed }
            switch target {
            case "header":
                guard Self.isToken(key), Self.isPrintable(value), !Self.framing.contains(key.lowercased()) else {
                    throw Refusal(.invalidArgument, "authorization: '\(key.prefix(40))' is not a header that can be sent")
                }
                headers.append((key, value))
            case "cookie":
                guard Self.isToken(key), Self.isPrintable(value), !value.contains(";") else {
                    throw Refusal(.invalidArgument, "authorization: '\(key.prefix(40))' is not a cookie that can be sent")
                }
                cookies.append("\(key)=\(value)")
            case "param": parameters.append((key, value))
            default: throw Self.malformed
            }
        }
        if !cookies.isEmpty { headers.append(("Cookie", cookies.joined(separator: "; "))) }
        self.headers = headers.map { (name: $0.0, value: $0.1) }
        self.parameters = parameters.map { (name: $0.0, value: $0.1) }
    }

    /// ``parameters`` in URL encoding.
    var query: String {
        parameters.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }

    private static func items(_ given: JSONValue?) throws(Refusal) -> [JSONValue] {
        guard let given, !given.isNull else { return [] }
        var list = given.array
        if let text = given.string {
            guard !text.allSatisfy(\.isWhitespace) else { return [] }
            do { list = try JSONValue(parsing: Array(text.utf8)).array } catch { throw malformed }
        }
        guard let list, list.count <= maximumItems else { throw malformed }
        return list
    }

    private static let malformed = Refusal(
        .invalidArgument,
        "authorization: expected a JSON array of at most \(maximumItems) objects {\"target\": header, cookie or param, \"key\", \"value\"}")

    /// Whether a text is a token (RFC 9110 section 5.6.2).
    private static func isToken(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
        }
    }

    private static func isPrintable(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}
