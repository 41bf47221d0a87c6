import JSON

extension MCPServer {
    /// Opens `subscriptions/listen`.
    func subscription(_ call: Call, principal: Principal) async throws(MCPError) -> Subscription {
        guard let node, let continuity, let owner = continuity.key(principal) else { throw MCPError.methodNotFound(call.method.rawValue) }
        guard let asked = call.params["notifications"]?.object else { throw MCPError.invalidParams("Param 'notifications' must be an object") }
        let wantsTasks = asked["taskIds"] != nil
        if wantsTasks, !call.capabilities.declares(extension: TaskRunner.extensionName) { throw MCPError.missingTasks }
        let filter: SubscriptionFilter
        do {
            filter = try await self.filter(asked, principal: principal, owner: owner)
        } catch let error as MCPError {
            throw error
        } catch {
            settings.reportFailure(error, call.method.rawValue)
            throw MCPError.internalError
        }
        guard let slot = node.streams.enter(continuity.account(principal) ?? owner) else {
            throw MCPError(.internalError, "Subscription limit reached")
        }
        let listener = Listener(
            audiences: continuity.audiences(principal), lists: filter.lists,
            topics: Dictionary(filter.resources.map { ($0.topic, $0.uri) }) { first, _ in first }, tasks: Set(filter.tasks))
        let acknowledgement = MessageEncoder.notice("notifications/subscriptions/acknowledged", subscription: call.id) { writer in
            writer.key("notifications")
            filter.write(into: &writer, askedTasks: wantsTasks)
        }
        let encoder = encoder
        return Subscription(
            call.id, on: node, listener, slot, acknowledgement: acknowledgement,
            isCurrent: { await continuity.isCurrent(principal) },
            isOpen: { [resources] in await resources?.tellsChanges(of: $0, topic: $1, to: principal) ?? false },
            task: { [tools] id in
                // If the store fails, the next notification tries again.
                guard let record = try? await node.tasks?.store.task(id), record.owner == owner else { return nil }
                return await tools?.isOpen(record.tool, to: principal) == true ? record : nil
            },
            end: { encoder.response(call.id, SubscriptionEnd(id: call.id), revision: call.revision) })
    }

    private func filter(_ asked: JSONObject, principal: Principal, owner: String) async throws -> SubscriptionFilter {
        var filter = SubscriptionFilter()
        for list in ChangeNotification.List.allCases where asked[SubscriptionFilter.member(of: list)] == true && capabilities.announces(list) {
            filter.lists.insert(list)
        }
        let limit = settings.bounds.subscriptions
        if capabilities.subscriptions, let resources {
            for uri in try Self.texts(asked["resourceSubscriptions"], limit) {
                if let topic = try await resources.topic(of: uri, for: principal) { filter.resources.append((topic, uri)) }
            }
        }
        if let runner = node?.tasks {
            for id in try Self.texts(asked["taskIds"], limit) where try await runner.store.task(id)?.owner == owner { filter.tasks.append(id) }
        }
        return filter
    }

    private static func texts(_ value: JSONValue?, _ limit: Int) throws(MCPError) -> [String] {
        guard let value, !value.isNull else { return [] }
        guard let elements = value.array, elements.count <= limit else {
            throw MCPError.invalidParams("A filter of notifications must be an array of at most \(limit) strings")
        }
        let texts = elements.compactMap(\.string)
        guard texts.count == elements.count else { throw MCPError.invalidParams("A filter of notifications must be an array of strings") }
        return texts
    }
}

/// The response that ends a subscription.
private struct SubscriptionEnd: ResultBody {
    let id: RequestID

    var meta: JSONObject? { [MetaKey.subscriptionID: id.value] }

    func writeMembers(into writer: inout JSONWriter, revision: Revision) {}
}
