import Access
import Catalog
import JSON

/// The common part of the tools that change tables: the permission check and the result.
struct SchemaChange {
    let domains: Domains
    let call: ToolCall
    let source: String

    /// Changing an existing table needs every right on its rows, so that no rule is evaded by renaming a field.
    var permission: CollectionDesigner.Permission {
        { [rules = domains.rules, call] contents, name in
            guard let collection = contents[name] else { return }
            let rights = try await rules.rights(of: call.caller, in: contents).on(collection)
            if let closing = rights.closing { throw closing }
            guard !rights.isEmpty else {
                throw Refusal(
                    .notFound, "collection '\(name.prefix(60))' not found in data source '\(contents.source)'; collections_list names yours")
            }
            guard collection.isReadOnly ? rights.isUnrestrictedView : rights.isEverything else {
                throw Refusal(.forbidden, "\(name.prefix(60)): rules restrict your rights on it, so you cannot change its definition")
            }
        }
    }

    /// Suspends rules on an earlier collection with the name, so that they do not apply to the new one.
    var follower: CollectionDesigner.NameUpdate {
        { [workspace = call.caller.workspace.id, source] connection, changed, name in
            try RuleStore.suspend(collection: name, of: source, in: workspace, &changed, on: connection)
        }
    }

    func outcome(_ outcome: SchemaOutcome, about name: String, field: String? = nil) -> ToolOutcome {
        .object(changed: outcome.isChanged && !outcome.isDryRun ? 1 : 0, objects: ["\(source)/\(name)"]) { writer in
            writer.object("data") { writer in
                writer.member("name", name)
                writer.given("field", field)
                writer.member("dataSource", source)
                writer.member("changed", outcome.isChanged)
                writer.member("dryRun", outcome.isDryRun)
                writer.member("ddl", outcome.statements)
                writer.member("losses", outcome.losses)
            }
        }
    }
}
