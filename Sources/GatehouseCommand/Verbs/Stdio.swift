import ArgumentParser
import Foundation
import Identity
import Outbound
import Server

struct Stdio: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stdio", abstract: "Speak MCP over standard input and output.",
        discussion: "Acts as the API key in GATEHOUSE_API_KEY, or as the user that --user names. Without either it refuses.")
    @Option(help: "The workspace.") var workspace: String?
    @Option(help: "ORGANIZATION/NAME to act as, without a key.") var user: String?
    @Option(help: "URL of a running server's endpoint to relay to, with the key.") var url: String?
    @OptionGroup var state: StateOptions

    func run() async throws {
        let key = ProcessInfo.processInfo.environment["GATEHOUSE_API_KEY"].flatMap { $0.isEmpty ? nil : $0 }
        if let url {
            guard let key else { throw Failure.usage("stdio --url: put an API key into GATEHOUSE_API_KEY") }
            do { try await StdioBridge.run(to: url, key: key) } catch let error as OutboundError {
                throw Failure.usage("stdio --url: \(error.reason)")
            }
            return
        }
        let identity: StdioService.Identity
        if let key {
            identity = .key(key)
        } else if let user {
            identity = .user(try Terminal.user(user))
        } else {
            throw Failure.usage("stdio: put an API key into GATEHOUSE_API_KEY (gatehouse key create), or name a user with --user ORGANIZATION/NAME")
        }
        let composition = try await Terminal.open(state.flags, state.config, as: .terminal)
        do {
            try await StdioService.run(composition, as: identity, workspace: workspace)
        } catch {
            await composition.close()
            throw Terminal.failure(for: error)
        }
        await composition.close()
    }
}
