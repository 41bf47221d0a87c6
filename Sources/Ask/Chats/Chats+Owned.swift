import Access
import SQL
package import Store

extension Chats {
    /// Longest title that an owner can choose. Unit: characters.
    package static let maximumChosenTitle = 200
    /// Most records that are read of one chat.
    static let maximumRecords: Int64 = 10_000

    /// The owner's chats, most recently used first.
    /// - Parameter workspace: only chats of this workspace. Nil for all.
    package func list(of owner: ChatOwner, in workspace: WorkspaceID?) async throws -> [Chat] {
        let workspaceCondition: Statement = workspace.map { " AND workspace_id = \($0)" } ?? ""
        return try await store.read { [damaged = store.damaged] connection in
            try connection.all(
                of: "chats", "SELECT \(Chat.columns) FROM chats WHERE \(owner.condition)\(workspaceCondition) ORDER BY used_at DESC, id DESC"
            ) { row in try damaged.readable { try Chat(row) } }.compactMap(\.self)
        }
    }

    /// The questions of a chat, oldest first.
    package func records(of chat: Chat) async throws -> [KeptRecord] {
        try await store.read { [damaged = store.damaged] connection in
            try connection.all(
                of: "chat_records",
                "SELECT \(KeptRecord.columns) FROM chat_records WHERE chat_id = \(chat.id) ORDER BY id LIMIT \(Self.maximumRecords)"
            ) { row in try damaged.readable { try KeptRecord(row) } }.compactMap(\.self)
        }
    }

    /// A question in one of the owner's chats in a workspace.
    /// - Throws: ``Refusal`` `notFound`, also for another owner's question.
    package func record(_ id: ChatRecordID, of owner: ChatOwner, in workspace: WorkspaceID) async throws -> KeptRecord {
        let found = try await store.read { connection in
            try connection.first(
                of: "chat_records",
                """
                SELECT \(KeptRecord.columns) FROM chat_records WHERE id = \(id)
                AND chat_id IN (SELECT chats.id FROM chats WHERE workspace_id = \(workspace) AND \(owner.condition))
                """, KeptRecord.init)
        }
        guard let found else { throw Refusal(.notFound, "record: none of your questions has the id \(id.rawValue)") }
        return found
    }

    /// - Throws: ``Refusal`` `notFound`, also for another owner's chat.
    package func rename(_ id: ChatID, to title: String, of owner: ChatOwner, in workspace: WorkspaceID) async throws {
        try await change(id) {
            try $0.execute("UPDATE chats SET title = \(title) WHERE id = \(id) AND workspace_id = \(workspace) AND \(owner.condition)")
        }
    }

    /// Removes a chat with its questions.
    /// - Throws: ``Refusal`` `notFound`, also for another owner's chat.
    package func remove(_ id: ChatID, of owner: ChatOwner, in workspace: WorkspaceID) async throws {
        try await change(id) { try $0.execute("DELETE FROM chats WHERE id = \(id) AND workspace_id = \(workspace) AND \(owner.condition)") }
    }

    /// Removes all chats that were not used since a time.
    /// - Returns: how many were removed.
    package func removeAll(unusedSince time: Timestamp) async throws -> Int {
        try await store.write(changesRights: false) { try $0.execute("DELETE FROM chats WHERE used_at < \(time)") }
    }

    private func change(_ id: ChatID, _ body: @escaping @Sendable (any Connection) throws -> Int) async throws {
        guard try await store.write(changesRights: false, body) > 0 else { throw Self.unknown(id) }
    }
}
