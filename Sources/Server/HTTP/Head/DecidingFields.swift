import NIOHTTP1

/// The fields that decide, found in one pass over the head.
struct DecidingFields {
    var hosts = 0
    var host = ""
    var codings: [String] = []
    var expectation: String?
    var saysClose = false
    var saysKeepAlive = false
    /// Another protocol is offered for what follows.
    var offersUpgrade = false
    var length = 0
    private var contentType: String?

    init(_ headers: HTTPHeaders) throws(HeadRefusal) {
        for (name, value) in headers {
            // Most names are told apart by their length alone.
            switch name.utf8.count {
            case 4 where name.isSame(as: "host"):
                hosts += 1
                host = value
            case 6 where name.isSame(as: "expect"): expectation = value
            case 7 where name.isSame(as: "upgrade"): offersUpgrade = true
            case 10 where name.isSame(as: "connection"):
                for word in value.split(separator: ",") {
                    let word = word.trimmed
                    if word.isSame(as: "close") { saysClose = true }
                    if word.isSame(as: "keep-alive") { saysKeepAlive = true }
                }
            case 12 where name.isSame(as: "content-type"):
                if let contentType, contentType != value { throw HeadRefusal(.plain(400, "bad_head"), "Content-Type is given twice") }
                contentType = value
            case 14 where name.isSame(as: "content-length"): length = Int(value) ?? 0
            case 17 where name.isSame(as: "transfer-encoding"): codings.append(String(value[...].trimmed))
            default: break
            }
        }
    }
}

extension String {
    /// The same text but for the case of ASCII letters.
    func isSame(as word: String) -> Bool {
        let (bytes, wanted) = (utf8.span, word.utf8.span)
        guard bytes.count == wanted.count else { return false }
        for place in bytes.indices where bytes[place] != wanted[place] {
            guard Self.folded(bytes[place]) == Self.folded(wanted[place]) else { return false }
        }
        return true
    }

    private static func folded(_ byte: UInt8) -> UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte }
}

extension Substring {
    func isSame(as word: String) -> Bool { String(self).isSame(as: word) }

    /// Without blanks at both ends.
    fileprivate var trimmed: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
