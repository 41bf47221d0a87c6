import Access
import JSON

@testable import Tools

/// A tool for tests: it takes no arguments and does what the test defines.
struct ProbeTool: Tool {
    typealias Input = NoArguments

    let name: String
    let access: ToolAccess
    let length: ToolLength
    let body: @Sendable () async throws -> ToolOutcome

    let title = "Probe"
    let description = "Does what a test says."
    let arguments: [Argument<Input>] = []

    /// The definition of one.
    static func definition(
        _ name: String, _ scope: ToolScope, _ effect: ToolEffect, length: ToolLength = .short,
        _ body: @escaping @Sendable () async throws -> ToolOutcome
    ) -> ToolDefinition {
        let access = ToolAccess(.always, scope: scope, audience: .anyone, effect: effect, secrets: .none)
        return ToolDefinition(ProbeTool(name: name, access: access, length: length, body: body))
    }

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome { try await body() }
}
