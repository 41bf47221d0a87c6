import ArgumentParser
import JSON
import Server
import Tools

struct OpenAPIVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi", abstract: "Print the REST interface as OpenAPI 3.1.", discussion: "Example: gatehouse openapi > gatehouse.json")
    @OptionGroup var state: StateOptions

    func run() async throws {
        try await Terminal.run(state) { terminal in
            let document = OpenAPI(terminal.composition.dispatcher.toolbox.definitions, origin: terminal.composition.settings.publicURL).document
            print(String(decoding: document.serialized, as: UTF8.self))
        }
    }
}
