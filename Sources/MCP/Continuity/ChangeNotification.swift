import JSON

/// A change of which subscribed clients are notified.
public struct ChangeNotification: Hashable, Sendable {
    /// A list that may have changed.
    public enum List: String, CaseIterable, Hashable, Sendable {
        case tools, prompts, resources

        var method: String { "notifications/\(rawValue)/list_changed" }
    }

    enum Subject: Hashable, Sendable {
        case list(List)
        /// A resource, identified by the topic that its provider assigned.
        case resource(topic: String)
        /// Every resource with a subscription.
        case resources
        case task(id: String)
    }

    let subject: Subject
    /// Only principals in one of these audiences are notified. Nil: all principals.
    let audiences: Set<String>?

    /// A notification that a list has changed.
    /// - Parameter audiences: the audiences (see ``Continuity/audiences``) for which it changed. Nil: all.
    public static func changed(_ list: List, for audiences: Set<String>? = nil) -> ChangeNotification {
        ChangeNotification(subject: .list(list), audiences: audiences)
    }

    /// A notification that the contents of a resource have changed.
    /// - Parameter topic: the resource's ``ResourceProvider/topic(of:for:)``.
    public static func updated(topic: String) -> ChangeNotification { ChangeNotification(subject: .resource(topic: topic), audiences: nil) }

    /// A notification that the contents of any resource may have changed.
    public static func updatedResources(for audiences: Set<String>? = nil) -> ChangeNotification {
        ChangeNotification(subject: .resources, audiences: audiences)
    }

    static func task(_ id: String) -> ChangeNotification { ChangeNotification(subject: .task(id: id), audiences: nil) }

    /// The message payload for other nodes.
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
