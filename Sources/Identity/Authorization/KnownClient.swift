import OAuth

/// A client that a request names: an application of the store, or one that only its document speaks of so far.
struct KnownClient: Sendable {
    let client: Client
    /// Nil while nobody has allowed the document's client anything.
    let application: Application?
    let document: ClientMetadataDocument?

    /// Whether anybody can use its id, because no secret goes with it.
    var isPublic: Bool { document != nil || application?.isPublic ?? true }
}
