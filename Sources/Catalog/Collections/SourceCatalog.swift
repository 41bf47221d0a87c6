import SQL
package import SQLSyntax

/// Every collection of one data source, as it was when it was read. A reference, since every call carries it.
package final class SourceCatalog: Sendable {
    /// The data source's name.
    package let source: String
    package let dialect: Dialect
    /// Sorted by name.
    package let collections: [Collection]
    /// Tables that are no collections, with the reason in words.
    package let leftOut: [String]
    private let places: [String: Int]

    package init(source: String, dialect: Dialect, collections: [Collection], leftOut: [String] = []) {
        self.source = source
        self.dialect = dialect
        self.leftOut = leftOut
        self.collections = collections.sorted { $0.name < $1.name }
        places = Dictionary(self.collections.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The collection with exactly this name; nil when there is none.
    package subscript(name: String) -> Collection? { places[name].map { collections[$0] } }
}
