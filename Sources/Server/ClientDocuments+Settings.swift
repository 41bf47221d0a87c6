import Identity
import Outbound

extension ClientDocuments {
    /// Documents from the outside, through one bounded cache.
    static func fetch(_ settings: Settings) -> Fetch {
        let client = OutboundClient(
            permits: HostPermit(hosts: settings.clientDocumentHosts), authorities: settings.clientDocumentAuthorities)
        let start = ContinuousClock.now
        let cache = DocumentCache(client: client) { start.duration(to: .now) }
        return { try await cache.document($0, for: $1) }
    }
}
