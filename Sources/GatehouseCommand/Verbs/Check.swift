import ArgumentParser
import JSON
import Server

struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Look for problems: settings, state, audit log, data sources and their logins.",
        discussion: "Prints every setting with its origin. Exit code 3 if something was found; with --strict also for warnings.")
    @Flag(help: "Treat warnings as problems.") var strict = false
    @OptionGroup var state: StateOptions
    @OptionGroup var serving: ServeOptions

    func run() async throws {
        let report: CheckReport
        do {
            let composition = try await Terminal.opened(state.flags.merging(serving.flags) { $1 }, state.config, as: .terminal)
            let found = await Result { try await composition.check() }
            await composition.close()
            report = try found.get()
        } catch let error as StartError {
            report = CheckReport(try Terminal.resolved(state.flags.merging(serving.flags) { $1 }, state.config), unusable: error.reason)
        } catch {
            throw Terminal.failure(for: error)
        }
        show(report)
        let found = report.problems.count + (strict ? report.warnings.count : 0) + report.dangerousLogins
        guard found == 0 else { throw Failure.problems("\(report.problems.count) problems, \(report.warnings.count) warnings") }
    }

    private func show(_ report: CheckReport) {
        guard !state.json else { return print(report.json) }
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
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
