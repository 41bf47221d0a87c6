import Access
import JSON
import Store

extension AuditCall {
    /// The same call about what its arguments name: the collection, the source, the object; never a value of a record.
    func about(_ input: JSONObject, of tool: ToolDefinition) -> AuditCall {
        let source = input["dataSource"]?.string ?? "main"
        if let resource = input["resource"]?.string { return about(["\(source)/\(resource)"]) }
        return about(tool.subjects.compactMap { Self.name(of: $0, in: input) })
    }

    private static func name(of subject: ToolDefinition.Subject, in input: JSONObject) -> String? {
        if let source = subject.source {
            let source = input[source]?.string ?? "main"
            return input[subject.argument]?.string.map { "\(source)/\($0)" } ?? source
        }
        let value = input[subject.argument]
        guard let name = value?.int.map({ String($0) }) ?? value?.string ?? name(of: value?.object) ?? subject.fallback, isName(name) else {
            return nil
        }
        return subject.kind.isEmpty ? name : "\(subject.kind)/\(name)"
    }

    /// The id of an object that is given as a whole.
    private static func name(of object: JSONObject?) -> String? {
        guard let object, let name = object["name"]?.string else { return nil }
        return "\(object["owner"]?.string ?? "")/\(name)"
    }

    /// Whether a text can be a name or an id: anything else that stands where one is expected is not kept.
    private static func isName(_ text: String) -> Bool {
        text.utf8.count <= 129
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "/"): true
                default: false
                }
            }
    }
}

extension Caller {
    /// Who acts: `organization/name` of a person, the name of an application.
    package var name: String { userLabel ?? application?.name ?? "terminal" }

    /// The program that calls: the application that a token was issued to, which is certain, and what the program calls itself, which is not.
    /// - Parameter claimed: what it calls itself; nil when it says nothing.
    func program(claiming claimed: String?) -> String? {
        guard let application else { return claimed }
        return claimed.map { "\(application.name) (\($0))" } ?? application.name
    }
}
