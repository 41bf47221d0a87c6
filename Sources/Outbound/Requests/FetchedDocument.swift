/// A fetched document.
package struct FetchedDocument: Hashable, Sendable {
    package let body: [UInt8]
    /// How long its sender says that it stays as it is; zero when it is not to be kept, nil when nothing is said.
    package let freshness: Duration?

    package init(body: [UInt8], freshness: Duration?) {
        self.body = body
        self.freshness = freshness
    }
}
