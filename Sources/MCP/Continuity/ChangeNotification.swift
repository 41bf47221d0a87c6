import JSON

/// A change that subscribed clients are notified of.
public struct ChangeNotification: Hashable, Sendable {
    /// A list that may have changed.
    public enum List: String, CaseIterable, Hashable, Sendable {
        case tools, prompts, resources

        var method: String { "notifications/\(rawValue)/list_changed" }
    }

    enum Subject: Hashable, Sendable {
        case list(List)
        /// A resource, by the topic that its provider gave it.
        case resource(topic: String)
        /// Every resource with a subscription.
        case resources
        case task(id: String)
    }

    let subject: Subject
    /// Only principals in one of these audiences receive it; nil: all.
    let audiences: Set<String>?

    /// A list is not as it was.
    /// - Parameter audiences: of ``Continuity/audiences``, those for whom it changed; nil: everybody.
    public static func changed(_ list: List, for audiences: Set<String>? = nil) -> ChangeNotification {
        ChangeNotification(subject: .list(list), audiences: audiences)
    }

    /// A resource's contents are not as they were.
    /// - Parameter topic: what ``ResourceProvider/topic(of:for:)`` answers for it.
    public static func updated(topic: String) -> ChangeNotification { ChangeNotification(subject: .resource(topic: topic), audiences: nil) }

    /// Any resource's contents may not be as they were.
    public static func updatedResources(for audiences: Set<String>? = nil) -> ChangeNotification {
        ChangeNotification(subject: .resources, audiences: audiences)
    }

    static func task(_ id: String) -> ChangeNotification { ChangeNotification(subject: .task(id: id), audiences: nil) }

    /// As it travels between nodes.
    var payload: JSONObject {
        var payload: JSONObject
        switch subject {
        case .list(let list): payload = ["list": .string(list.rawValue)]
        case .resource(let topic): payload = ["resource": .string(topic)]
        case .resources: payload = ["resources": true]
        case .task(let id): payload = ["task": .string(id)]
        }
        if let audiences { payload["audiences"] = .array(audiences.sorted().map { .string($0) }) }
        return payload
    }

    init(subject: Subject, audiences: Set<String>?) {
        self.subject = subject
        self.audiences = audiences
    }

    init?(_ payload: JSONValue) {
        audiences = payload["audiences"]?.array.map { Set($0.compactMap(\.string)) }
        if let list = payload["list"]?.string.flatMap(List.init(rawValue:)) {
            subject = .list(list)
        } else if let topic = payload["resource"]?.string {
            subject = .resource(topic: topic)
        } else if payload["resources"] == true {
            subject = .resources
        } else if let id = payload["task"]?.string {
            subject = .task(id: id)
        } else {
            return nil
        }
    }
}
