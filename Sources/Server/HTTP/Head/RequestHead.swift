import HTTPTypes
import NIOCore
import NIOHTTP1

/// The head of a request, parsed once: the request for later code, and the facts on which the server decides. A head that a proxy and this
/// server could understand differently is refused, because the proxy would check another request than this server serves.
final class RequestHead: Sendable {
    let request: HTTPRequest
    /// Whether the request uses HTTP/1.0.
    let isOld: Bool
    /// Whether the connection ends with the response (RFC 9112 section 9.3).
    let endsConnection: Bool
    /// Whether the peer waits for `100 Continue` before it sends the body (RFC 9110 section 10.1.1).
    let waitsForContinue: Bool
    /// The declared length of the body. Nil if none is declared. Unit: bytes.
    let declaredLength: Int?
    /// Whether the body is chunked.
    let isChunked: Bool
    let origins: [String]
    let authorization: [String]
    let encoding: String?
    let role: String?
    let packages: [String]
    /// The client's trace context. Nil unless it is present exactly once.
    let traceparent: String?

    /// Longest request target. Unit: bytes.
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
        // This server supports no other protocol, and the decoder does not parse what follows an upgrade offer as HTTP (RFC 9110 sections
        // 7.8 and 9.3.6).
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

    /// Converts an absolute target for this host to origin form (RFC 9112 section 3.2.2).
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

/// A part of a request whose head has been parsed.
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
    /// Whether the client offers to switch to another protocol.
    private(set) var offersUpgrade = false
    /// Length of the body. Unit: bytes.
    private(set) var length: Int?
    private var contentType: String?
    private var hasTwoTypes = false
    private(set) var origins: [String] = []
    private(set) var authorization: [String] = []
    private(set) var encoding: String?
    private(set) var role: String?
    private(set) var packages: [String] = []
    private(set) var traceparents: [String] = []

    /// Reads one field of the head.
    /// - Returns: the field for later code. Nil for the host, which is stored separately, and for an invalid name.
    mutating func read(_ raw: String, _ value: String) -> HTTPField? {
        if raw.isSame(as: "host") {
            hosts += 1
            host = value
            return nil
        }
        guard let name = HTTPField.Name(known: raw) ?? HTTPField.Name(raw) else { return nil }
        let field = HTTPField(name: name, value: value)
        // The length alone distinguishes most names.
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

    /// Checks that the fields have only one meaning.
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
    /// One of the common names, found without validating each character.
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

    // The names are valid tokens of RFC 9110, so the fallbacks are never used.
    static let traceparent = HTTPField.Name("traceparent") ?? .from
    static let role = HTTPField.Name("x-role") ?? .from
    static let packages = HTTPField.Name("x-mcp-packages") ?? .from
    private static let protocolVersion = HTTPField.Name("MCP-Protocol-Version") ?? .from
}

extension String {
    /// Compares ASCII letters without regard to case.
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

    /// The text without leading and trailing white space.
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

    /// A head that is ambiguous or invalid.
    init(_ reason: String) { self.init(400, "bad_head", reason) }

    /// - Parameter error: the error of the decoder.
    init(_ error: HTTPParserError) {
        switch error {
        case .headerOverflow: self.init(431, "head_too_large", "The target and the header fields are too long, or too many")
        default: self.init("This is no request of HTTP/1.1")
        }
    }

    /// `{"error":…,"reason":…}`. Both values are this program's texts and need no JSON escapes.
    var body: String { "{\"error\":\"\(code)\",\"reason\":\"\(reason)\"}" }
}
