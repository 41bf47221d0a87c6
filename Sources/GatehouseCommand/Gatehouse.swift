import ArgumentParser
import Glibc

/// The command line: `serve`, `stdio`, and verbs that work on the server's state, also while the server is running.
@main
struct Gatehouse: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gatehouse",
        abstract: "One server in front of an organization's data and accounts, for AI agents.",
        discussion: "Settings come from flags, then GATEHOUSE_… variables, then the TOML file of --config, then defaults.",
        subcommands: [
            Serve.self, Stdio.self, Sample.self, OrganizationVerb.self, UserVerb.self, ApplicationVerb.self, WorkspaceVerb.self,
            MemberVerb.self, RoleVerb.self, RuleVerb.self, KeyVerb.self, SourceVerb.self, SigningKeyVerb.self, Audit.self, Check.self, Backup.self,
            Migrate.self, ImportVerb.self, ExportVerb.self, Connect.self, AskVerb.self, SemanticVerb.self, ChatVerb.self, ModelVerb.self,
            AssistantVerb.self, Eval.self, OpenAPIVerb.self, Version.self,
        ]
    )

    /// Exit codes: 0 success, 1 failure, 2 usage error, 3 `check` found problems.
    static func main() async {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let failure as Failure {
            Terminal.printError(failure.message)
            Glibc.exit(failure.code)
        } catch {
            let code = exitCode(for: error)
            let text = fullMessage(for: error)
            if code == .success { print(text) } else if !text.isEmpty { Terminal.printError(text) }
            if code == .success { Glibc.exit(0) }
            Glibc.exit(code == .validationFailure ? 2 : 1)
        }
    }
}
