import SQL
package import Store

/// A language model that a workspace asks when the built-in engine has no answer.
package struct LanguageModel: Hashable, Sendable {
    /// The API of the model's server.
    package enum Interface: String, CaseIterable, Sendable {
        /// `POST {url}/chat/completions`: OpenAI's API and compatible ones.
        case openai
        /// `POST {url}/v1/messages`: Anthropic's API.
        case anthropic
    }

    package let id: LanguageModelID
    package let workspace: WorkspaceID
    /// Unique in its workspace.
    package let name: String
    package var interface: Interface
    /// The base URL of the API: `https://api.example.com/v1`.
    package var url: String
    /// The model's name on its server: `gpt-4o-mini`.
    package var model: String
    /// Whether it is used when a question names no model.
    package var isDefault: Bool
    /// Whether prompts contain values of the data, in addition to names and types.
    package var seesValues: Bool
    /// Most questions of one caller per day (UTC).
    package var dailyQuestions: Int64
    /// Most tokens of one caller per day (UTC), for requests and replies. A question that began below the limit is still answered.
    package var dailyTokens: Int64
    /// Whether the operator configured the address, which may then be in a private network.
    package var isTrusted: Bool

    /// Most models per workspace.
    package static let maximumPerWorkspace: Int64 = 20
    /// Unit: questions per day.
    package static let defaultDailyQuestions: Int64 = 200
    /// Unit: tokens per day.
    package static let defaultDailyTokens: Int64 = 2_000_000

    static let columns: Statement =
        "id, workspace_id, name, interface, url, model, is_default, sees_values, daily_questions, is_trusted, daily_tokens"

    init(_ row: StoredRow) throws {
        id = try row["id", .id()]
        workspace = try row["workspace_id", .id()]
        name = try row["name", .text]
        interface = try row["interface", .word()]
        url = try row["url", .text]
        model = try row["model", .text]
        isDefault = try row["is_default", .flag]
        seesValues = try row["sees_values", .flag]
        dailyQuestions = try row["daily_questions", .integer]
        isTrusted = try row["is_trusted", .flag]
        dailyTokens = try row["daily_tokens", .integer]
    }
}

/// The members of a language model that a change sets. Nil leaves a member unchanged.
package struct LanguageModelChange: Sendable {
    package var interface: LanguageModel.Interface?
    package var url: String?
    package var model: String?
    /// An empty key removes the stored key.
    package var key: Secret?
    package var isDefault: Bool?
    package var seesValues: Bool?
    package var dailyQuestions: Int64?
    package var dailyTokens: Int64?

    package init() {}
}
