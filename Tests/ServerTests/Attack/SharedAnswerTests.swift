import JSON
import Server
import Testing

@Suite("Attacks through caches between client and server")
struct SharedAnswerTests {
    private static let lists: [(method: String, params: JSONObject)] = [
        ("server/discover", [:]), ("tools/list", [:]), ("prompts/list", [:]), ("resources/list", [:]), ("resources/templates/list", [:]),
        ("resources/read", ["uri": "gate://main/notes"]),
    ]

    @Test("B25 every list that may be kept is private, for no shared cache to store, and two credentials never see each other's")
    func privateLists() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let (wide, narrow) = (try await server.key(), try await server.key(scopes: ["read:record"]))
            for (method, params) in Self.lists {
                let answer = try await server.answer(.modern(method, params, key: wide))
                #expect(answer.result["cacheScope"] == "private" && (answer.result["ttlMs"]?.int ?? -1) >= 0, "\(method)")
                #expect(answer["cache-control"] == "no-store", "\(method)")
            }
            func names(_ key: String) async throws -> Set<String> {
                let listed = try await server.answer(.mcp("tools/list", key: key, in: "2026-07-28"))
                return Set((listed.result["tools"]?.array ?? []).compactMap { $0["name"]?.string })
            }
            for _ in 0..<3 {
                let (all, few) = (try await names(wide), try await names(narrow))
                #expect(all.contains("run_sql") && !few.contains("run_sql") && few.contains("crud"))
            }
            let hidden = try await server.answer(.modern("resources/read", ["uri": "gate://main/notes"], key: narrow))
            #expect(hidden.error["code"] == -32602, "what the wide key has just read is not answered to the narrow one")
        }
    }
}
