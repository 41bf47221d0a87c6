import ArgumentParser

/// A verb that is run with the state open, and closes it again.
protocol TerminalVerb: AsyncParsableCommand {
    var state: StateOptions { get }

    func run(_ terminal: Terminal) async throws
}

extension TerminalVerb {
    func run() async throws { try await Terminal.run(state) { try await run($0) } }
}
