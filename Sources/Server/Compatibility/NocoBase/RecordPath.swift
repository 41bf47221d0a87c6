import HTTPTypes
import Notation
import OAuth

/// The parts of a path of NocoBase's REST interface after `/api/`: `orders:list`, `orders/1`, `posts/1/comments:create`,
/// `posts/1/comments/5`.
struct RecordPath: Hashable, Sendable {
    /// A collection, or a relation of a collection: `posts.comments`.
    let resource: String
    let action: String
    /// The key of the row that has the relation.
    var source: String?
    /// The key of the selected row.
    var key: String?
    /// Whether the action is in the path. Otherwise it follows from the method.
    let namesAction: Bool

    /// - Parameter reserved: first segments of the server's own paths.
    /// - Returns: nil for a path or method without a meaning here.
    init?(_ path: Substring, _ method: HTTPRequest.Method, reserved: Set<String>) {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...4).contains(segments.count), segments.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 600 }) else { return nil }
        // Segments one and three are names. A key follows each.
        let names = [segments[0]] + (segments.count > 2 ? [segments[2]] : [])
        guard let last = names.last, names.dropLast().allSatisfy({ !$0.contains(":") }) else { return nil }
        let key = segments.count % 2 == 0 ? segments.last.flatMap(Self.decoded) : nil
        let colon = last.lastIndex(of: ":")
        let words = (names.dropLast() + [last[..<(colon ?? last.endIndex)]]).compactMap(Self.decoded)
        guard words.count == names.count, words.allSatisfy({ !$0.isEmpty }), segments.count % 2 == 1 || key != nil else { return nil }
        if names.count == 2 {
            guard let source = Self.decoded(segments[1]) else { return nil }
            self.source = source
        }
        self.key = key
        resource = words.joined(separator: ".")
        namesAction = colon != nil
        if let colon {
            action = String(last[last.index(after: colon)...])
            guard !action.isEmpty else { return nil }
            return
        }
        // Collection names have no hyphens here, so an unknown route is not mistaken for a collection.
        guard words.allSatisfy(Self.isPlain), !reserved.contains(words[0]), let meant = Self.action(of: method, isRow: key != nil) else { return nil }
        action = meant
    }

    private static func action(of method: HTTPRequest.Method, isRow: Bool) -> String? {
        switch (method, isRow) {
        case (.get, true), (.head, true): "get"
        case (.get, false), (.head, false): "list"
        case (.post, false): "create"
        case (.put, true), (.patch, true): "update"
        case (.delete, _): "destroy"
        default: nil
        }
    }

    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "."): true
            default: byte >= 0x80
            }
        }
    }

    /// Decodes a segment of a path, in which a plus sign is not a space.
    private static func decoded(_ segment: Substring) -> String? {
        PercentEncoding.decodeForm(Array(segment.utf8).flatMap { $0 == UInt8(ascii: "+") ? Array("%2B".utf8) : [$0] })
    }

    /// The tool whose name consists of this resource and action, as NocoBase names its own tools: `dataSources:listEnabled` is
    /// `data_sources_list_enabled`.
    var toolName: String? {
        guard namesAction, source == nil else { return nil }
        var name = ""
        for character in "\(resource)_\(action)" {
            if character.isUppercase, !name.isEmpty, name.last != "_" { name += "_" }
            name += character == "." ? "_" : character.lowercased()
        }
        return name
    }
}
