import Access
import SQL
package import Store

/// The chats of users and applications. Only its owner can see a chat.
package struct Chats: Sendable {
    /// Longest generated title. Unit: characters.
    package static let maximumTitle = 20
    /// Most chats per owner. Beyond it, the least recently used ones are deleted.
    static let maximumPerOwner: Int64 = 1_000
    /// Most stored questions per chat, the newest ones.
    static let maximumPerChat: Int64 = 200

    let store: Store

    package init(store: Store) { self.store = store }

    package func start(of owner: ChatOwner, in workspace: WorkspaceID) async throws -> ChatID {
        let now = Timestamp.now
        return try await store.write(changesRights: false) { connection in
            let id = try Self.number(connection, first: OpaqueID.next()) { id in
                """
                INSERT INTO chats (id, workspace_id, user_id, application_id, title, created_at, used_at)
                VALUES (\(id), \(workspace), \(owner.user), \(owner.application), \(now.rfc3339), \(now), \(now)) ON CONFLICT DO NOTHING
                """
            }
            try connection.execute(
                """
                DELETE FROM chats WHERE \(owner.condition) AND id NOT IN
                (SELECT id FROM chats WHERE \(owner.condition) ORDER BY used_at DESC, id DESC LIMIT \(Self.maximumPerOwner))
                """)
            return ChatID(id)
        }
    }

    /// The owner's chat. Nil if it does not exist or belongs to another owner.
    package func find(_ id: ChatID, of owner: ChatOwner) async throws -> Chat? {
        try await store.read {
            try $0.first(of: "chats", "SELECT \(Chat.columns) FROM chats WHERE id = \(id) AND \(owner.condition)", Chat.init)
        }
    }

    /// The workspace of the owner's most recently used chat.
    package func lastWorkspace(of owner: ChatOwner) async throws -> WorkspaceID? {
        try await store.read {
            try $0.value(
                of: "chats", "SELECT workspace_id FROM chats WHERE \(owner.condition) ORDER BY used_at DESC, id DESC LIMIT 1", .id())
        }
    }

    /// Stores a question with its result. The first question names the chat and fixes its workspace, and the first answered one its data source.
    /// - Parameter number: the preferred id, used if it is free. Nil for any id.
    /// - Returns: the record's id, and the chat's new title if it was named.
    /// - Throws: ``Refusal`` `notFound` when the chat was deleted, or has questions of another workspace.
    package func add(
        _ record: ChatRecord, to chat: Chat, number: ChatRecordID? = nil
    ) async throws -> (id: ChatRecordID, title: String?) {
        let now = Timestamp.now
        let title = chat.questions == 0 ? String(record.question.prefix(Self.maximumTitle)) : nil
        return try await store.write(changesRights: false) { connection in
            // Locks the row, so that of two first questions in different workspaces one is stored.
            let found = try connection.execute("UPDATE chats SET used_at = \(now) WHERE id = \(chat.id)")
            let elsewhere = try connection.number(
                of: "chats",
                """
                SELECT count(*) FROM chats WHERE id = \(chat.id) AND workspace_id <> \(chat.workspace)
                AND EXISTS (SELECT 1 FROM chat_records WHERE chat_records.chat_id = chats.id)
                """)
            guard found > 0, elsewhere == 0 else { throw Self.unknown(chat.id) }
            let last = try connection.number(of: "chat_records", "SELECT coalesce(max(id), 0) FROM chat_records WHERE chat_id = \(chat.id)")
            let wanted = number.flatMap { $0.rawValue > last ? $0.rawValue : nil }
            let id = try Self.number(connection, first: wanted ?? OpaqueID.next(after: last)) { id in
                """
                INSERT INTO chat_records (id, chat_id, question, status, source, sql_text, created_at)
                VALUES (\(id), \(chat.id), \(record.question), \(record.status.rawValue), \(record.source), \(record.sql), \(now))
                ON CONFLICT DO NOTHING
                """
            }
            try connection.execute(
                """
                DELETE FROM chat_records WHERE chat_id = \(chat.id) AND id NOT IN
                (SELECT id FROM chat_records WHERE chat_id = \(chat.id) ORDER BY id DESC LIMIT \(Self.maximumPerChat))
                """)
            let source = chat.source ?? (record.status == .answered ? record.source : nil)
            try connection.execute(
                """
                UPDATE chats SET workspace_id = \(chat.workspace), title = \(title ?? chat.title), source = \(source) WHERE id = \(chat.id)
                """)
            return (ChatRecordID(id), title)
        }
    }

    static func unknown(_ id: ChatID) -> Refusal { Refusal(.notFound, "Chat with id \(id.rawValue) not found") }

    /// Inserts a row under a free id: `first`, or a later one if that is taken.
    /// - Throws: `DatabaseError` if no free id is found.
    private static func number(_ connection: any Connection, first: Int64, _ insert: (Int64) -> Statement) throws -> Int64 {
        var id = first
        for _ in 0..<16 {
            if try connection.execute(insert(id)) > 0 { return id }
            id = OpaqueID.next(after: id)
        }
        throw DatabaseError(.busy, "no id is free for a chat")
    }
}
