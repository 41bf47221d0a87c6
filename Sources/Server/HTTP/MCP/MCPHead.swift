import HTTPTypes
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// The head of a request on an MCP endpoint: as the protocol's server takes it, and beside it what this server decides by, found in the same pass.
struct MCPHead: Sendable {
    let request: HTTPRequest
    var origins: [String] = []
    var authorization: [String] = []
    /// Unit: bytes of the body, as far as it is said.
    var declaredLength: Int?
    var encoding: String?
    var role: String?
    var packages: [String] = []
    var traceparents: [String] = []

    /// - Parameter target: path and query.
    /// - Returns: nil for a method that is no token.
    init?(_ head: HTTPRequestHead, target: String) {
        guard let method = try? HTTPRequest.Method(head.method) else { return nil }
        var host: String?
        var fields = HTTPFields()
        fields.reserveCapacity(head.headers.count)
        for (raw, value) in head.headers {
            if host == nil, raw.isSame(as: "host") {
                host = value
                continue
            }
            guard let name = HTTPField.Name(known: raw) ?? HTTPField.Name(raw) else { continue }
            let field = HTTPField(name: name, value: value)
            switch name.canonicalName.utf8.count {
            case 6 where name == .origin: origins.append(field.value)
            case 6 where name == .role: role = role.map { "\($0), \(field.value)" } ?? field.value
            case 11 where name == .traceparent: traceparents.append(field.value)
            case 13 where name == .authorization: authorization.append(field.value)
            case 14 where name == .contentLength: declaredLength = Int(field.value)
            case 14 where name == .packages: packages.append(field.value)
            case 16 where name == .contentEncoding: encoding = encoding.map { "\($0), \(field.value)" } ?? field.value
            default: break
            }
            fields.append(field)
        }
        request = HTTPRequest(method: method, scheme: "http", authority: host, path: target, headerFields: fields)
    }

    /// Where the client's trace stands; nil unless it is said once.
    var traceparent: String? { traceparents.count == 1 ? traceparents[0] : nil }
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
