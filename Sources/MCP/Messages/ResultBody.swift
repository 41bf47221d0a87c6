import JSON

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
