import ArgumentParser
import JSON
import Server

struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look for problems: settings, state, audit log, data sources and their logins.",
        discussion: "Prints every setting with where it came from. Exit code 3 when something was found; --strict also for warnings.")
    @Flag(help: "Also warnings are problems.") var strict = false
    @OptionGroup var state: StateOptions
    @OptionGroup var serving: ServeOptions

    func run() async throws {
        try await Terminal.run(state, serving) { terminal in
            let report = try await terminal.composition.check()
            if terminal.json {
                print(report.json)
            } else {
                print(
                    Table(
                        ["setting", "value", "from"],
                        report.settings.map { ["setting": .string($0.name), "value": .string($0.value), "from": .string($0.origin)] }
                    ).text)
                print()
                for problem in report.problems { print("problem: \(problem)") }
                for warning in report.warnings { print("warning: \(warning)") }
                if report.problems.isEmpty && report.warnings.isEmpty { print("no problems") }
            }
            let found = report.problems.count + (strict ? report.warnings.count : 0) + report.dangerousLogins
            guard found == 0 else { throw Failure.problems("\(report.problems.count) problems, \(report.warnings.count) warnings") }
        }
    }
}
