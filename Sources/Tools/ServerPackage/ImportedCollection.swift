import Access
import Catalog
import Records
import SQL
import SQLSyntax

/// A collection that is created for the rows of a file, by a caller that may create collections. It is removed when no row is imported.
struct ImportedCollection {
    let domains: Domains
    let call: ToolCall
    let input: ImportRows.Input
    let dialect: Dialect

    func make(_ asked: ImportRequest) async throws -> ToolOutcome {
        var request = asked
        let maker = try maker()
        let guess = try await domains.records.guess(request, in: dialect, call.bounds)
        guard guess.errorCount == 0 || input.isDryRun || input.skipsBadLines else { throw ImportOutcome.refusal(guess.errors, guess.errorCount) }
        let change = SchemaChange(domains: domains, call: maker, source: input.source)
        let order = CollectionOrder(name: input.collection, source: input.source, fields: guess.fields)
        let done = try await domains.designer.apply(
            order, in: call.caller.workspace.id, SchemaConsent(isDryRun: input.isDryRun, isConfirmed: false), call.bounds,
            permission: change.permission, follower: change.follower)
        let made = (fields: guess.fields, statements: done.statements)
        guard !input.isDryRun else { return try ImportOutcome(input: input, report: guess.report, made: made).outcome() }
        request.mapping = Dictionary(guess.columns.map { ($0.name, $0.field) }) { first, _ in first }
        do {
            let target = try await domains.target(input.source, call)
            let records = try target.records(input.collection, call, domains, notes: try await domains.changeNotes(call, on: target))
            let report = try await domains.records.importRows(request, records)
            return try ImportOutcome(input: input, report: report, made: made).outcome()
        } catch {
            // A collection that another caller has created in the meantime is not removed.
            if done.isChanged { await undo(change) }
            throw error
        }
    }

    /// The same call with the right to create collections.
    /// - Throws: ``Refusal``, as `collections_apply` would.
    private func maker() throws(Refusal) -> ToolCall {
        let permit = ToolDefinition(ApplyCollection(domains: domains)).permit
        let grant = try Authorizer.authorize(permit, scope: .write(.collection), for: call.caller, in: .all)
        return ToolCall(grant: grant, context: call.context, arguments: call.arguments)
    }

    /// Drops the created collection, unless another caller has added a row to it in the meantime.
    private func undo(_ change: SchemaChange) async {
        let bounds = CallBounds.within(.seconds(30))
        do {
            let consent = SchemaConsent(isDryRun: false, isConfirmed: true, keepsRows: true)
            _ = try await domains.designer.destroy(
                input.collection, source: input.source, in: call.caller.workspace.id, consent, bounds, permission: change.permission,
                follower: change.follower)
        } catch {
            // It stays, empty: a repeated call continues with it.
            return
        }
    }
}
