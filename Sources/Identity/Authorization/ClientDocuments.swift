import JSON
import OAuth
import Outbound

/// Metadata that clients publish: the document at a client id that is a URL, and their keys.
package struct ClientDocuments: Sendable {
    /// Fetches the document at a client id that is a URL, or at the URL of a client's keys. The fetch counts for the given caller.
    package typealias Fetch = @Sendable (_ url: String, _ caller: String) async throws -> [UInt8]

    /// Nil when clients with documents are not served.
    let fetch: Fetch?
    /// Whether documents may come by http from this machine, for development and tests.
    let permitsLoopback: Bool

    /// The document of a client.
    /// - Parameter caller: the caller for which the fetch counts.
    /// - Returns: nil when the id is not that of a client with a document.
    /// - Throws: `invalid_client` when it cannot be read, or has invalid content.
    func document(of client: String, for caller: String) async throws -> ClientMetadataDocument? {
        guard let url = url(of: client) else { return nil }
        return try ClientMetadataDocument(parsing: try await read(url.text, for: caller), url: url)
    }

    /// The URL of a client's document; nil for an id of another form.
    func url(of client: String) -> ClientDocumentURL? { ClientDocumentURL(client, permitsLoopback: permitsLoopback) }

    /// The keys that a client declared: in the document at its id, or when it registered itself.
    func keys(of application: Application, for caller: String) async throws -> JSONWebKeySet {
        let metadata: ClientMetadata
        if let document = try await document(of: application.clientID, for: caller) {
            metadata = document.metadata
        } else {
            guard application.source == .dynamic, let kept = application.metadata?.serialized else { throw OAuthError.unknownClient }
            metadata = try ClientMetadata(registering: kept)
        }
        if let own = metadata.keys { return own }
        guard let address = metadata.keysURI else { throw OAuthError(.invalidClient, "the client has named no keys") }
        return try JSONWebKeySet(parsing: try await read(address, for: caller))
    }

    private func read(_ url: String, for caller: String) async throws -> [UInt8] {
        guard let fetch else { throw OAuthError.unknownClient }
        do { return try await fetch(url, caller) } catch {
            throw OAuthError(.invalidClient, "the document at the client id cannot be read\(Self.words((error as? OutboundError)?.code))")
        }
    }

    /// The part of a failure that the developer of a client can fix. It never reveals addresses in this server's network.
    private static func words(_ code: OutboundError.Code?) -> String {
        switch code {
        case .badURL: ": documents are not fetched from addresses of this form"
        case .forbiddenAddress, .unreachable: ": its host does not respond, or may not be contacted"
        case .tooLarge, .tooSlow: ": it is too large, or comes too slowly"
        case .badAnswer: ": the answer is not 200 with JSON"
        case .busy: ": too many are being fetched; try again in a minute"
        case nil: ""
        }
    }
}

/// A client that a request names: a stored application, or a client known only from its metadata document.
struct KnownClient: Sendable {
    let client: Client
    /// Nil until a person has consented to the document's client.
    let application: Application?
    let document: ClientMetadataDocument?

    /// Whether anybody can use its id, because it has no secret.
    var isPublic: Bool { document != nil || application?.isPublic ?? true }
}

/// The proven origin of a client. The client's own claims do not count.
package enum ClientTrust: Hashable, Sendable {
    /// An administrator made it, or changed it last.
    case registered
    /// An application of this organization created it, or changed its name or its redirects.
    case made(by: String)
    /// This host serves its metadata document.
    case document(host: String)
    /// It registered itself.
    case itself
}
