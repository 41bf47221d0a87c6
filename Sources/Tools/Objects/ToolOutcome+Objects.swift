import Identity
import JSON

extension ToolOutcome {
    /// A list: its text is the array of the objects; for programs it stands in an object, with how many there are in all.
    static func list(_ part: ObjectPage<JSONObject>, of request: PageRequest, fields: [String]?) throws -> ToolOutcome {
        let page = try ToolPage(part, of: request) { object in JSONFragment(.object(fields.map { object.only($0) } ?? object)) }
        var outcome = ToolOutcome.page(page)
        outcome.text = .whole(String(decoding: page.array.bytes, as: UTF8.self), note: page.note(request.tool))
        return outcome
    }

    /// A change that was made: its text is the sentence that clients know.
    static func done(_ sentence: String, _ member: String, _ object: JSONObject, _ objects: [String]) -> ToolOutcome {
        done(sentence, member, .object(object), objects)
    }

    static func done(_ sentence: String, _ member: String, _ value: JSONValue, _ objects: [String]) -> ToolOutcome {
        var outcome = ToolOutcome(JSONFragment(.object([member: value])), changed: 1, objects: objects)
        outcome.text = .summary(sentence)
        return outcome
    }
}

extension JSONObject {
    fileprivate func only(_ names: [String]) -> JSONObject { JSONObject(filter { names.contains($0.key) }.map { ($0.key, $0.value) }) }
}
