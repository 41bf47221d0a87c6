import ArgumentParser
import JSON
import Server
import Tools

struct OpenAPIVerb: TerminalVerb {
    static let configuration = CommandConfiguration(
        commandName: "openapi", abstract: "Print the REST interface as OpenAPI 3.1.", discussion: "Example: gatehouse openapi > gatehouse.json")
    @OptionGroup var state: StateOptions

    func run(_ terminal: Terminal) async throws {
        let document = OpenAPI(terminal.composition.dispatcher.toolbox.definitions, origin: terminal.composition.settings.publicURL).document
        print(String(decoding: document.serialized, as: UTF8.self))
    }
}
