import SQL
package import Store

/// A language model that a workspace asks when the built-in engine has no answer.
package struct LanguageModel: Hashable, Sendable {
    /// The interface that its server speaks.
    package enum Interface: String, CaseIterable, Sendable {
        /// `POST {url}/chat/completions`, as OpenAI's and what is compatible with it.
        case openai
        /// `POST {url}/v1/messages`, as Anthropic's.
        case anthropic
    }

    package let id: LanguageModelID
    package let workspace: WorkspaceID
    /// In its workspace.
    package let name: String
    package var interface: Interface
    /// Where its server's interface begins: `https://api.example.com/v1`.
    package var url: String
    /// As its server knows it: `gpt-4o-mini`.
    package var model: String
    /// Asked where a question names none.
    package var isDefault: Bool
    /// Whether values of the data are shown to it, beside names and types.
    package var seesValues: Bool
    /// Questions at most that one caller puts to it in a day, UTC.
    package var dailyQuestions: Int64
    /// Tokens that the questions of one caller may cost in a day, UTC, both ways; a question that began before it was reached is still answered.
    package var dailyTokens: Int64
    /// The operator gave its address, which may then be one of a private network.
    package var isTrusted: Bool

    /// Most models of one workspace.
    package static let maximumPerWorkspace: Int64 = 20
    /// Unit: questions a day.
    package static let defaultDailyQuestions: Int64 = 200
    /// Unit: tokens a day.
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

/// The members of a language model that a change sets; nil leaves a member as it is.
package struct LanguageModelChange: Sendable {
    package var interface: LanguageModel.Interface?
    package var url: String?
    package var model: String?
    /// An empty one removes the key.
    package var key: Secret?
    package var isDefault: Bool?
    package var seesValues: Bool?
    package var dailyQuestions: Int64?
    package var dailyTokens: Int64?

    package init() {}
}
