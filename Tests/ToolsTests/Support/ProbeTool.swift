import Access
import JSON

@testable import Tools

/// A tool that exists in a test alone: it takes no arguments and does what the test says.
struct ProbeTool: Tool {
    typealias Input = NoArguments

    let name: String
    let scope: ToolScope
    let effect: ToolEffect
    let length: ToolLength
    let body: @Sendable () async throws -> ToolOutcome

    let package = PackageName.always
    let audience = ToolPermit.Audience.anyone
    let showsSecret = false
    let setsSecret = false
    let title = "Probe"
    let description = "Does what a test says."
    let arguments: [Argument<Input>] = []

    /// The definition of one.
    static func definition(
        _ name: String, _ scope: ToolScope, _ effect: ToolEffect, length: ToolLength = .short,
        _ body: @escaping @Sendable () async throws -> ToolOutcome
    ) -> ToolDefinition {
        ToolDefinition(ProbeTool(name: name, scope: scope, effect: effect, length: length, body: body))
    }

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome { try await body() }
}
