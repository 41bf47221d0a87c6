import Access
import Ask
import JSON
import MCP
import Records
import Store
import Tools
import Workflows

extension Composition {
    /// The features of the MCP server. All of them use the dispatcher.
    static func features(_ dispatcher: Dispatcher, _ domains: Domains) -> Features<RequestPrincipal> {
        let resources = GatehouseResources(dispatcher, domains)
        return Features(
            tools: GatehouseTools(dispatcher), resources: resources, prompts: GatehousePrompts(), completions: resources, logging: true,
            announcedLists: [.tools, .resources], extensions: [AppView.extensionName: .object(AppView.settings)])
    }

    /// Sessions, questions, subscriptions and tasks. Data that clients hold is sealed with the store's keys.
    /// - Parameters:
    ///   - bus: connects the processes that share the store. If no other process serves clients, data that lasts for minutes stays in this
    ///     process.
    ///   - offersSessions: whether the handshake begins a session.
    static func continuity(_ store: Store, bus: NodeBus, offersSessions: Bool) -> Continuity<RequestPrincipal> {
        let values = SharedValues(store)
        var continuity = Continuity<RequestPrincipal>(
            key: { $0.continuityKey }, account: { $0.caller.accountKey }, audiences: \.audiences, isCurrent: { await $0.isCurrent },
            sealer: SecretSealer(box: store.secrets), sessions: StoredSessions(values: values))
        continuity.offersSessions = offersSessions
        continuity.bus = bus
        if bus.reachesOthers {
            continuity.events = StoredEvents(streams: MessageStreams(store))
            continuity.tasks = StoredTasks(values: values)
        }
        return continuity
    }

    /// The continuity of the question server: sessions and streams in this process, also for anonymous callers, because its clients sign in
    /// with a call.
    static func questionContinuity(_ store: Store, offersSessions: Bool) -> Continuity<RequestPrincipal> {
        var continuity = Continuity<RequestPrincipal>(
            key: { $0.continuityKey ?? "stranger" }, account: { $0.caller.isAnonymous ? "stranger" : $0.caller.accountKey },
            audiences: \.audiences, isCurrent: { await $0.isCurrent }, sealer: SecretSealer(box: store.secrets),
            sessions: StoredSessions(values: SharedValues(store)))
        continuity.offersSessions = offersSessions
        return continuity
    }

    /// Removes expired rows of sessions, streams, tasks and chats until the task is cancelled.
    func clearExpired(clock: any Clock<Duration> = ContinuousClock()) async {
        // The sleep throws when the task is cancelled.
        while (try? await clock.sleep(for: .seconds(300))) != nil {
            do { try await store.removeExpired() } catch { log.failure("expired streams: \(error)", request: "") }
            do { try await domains.files.removeExpired() } catch { log.failure("ended files: \(error)", request: "") }
            do { try await removeOldChats() } catch { log.failure("old chats: \(error)", request: "") }
        }
    }

    /// Removes chats that were not used for the retention time.
    private func removeOldChats(now: Timestamp = .now) async throws {
        guard let retention = settings.chatRetention else { return }
        _ = try await domains.chats.removeAll(unusedSince: now - retention)
    }

    /// Writes an audit entry when the tools differ from those at the last start, on this node or another, and notifies subscribed clients:
    /// the tools that a person permitted an agent to call have changed.
    package func noteTools() async {
        do {
            guard try await store.audit.noteDefinitions(dispatcher.toolbox.definitionText, in: SharedValues(store)) else { return }
        } catch {
            return log.failure("definitions of the tools: \(error)", request: "")
        }
        await server.announce(.changed(.tools))
    }

    /// Notifies subscribed clients, on this node and others, of collections whose rows this process has changed. Runs until the task is
    /// cancelled.
    func followRowChanges(clock: ContinuousClock = ContinuousClock()) async {
        let rowChanges = domains.rowChanges
        await withDiscardingTaskGroup { group in
            var planned: ContinuousClock.Instant?
            for await _ in rowChanges.wakeSignal.rings {
                let due = rowChanges.take(at: clock.now)
                for topic in due.topics { await server.announce(.updated(topic: topic)) }
                guard let next = due.next, planned.map({ $0 <= clock.now || next < $0 }) ?? true else { continue }
                // Topics that were announced a moment ago wait until `next`. Other topics do not wait for them.
                planned = next
                group.addTask {
                    // The sleep throws when the task is cancelled.
                    if (try? await clock.sleep(until: next)) != nil { rowChanges.wakeSignal.ring() }
                }
            }
            group.cancelAll()
        }
    }

    /// Sends all pending notifications of row changes.
    func tellRowChanges() async {
        for topic in domains.rowChanges.takeAll() { await server.announce(.updated(topic: topic)) }
    }

    /// Interval of comparing the rows that restricted subscribers may view.
    private static let comparisonInterval = Duration.seconds(5)

    /// Announces row changes for subscribers with restricted views on this node, whose views are then compared. Runs until the task is
    /// cancelled.
    func followNarrowedRows(clock: any Clock<Duration> = ContinuousClock()) async {
        // The sleep throws when the task is cancelled.
        while (try? await clock.sleep(for: Self.comparisonInterval)) != nil {
            for topic in server.subscribedTopics where RowsResource.isNarrowed(topic) { server.announceHere(.updated(topic: topic)) }
        }
    }

    /// Reacts when rights change on this node or another. It ends the affected streams whose credential has no rights left, and notifies
    /// the others that their lists and resources may have changed. At most twice a second, until the task is cancelled.
    func followChanges(clock: any Clock<Duration> = ContinuousClock()) async {
        var known = store.feed.version
        // The sleep throws when the task is cancelled.
        while (try? await clock.sleep(for: .milliseconds(500))) != nil {
            let version = store.feed.version
            guard version != known else { continue }
            let changed = store.feed.changes(since: known)
            known = version
            let audiences = changed.isEverything ? nil : Set(changed.topics.map(\.audience))
            for server in [server, questionServer] { server.reviewStreams(of: audiences) }
            for list in [ChangeNotification.List.tools, .resources] { server.announceHere(.changed(list, for: audiences)) }
            server.announceHere(.updatedResources(for: audiences))
        }
    }
}
