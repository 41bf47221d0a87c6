import JSON

extension ToolOutcome {
    /// A list as clients of the question server read it: the text is the bare list, the structure has it as `data`.
    static func plainList<Element>(_ elements: [Element], _ body: (inout JSONWriter, Element) -> Void) -> ToolOutcome {
        var outcome = ToolOutcome.object(rows: elements.count) { writer in writer.member("data", elements, body) }
        let list = JSONFragment { writer in
            writer.array { writer in
                for element in elements { writer.object { body(&$0, element) } }
            }
        }
        outcome.text = .whole(String(decoding: list.bytes, as: UTF8.self))
        return outcome
    }
}
