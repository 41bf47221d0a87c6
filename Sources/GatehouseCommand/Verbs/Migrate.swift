import ArgumentParser

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Bring the state to this program's schema and make the first organization, then end.")
    @OptionGroup var state: StateOptions

    func run() async throws {
        // Opening the state migrates it.
        try await Terminal.run(state, makes: true) { _ in }
    }
}
