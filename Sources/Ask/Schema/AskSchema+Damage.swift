import SQL
import SQLSyntax
package import Store

extension AskSchema {
    /// The time limit of the check, because chats can contain many questions. Unit: seconds.
    private static let timeLimit = Duration.seconds(60)

    /// The unreadable rows of this target's objects, for the operator to repair.
    package static func damage(in store: Store) async throws -> [DamagedRow] {
        try await store.read(within: timeLimit) { [secrets = store.secrets] connection in
            try connection.damage(of: "chats", "SELECT \(Chat.columns) FROM chats", Chat.init)
                + connection.damage(of: "chat_records", "SELECT \(KeptRecord.columns) FROM chat_records", KeptRecord.init)
                + connection.damage(of: "semantic_layers", "SELECT \(SemanticLayers.Version.columns) FROM semantic_layers") {
                    try SemanticLayers.Version($0)
                } + LanguageModels.damage(secrets, on: connection)
                + connection.damage(of: "verified_queries", "SELECT \(VerifiedQuery.columns) FROM verified_queries", VerifiedQuery.init)
                + connection.damage(of: "assistants", "SELECT \(Assistant.columns) FROM assistants") { try Assistant($0) }
        }
    }
}
