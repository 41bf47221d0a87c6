import JSON

/// The client's answer to an ``InputRequest``, with the same cases.
public enum InputResponse: Hashable, Sendable {
    case elicitation(ElicitResult)
    case sampling(CreateMessageResult)
    case roots([Root])

    /// The answer to an elicitation. Nil for another kind.
    public var elicitation: ElicitResult? { if case .elicitation(let answer) = self { answer } else { nil } }
    /// The answer of the client's model. Nil for another kind.
    public var sampling: CreateMessageResult? { if case .sampling(let answer) = self { answer } else { nil } }
    /// The client's folders. Nil for another kind.
    public var roots: [Root]? { if case .roots(let roots) = self { roots } else { nil } }
}

extension InputRequest {
    /// Parses the result that a client sent. Nil if it does not fit the request.
    func answer(_ value: JSONValue) -> InputResponse? {
        switch self {
        case .elicitation(let elicitation): Self.elicitation(value, elicitation.mode).map(InputResponse.elicitation)
        case .sampling: Self.sampling(value).map(InputResponse.sampling)
        case .roots: Self.roots(value).map(InputResponse.roots)
        }
    }

    private static func elicitation(_ value: JSONValue, _ mode: Elicitation.Mode) -> ElicitResult? {
        switch value["action"]?.string {
        case "decline": return .decline
        case "cancel": return .cancel
        case "accept":
            guard case .form(let schema) = mode else { return .accept(JSONObject()) }
            guard let content = value["content"]?.object, fits(content, schema) else { return nil }
            return .accept(content)
        default: return nil
        }
    }

    /// Whether a form's values are flat, have the types of their properties, and include all required properties.
    private static func fits(_ content: JSONObject, _ schema: JSONValue) -> Bool {
        let required = schema["required"]?.array?.compactMap(\.string) ?? []
        guard required.allSatisfy({ content[$0].map { !$0.isNull } ?? false }) else { return false }
        return content.allSatisfy { key, value in
            switch (value, schema["properties"]?[key]?["type"]?.string) {
            case (.string, "string"?), (.bool, "boolean"?), (.number, "number"?), (.null, _?): true
            case (.number(let number), "integer"?): number.int != nil
            case (.array(let elements), "array"?): elements.allSatisfy { $0.string != nil }
            // The handler ignores values that the form does not have.
            case (_, nil): value.object == nil
            default: false
            }
        }
    }

    private static func sampling(_ value: JSONValue) -> CreateMessageResult? {
        guard let content = value["content"], content.object != nil || content.array != nil, value["role"]?.string != nil else { return nil }
        let blocks = content.array ?? [content]
        let texts = blocks.filter { $0["type"] == "text" }.compactMap { $0["text"]?.string }
        return CreateMessageResult(
            model: value["model"]?.string ?? "", text: texts.isEmpty ? nil : texts.joined(separator: "\n"), content: content,
            stopReason: value["stopReason"]?.string)
    }

    private static func roots(_ value: JSONValue) -> [Root]? {
        guard let roots = value["roots"]?.array else { return nil }
        var read: [Root] = []
        for root in roots {
            guard let uri = root["uri"]?.string else { return nil }
            read.append(Root(uri: uri, name: root["name"]?.string))
        }
        return read
    }
}
