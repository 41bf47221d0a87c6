import JSON

/// One message of a batch that needs a response.
enum BatchEntry: Sendable {
    case call(Call)
    case refused(Refusal)

    /// Reads the messages of a batch. It drops messages that need no response.
    static func read(
        _ elements: [JSONValue], call: (RequestID, String, JSONObject?) throws(MCPError) -> Call
    ) -> [BatchEntry] {
        elements.compactMap { element in
            let message: Message
            do throws(Refusal) { message = try Message(element) } catch { return .refused(Refusal(error.error(in: .legacy), id: error.id)) }
            guard case .request(let id, let name, let params) = message else { return nil }
            do throws(MCPError) {
                guard name != Method.initialize.rawValue else { throw MCPError.invalidRequest("A batch may not contain initialize") }
                return .call(try call(id, name, params))
            } catch {
                return .refused(Refusal(error, id: id))
            }
        }
    }

    /// Joins the responses to a JSON array.
    static func join(_ messages: [[UInt8]]) -> [UInt8] {
        var bytes = [UInt8(ascii: "[")]
        bytes += messages.joined(separator: [UInt8(ascii: ",")])
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }
}
