import SQL
package import Store

/// A language model that a workspace asks where the built-in engine does not answer.
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

    init(_ row: any Row) throws {
        guard let id = row.int(0), let workspace = row.int(1), let name = row.text(2), let interface = row.text(3).flatMap(Interface.init),
            let url = row.text(4), let model = row.text(5), let isDefault = row.int(6), let seesValues = row.int(7), let questions = row.int(8),
            let isTrusted = row.int(9), let tokens = row.int(10)
        else { throw DatabaseError(.corrupt, "a language model is not stored as this program stores it") }
        self.id = LanguageModelID(id)
        self.workspace = WorkspaceID(workspace)
        self.name = name
        self.interface = interface
        self.url = url
        self.model = model
        self.isDefault = isDefault != 0
        self.seesValues = seesValues != 0
        dailyQuestions = questions
        dailyTokens = tokens
        self.isTrusted = isTrusted != 0
    }
}

/// What is to be changed of a language model, or said of a new one; nil leaves a member as it is.
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
