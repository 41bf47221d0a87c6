import ArgumentParser
import JSON
import Server

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the server.",
        discussion: "Prints one JSON line on standard output when it is ready: {\"url\":…,\"ask_url\":…}. Logs go to standard error.")
    @OptionGroup var state: StateOptions
    @OptionGroup var serving: ServeOptions

    func run() async throws {
        let flags = state.flags.merging(serving.flags) { $1 }
        let config = state.config
        let composition = try await Terminal.open(flags, config, as: .server, makes: true)
        do {
            try await ServeService.run(composition, settingsNow: { try Settings(Terminal.resolved(flags, config)) }) { url, questions in
                Terminal.announce(["url": .string(url), "ask_url": questions.map { .string($0) } ?? .null])
            }
        } catch {
            await composition.close()
            throw Terminal.failure(for: error)
        }
        await composition.close()
    }
}
