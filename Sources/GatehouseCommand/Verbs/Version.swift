import ArgumentParser
import Server

struct Version: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "version", abstract: "Print the version.")

    func run() throws { print("gatehouse \(ServerVersion.current)") }
}
