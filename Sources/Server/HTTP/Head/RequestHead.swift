import HTTPTypes
import NIOCore
import NIOHTTP1

/// The head of a request, read once: the request for later code, and the facts on which the server decides. A head that two readers (a proxy and this
/// server) could understand differently is refused, because one would check another request than the other serves.
final class RequestHead: Sendable {
    let request: HTTPRequest
    /// HTTP/1.0.
    let isOld: Bool
    /// RFC 9112 section 9.3: the connection ends with the response.
    let endsConnection: Bool
    /// RFC 9110 section 10.1.1: the peer waits for `100 Continue` before it sends the body.
    let waitsForContinue: Bool
    /// The declared length of the body; nil when it is not declared. Unit: bytes.
    let declaredLength: Int?
    /// Whether the body ends where its chunks say so.
    let isChunked: Bool
    let origins: [String]
    let authorization: [String]
    let encoding: String?
    let role: String?
    let packages: [String]
    /// Where the client's trace stands; nil unless it is said once.
    let traceparent: String?

    /// Unit: bytes of a request target.
    static let maximumTarget = 16_384

    init(_ head: HTTPRequestHead) throws(HeadRefusal) {
        guard let method = HTTPRequest.Method(head.method.rawValue) else { throw HeadRefusal("This is no request of HTTP/1.1") }
        var found = RequestHeaderFields()
        var fields = HTTPFields()
        fields.reserveCapacity(head.headers.count)
        for (name, value) in head.headers { if let field = found.read(name, value) { fields.append(field) } }
        isOld = head.version.major == 1 && head.version.minor == 0
        try found.check(isOld: isOld)
        let target = try Self.target(head.uri, host: found.host ?? "")
        waitsForContinue = try found.waitsForContinue(isOld: isOld)
        // No other protocol is spoken, and the decoder takes nothing for HTTP that follows an offer of one (RFC 9110 sections 7.8 and 9.3.6).
        let isOffer = found.offersUpgrade || method == .connect
        endsConnection = found.saysClose || isOffer || (isOld && !found.saysKeepAlive)
        declaredLength = found.length
        isChunked = !found.codings.isEmpty
        origins = found.origins
        authorization = found.authorization
        encoding = found.encoding
        role = found.role
        packages = found.packages
        traceparent = found.traceparents.count == 1 ? found.traceparents[0] : nil
        request = HTTPRequest(method: method, scheme: "http", authority: found.host, path: target, headerFields: fields)
    }

    /// An absolute target that names this very host is brought to the usual form (RFC 9112 section 3.2.2).
    private static func target(_ target: String, host: String) throws(HeadRefusal) -> String {
        guard target.utf8.count <= maximumTarget else { throw HeadRefusal(414, "target_too_long", "The path and query are too long") }
        guard target.utf8.first != UInt8(ascii: "/"), let colon = target.firstRange(of: "://") else { return target }
        let scheme = target[..<colon.lowerBound]
        guard scheme.isSame(as: "http") || scheme.isSame(as: "https") else {
            throw HeadRefusal("The request's target may be a path or a URL of http or https")
        }
        let rest = target[colon.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard authority.isSame(as: host) else { throw HeadRefusal("The request's target and Host name different hosts") }
        let path = rest[authority.endIndex...]
        return path.first == "/" ? String(path) : "/" + path
    }
}

/// A part of a request after its head was read.
enum RequestPart: Sendable {
    case head(RequestHead)
    case body(ByteBuffer)
    case end
}

/// The header fields on which the server's decisions depend, collected in one pass over a head.
struct RequestHeaderFields {
    private var hosts = 0
    private(set) var host: String?
    private(set) var codings: [String] = []
    private var expectation: String?
    private(set) var saysClose = false
    private(set) var saysKeepAlive = false
    /// Another protocol is offered for what follows.
    private(set) var offersUpgrade = false
    /// Unit: bytes of the body.
    private(set) var length: Int?
    private var contentType: String?
    private var hasTwoTypes = false
    private(set) var origins: [String] = []
    private(set) var authorization: [String] = []
    private(set) var encoding: String?
    private(set) var role: String?
    private(set) var packages: [String] = []
    private(set) var traceparents: [String] = []

