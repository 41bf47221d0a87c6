import Access
import Ask
import Catalog
import JSON
import SQL
import SQLSyntax
import Store

/// `mcp_datasource_list`: the data sources of a workspace that can answer questions.
struct ListQuestionSources: QuestionTool {
    let chats: Chats
    let sources: DataSources
    let catalog: Catalog
    let rules: RuleStore

    let name = "mcp_datasource_list"
    let secrets = ToolSecrets.none
    let title = "List data sources to ask"
    let description = "Lists data sources to ask: id (datasource_id) and name."
    let aliases: [String: JSONObject] = ["mcp_ds_list": [:]]
    let arguments: [Argument<NoArguments>] = [.token, .workspaceID]

    func run(_ input: NoArguments, _ call: ToolCall) async throws -> ToolOutcome {
        let workspace = call.caller.workspace
        let sources = try await sources.list(in: workspace.id).sorted { $0.name < $1.name }
        // Number of tables in each source that the caller may view.
        var open: [String: Int] = [:]
        for source in sources {
            // A source that does not respond is listed too.
            guard let contents = try? await catalog.contents(of: source.name, in: workspace.id, call.bounds) else { continue }
            let rights = try await rules.rights(of: call.caller, in: contents)
            open[source.name] = contents.collections.count { rights.on($0).allows(.view) }
        }
        return .plainList(sources) { writer, source in
            writer.member("id", source.questionID)
            writer.member("name", source.name)
            writer.member("description", source.title)
            writer.member("type", source.url?.dialect.rawValue ?? "main")
            writer.member("type_name", source.url?.dialect.rawValue ?? "main")
            writer.member("create_time", source.created)
            writer.member("create_by", Int64(1))
            writer.member("status", open[source.name] == nil ? "Fail" : "Success")
            writer.member("num", "\(open[source.name] ?? 0)/\(open[source.name] ?? 0)")
            writer.member("oid", workspace.id.rawValue)
        }
    }
}

extension DataSource {
    /// The id for clients of the question server. It does not reveal the number of other sources.
    var questionID: Int64 { created.map { OpaqueID.of(name, made: $0) } ?? 1_000_000_000 + workspace.rawValue }
}
