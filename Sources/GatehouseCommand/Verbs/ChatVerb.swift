import ArgumentParser
import Ask
import Identity
import JSON
import Server
import Store
import Tools

struct ChatVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat", abstract: "Questions that people asked.",
        discussion: "Example: gatehouse chat export --user acme/ann >ann.jsonl", subcommands: [Export.self])

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Print all chats of a person, of every workspace, one JSON line for each.")
        @Option(help: "The person, as organization/name.") var user: String
        @OptionGroup var state: StateOptions

        func run() async throws {
            let name = try Terminal.user(user)
            try await Terminal.run(state) { terminal in
                let domains = terminal.composition.domains
                let organization = try await domains.organizations.find(name.organization)
                let person = try await domains.users.find(organization.id, name.name)
                // Chats are personal, so exporting them is audited.
                try await terminal.change("chat_export", "user/\(user)", changed: { _ in 0 }) {
                    for chat in try await domains.chats.list(of: .user(person.id), in: nil) {
                        let records = try await domains.chats.records(of: chat)
                        let line = JSONFragment { writer in
                            writer.object { writer in
                                chat.write(to: &writer)
                                writer.member("workspace", chat.workspace.rawValue)
                                writer.array("records") { writer in for record in records { writer.object { record.write(to: &$0) } } }
                            }
                        }
                        print(String(decoding: line.bytes, as: UTF8.self))
                    }
                }
            }
        }
    }
}
