import ArgumentParser
import JSON
import SampleCompany
import Server

struct Sample: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample", abstract: "Load the sample company, a coffee roaster, into workspace main.",
        discussion: "The same rows every time; --scale 10 makes ten times the customers and orders.")
    @Option(help: "1 to 1000.") var scale = 1
    @Flag(help: "Replace what an earlier run loaded.") var replace = false
    @OptionGroup var state: StateOptions

    func run() async throws {
        try await Terminal.run(state, makes: true) { terminal in
            do {
                let company = try SampleCompany(scale: scale)
                let tables = try await terminal.change("sample", "main") { try await terminal.composition.load(company, replacing: replace) }
                terminal.list(tables.map { ["table": $0.table, "rows": $0.rows] }, ["table", "rows"])
            } catch let error as SampleError {
                guard error.code != .scale else { throw Failure.usage(error.reason) }
                // The sample data was loaded before.
                guard error.code == .exists && !replace else { throw Failure.failed(error.reason) }
                Terminal.printError("\(error.reason); nothing was changed (--replace loads it again)")
            }
        }
    }
}
