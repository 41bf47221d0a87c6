import ArgumentParser
import Identity
import JSON
import Server
import Store
import Tools

struct SigningKeyVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signing-key", abstract: "The keys with which access tokens are signed.", discussion: "Example: gatehouse signing-key rotate",
        subcommands: [Rotate.self, List.self]
    )

    struct Rotate: TerminalVerb {
        static let configuration = CommandConfiguration(
            commandName: "rotate",
            abstract: "Publish a new key, and sign with it after an overlap. The old key stays published until its tokens have expired.")
        @Option(help: "Minutes for which the new key is published before it signs, 0 to 1440.") var overlap = 10
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let keys = terminal.composition.domains.authorization.signingKeys
            let key = try await terminal.change("signing_key_rotate", "signing_key") { try await keys.rotate(overlap: .seconds(overlap * 60)) }
            terminal.show(["id": key.id, "signsFrom": key.signsFrom]) { key.id }
        }
    }

    struct List: TerminalVerb {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the keys that verify tokens, newest first.")
        @OptionGroup var state: StateOptions

        func run(_ terminal: Terminal) async throws {
            let keys = try await terminal.composition.domains.authorization.signingKeys.list()
            let rows: [Terminal.Row] = keys.map { key in
                ["id": key.id, "createdAt": key.createdAt, "signsFrom": key.signsFrom, "isCurrent": key.isCurrent, "endsAt": key.endsAt]
            }
            terminal.list(rows, ["id", "createdAt", "signsFrom", "isCurrent", "endsAt"])
        }
    }
}
