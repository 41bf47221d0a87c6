import SQL
package import Store

/// A series of questions of one user or application in one workspace.
package struct Chat: Hashable, Sendable {
    package let id: ChatID
    package private(set) var workspace: WorkspaceID
    /// The data source for its questions. Nil until one was chosen.
    package let source: String?
    package let title: String
    /// Number of questions.
    package let questions: Int
    package let created: Timestamp
    /// The time of the last question.
    package let used: Timestamp

    static let columns: Statement =
        """
        chats.id, chats.workspace_id, chats.source, chats.title, (SELECT count(*) FROM chat_records WHERE chat_records.chat_id = chats.id) AS questions,
        chats.created_at, chats.used_at
        """

    init(_ row: StoredRow) throws {
        id = try row["id", .id()]
        workspace = try row["workspace_id", .id()]
        source = try row["source", .optional(.text)]
        title = try row["title", .text]
        questions = try row["questions", .int]
        created = try row["created_at", .time]
        used = try row["used_at", .time]
    }

    /// The chat as its first question in another workspace stores it; nil when it has questions.
    package func moved(to workspace: WorkspaceID) -> Chat? {
        guard questions == 0 else { return nil }
        var moved = self
        moved.workspace = workspace
        return moved
    }
}

/// The owner of a chat: a user or an application.
package enum ChatOwner: Hashable, Sendable {
    case user(UserID)
    case application(ApplicationID)

    var user: UserID? { if case .user(let id) = self { id } else { nil } }
    var application: ApplicationID? { if case .application(let id) = self { id } else { nil } }

    /// The SQL condition for the owner's rows in `chats`.
    var condition: Statement {
        switch self {
        case .user(let id): "user_id = \(id)"
        case .application(let id): "application_id = \(id) AND user_id IS NULL"
        }
    }
}

/// One question of a chat, with its result.
package struct ChatRecord: Hashable, Sendable {
    package var question: String
    package var status: Reading.Status
    package var source: String
    package var sql: String?

    package init(question: String, status: Reading.Status, source: String, sql: String?) {
        self.question = question
        self.status = status
        self.source = source
        self.sql = sql
    }
}

/// A stored question.
package struct KeptRecord: Hashable, Sendable {
    package let id: ChatRecordID
    package let record: ChatRecord
    package let created: Timestamp

    static let columns: Statement = "id, question, status, source, sql_text, created_at"

    init(_ row: StoredRow) throws {
        id = try row["id", .id()]
        record = ChatRecord(
            question: try row["question", .text], status: try row["status", .word()], source: try row["source", .text],
            sql: try row["sql_text", .optional(.text)])
        created = try row["created_at", .time]
    }
}
