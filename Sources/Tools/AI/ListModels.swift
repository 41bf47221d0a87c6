import Access
import Ask
import JSON
import Store

/// `get_model_list`: the engine and models that can answer questions, the built-in engine first.
struct ListModels: QuestionTool {
    let chats: Chats
    let models: LanguageModels

    let name = "get_model_list"
    let secrets = ToolSecrets.none
    let title = "List models"
    let description = "Lists what can answer questions; the built-in engine comes first."
    let aliases: [String: JSONObject] = ["mcp_model_list": [:]]
    let arguments: [Argument<NoArguments>] = [.token, .workspaceID]

    func run(_ input: NoArguments, _ call: ToolCall) async throws -> ToolOutcome {
        let others = try await models.list(in: call.caller.workspace.id).map { model in
            Entry(id: String(model.id.rawValue), name: model.name, isDefault: model.isDefault, supplier: Self.compatible)
        }
        // Clients expect one default: what answers a question that names no model.
        let isAlone = !others.contains(where: \.isDefault)
        let builtIn = Entry(id: LanguageModels.builtInID, name: LanguageModels.builtIn, isDefault: isAlone, supplier: 0)
        return .plainList([builtIn] + others) { writer, entry in
            writer.member("id", entry.id)
            writer.member("name", entry.name)
            writer.member("default_model", entry.isDefault)
            writer.member("supplier", entry.supplier)
        }
    }

    private struct Entry {
        let id: String
        let name: String
        let isDefault: Bool
        let supplier: Int64
    }

    /// The number that clients know for a model server with a compatible interface.
    private static let compatible: Int64 = 15
}
