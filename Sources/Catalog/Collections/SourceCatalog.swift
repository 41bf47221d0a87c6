package import SQLSyntax

/// Every collection of one data source, as it was read. A class, because every call carries it.
package final class SourceCatalog: Sendable {
    /// The data source's name.
    package let source: String
    package let dialect: Dialect
    /// Sorted by name.
    package let collections: [Collection]
    /// Tables that are not collections, with the reason in words.
    package let leftOut: [String]
    /// Whether any collection is a table or view of the database.
    package let hasTables: Bool
    /// The external service's description of the source; nil for a source of the workspace.
    package let external: ExternalSource?
    /// The exposed part of each collection; only with ``external``.
    package let exposures: [String: ExternalSource.Exposure]
    private let indices: [String: Int]
    /// Indices by the name of the table, as the engine compares names.
    private let tables: [SQLName: [Int]]

    /// - Parameter external: collections that it does not expose are omitted.
    package init(
        source: String, dialect: Dialect, collections all: [Collection], leftOut: [String] = [], external: ExternalSource? = nil
    ) {
        var (exposures, reasons): ([String: ExternalSource.Exposure], [String]) = ([:], leftOut)
        if let external {
            for collection in all {
                do throws(CatalogError) {
                    exposures[collection.name] = try external.exposure(of: collection, in: dialect)
                } catch {
                    reasons.append("table '\(excerpt(collection.name))' is left out: \(error.reason)")
                }
            }
        }
        let collections = external == nil ? all : all.filter { exposures[$0.name] != nil }
        self.source = source
        self.external = external
        self.exposures = exposures
        self.dialect = dialect
        self.leftOut = reasons
        let sorted = collections.sorted { $0.name < $1.name }
        self.collections = sorted
        indices = Dictionary(sorted.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        var tables: [SQLName: [Int]] = [:]
        for (index, collection) in sorted.enumerated() {
            if let table = collection.origin.table { tables[Self.key(SQLName(table), dialect), default: []].append(index) }
        }
        self.tables = tables
        hasTables = !tables.isEmpty
    }

    /// The collections whose table or view has a name, in any schema.
    package func tables(named name: SQLName) -> [Collection] { (tables[Self.key(name, dialect)] ?? []).map { collections[$0] } }

    /// The key of a table name: SQLite treats names that differ only in the case of ASCII letters as the same table; for other engines only
    /// exact names are found.
    private static func key(_ name: SQLName, _ dialect: Dialect) -> SQLName { dialect == .sqlite ? name.key(in: .sqlite) : name }

    /// The collection with exactly this name; nil when there is none.
    package subscript(name: String) -> Collection? { indices[name].map { collections[$0] } }
}
