package import SQL
import SQLSyntax
package import Store
import Synchronization

/// Makes, changes and drops the tables of collections, and stores their definitions.
///
/// The intended definition is stored first, then the database is changed (in one transaction where the engine supports that), then the definition
/// takes effect. When a process dies in between, the next change of the collection completes what is missing.
package final class CollectionDesigner: Sendable {
    /// Checks the caller's rights, with the current collections, before anything is changed.
    package typealias Permission = @Sendable (SourceCatalog, String) async throws -> Void
    /// Runs inside a transaction on the state when a collection is made or removed, so that other domains can update what they keep under its name.
    package typealias NameUpdate = @Sendable (any Connection, inout ChangedTopics, String) throws -> Void

    private static let attempts = 3
    /// The most changes that wait for another one in the same workspace; further ones are refused as busy.
    private static let maximumWaiting = 64
    /// Unit: workspaces whose changes are serialized in memory. Beyond that the memory is cleared; the state still separates two changes of one
    /// collection.
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
        return try await attempt(in: workspace) {
            let target = try await target(order.source, workspace, bounds)
            try await permission(target.contents, order.name)
            let known = target.stored[order.name]
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
                // The definition of a removed table does not apply to the new one.
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
            let change = Change(
                collection: order.name, plan: planner.plan, definition: definition, known: known, isNew: table == nil, isDropped: false)
            return try await perform(change, in: target, workspace, consent, bounds, follower)
        }
    }

    /// Drops a collection with its rows.
    package func destroy(
        _ collection: String, source: String, in workspace: WorkspaceID, _ consent: SchemaConsent, _ bounds: CallBounds,
        permission: Permission, follower: @escaping NameUpdate
    ) async throws -> SchemaOutcome {
        try await attempt(in: workspace) {
            let target = try await target(source, workspace, bounds)
            try await permission(target.contents, collection)
            let known = target.stored[collection]
            var planner = target.planner
            guard planner.table(collection) != nil || known != nil else { throw Self.unknown(collection, source) }
            planner.unnamed = await Self.unnamed(referringTo: planner.table(collection), target, permission)
            let definition = known?.current ?? known?.pending
            for relation in definition?.relations ?? [] where relation.ownsKey {
                try await Self.check(relation, of: collection, target, permission)
            }
            try planner.destroy(collection, definition)
            if consent.keepsRows { planner.keepRows(of: collection) }
            let change = Change(collection: collection, plan: planner.plan, definition: nil, known: known, isNew: false, isDropped: true)
            return try await perform(change, in: target, workspace, consent, bounds, follower)
        }
    }

    /// Drops a field with its values, or a relation with the key that was made for it.
    package func destroy(
        field: String, of collection: String, source: String, in workspace: WorkspaceID, _ consent: SchemaConsent, _ bounds: CallBounds,
        permission: Permission, follower: @escaping NameUpdate
    ) async throws -> SchemaOutcome {
        try await attempt(in: workspace) {
            let target = try await target(source, workspace, bounds)
            try await permission(target.contents, collection)
            let known = target.stored[collection]
            var planner = target.planner
            guard let table = planner.table(collection) else { throw Self.unknown(collection, source) }
            planner.unnamed = await Self.unnamed(referringTo: table, target, permission)
            var definition = (known?.current ?? CollectionDefinition()).without(field)
            if let relation = known?.current?.relation(field) ?? known?.pending?.relation(field) {
                if relation.ownsKey { try await Self.check(relation, of: collection, target, permission) }
                try planner.destroyKey(of: relation, in: collection)
            } else if table.columns.contains(where: { $0.name == field }) {
                try planner.destroy(column: field, of: table)
                // A relation does not outlive its key.
                for relation in definition.relations where relation.type == .belongsTo && relation.foreignKey == field {
                    definition = definition.without(relation.name)
                }
            } else {
                guard let relation = target.contents[collection]?.relation(field) else {
                    guard known?.current?.field(field) == nil else {
                        let change = Change(
                            collection: collection, plan: planner.plan, definition: definition, known: known, isNew: false, isDropped: false)
                        return try await perform(change, in: target, workspace, consent, bounds, follower)
                    }
                    throw CatalogError(.unknownCollection, "filterByTk: \(collection) has no field '\(excerpt(field))'; collections_get lists them")
                }
                throw CatalogError(
                    .invalidDefinition,
                    "filterByTk: '\(excerpt(field))' comes of the key \(relation.fields.joined(separator: ", ")); remove the field that holds the key"
                )
            }
            let change = Change(collection: collection, plan: planner.plan, definition: definition, known: known, isNew: false, isDropped: false)
            return try await perform(change, in: target, workspace, consent, bounds, follower)
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
    private struct Target {
        let open: OpenSource
        let contents: SourceCatalog
        let schema: DatabaseSchema
        let stored: [String: StoredDefinition]

        var planner: SchemaPlanner { SchemaPlanner(schema, open.database.dialect, isMain: open.name == DataSource.mainName) }
    }

    private struct Change: Sendable {
        let collection: String
        let plan: SchemaPlan
        /// Nil when the collection is removed.
        let definition: CollectionDefinition?
        let known: StoredDefinition?
        let isNew: Bool
        let isDropped: Bool

        var pending: CollectionDefinition { definition ?? known?.current ?? CollectionDefinition() }
    }

    /// What an earlier change that was interrupted had stored. The next change completes it.
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

    private func perform(
        _ change: Change, in target: Target, _ workspace: WorkspaceID, _ consent: SchemaConsent, _ bounds: CallBounds,
        _ follower: @escaping NameUpdate
    ) async throws -> SchemaOutcome {
        let (open, plan) = (target.open, change.plan)
        guard open.changesSchema || plan.steps.isEmpty else {
            throw CatalogError(
                .closedSchema,
                "the tables of data source '\(excerpt(open.name))' are not changed from here: whoever attached it may allow it with data_sources_update "
                    + "allowSchemaChanges; titles, descriptions and relations on fields that are there can be set")
        }
        let dialect = open.database.dialect
        let statements: [String]
        do {
            statements = try await open.database.read(bounds) { connection in
                try plan.statements(on: connection).map { $0.rendered(for: dialect).text }
            }
        } catch {
            throw Self.failure(error, open.name)
        }
        let isChanged = !plan.steps.isEmpty || change.isDropped || change.known?.pending != nil || change.definition != change.known?.current
        let outcome = SchemaOutcome(statements: statements, losses: plan.losses, isChanged: isChanged, isDryRun: consent.isDryRun)
        if consent.isDryRun || !isChanged { return outcome }
        guard plan.losses.isEmpty || consent.isConfirmed else {
            throw CatalogError(
                .invalidDefinition,
                "confirm: this loses \(plan.losses.joined(separator: "; ")). Look at it with dry_run, then call again with confirm true")
        }
        try await begin(change, open.name, workspace, follower)
        do {
            if !plan.steps.isEmpty { try await open.database.define(bounds) { try plan.run(on: $0) } }
        } catch {
            let isAlone = try await abandon(change, open.name, workspace) && change.known?.pending == nil
            let failure = Self.failure(error, open.name)
            // Another process that began a change before or after this one may be applying it, so that part of it may already exist; one that changes another
            // collection may have made what both need.
            // A schema that cannot be read now tells nothing: the failure stands.
            let schema = try? await open.database.reflect(bounds)
            let isAsPlanned = isAlone && schema?.hasSameColumns(as: target.schema) ?? true
            guard isAsPlanned || (failure as? CatalogError)?.code != .invalidDefinition else {
                throw CatalogError(.changedMeanwhile, (failure as? CatalogError)?.reason ?? "the collection was changed meanwhile")
            }
            throw failure
        }
        try await end(change, open.name, workspace, follower)
        catalog.refresh(open.name, in: workspace)
        return outcome
    }

    private func begin(_ change: Change, _ source: String, _ workspace: WorkspaceID, _ follower: @escaping NameUpdate) async throws {
        try await sources.store.change { connection, changed in
            changed.insert(.schemas(of: workspace))
            // Rules on an earlier collection with this name do not apply to the new one.
            for name in change.plan.made { try follower(connection, &changed, name) }
            let known = try StoredDefinitions.begin(
                change.pending, of: change.collection, source, in: workspace, known: change.known, on: connection)
            guard known else {
                throw CatalogError(.changedMeanwhile, "the collection was changed by somebody else meanwhile; look at it again, nothing was changed")
            }
        }
    }

    /// - Returns: false when another change has begun meanwhile.
    private func abandon(_ change: Change, _ source: String, _ workspace: WorkspaceID) async throws -> Bool {
        let isAlone = try await sources.store.change { connection, changed in
            changed.insert(.schemas(of: workspace))
            return try StoredDefinitions.abandon(change.pending, of: change.collection, source, in: workspace, known: change.known, on: connection)
        }
        catalog.refresh(source, in: workspace)
        return isAlone
    }

    private func end(_ change: Change, _ source: String, _ workspace: WorkspaceID, _ follower: @escaping NameUpdate) async throws {
        try await sources.store.change { connection, changed in
            changed.insert(.schemas(of: workspace))
            for name in change.plan.dropped {
                try follower(connection, &changed, name)
                try StoredDefinitions.remove(name, source, in: workspace, on: connection)
            }
            if let definition = change.definition {
                try StoredDefinitions.end(definition, of: change.collection, source, in: workspace, on: connection)
            } else {
                try StoredDefinitions.remove(change.collection, source, in: workspace, on: connection)
            }
        }
    }

    /// Collections with a key that refers to a table, which are not shown to the caller.
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

    /// The error of the database for a change of its tables.
    private static func failure(_ error: any Error, _ source: String) -> any Error {
        guard let error = error as? DatabaseError else { return error is CatalogError ? error : CatalogError(error, source: source) }
        switch error.code {
        case .constraint:
            return CatalogError(
                .invalidDefinition,
                "rows that are there do not fit: \(error.constraint?.kind == .unique ? "values are not unique" : "a constraint is broken")",
                detail: error.detail)
        case .invalid, .other:
            return CatalogError(.invalidDefinition, "the database does not change its tables like this: \(error.reason)", detail: error.detail)
        default: return CatalogError(error, source: source)
        }
    }
}

extension DatabaseSchema {
    /// Whether there are the same tables with the same columns.
    fileprivate func hasSameColumns(as other: DatabaseSchema) -> Bool {
        tables.map(\.columnNames) == other.tables.map(\.columnNames)
    }
}

extension TableSchema {
    fileprivate var columnNames: [String] { [schema, name] + columns.map(\.name) }
}
