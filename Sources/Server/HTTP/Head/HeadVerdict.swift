import NIOHTTP1

/// What the head of a request says of its framing and its connection, before anything else reads it. Where two readers (a proxy and this server) could read
/// it differently it is refused, since then one of them would judge another request than the other serves.
enum HeadVerdict {
    /// - Parameter target: an absolute target that names this very host, brought to the usual form (RFC 9112 section 3.2.2); nil when it has that.
    case accepted(HeadFacts, target: String?)
    case refused(HeadRefusal)

    /// Unit: bytes of a request target.
    static let maximumTarget = 16_384

    init(_ head: HTTPRequestHead) {
        do throws(HeadRefusal) {
            var facts = HeadFacts(isOld: head.version.major == 1 && head.version.minor == 0)
            let fields = try DecidingFields(head.headers)
            guard fields.hosts <= 1 else { throw HeadRefusal(.plain(400, "bad_head"), "Host is given twice") }
            guard fields.hosts == 1 || facts.isOld else { throw HeadRefusal(.plain(400, "bad_head"), "Host is missing") }
            if !fields.codings.isEmpty {
                guard !facts.isOld, fields.codings.count == 1, fields.codings[0].isSame(as: "chunked") else {
                    throw HeadRefusal(.plain(400, "bad_head"), "Transfer-Encoding may be chunked and nothing else")
                }
            }
            let target = try Self.usualTarget(head.uri, host: fields.host)
            if let expectation = fields.expectation, !facts.isOld {
                guard expectation.isSame(as: "100-continue") else {
                    throw HeadRefusal(.plain(417, "expectation_failed"), "Expect may be 100-continue and nothing else")
                }
                facts.waitsForContinue = true
            }
            // No other protocol is spoken, and the decoder takes nothing for HTTP that follows an offer of one (RFC 9110 sections 7.8 and 9.3.6).
            let isOffer = fields.offersUpgrade || head.method == .CONNECT
            facts.endsConnection = fields.saysClose || isOffer || (facts.isOld && !fields.saysKeepAlive)
            facts.declaredLength = fields.length
            self = .accepted(facts, target: target)
        } catch {
            self = .refused(error)
        }
    }

    private static func usualTarget(_ target: String, host: String) throws(HeadRefusal) -> String? {
        guard target.utf8.count <= maximumTarget else { throw HeadRefusal(.plain(414, "target_too_long"), "The path and query are too long") }
        guard target.utf8.first != UInt8(ascii: "/"), let colon = target.firstRange(of: "://") else { return nil }
        let scheme = target[..<colon.lowerBound]
        guard scheme.isSame(as: "http") || scheme.isSame(as: "https") else {
            throw HeadRefusal(.plain(400, "bad_head"), "The request's target may be a path or a URL of http or https")
        }
        let rest = target[colon.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard authority.isSame(as: host) else {
            throw HeadRefusal(.plain(400, "bad_head"), "The request's target and Host name different hosts")
        }
        let path = rest[authority.endIndex...]
        return path.first == "/" ? String(path) : "/" + path
    }
}
