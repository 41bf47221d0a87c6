/// One message of a batch that has an answer.
enum BatchEntry: Sendable {
    case call(Call)
    case refused(Refusal)

    /// The answers as a JSON array.
    static func join(_ messages: [[UInt8]]) -> [UInt8] {
        var bytes = [UInt8(ascii: "[")]
        bytes += messages.joined(separator: [UInt8(ascii: ",")])
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }
}
