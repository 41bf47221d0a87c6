import JSON

/// The capabilities that a server advertises.
struct ServerCapabilities: Hashable, Sendable {
    var tools: Bool
    var resources: Bool
    var subscriptions: Bool
    var prompts: Bool
    var completions: Bool
    var logging: Bool
    var announcedLists: Set<ChangeNotification.List>
    var extensions: JSONObject

    /// Whether clients can subscribe to anything.
    var hasNotices: Bool { subscriptions || offersTasks || !announcedLists.isEmpty }
    var offersTasks: Bool { extensions[TaskRunner.extensionName] != nil }

    func announces(_ list: ChangeNotification.List) -> Bool {
        guard announcedLists.contains(list) else { return false }
        return switch list {
        case .tools: tools
        case .prompts: prompts
        case .resources: resources
        }
    }

    func write(into writer: inout JSONWriter, revision: Revision) {
        writer.object { writer in
            if tools { writeList("tools", .tools, into: &writer) }
            if resources { writeList("resources", .resources, subscribe: subscriptions, into: &writer) }
            if prompts { writeList("prompts", .prompts, into: &writer) }
            if completions, revision >= .v2025_03_26 { Self.writeEmpty("completions", into: &writer) }
            if logging { Self.writeEmpty("logging", into: &writer) }
            // Of the extensions, legacy clients support only views. Their tasks work differently.
            let known = revision.era == .modern ? extensions : extensions.first { $0.key == AppView.extensionName }.map { [$0.key: $0.value] }
            // Tools refer to their view in `_meta`, which older revisions do not have.
            if let known, !known.isEmpty, revision >= .v2025_06_18 { writer.member("extensions", known) }
        }
    }

    private func writeList(_ key: StaticString, _ list: ChangeNotification.List, subscribe: Bool = false, into writer: inout JSONWriter) {
        writer.key(key)
        writer.object { writer in
            if subscribe { Self.writeTrue("subscribe", into: &writer) }
            if announces(list) { Self.writeTrue("listChanged", into: &writer) }
        }
    }

    private static func writeTrue(_ key: StaticString, into writer: inout JSONWriter) {
        writer.key(key)
        writer.bool(true)
    }

    private static func writeEmpty(_ key: StaticString, into writer: inout JSONWriter) {
        writer.key(key)
        writer.object { _ in }
    }
}
