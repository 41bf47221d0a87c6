import Access
import Ask
import Catalog
import JSON
import SQLSyntax
import Store

/// `semantic_get`: the semantic layer of a data source, or a draft of it.
struct GetSemanticLayer: Tool {
    struct Input: ToolArguments {
        var source = DataSource.mainName
        var version: Int?
        var drafts = false
    }

    let domains: Domains

    let name = "semantic_get"
    let access = ToolAccess(.ai, scope: .one(.read(.source)), audience: .members, effect: .reads, secrets: .none)
    let title = "Get the semantic layer"
    let description = "The words that people gave a data source for questions, as YAML: synonyms, measures, filters, metrics, terms."
    let arguments: [Argument<Input>] = [
        .dataSource(\.source), .integer("version", \.version, in: 1...Int64(Int32.max), "An earlier version; the last one when absent."),
        .flag("draft", \.drafts, "A draft made of the schema."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workspace = call.caller.workspace.id
        let contents = try await domains.catalog.contents(of: input.source, in: workspace, call.bounds)
        let tables = try await domains.tables(of: contents, for: call.caller)
        guard !input.drafts else {
            let text = SemanticWriter.text(Self.draft(tables, contents), comment: Self.heading(input.source))
            return Self.outcome(input.source, nil, text)
        }
        let version = try await domains.semantics.version(input.version.map(Int64.init), of: input.source, in: workspace)
        if let wanted = input.version, version == nil {
            throw Refusal(.notFound, "version: data source '\(input.source)' has no version \(wanted) of its semantic layer")
        }
        // A caller without administrative rights must not see facts about hidden tables, or comments, which may mention any table.
        let administers = call.caller.isOperator || call.caller.roles.contains(BuiltInRole.admin.rawValue)
        let text = version.map { administers ? $0.text : SemanticWriter.text($0.layer.visible(in: tables, contents.dialect)) }
        return Self.outcome(input.source, version, text)
    }

    private static func outcome(_ source: String, _ version: SemanticLayers.Version?, _ text: String?) -> ToolOutcome {
        .object(objects: ["semantic/\(source)"]) { writer in
            writer.member("dataSource", source)
            writer.member("version", version?.number)
            writer.member("appliedBy", version?.author)
            writer.member("appliedAt", version?.created)
            writer.member("content", text)
        }
    }

    private static func draft(_ tables: [TableOutline], _ contents: SourceCatalog) -> SemanticLayer {
        let index = SourceReader(tables, in: contents.dialect) { _ in [] }.outline()
        let comments = contents.collections.map { collection in
            let columns = collection.fields.compactMap { field in field.comment.map { (field.name, $0) } }
            return (collection.name, SemanticDraft.Comments(table: collection.comment, columns: Dictionary(columns) { first, _ in first }))
        }
        return SemanticDraft(index, comments: Dictionary(comments) { first, _ in first }).layer()
    }

    private static func heading(_ source: String) -> String {
        """
        Semantic layer of data source \(source): a draft made of its schema.
        Edit it, then: gatehouse semantic apply \(source) FILE
        """
    }
}

extension Domains {
    /// The tables and columns of a data source whose values the caller may know.
    func tables(of contents: SourceCatalog, for caller: Caller) async throws -> [TableOutline] {
        let rights = try await rules.rights(of: caller, in: contents)
        return TableOutline.readable(by: contents.collections.map { rights.on($0) })
    }
}
