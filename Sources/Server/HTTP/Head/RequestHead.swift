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
