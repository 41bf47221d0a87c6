import SQL
import Store

extension CollectionDesigner {
    /// Stores the intended definition, changes the database, and makes the definition effective.
    func perform(
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
            // Another process may be applying a change that it began before or after this one, so that part of it may already exist; a
            // change of another collection may have created what both need. If the schema cannot be read now, the failure stands.
            let schema = try? await open.database.reflect(bounds)
            let isAsPlanned = isAlone && schema?.hasSameColumns(as: target.schema) ?? true
            guard isAsPlanned || (failure as? CatalogError)?.code != .invalidDefinition else {
                throw CatalogError(.changedMeanwhile, (failure as? CatalogError)?.reason ?? "the collection was changed in the meantime")
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
                throw CatalogError(.changedMeanwhile, "somebody else changed the collection in the meantime; read it again, nothing was changed")
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
