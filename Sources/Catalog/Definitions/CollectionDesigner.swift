package import SQL
import SQLSyntax
package import Store
import Synchronization

/// Creates, changes and drops the tables of collections, and stores their definitions.
///
/// The intended definition is stored first, then the database is changed (in one transaction where the engine supports that), then the
/// definition takes effect. If a process dies in between, the next change of the collection completes the missing steps.
package final class CollectionDesigner: Sendable {
    /// Checks the caller's rights, with the current collections, before anything is changed.
    package typealias Permission = @Sendable (SourceCatalog, String) async throws -> Void
    /// Runs inside a transaction on the state when a collection is created or removed, so that other domains can update their entries for
    /// its name.
    package typealias NameUpdate = @Sendable (any Connection, inout ChangedTopics, String) throws -> Void

    private static let attempts = 3
    /// Most changes that wait for another one in the same workspace; further ones are refused as busy.
    private static let maximumWaiting = 64
    /// Most workspaces whose changes are serialized in memory. Beyond that the memory is cleared; the state still separates two changes of
    /// one collection.
    private static let maximumWorkspaces = 1_000

    private let turns = Mutex<[WorkspaceID: ConcurrencyLimiter]>([:])
    let sources: DataSources
    let catalog: Catalog

    package init(sources: DataSources, catalog: Catalog) {
        self.sources = sources
        self.catalog = catalog
    }

    /// Creates or changes a collection as requested.
    /// - Throws: ``CatalogError``: `invalidDefinition`, `closedSchema`, `changedMeanwhile`, the source's error; errors of `permission`.
    package func apply(
        _ order: CollectionOrder, in workspace: WorkspaceID, _ consent: SchemaConsent, _ bounds: CallBounds,
        permission: Permission, follower: @escaping NameUpdate
    ) async throws -> SchemaOutcome {
        try Self.checkTexts(order)
        return try await change(order.name, order.source, workspace, consent, bounds, permission, follower) { target, known in
            var planner = target.planner
            let table = planner.table(order.name)
            let draft = try CollectionDraft(order, over: known) { name in
                table?.columns.first { $0.name == name }.map { FieldType(of: $0, planner.dialect) }
            }
            for relation in draft.relations { try await Self.check(relation, of: order.name, target, permission) }
            let old = known?.current ?? CollectionDefinition()
            let begun = InterruptedChange(known, besides: draft)
            var definition = CollectionDefinition(
                title: order.title.map { $0.isEmpty ? nil : $0 } ?? old.title,
                description: order.description.map { $0.isEmpty ? nil : $0 } ?? old.description,
                keepsDeleted: order.softDelete ?? (table != nil && old.keepsDeleted),
                keepsHistory: order.history ?? (table != nil && old.keepsHistory), fields: old.fields, relations: old.relations
            ).with(begun.fields + draft.fields, begun.relations + draft.relations)
            if let table {
                for field in begun.fields + draft.fields { try planner.apply(field, over: old.field(field.name), to: table) }
                try Self.addSystem(order, to: table, &planner)
            } else {
                try Self.checkNew(order, target)
                // The definition of a removed table must not apply to the new one.
                definition = CollectionDefinition(
                    title: definition.title, description: definition.description, keepsDeleted: definition.keepsDeleted,
                    keepsHistory: definition.keepsHistory
                )
                .with(draft.fields, draft.relations)
                try planner.create(order.name, definition, system: Self.system(order, planner.dialect))
            }
            if definition.keepsHistory { try planner.keepHistory(of: order.name, table) }
            let keys = definition.fields.filter(\.isPrimaryKey)
            let ownKey = keys.count == 1 ? keys[0] : nil
            let relations = draft.relations + (table == nil ? [] : begun.relations)
            for relation in relations { try planner.apply(relation, of: order.name, table, ownKey: ownKey) }
            definition = try definition.with([], Self.owned(relations, planner, known, order.name))
            return Change(collection: order.name, plan: planner.plan, definition: definition, known: known)
        }
    }

    /// Drops a collection with its rows.
    package func destroy(
        _ collection: String, source: String, in workspace: WorkspaceID, _ consent: SchemaConsent, _ bounds: CallBounds,
        permission: Permission, follower: @escaping NameUpdate
    ) async throws -> SchemaOutcome {
        try await change(collection, source, workspace, consent, bounds, permission, follower) { target, known in
            var planner = target.planner
            guard planner.table(collection) != nil || known != nil else { throw Self.unknown(collection, source) }
            planner.unnamed = await Self.unnamed(referringTo: planner.table(collection), target, permission)
            let definition = known?.current ?? known?.pending
            for relation in definition?.relations ?? [] where relation.ownsKey {
                try await Self.check(relation, of: collection, target, permission)
            }
            try planner.destroy(collection, definition)
            if consent.keepsRows { planner.keepRows(of: collection) }
            return Change(collection: collection, plan: planner.plan, definition: nil, known: known)
        }
    }

    /// Drops a field with its values, or a relation with the key that was created for it.
    package func destroy(
        field: String, of collection: String, source: String, in workspace: WorkspaceID, _ consent: SchemaConsent, _ bounds: CallBounds,
        permission: Permission, follower: @escaping NameUpdate
    ) async throws -> SchemaOutcome {
        try await change(collection, source, workspace, consent, bounds, permission, follower) { target, known in
            var planner = target.planner
            guard let table = planner.table(collection) else { throw Self.unknown(collection, source) }
            planner.unnamed = await Self.unnamed(referringTo: table, target, permission)
            var definition = (known?.current ?? CollectionDefinition()).without(field)
            if let relation = known?.current?.relation(field) ?? known?.pending?.relation(field) {
                if relation.ownsKey { try await Self.check(relation, of: collection, target, permission) }
                try planner.destroyKey(of: relation, in: collection)
            } else if table.columns.contains(where: { $0.name == field }) {
                try planner.destroy(column: field, of: table)
                // A relation is removed with its key.
                for relation in definition.relations where relation.type == .belongsTo && relation.foreignKey == field {
                    definition = definition.without(relation.name)
                }
            } else if let relation = target.contents[collection]?.relation(field) {
                throw CatalogError(
                    .invalidDefinition,
                    "filterByTk: '\(excerpt(field))' comes of the key \(relation.fields.joined(separator: ", ")); remove the field that holds the key"
                )
            } else if known?.current?.field(field) == nil {
                throw CatalogError(.unknownCollection, "filterByTk: \(collection) has no field '\(excerpt(field))'; collections_get lists them")
            }
            return Change(collection: collection, plan: planner.plan, definition: definition, known: known)
        }
    }

    // MARK: Steps

    /// Checks the caller's rights on the other collections of a relation.
    private static func check(_ relation: RelationDefinition, of collection: String, _ target: Target, _ permission: Permission) async throws {
        for name in [relation.target, relation.through].compactMap(\.self) where name != collection {
            try await permission(target.contents, name)
        }
    }

    /// A data source at the start of a change.
    struct Target {
        let open: OpenSource
        let contents: SourceCatalog
        let schema: DatabaseSchema
        let stored: [String: StoredDefinition]

        var planner: SchemaPlanner { SchemaPlanner(schema, open.database.dialect, isMain: open.name == DataSource.mainName) }
    }

    /// A planned change of a collection.
    struct Change: Sendable {
        let collection: String
        let plan: SchemaPlan
        /// Nil when the collection is removed.
        let definition: CollectionDefinition?
        let known: StoredDefinition?

        var isDropped: Bool { definition == nil }
        var pending: CollectionDefinition { definition ?? known?.current ?? CollectionDefinition() }
    }

    /// The stored plan of an interrupted change. The next change completes it.
    private struct InterruptedChange {
        let fields: [FieldDefinition]
        let relations: [RelationDefinition]

        init(_ known: StoredDefinition?, besides draft: CollectionDraft) {
            let (pending, current) = (known?.pending, known?.current)
            fields = (pending?.fields ?? []).filter { field in
                current?.field(field.name) != field && !draft.fields.contains { $0.name == field.name }
            }
            relations = (pending?.relations ?? []).filter { relation in
                current?.relation(relation.name) != relation && !draft.relations.contains { $0.name == relation.name }
            }
        }
    }

    private func target(_ source: String, _ workspace: WorkspaceID, _ bounds: CallBounds) async throws -> Target {
        let open = try await sources.open(source, in: workspace)
        catalog.refresh(source, in: workspace)
        let contents = try await catalog.contents(of: open, in: workspace, bounds)
        do {
            let schema = try await open.database.reflect(bounds)
            let stored = try await sources.store.read { try StoredDefinitions.all(of: source, in: workspace, on: $0) }
            return Target(open: open, contents: contents, schema: schema, stored: stored)
        } catch {
            throw CatalogError(error, source: source)
        }
    }

    /// Plans a change of a collection that the caller may make, and performs it.
    private func change(
        _ collection: String, _ source: String, _ workspace: WorkspaceID, _ consent: SchemaConsent, _ bounds: CallBounds, _ permission: Permission,
        _ follower: @escaping NameUpdate, _ plan: (Target, StoredDefinition?) async throws -> Change
    ) async throws -> SchemaOutcome {
        try await attempt(in: workspace) {
            let target = try await target(source, workspace, bounds)
            try await permission(target.contents, collection)
            return try await perform(try await plan(target, target.stored[collection]), in: target, workspace, consent, bounds, follower)
        }
    }

    /// Changes of one workspace take turns in this process. Plans again when another process has changed the collection meanwhile.
    private func attempt(in workspace: WorkspaceID, _ body: () async throws -> SchemaOutcome) async throws -> SchemaOutcome {
        let gate = turns.withLock { turns in
            if let known = turns[workspace] { return known }
            if turns.count >= Self.maximumWorkspaces { turns = [:] }
            let gate = ConcurrencyLimiter(limit: 1, maximumWaiting: Self.maximumWaiting)
            turns[workspace] = gate
            return gate
        }
        return try await gate.run { try await attempt(body) }
    }

    private func attempt(_ body: () async throws -> SchemaOutcome) async throws -> SchemaOutcome {
        for _ in 1..<Self.attempts {
            do { return try await body() } catch let error as CatalogError where error.code == .changedMeanwhile { continue }
        }
        return try await body()
    }

    /// Collections with a key to a table that are hidden from the caller.
    private static func unnamed(referringTo table: TableSchema?, _ target: Target, _ permission: Permission) async -> Set<String> {
        guard let table else { return [] }
        var unnamed: Set<String> = []
        for other in target.schema.tables where other.foreignKeys.contains(where: { $0.refers(to: table) }) {
            let name = target.planner.name(of: other)
            do { try await permission(target.contents, name) } catch { unnamed.insert(name) }
        }
        return unnamed
    }

    // MARK: Parts of a request

    private static func checkTexts(_ order: CollectionOrder) throws(CatalogError) {
        for (name, text, limit) in [("title", order.title, 200), ("description", order.description, 2_000)] {
            guard let text, text.utf8.count > limit || text.utf8.contains(0) else { continue }
            throw CatalogError(.invalidDefinition, "\(name): expected text of at most \(limit) bytes")
        }
    }

    private static func checkNew(_ order: CollectionOrder, _ target: Target) throws {
        guard !DefinitionNames.isReserved(order.name) else {
            throw CatalogError(.invalidDefinition, "name: '\(excerpt(order.name))' is reserved; choose another name")
        }
        guard target.stored.count < CollectionOrder.maximumCollections else {
            throw CatalogError(.invalidDefinition, "a data source has at most \(CollectionOrder.maximumCollections) collections that are made here")
        }
    }

    private static func system(_ order: CollectionOrder, _ dialect: Dialect, isNew: Bool = true) -> [ColumnDraft] {
        var columns: [ColumnDraft] = []
        if isNew, order.autoGenID ?? true {
            var id = ColumnDraft("id", ColumnWords(.bigInt, dialect))
            id.isGeneratedKey = true
            columns.append(id)
        }
        if order.timestamps ?? isNew { columns += ["createdAt", "updatedAt"].map { ColumnDraft($0, ColumnWords(.datetimeTz, dialect)) } }
        if order.createdBy ?? isNew { columns.append(ColumnDraft("createdById", ColumnWords(.bigInt, dialect))) }
        if order.updatedBy ?? isNew { columns.append(ColumnDraft("updatedById", ColumnWords(.bigInt, dialect))) }
        if order.softDelete == true { columns.append(ColumnDraft(Collection.deletionMarkName, ColumnWords(.datetimeTz, dialect))) }
        return columns
    }

    /// In an existing table only the columns that the request names are added.
    private static func addSystem(_ order: CollectionOrder, to table: TableSchema, _ planner: inout SchemaPlanner) throws(CatalogError) {
        for column in system(order, planner.dialect, isNew: false) {
            guard !table.columns.contains(where: { $0.name == column.name }) else { continue }
            try planner.checkNew(column.name, in: table)
            planner.plan.run(planner.writer.add(column, to: table.name, in: table.schema))
        }
    }

    /// The relations; those whose keys are created here are marked as owners.
    private static func owned(
        _ relations: [RelationDefinition], _ planner: SchemaPlanner, _ known: StoredDefinition?, _ collection: String
    ) throws(CatalogError) -> [RelationDefinition] {
        try relations.map { relation throws(CatalogError) -> RelationDefinition in
            // An interrupted change may have created the key.
            let isBegun = known?.pending?.relation(relation.name)?.ownsKey ?? false
            return planner.owners.contains(relation.name) || isBegun ? try relation.owningKey(in: collection) : relation
        }
    }

    private static func unknown(_ collection: String, _ source: String) -> CatalogError {
        CatalogError(.unknownCollection, "no collection '\(excerpt(collection))' in data source '\(excerpt(source))'; collections_list names them")
    }
}
