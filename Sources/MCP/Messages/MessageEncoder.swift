import JSON

/// Serializes the server's messages. It is the only place that adds what a revision requires on every result.
struct MessageEncoder: Sendable {
    /// `serverInfo` as the modern revision puts it into every `_meta`.
    private let serverInfo: JSONFragment

    init(_ implementation: Implementation) {
        serverInfo = JSONFragment { writer in implementation.write(into: &writer, revision: .v2026_07_28) }
    }

    /// A response that carries a result.
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

    /// A response that carries an error; without an id the request's could not be read.
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

    /// A notification of a change, tagged with the subscription that asked for it.
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

/// The result of a method: it writes its own members, and the encoder adds what the revision requires on every result.
protocol ResultBody: Sendable {
    /// What kind of result it is, for the modern revision.
    var resultType: StaticString { get }
    /// Hints for caches, on results that may be kept.
    var cacheHint: CacheHint? { get }
    /// The result's own `_meta`.
    var meta: JSONObject? { get }
    /// About how many bytes the members take.
    var sizeEstimate: Int { get }
    /// Writes the members as the revision knows them, without `_meta`.
    func writeMembers(into writer: inout JSONWriter, revision: Revision)
}

extension ResultBody {
    var resultType: StaticString { "complete" }
    var cacheHint: CacheHint? { nil }
    var meta: JSONObject? { nil }
    var sizeEstimate: Int { 256 }
}

/// How long and for whom a modern client may keep a result.
public struct CacheHint: Hashable, Sendable {
    /// Who may share a kept result: everybody, or only the caller that asked.
    public enum Scope: String, Sendable {
        case everybody = "public"
        case caller = "private"
    }

    /// Zero: ask again each time.
    public var timeToLive: Duration
    /// Private unless the result is the same for all callers.
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

/// A serialized response message, with what HTTP adds to it.
struct EncodedResponse: Sendable {
    let message: [UInt8]
    var status = 200
    var challenge: String?
}

extension JSONWriter {
    /// Writes a key and a string.
    mutating func member(_ key: StaticString, _ value: String) {
        self.key(key)
        string(value)
    }

    /// Writes a key and a string.
    mutating func member(_ key: StaticString, _ value: StaticString) {
        self.key(key)
        string(value)
    }

    /// Writes a key and an object, unless there is none.
    mutating func member(_ key: StaticString, _ object: JSONObject?) {
        guard let object else { return }
        self.key(key)
        value(.object(object))
    }
}
