import Access
import Catalog
import JSON
import MCP

/// The common part of the four tools that change tables: their audience, and what a call permits.
protocol SchemaTool: Tool where Input: SchemaToolInput {
    var domains: Domains { get }
}

/// The arguments that all of them take.
protocol SchemaToolInput: ToolArguments {
    var options: SchemaOptions { get set }
}

struct SchemaOptions: Sendable {
    var source = DataSource.mainName
    var isDryRun = false
    var isConfirmed = false
}

extension SchemaTool {
    var access: ToolAccess {
        ToolAccess(.dataSourceMain, scope: .one(.write(.collection)), audience: .workspaceAdministrators, effect: .writes, secrets: .none)
    }
    var destroys: Bool { true }
    var length: ToolLength { .mayBeLong }

    /// What a call permits.
    /// - Parameter asks: whether the person was asked, if the client can ask.
    func consent(_ input: Input, _ call: ToolCall, asks: Bool) -> SchemaConsent {
        SchemaConsent(isDryRun: input.options.isDryRun, isConfirmed: input.options.isConfirmed || asks && call.context.call.canAskPerson)
    }

    /// Creates or changes a collection.
    func apply(_ order: CollectionOrder, _ input: Input, _ call: ToolCall) async throws -> SchemaOutcome {
        let change = SchemaChange(domains: domains, call: call, source: input.options.source)
        return try await domains.designer.apply(
            order, in: call.caller.workspace.id, consent(input, call, asks: false), call.bounds, permission: change.permission,
            follower: change.follower)
    }

    /// Drops a collection, or one of its fields.
    func destroy(_ collection: String, field: String? = nil, _ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let (source, workspace, consent) = (input.options.source, call.caller.workspace.id, consent(input, call, asks: true))
        let change = SchemaChange(domains: domains, call: call, source: source)
        let (permission, follower) = (change.permission, change.follower)
        let done =
            if let field {
                try await domains.designer.destroy(
                    field: field, of: collection, source: source, in: workspace, consent, call.bounds, permission: permission, follower: follower)
            } else {
                try await domains.designer.destroy(
                    collection, source: source, in: workspace, consent, call.bounds, permission: permission, follower: follower)
            }
        return change.outcome(done, about: collection, field: field)
    }
}

extension Argument where Input: SchemaToolInput {
    static var schemaSource: Argument { .text("dataSource", \.options.source, "The data source's name; main when absent.") }
    static var dryRun: Argument { .flag("dry_run", \.options.isDryRun, "true: change nothing, show the SQL.") }
    static var confirm: Argument { .flag("confirm", \.options.isConfirmed, "true: what is lost may be lost.") }
}

extension JSONObject {
    /// Whether a call that applies a change confirms the loss of data.
    var confirmsLoss: Bool { self["confirm"]?.bool == true && !isDryRun }

    /// Whether a call requests only the SQL.
    var isDryRun: Bool { self["dry_run"]?.bool == true }
}
