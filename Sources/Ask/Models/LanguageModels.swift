package import Access
import Outbound
import SQL
package import Store

/// The language models of each workspace, and each caller's number of questions to them today.
package struct LanguageModels: Sendable {
    private let store: Store

    package init(store: Store) { self.store = store }

    /// The models sorted by name, without unreadable rows.
    package func list(in workspace: WorkspaceID) async throws -> [LanguageModel] {
        try await store.read { [damaged = store.damaged] connection in
            try connection.all(
                of: "language_models", "SELECT \(LanguageModel.columns) FROM language_models WHERE workspace_id = \(workspace) ORDER BY name"
            ) { row in try damaged.readable { try LanguageModel(row) } }.compactMap(\.self)
        }
    }

    /// The model with a name or id, or the default model. Nil if it does not exist.
    package func find(_ wanted: String?, in workspace: WorkspaceID) async throws -> LanguageModel? {
        let all = try await list(in: workspace)
        guard let wanted else { return all.first(where: \.isDefault) }
        return all.first { $0.name == wanted || String($0.id.rawValue) == wanted }
    }

    /// Creates a model or changes the one with this name. A workspace has at most one default model; the first model becomes the default.
    /// - Parameter isTrusted: whether the operator configures the address, which may then be in a private network.
    package func apply(_ change: LanguageModelChange, to name: String, in workspace: WorkspaceID, isTrusted: Bool) async throws -> LanguageModel {
        try Self.check(name: name)
        guard name != Self.builtIn else { throw Refusal(.invalidArgument, "name: '\(name)' is the built-in engine; choose another name") }
        if let url = change.url { try Self.check(url, isTrusted: isTrusted) }
        if let model = change.model, model.isEmpty || model.utf8.count > 200 || model.unicodeScalars.contains(where: { $0.value < 0x20 }) {
            throw Refusal(.invalidArgument, "model: expected 1 to 200 bytes without line ends")
        }
        if let key = change.key, key.bytes.count > 4_096 || key.bytes.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) {
            throw Refusal(.invalidArgument, "key: expected printable ASCII without spaces, at most 4,096 bytes")
        }
        let sealed = try change.key.flatMap { $0.bytes.isEmpty ? nil : try store.secrets.seal($0.bytes, context: Self.context(workspace, name)) }
        return try await store.write(changesRights: false) { connection in
            let old = try connection.first(
                of: "language_models",
                "SELECT \(LanguageModel.columns) FROM language_models WHERE workspace_id = \(workspace) AND name = \(name)", LanguageModel.init)
            let model =
                try old.map { try Self.changed($0, change, isTrusted: isTrusted) } ?? Self.make(name, change, workspace, isTrusted, connection)
            try connection.execute(
                """
                UPDATE language_models SET interface = \(model.interface.rawValue), url = \(model.url), model = \(model.model),
                sees_values = \(model.seesValues ? 1 : 0), daily_questions = \(model.dailyQuestions), is_trusted = \(model.isTrusted ? 1 : 0),
                is_default = \(model.isDefault ? 1 : 0), daily_tokens = \(model.dailyTokens) WHERE id = \(model.id)
                """)
            if change.key != nil { try connection.execute("UPDATE language_models SET api_key = \(sealed) WHERE id = \(model.id)") }
            if model.isDefault {
                try connection.execute("UPDATE language_models SET is_default = 0 WHERE workspace_id = \(workspace) AND id <> \(model.id)")
            }
            return model
        }
    }

    /// - Throws: ``Refusal`` `not_found`.
    package func remove(_ name: String, in workspace: WorkspaceID) async throws {
        let removed = try await store.write(changesRights: false) { connection in
            try connection.execute("DELETE FROM language_models WHERE workspace_id = \(workspace) AND name = \(name)")
        }
        guard removed > 0 else { throw Self.unknown(name) }
    }

    /// Counts a caller's question to a model.
    /// - Parameter caller: see ``Caller/accountKey``. All keys of a person are one caller.
    /// - Returns: false when the caller has reached today's limit of questions or tokens. The question is then not counted.
    func admits(_ caller: String, to model: LanguageModel, on day: CalendarDay) async throws -> Bool {
        let today = Int64(day.ordinal)
        return try await store.write(changesRights: false) { connection in
            try connection.execute("DELETE FROM language_model_uses WHERE model_id = \(model.id) AND day < \(today)")
            try connection.execute(
                """
                INSERT INTO language_model_uses (workspace_id, model_id, caller, day, questions)
                VALUES (\(model.workspace), \(model.id), \(caller), \(today), 0) ON CONFLICT DO NOTHING
                """)
            return try connection.execute(
                """
                UPDATE language_model_uses SET questions = questions + 1
                WHERE model_id = \(model.id) AND caller = \(caller) AND day = \(today) AND questions < \(model.dailyQuestions)
                AND tokens < \(model.dailyTokens)
                """) > 0
        }
    }

    /// Counts the tokens of a caller's question, once the model has reported them.
    func count(_ tokens: Int64, of caller: String, by model: LanguageModel, on day: CalendarDay) async throws {
        guard tokens > 0 else { return }
        _ = try await store.write(changesRights: false) { connection in
            try connection.execute(
                """
                UPDATE language_model_uses SET tokens = tokens + \(tokens)
                WHERE model_id = \(model.id) AND caller = \(caller) AND day = \(Int64(day.ordinal))
                """)
        }
    }

    /// The API key for the model's server. Nil if it needs none.
    func key(of model: LanguageModel) async throws -> Secret? {
        try await store.read { [secrets = store.secrets] connection in
            try connection.first(
                of: "language_models", "SELECT id, api_key FROM language_models WHERE id = \(model.id)", { try Self.key($0, of: model, secrets) })
        } ?? nil
    }

    private static func key(_ row: StoredRow, of model: LanguageModel, _ secrets: SecretBox) throws(DamagedRow) -> Secret? {
        guard try row["api_key", .optional(.bytes)] != nil else { return nil }
        return Secret(try row.opened("api_key", by: secrets, context: context(model.workspace, model.name)))
    }

    /// The unreadable rows.
    static func damage(_ secrets: SecretBox, on connection: any Connection) throws -> [DamagedRow] {
        try connection.damage(of: "language_models", "SELECT \(LanguageModel.columns), api_key FROM language_models") { row in
            try key(row, of: LanguageModel(row), secrets)
        }
    }

    /// The name of the built-in engine in lists of models.
    package static let builtIn = "built-in"
    /// The id of the built-in engine in lists of models.
    package static let builtInID = "0"

    package static func unknown(_ name: String) -> Refusal {
        Refusal(.notFound, "no model '\(name.prefix(48))' in this workspace; models_list names them")
    }

    /// The model after the change. A key is dropped when the address changes, because it must not be sent to another address.
    private static func changed(_ old: LanguageModel, _ change: LanguageModelChange, isTrusted: Bool) throws -> LanguageModel {
        var model = old
        if let url = change.url, url != old.url {
            guard change.key != nil else {
                throw Refusal(.invalidArgument, "key: give it again, since the address changes; an empty one when the new server wants none")
            }
            model.url = url
            model.isTrusted = isTrusted
        }
        if let interface = change.interface { model.interface = interface }
        if let name = change.model { model.model = name }
        if let isDefault = change.isDefault { model.isDefault = isDefault }
        if let seesValues = change.seesValues { model.seesValues = seesValues }
        if let questions = change.dailyQuestions { model.dailyQuestions = questions }
        if let tokens = change.dailyTokens { model.dailyTokens = tokens }
        return model
    }

    private static func make(
        _ name: String, _ change: LanguageModelChange, _ workspace: WorkspaceID, _ isTrusted: Bool, _ connection: any Connection
    ) throws -> LanguageModel {
        guard let url = change.url, let model = change.model else {
            throw Refusal(.invalidArgument, "url, model: expected both for a new model")
        }
        let count = try connection.number(of: "language_models", "SELECT count(*) FROM language_models WHERE workspace_id = \(workspace)")
        guard count < LanguageModel.maximumPerWorkspace else {
            throw Refusal(.limited, "a workspace has at most \(LanguageModel.maximumPerWorkspace) models")
        }
        let made = try connection.first(
            of: "language_models",
            """
            INSERT INTO language_models
            (id, workspace_id, name, interface, url, model, is_default, sees_values, daily_questions, is_trusted, created_at, daily_tokens)
            VALUES (\(OpaqueID.next()), \(workspace), \(name), \((change.interface ?? .openai).rawValue), \(url), \(model), \(change.isDefault ?? (count == 0) ? 1 : 0),
            \(change.seesValues == true ? 1 : 0), \(change.dailyQuestions ?? LanguageModel.defaultDailyQuestions), \(isTrusted ? 1 : 0),
            \(Timestamp.now), \(change.dailyTokens ?? LanguageModel.defaultDailyTokens)) RETURNING \(LanguageModel.columns)
            """, LanguageModel.init)
        guard let made else { throw DatabaseError(.corrupt, "a new language model is not there") }
        return made
    }

    /// Checks whether requests to an address are permitted, as far as the address alone shows.
    private static func check(_ url: String, isTrusted: Bool) throws(Refusal) {
        guard !url.hasSuffix("/"), !url.contains("?") else { throw Refusal(.invalidArgument, "url: expected https://host/path without / at its end") }
        do {
            try ModelClient.outbound(to: url, isTrusted: isTrusted).check(url)
        } catch {
            let hint = error.code == .forbiddenAddress && !isTrusted ? "; the operator can add it at the command line: gatehouse model add" : ""
            throw Refusal(.invalidArgument, "\(error.reason.hasPrefix("URL") ? "" : "url: ")\(error.reason)\(hint)")
        }
    }

    /// Checks that a name is valid.
    static func check(name: String) throws(Refusal) {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let isName =
            (1...48).contains(name.utf8.count) && name.utf8.first.map { letters.contains($0) } ?? false
            && name.utf8.allSatisfy { letters.contains($0) || (0x30...0x39).contains($0) || [0x2D, 0x2E, 0x5F].contains($0) }
        guard isName else {
            throw Refusal(.invalidArgument, "name: expected a lower-case letter, then letters, digits, '_', '-' or '.', at most 48")
        }
    }

    private static func context(_ workspace: WorkspaceID, _ name: String) -> String { "language_model/\(workspace.rawValue)/\(name)" }
}
