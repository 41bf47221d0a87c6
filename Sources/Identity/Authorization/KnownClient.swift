import OAuth

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
