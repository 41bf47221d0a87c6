import Identity
import JSON

extension ToolOutcome {
    /// The bytes of objects that one list has at most.
    private static let maximumListLength = 262_144

    /// A list: its text is the array of the objects; for programs it stands in an object, with how many there are in all.
    static func list(_ page: ObjectPage<JSONObject>, fields: [String]?) -> ToolOutcome {
        var length = 0
        var objects: [[UInt8]] = []
        for item in page.items {
            let object = JSONFragment(.object(fields.map { item.only($0) } ?? item)).bytes
            length += object.count + 1
            guard length <= maximumListLength || objects.isEmpty else { break }
            objects.append(object)
        }
        let array = JSONFragment { writer in
            writer.array { writer in
                for object in objects { writer.raw(object) }
            }
        }
        var outcome = ToolOutcome.object(rows: objects.count) { writer in
            writer.key("data")
            writer.fragment(array)
            writer.member("total", page.total)
            writer.member("truncated", objects.count < page.items.count)
        }
        outcome.text = .whole(String(decoding: array.bytes, as: UTF8.self))
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
