import JSON

/// The changes of which a client of `subscriptions/listen` is notified: the requested changes that the server offers and the principal may
/// see.
struct SubscriptionFilter: Sendable {
    var lists: Set<ChangeNotification.List> = []
    /// Topics and URIs, in the requested order.
    var resources: [(topic: String, uri: String)] = []
    var tasks: [String] = []

    static func member(of list: ChangeNotification.List) -> String { "\(list.rawValue)ListChanged" }

    /// Writes the filter in the form of the acknowledgement.
    func write(into writer: inout JSONWriter, askedTasks: Bool) {
        writer.object { writer in
            for list in ChangeNotification.List.allCases where lists.contains(list) {
                writer.key(Self.member(of: list))
                writer.bool(true)
            }
            if !resources.isEmpty { Self.write("resourceSubscriptions", resources.map(\.uri), into: &writer) }
            if askedTasks { Self.write("taskIds", tasks, into: &writer) }
        }
    }

    private static func write(_ key: StaticString, _ texts: [String], into writer: inout JSONWriter) {
        writer.key(key)
        writer.array { writer in
            for text in texts { writer.string(text) }
        }
    }
}
