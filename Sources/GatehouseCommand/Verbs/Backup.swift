import ArgumentParser
import Server

struct Backup: TerminalVerb {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write a consistent copy of the state and of all SQLite workspaces, also while the server runs.",
        discussion: "FILE is a new folder. To restore, put it in place of the data folder.")
    @Argument(help: "The folder to make.") var file: String
    @OptionGroup var state: StateOptions

    func run(_ terminal: Terminal) async throws {
        let paths = try await terminal.change("backup", "server") { try await terminal.composition.backUp(to: file) }
        for path in paths { print(path) }
    }
}
