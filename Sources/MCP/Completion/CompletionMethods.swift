import JSON

/// Serves `completion/complete` from a provider.
struct CompletionMethods<Principal: Sendable>: Sendable {
    let provider: any CompletionProvider<Principal>

    var handlers: [Method: MethodHandler<Principal>] {
        [
            .complete: { invocation in
                let request = try Self.request(invocation.call.params, invocation.call.revision)
                return try await provider.complete(request, for: invocation.principal, context: invocation.context)
            }
        ]
    }

    private static func request(_ params: JSONObject, _ revision: Revision) throws(MCPError) -> CompletionRequest {
        let reference: CompletionRequest.Reference
        switch (params["ref"]?["type"]?.string, params["ref"]?["name"]?.string, params["ref"]?["uri"]?.string) {
        case ("ref/prompt", let name?, _): reference = .prompt(name: name)
        case ("ref/resource", _, let uri?): reference = .resource(uriTemplate: uri)
        default: throw MCPError.unknownReference
        }
        guard let argument = params["argument"]?["name"]?.string, let value = params["argument"]?["value"]?.string else {
            throw MCPError.invalidParams("Param 'argument' must have a 'name' and a 'value'")
        }
        let known = revision >= .v2025_06_18 ? try PromptMethods<Principal>.texts(params["context"]?["arguments"], "context.arguments") : [:]
        return CompletionRequest(reference: reference, argument: argument, value: value, known: known)
    }
}

extension Completion: ResultBody {
    func writeMembers(into writer: inout JSONWriter, revision: Revision) {
        writer.key("completion")
        writer.object { writer in
            writer.key("values")
            writer.array { writer in
                for value in values { writer.string(value) }
            }
            if let total {
                writer.key("total")
                writer.int(total)
                writer.key("hasMore")
                writer.bool(total > values.count)
            }
        }
    }
}
