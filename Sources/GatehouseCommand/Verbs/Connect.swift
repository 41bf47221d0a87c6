import ArgumentParser
import Foundation
import JSON
import Server

struct Connect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show how a client is connected to this server.",
        discussion: "Example: gatehouse connect claude-code. Without a name it shows all of them.")
    @Argument(help: "claude-code, codex, opencode, claude-desktop, vscode, cursor, n8n, dify or maxkb.") var client: String?
    @Option(help: "The workspace; main when absent.") var workspace = "main"
    @Option(help: "The origin of the server, when it is not the one of the settings.") var url: String?
    @OptionGroup var state: StateOptions

    func run() async throws {
        let endpoint = try origin() + (workspace == "main" ? "/api/mcp" : "/api/__app/\(workspace)/mcp")
        let guides = ClientGuide.all(for: endpoint)
        let chosen = client.map { name in guides.filter { $0.name == name.lowercased() } } ?? guides
        guard !chosen.isEmpty else { throw Failure.usage("\(client ?? ""): expected \(guides.map(\.name).joined(separator: ", "))") }
        if state.json {
            Terminal.announce(.array(chosen.map { ["name": .string($0.name), "url": .string(endpoint), "text": .string($0.text)] }))
        } else {
            print((chosen.map(\.text) + [ClientGuide.check(endpoint), ClientGuide.errors]).joined(separator: "\n"), terminator: "")
        }
    }

    /// Where clients reach the server: what was said, the public URL, the running server's own note, or the address of the settings.
    private func origin() throws -> String {
        if let url { return url.hasSuffix("/") ? String(url.dropLast()) : url }
        do {
            let environment = ProcessInfo.processInfo.environment
            let resolved = try ResolvedSettings(flags: state.flags, environment: environment, file: state.config ?? environment["GATEHOUSE_CONFIG"])
            let settings = try Settings(resolved)
            if let known = settings.publicURL ?? RunningNote.read(settings.data) { return known }
            guard settings.port != 0 else { throw Failure.usage("port is 0 and no server runs: say --url") }
            let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
            return "\(settings.tls == nil ? "http" : "https")://\(host):\(settings.port)"
        } catch {
            throw Terminal.said(error)
        }
    }
}
