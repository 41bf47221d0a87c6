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
    var source: String { get set }
    var isDryRun: Bool { get set }
    var isConfirmed: Bool { get set }
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
        SchemaConsent(isDryRun: input.isDryRun, isConfirmed: input.isConfirmed || asks && call.context.call.canAskPerson)
    }

    /// Makes a collection, or changes one.
    func apply(_ order: CollectionOrder, _ input: Input, _ call: ToolCall) async throws -> SchemaOutcome {
        let change = SchemaChange(domains: domains, call: call, source: input.source)
        return try await domains.designer.apply(
            order, in: call.caller.workspace.id, consent(input, call, asks: false), call.bounds, permission: change.permission,
            follower: change.follower)
    }
}

extension Argument where Input: SchemaToolInput {
    static var schemaSource: Argument { .text("dataSource", \.source, "The data source's name; main when absent.") }
    static var dryRun: Argument { .flag("dry_run", \.isDryRun, "true: change nothing, show the SQL.") }
    static var confirm: Argument { .flag("confirm", \.isConfirmed, "true: what is lost may be lost.") }
}

extension JSONObject {
    /// Whether a call that applies something confirms what is lost.
    var confirmsLoss: Bool { self["confirm"]?.bool == true && self["dry_run"]?.bool != true }
}
