import JSON

/// Serializes the server's messages. Only the encoder adds the members that a revision requires in every result.
struct MessageEncoder: Sendable {
    /// `serverInfo`, which the modern revision has in every `_meta`.
    private let serverInfo: JSONFragment

    init(_ implementation: Implementation) {
        serverInfo = JSONFragment { writer in implementation.write(into: &writer, revision: .v2026_07_28) }
    }

    /// A response with a result.
    func response(_ id: RequestID, _ body: any ResultBody, revision: Revision) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: body.sizeEstimate + 512)
        writer.object { writer in
            Self.writeHead(id, into: &writer)
            writer.key("result")
            writeResult(body, revision, into: &writer)
        }
        return writer.bytes
    }

    /// A result alone, as it appears in a response.
    func result(_ body: any ResultBody, revision: Revision) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: body.sizeEstimate + 256)
        writeResult(body, revision, into: &writer)
        return writer.bytes
    }

    private func writeResult(_ body: any ResultBody, _ revision: Revision, into writer: inout JSONWriter) {
        let isModern = revision.era == .modern
        writer.object { writer in
            if isModern { writer.member("resultType", body.resultType) }
            body.writeMembers(into: &writer, revision: revision)
            if isModern, let hint = body.cacheHint {
                writer.key("ttlMs")
                writer.int(hint.milliseconds)
                writer.member("cacheScope", hint.scope.rawValue)
            }
            writeMeta(body.meta, isModern: isModern, into: &writer)
        }
    }

    /// A response with an error. The id is nil when the request's id could not be read.
    static func error(_ id: RequestID?, _ error: MCPError) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 512)
        writer.object { writer in
            writeHead(id, into: &writer)
            writer.key("error")
            error.write(into: &writer)
        }
        return writer.bytes
    }

    /// A notification; the closure writes the members of `params`.
    static func notification(_ method: String, _ params: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("jsonrpc", "2.0")
            writer.member("method", method)
            writer.key("params")
            writer.object(params)
        }
        return writer.bytes
    }

    /// A change notification with the id of its subscription.
    static func notice(_ method: String, subscription: RequestID?, _ params: (inout JSONWriter) -> Void) -> [UInt8] {
        notification(method) { writer in
            params(&writer)
            guard let subscription else { return }
            writer.key("_meta")
            writer.object { writer in
                writer.key(MetaKey.subscriptionID)
                subscription.write(into: &writer)
            }
        }
    }

    private static func writeHead(_ id: RequestID?, into writer: inout JSONWriter) {
        writer.member("jsonrpc", "2.0")
        writer.key("id")
        if let id { id.write(into: &writer) } else { writer.null() }
    }

    private func writeMeta(_ meta: JSONObject?, isModern: Bool, into writer: inout JSONWriter) {
        guard isModern || meta != nil else { return }
        writer.key("_meta")
        writer.object { writer in
            for (key, value) in meta ?? JSONObject() where key != MetaKey.serverInfo {
                writer.key(key)
                writer.value(value)
            }
            if isModern {
                writer.key(MetaKey.serverInfo)
                writer.raw(serverInfo.bytes)
            }
        }
    }
}

/// The result of a method. It writes its own members; the encoder adds the members that the revision requires in every result.
protocol ResultBody: Sendable {
    /// The kind of result, for the modern revision.
    var resultType: StaticString { get }
    /// The caching rules for a result that may be cached.
    var cacheHint: CacheHint? { get }
    /// The result's own `_meta`.
    var meta: JSONObject? { get }
    /// Approximate size of the members. Unit: bytes.
    var sizeEstimate: Int { get }
    /// Writes the members in the form of the revision, without `_meta`.
    func writeMembers(into writer: inout JSONWriter, revision: Revision)
}

extension ResultBody {
    var resultType: StaticString { "complete" }
    var cacheHint: CacheHint? { nil }
    var meta: JSONObject? { nil }
    var sizeEstimate: Int { 256 }
}

/// How long a modern client may cache a result, and for whom.
public struct CacheHint: Hashable, Sendable {
    /// Who may share a cached result: everybody, or only the caller.
    public enum Scope: String, Sendable {
        case everybody = "public"
        case caller = "private"
    }

    /// Zero: the client must not use a cached result.
    public var timeToLive: Duration
    /// Must be private unless the result is the same for all callers.
    public var scope: Scope

    public init(timeToLive: Duration, scope: Scope = .caller) {
        self.timeToLive = timeToLive
        self.scope = scope
    }

    var milliseconds: Int64 {
        let (seconds, attoseconds) = timeToLive.components
        return max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}

/// A result without members.
struct EmptyResult: ResultBody {
    func writeMembers(into writer: inout JSONWriter, revision: Revision) {}
}

/// A serialized response with the details that HTTP adds.
struct EncodedResponse: Sendable {
    let message: [UInt8]
    var status = 200
    var challenge: String?
}

extension JSONWriter {
    /// Writes a member with a string.
    mutating func member(_ key: StaticString, _ value: String) {
        self.key(key)
        string(value)
    }

    /// Writes a member with a string.
    mutating func member(_ key: StaticString, _ value: StaticString) {
        self.key(key)
        string(value)
    }

    /// Writes a member with an object. Does nothing for nil.
    mutating func member(_ key: StaticString, _ object: JSONObject?) {
        guard let object else { return }
        self.key(key)
        value(.object(object))
    }
}
