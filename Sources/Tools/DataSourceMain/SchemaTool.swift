import Access
import Catalog
import JSON
import MCP

/// What the four tools that change tables have in common: their audience, and how a call says how far it may go.
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

    /// How far a call may go.
    /// - Parameter asks: whether a person whose client can be asked was asked.
    func consent(_ input: Input, _ call: ToolCall, asks: Bool) -> SchemaConsent {
        SchemaConsent(isDryRun: input.options.isDryRun, isConfirmed: input.options.isConfirmed || asks && call.context.call.canAskPerson)
    }

    /// Makes a collection, or changes one.
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
    /// Whether a call that applies something confirms what is lost.
    var confirmsLoss: Bool { self["confirm"]?.bool == true && !isDryRun }

    /// Whether a call asks for the SQL alone.
    var isDryRun: Bool { self["dry_run"]?.bool == true }
}