    /// Takes one field of the head.
    /// - Returns: the field for all code behind; nil for the host, which stands beside the fields, and for what is no name.
    mutating func read(_ raw: String, _ value: String) -> HTTPField? {
        if raw.isSame(as: "host") {
            hosts += 1
            host = value
            return nil
        }
        guard let name = HTTPField.Name(known: raw) ?? HTTPField.Name(raw) else { return nil }
        let field = HTTPField(name: name, value: value)
        // Most names are distinguished by their length alone.
        switch name.canonicalName.utf8.count {
        case 6 where name == .origin: origins.append(field.value)
        case 6 where name == .role: role = role.map { "\($0), \(field.value)" } ?? field.value
        case 6 where name == .expect: expectation = value
        case 7 where name == .upgrade: offersUpgrade = true
        case 10 where name == .connection: readConnection(value)
        case 11 where name == .traceparent: traceparents.append(field.value)
        case 12 where name == .contentType:
            if let contentType, contentType != value { hasTwoTypes = true }
            contentType = value
        case 13 where name == .authorization: authorization.append(field.value)
        case 14 where name == .contentLength: length = Int(field.value)
        case 14 where name == .packages: packages.append(field.value)
        case 16 where name == .contentEncoding: encoding = encoding.map { "\($0), \(field.value)" } ?? field.value
        case 17 where name == .transferEncoding: codings.append(String(value[...].trimmed))
        default: break
        }
        return field
    }

    private mutating func readConnection(_ value: String) {
        for word in value.split(separator: ",") {
            let word = word.trimmed
            if word.isSame(as: "close") { saysClose = true }
            if word.isSame(as: "keep-alive") { saysKeepAlive = true }
        }
    }

    /// Whether the fields have one meaning.
    func check(isOld: Bool) throws(HeadRefusal) {
        guard !hasTwoTypes else { throw HeadRefusal("Content-Type is given twice") }
        guard hosts <= 1 else { throw HeadRefusal("Host is given twice") }
        guard hosts == 1 || isOld else { throw HeadRefusal("Host is missing") }
        guard codings.isEmpty || (!isOld && codings.count == 1 && codings[0].isSame(as: "chunked")) else {
            throw HeadRefusal("Transfer-Encoding may be chunked and nothing else")
        }
    }

    /// Whether the peer waits for `100 Continue` before it sends its body.
    func waitsForContinue(isOld: Bool) throws(HeadRefusal) -> Bool {
        guard let expectation, !isOld else { return false }
        guard expectation.isSame(as: "100-continue") else {
            throw HeadRefusal(417, "expectation_failed", "Expect may be 100-continue and nothing else")
        }
        return true
    }
}

extension HTTPField.Name {
    /// A name that most requests have, found without reading it by the letter.
    fileprivate init?(known name: String) {
        let found: HTTPField.Name
        switch name.utf8.count {
        case 6 where name.isSame(as: "accept"): found = .accept
        case 10 where name.isSame(as: "user-agent"): found = .userAgent
        case 10 where name.isSame(as: "connection"): found = .connection
        case 12 where name.isSame(as: "content-type"): found = .contentType
        case 13 where name.isSame(as: "authorization"): found = .authorization
        case 14 where name.isSame(as: "content-length"): found = .contentLength
        case 15 where name.isSame(as: "accept-encoding"): found = .acceptEncoding
        case 20 where name.isSame(as: "mcp-protocol-version"): found = .protocolVersion
        default: return nil
        }
        self = found
    }

    // All are tokens of RFC 9110; the fallback is never reached.
    static let traceparent = HTTPField.Name("traceparent") ?? .from
    static let role = HTTPField.Name("x-role") ?? .from
    static let packages = HTTPField.Name("x-mcp-packages") ?? .from
    private static let protocolVersion = HTTPField.Name("MCP-Protocol-Version") ?? .from
}

extension String {
    /// The same text but for the case of ASCII letters.
    func isSame(as word: String) -> Bool {
        let (bytes, wanted) = (utf8.span, word.utf8.span)
        guard bytes.count == wanted.count else { return false }
        for place in bytes.indices where bytes[place] != wanted[place] {
            guard Self.folded(bytes[place]) == Self.folded(wanted[place]) else { return false }
        }
        return true
    }

    private static func folded(_ byte: UInt8) -> UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte }
}

extension Substring {
    func isSame(as word: String) -> Bool { String(self).isSame(as: word) }

    /// Without blanks at both ends.
    fileprivate var trimmed: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}

/// The response to a head that is refused before any other code sees it.
struct HeadRefusal: Error {
    let status: Int
    let code: String
    let reason: String

    init(_ status: Int, _ code: String, _ reason: String) {
        self.status = status
        self.code = code
        self.reason = reason
    }

    /// A head that two readers could read differently, or that is none.
    init(_ reason: String) { self.init(400, "bad_head", reason) }

    /// - Parameter error: of the decoder.
    init(_ error: HTTPParserError) {
        switch error {
        case .headerOverflow: self.init(431, "head_too_large", "The target and the header fields are too long, or too many")
        default: self.init("This is no request of HTTP/1.1")
        }
    }

    /// `{"error":…,"reason":…}`; both are ours and hold nothing that JSON escapes.
    var body: String { "{\"error\":\"\(code)\",\"reason\":\"\(reason)\"}" }
}
