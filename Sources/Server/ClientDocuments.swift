import Identity
import Outbound

/// Where the descriptions of clients come from: the outside, through one bounded cache.
enum ClientDocuments {
    static func fetch(_ settings: Settings) -> AuthorizationServer.DocumentFetch {
        let client = OutboundClient(
            permits: HostPermit(hosts: settings.clientDocumentHosts), authorities: settings.clientDocumentAuthorities)
        let start = ContinuousClock.now
        let cache = DocumentCache(client: client) { start.duration(to: .now) }
        return { try await cache.document($0, for: $1) }
    }
}
