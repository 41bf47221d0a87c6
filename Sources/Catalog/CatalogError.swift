package import SQL

/// Why the catalogue refused a request: a stable code and a reason that is safe to send.
package struct CatalogError: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// No data source of that name in this workspace.
        case unknownSource = "unknown_source"
        /// No collection of that name in the data source.
        case unknownCollection = "unknown_collection"
        /// A field, operator, relation or value that the filter language does not support here.
        case invalidFilter = "invalid_filter"
        /// A rule that affects the call names a field, relation or value that the data source does not have.
        case brokenRule = "broken_rule"
        /// A name, URL or path that is not valid for a data source.
        case invalidSource = "invalid_source"
        /// A collection, field or relation that cannot be created or changed in this way.
        case invalidDefinition = "invalid_definition"
        /// Callers may not change the tables of the data source.
        case closedSchema = "closed_schema"
        /// Another caller has changed the collection in the meantime.
        case changedMeanwhile = "changed_meanwhile"
        /// The workspace already has a data source of that name.
        case duplicateSource = "duplicate_source"
        /// The data source could not be reached, or returned an error.
        case sourceFailed = "source_failed"
    }

    package let code: Code
    /// For people and models: what was wrong and what is allowed, without paths, hosts, passwords or driver text.
    package let reason: String
    /// The driver's message, for the log only.
    package let detail: String
    /// The database's error code, with ``Code/sourceFailed``; nil when something else failed.
    package let database: DatabaseError.Code?

    package init(_ code: Code, _ reason: String, detail: String = "", database: DatabaseError.Code? = nil) {
        self.code = code
        self.reason = reason
        self.detail = detail
        self.database = database
    }
}

/// Names in an error's reason, at most 40 of them, so that the reason stays short for any schema.
package func listing(_ names: some Swift.Collection<String>) -> String {
    let shown = names.prefix(40).joined(separator: ", ")
    return names.count > 40 ? "\(shown) and \(names.count - 40) more" : (names.isEmpty ? "none" : shown)
}

/// A caller's own text for use in an error: at most 60 characters, control characters replaced.
func excerpt(_ text: String) -> String {
    let clean = String(String.UnicodeScalarView(text.unicodeScalars.prefix(60).map { $0.value < 32 || $0.value == 127 ? " " : $0 }))
    return text.unicodeScalars.count > 60 ? clean + "…" : clean
}
