import ArgumentParser
import JSON
import OAuth
import Server

struct Connect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connect", abstract: "Show how to connect a client to this server.",
        discussion: "Example: gatehouse connect claude-code --skills ~/.claude/skills. Without a name it shows all of them.")
    @Argument(help: "claude-code, codex, opencode, claude-desktop, vscode, cursor, n8n, dify or maxkb.") var client: String?
    @Option(help: "The workspace; main when absent.") var workspace = "main"
    @Option(help: "The origin of the server, when it is not the one of the settings.") var url: String?
    @Flag(help: "For the question server: claude-desktop, n8n, dify or maxkb.") var questions = false
    @Option(help: "Writes skills for agents into this folder: FOLDER/gatehouse-…/SKILL.md, over older ones.") var skills: String?
    @OptionGroup var state: StateOptions

    func run() async throws {
        if url == nil, workspace != "main" { try await find(workspace) }
        guard !questions || workspace == "main" else {
            throw Failure.usage("--questions: its clients choose the workspace with each chat; leave --workspace out")
        }
        let endpoint = try questions ? questionEndpoint() : Resources(origin: origin()).workspace(workspace).text
        let guides = questions ? ClientGuide.questions(at: endpoint) : ClientGuide.all(for: endpoint)
        let chosen = client.map { name in guides.filter { $0.name == name.lowercased() } } ?? guides
        guard !chosen.isEmpty else { throw Failure.usage("\(client ?? ""): expected \(guides.map(\.name).joined(separator: ", "))") }
        let written = try skills.map(Self.writeSkills) ?? []
        if state.json {
            Terminal.announce(
                .array(
                    chosen.map { guide in
                        var about: JSONObject = ["name": .string(guide.name), "url": .string(endpoint), "text": .string(guide.text)]
                        if skills != nil { about["skills"] = .array(written.map(JSONValue.string)) }
                        return .object(about)
                    }))
        } else {
            print((chosen.map(\.text) + [ClientGuide.check(endpoint), ClientGuide.errors]).joined(separator: "\n"), terminator: "")
            if !written.isEmpty { print("\n## Skills\n\n" + written.joined(separator: "\n")) }
        }
    }

    private static func writeSkills(to folder: String) throws -> [String] {
        do {
            return try Skill.write(to: folder)
        } catch {
            throw Failure.failed("--skills: \(folder) cannot be written")
        }
    }

    /// Checks that the workspace exists.
    /// - Throws: ``Failure`` if the state has no such workspace.
    private func find(_ workspace: String) async throws {
        try await Terminal.run(state) { terminal in _ = try await terminal.composition.terminalPrincipal(in: workspace) }
    }

    /// The MCP endpoint of the question server: at the given URL, at its public URL, or at its port beside the main listener.
    private func questionEndpoint() throws -> String {
        if url != nil { return try origin() + "/mcp" }
        let settings: Settings
        do { settings = try Settings(try Terminal.resolved(state.flags, state.config)) } catch { throw Terminal.failure(for: error) }
        return try ListenerAddresses.questions(of: settings, from: origin()) + "/mcp"
    }

    /// The URL at which clients reach the server: the given URL, the public URL, the URL that the running server has written, or the
    /// configured address.
    private func origin() throws -> String {
        if let url {
            let origin = url.hasSuffix("/") ? String(url.dropLast()) : url
            guard let scheme = ["https://", "http://"].first(where: origin.hasPrefix), !origin.dropFirst(scheme.count).isEmpty,
                !origin.dropFirst(scheme.count).contains(where: { "/?#@ ".contains($0) })
            else {
                throw Failure.usage("--url: expected an origin such as https://gate.example.org, without a path")
            }
            return origin
        }
        do {
            let settings = try Settings(try Terminal.resolved(state.flags, state.config))
            if let known = settings.publicURL ?? RunningServerFile.read(settings.data) { return known }
            guard settings.port != 0 else { throw Failure.usage("port is 0 and no server runs: say --url") }
            let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
            return "\(settings.tls == nil ? "http" : "https")://\(host):\(settings.port)"
        } catch {
            throw Terminal.failure(for: error)
        }
    }
}
