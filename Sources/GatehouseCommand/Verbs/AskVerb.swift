import ArgumentParser
import Identity
import JSON

struct AskVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask", abstract: "Answer a question in plain language.",
        discussion: "Example: gatehouse ask \"How many orders per store in 2024?\"")
    @Argument(help: "The question.") var question: String
    @Option(help: "The workspace.") var workspace: String?
    @Option(help: "The data source; main unless given.") var source: String?
    @Option(help: "Ask with the rights of this user, as organization/name.") var user: String?
    @OptionGroup var state: StateOptions

    func run() async throws {
        let asker = try user.map(Terminal.user)
        try await Terminal.run(state) { terminal in
            let answer = try await terminal.call(
                "ask_question", JSONObject(given: ["question": question, "dataSource": source]), in: workspace, as: asker)
            guard !terminal.json else { return terminal.show(answer) { _ in "" } }
            guard answer["success"]?.bool == true else {
                throw Failure.failed(([answer["message"]] + (answer["options"]?.array ?? [])).compactMap(\.?.string).joined(separator: "\nperhaps: "))
            }
            terminal.list(answer["data"]?["data"]?.array ?? [], (answer["data"]?["fields"]?.array ?? []).compactMap(\.string))
            for (label, member) in [("read as", "interpretation"), ("sql", "sql")] { print("\(label): \(answer[member]?.string ?? "")") }
            for note in (answer["assumptions"]?.array ?? []) + (answer["warnings"]?.array ?? []) { print("note: \(note.string ?? "")") }
        }
    }
}
