import JSON
import OAuth
import Outbound

/// Metadata that clients publish: the document at a client id that is a URL, and their keys.
package struct ClientDocuments: Sendable {
    /// Brings the document at a client id that is a URL, or at the address of a client's keys.
    /// A fetch counts for its caller.
    package typealias Fetch = @Sendable (_ url: String, _ caller: String) async throws -> [UInt8]

    /// Nil when clients with documents are not served.
    let fetch: Fetch?
    /// Whether documents may come by http from this machine: for development and tests.
    let permitsLoopback: Bool

    /// The document of a client.
    /// - Parameter caller: whose fetch it is.
    /// - Returns: nil when the id is not that of a client with a document.
    /// - Throws: `invalid_client` when it cannot be read or says what is not taken.
    func document(of client: String, for caller: String) async throws -> ClientMetadataDocument? {
        guard let url = url(of: client) else { return nil }
        return try ClientMetadataDocument(parsing: try await read(url.text, for: caller), url: url)
    }

    /// Where a client's document lies; nil for an id of another form.
    func url(of client: String) -> ClientDocumentURL? { ClientDocumentURL(client, permitsLoopback: permitsLoopback) }

    /// The keys that a client named: in the document at its id, or when it registered itself.
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

    /// The part of a failure that the maker of a client can mend; addresses in this server's network are never revealed.
    private static func words(_ code: OutboundError.Code?) -> String {
        switch code {
        case .badURL: ": its address is none that is fetched"
        case .forbiddenAddress, .unreachable: ": its host does not answer, or is none that is asked"
        case .tooLarge, .tooSlow: ": it is too large, or comes too slowly"
        case .badAnswer: ": the answer is not 200 with JSON"
        case .busy: ": too many are being fetched; try again in a minute"
        case nil: ""
        }
    }
}

/// A client that a request names: a stored application, or a client that so far only its metadata document describes.
struct KnownClient: Sendable {
    let client: Client
    /// Nil while no person has consented to the document's client.
    let application: Application?
    let document: ClientMetadataDocument?

    /// Whether anybody can use its id, because no secret goes with it.
    var isPublic: Bool { document != nil || application?.isPublic ?? true }
}

/// The proven origin of a client. The client's own claims do not count.
package enum ClientTrust: Hashable, Sendable {
    /// An administrator made it, or changed it last.
    case registered
    /// An application of this organization made it, or changed its name or where answers go.
    case made(by: String)
    /// Its description lies at this host.
    case document(host: String)
    /// It registered itself.
    case itself
}
