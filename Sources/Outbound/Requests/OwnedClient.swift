import AsyncHTTPClient
import Synchronization

/// An HTTP client whose connections are closed with its last use.
final class OwnedClient: Sendable {
    let http: HTTPClient

    init(_ configuration: HTTPClient.Configuration) { http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration) }

    // Callers do not wait for a slow peer to close its connection.
    deinit { http.shutdown { _ in } }
}

/// Keeps connections open between requests that lead to the same address.
final class KeptConnections: Sendable {
    private struct Path: Hashable {
        let url: OutboundURL.Host
        let address: IPAddress?
        let silence: Duration
    }

    private let kept = Mutex<(path: Path, client: OwnedClient)?>(nil)

    /// The client of the last request, if this one leads to the same address; otherwise a new one, which is kept instead.
    func client(to host: OutboundURL.Host, at address: IPAddress?, silence: Duration, make: () -> OwnedClient) -> OwnedClient {
        let path = Path(url: host, address: address, silence: silence)
        return kept.withLock { kept in
            if let kept, kept.path == path { return kept.client }
            let client = make()
            kept = (path, client)
            return client
        }
    }
}
