package import JSON

/// What a call asks a collection to be. Members that are nil stay as they are.
package struct CollectionOrder: Sendable {
    package var name: String
    package var source: String
    /// Empty clears it; nil leaves it as it is.
    package var title: String?
    package var description: String?
    /// Fields and relations, as objects.
    package var fields: [JSONValue]
    /// Whether the server's columns are made with a new table; of a table that is there nil adds none.
    package var autoGenID: Bool?
    package var timestamps: Bool?
    package var createdBy: Bool?
    package var updatedBy: Bool?
    /// As ``CollectionDefinition/keepsDeleted``; nil leaves it as it is.
    package var softDelete: Bool?
    /// As ``CollectionDefinition/keepsHistory``; nil leaves it as it is.
    package var history: Bool?

    /// Unit: fields of one call.
    package static let maximumFields = 200
    /// Unit: collections of one data source that are made here.
    package static let maximumCollections = 500

    package init(name: String, source: String, fields: [JSONValue] = []) {
        self.name = name
        self.source = source
        self.fields = fields
    }
}

/// How far a change of tables may go: a dry run, or also what destroys data.
package struct SchemaConsent: Sendable {
    /// Nothing is changed: the statements are returned.
    package var isDryRun: Bool
    /// What is lost by it may be lost.
    package var isConfirmed: Bool
    /// Whether a table is dropped only if it has no row at the moment at which it goes.
    package var keepsRows: Bool

    package init(isDryRun: Bool, isConfirmed: Bool, keepsRows: Bool = false) {
        (self.isDryRun, self.isConfirmed, self.keepsRows) = (isDryRun, isConfirmed, keepsRows)
    }
}

/// What a change of tables did, or would do in a dry run.
package struct SchemaOutcome: Sendable {
    /// In order, as the engine gets them; empty when all was there already.
    package let statements: [String]
    package let losses: [String]
    /// Whether what was said of the collection, or its table, has changed.
    package let isChanged: Bool
    package let isDryRun: Bool
}
