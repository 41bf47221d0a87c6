import ArgumentParser
import JSON
import Server
import Store
import Tools

struct Audit: TerminalVerb {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Show the audit log, oldest first.",
        discussion: "Example: gatehouse audit --since 2026-01-01T00:00:00Z --user acme/ann --json",
        subcommands: [Prune.self])
    @Option(help: "RFC 3339 time of the first call.") var since: String?
    @Option(help: "ORGANIZATION/NAME") var user: String?
    @Option(help: "The tool's name.") var tool: String?
    @Option(help: "ok, error, refused or unknown") var outcome: String?
    @Option(help: "Only the last N calls of the range; all of them when absent.") var limit: Int?
    @Flag(help: "Check the chain of hashes instead; exit code 3 when rows were changed or removed.") var verify = false
    @OptionGroup var state: StateOptions

    func run(_ terminal: Terminal) async throws {
        let log = terminal.composition.store.audit
        guard !verify else { return try await check(log, json: terminal.json) }
        var query = AuditQuery(since: try time(), user: user, tool: tool, outcome: try kind(), newestFirst: limit != nil)
        var left = limit ?? .max
        var printer = ListPrinter(
            ["time", "caller", "workspace", "tool", "objects", "outcome", "code", "rows", "changed"], json: terminal.json)
        // The tool returns the newest calls first, but they are shown oldest first, so all of them are read before printing.
        var last: [JSONValue] = []
        while left > 0 {
            query.limit = min(left, 1_000)
            let entries = try await log.list(query)
            let values = try entries.map { entry in
                try JSONValue(parsing: JSONFragment { writer in writer.object { writer in entry.write(to: &writer) } }.bytes)
            }
            if limit == nil { printer.add(values) } else { last += values }
            left -= entries.count
            guard let end = entries.last, entries.count == query.limit else { break }
            query.after = end.position
        }
        if limit != nil { printer.add(last.reversed()) }
        printer.end()
    }

    private func check(_ log: AuditLog, json: Bool) async throws {
        let verification = try await log.verify()
        if json { Terminal.announce(["intact": .bool(verification.isIntact)]) }
        guard verification.isIntact else { throw Failure.problems("the audit log was changed: \(verification)") }
        if !json { print("intact") }
    }

    private func time() throws -> Timestamp? { try since.map { try Self.time($0, of: "since") } }

    private static func time(_ text: String, of option: String) throws -> Timestamp {
        guard let time = Timestamp(rfc3339: text) else { throw Failure.usage("--\(option): expected an RFC 3339 time such as 2026-01-31T00:00:00Z") }
        return time
    }

    private func kind() throws -> AuditOutcome.Outcome? {
        guard let outcome else { return nil }
        guard let kind = AuditOutcome.Outcome(rawValue: outcome) else { throw Failure.usage("--outcome: expected ok, error, refused or unknown") }
        return kind
    }

    struct Prune: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "prune", abstract: "Remove old rows of the audit log, also while the server runs; the rest stays verifiable.",
            discussion: "Example: gatehouse audit prune --before 2026-01-01T00:00:00Z")
        @Option(help: "RFC 3339 time in the past: rows from then on stay.") var before: String
        @OptionGroup var state: StateOptions

        func run() async throws {
            let time = try Audit.time(before, of: "before")
            guard time <= .now else { throw Failure.usage("--before: expected a time in the past") }
            try await Terminal.run(state) { terminal in
                let log = terminal.composition.store.audit
                let removed = try await terminal.change("audit_prune", "before/\(time.rfc3339)", changed: { $0 }) {
                    try await log.prune(before: time)
                }
                terminal.show(["removed": removed]) { "\(removed) rows removed" }
            }
        }
    }
}
