import ArgumentParser

/// A verb that opens the state, runs, and closes the state.
///
/// A verb that checks its arguments or reads standard input before it opens the state calls ``Terminal/run(_:_:makes:_:)`` itself.
protocol TerminalVerb: AsyncParsableCommand {
    var state: StateOptions { get }

    func run(_ terminal: Terminal) async throws
}

extension TerminalVerb {
    func run() async throws { try await Terminal.run(state) { try await run($0) } }
}
