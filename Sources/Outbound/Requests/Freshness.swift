import NIOHTTP1

/// How long a response may be cached, by its header fields (RFC 9111 sections 4.2.1 and 5.2.2).
enum Freshness {
    /// Unit of the numbers: seconds. A number that cannot be read counts as zero.
    static func parse(_ headers: HTTPHeaders) -> Duration? {
        let directives = headers[canonicalForm: "cache-control"].map { $0.lowercased().filter { $0 != " " } }
        if directives.contains(where: { ["no-store", "no-cache"].contains($0) }) { return .zero }
        guard let age = directives.first(where: { $0.hasPrefix("max-age=") })?.dropFirst(8) else { return nil }
        let spent = headers.first(name: "age").flatMap { Int64($0) } ?? 0
        return .seconds(max(0, min(Int64(age) ?? 0, 31_536_000) - max(0, min(spent, 31_536_000))))
    }
}
