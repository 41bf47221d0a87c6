import ArgumentParser

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Update the state to this program's schema, or create it, then end.")
    @OptionGroup var state: StateOptions

    func run() async throws {
        // Opening the state migrates it.
        try await Terminal.run(state, makes: true) { _ in }
    }
}
