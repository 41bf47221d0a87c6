import Access
import Ask
import JSON
import MCP
import Records
import Store
import Tools
import Workflows

extension Composition {
    /// The features of the protocol, all through the dispatcher.
    static func features(_ dispatcher: Dispatcher, _ domains: Domains) -> Features<RequestPrincipal> {
        let resources = GatehouseResources(dispatcher, domains)
        return Features(
            tools: GatehouseTools(dispatcher), resources: resources, prompts: GatehousePrompts(), completions: resources, logging: true,
            announcedLists: [.tools, .resources], extensions: [AppView.extensionName: .object(AppView.settings)])
    }

    /// Sessions, questions, subscriptions and tasks; what clients carry is sealed with the store's keys.
    /// - Parameters:
    ///   - bus: to the processes that share the store; where no other serves clients, what lasts for minutes stays in this one.
    ///   - offersSessions: whether the handshake gives a session.
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

    /// Of the question server: sessions and streams of this process, for strangers too, since its clients sign in with a call.
    static func questionContinuity(_ store: Store, offersSessions: Bool) -> Continuity<RequestPrincipal> {
        var continuity = Continuity<RequestPrincipal>(
            key: { $0.continuityKey ?? "stranger" }, account: { $0.caller.isAnonymous ? "stranger" : $0.caller.accountKey },
            audiences: \.audiences, isCurrent: { await $0.isCurrent }, sealer: SecretSealer(box: store.secrets),
            sessions: StoredSessions(values: SharedValues(store)))
        continuity.offersSessions = offersSessions
        return continuity
    }

    /// Removes expired rows of sessions, streams, tasks and chats, until the task is cancelled.
    func clearExpired(clock: any Clock<Duration> = ContinuousClock()) async {
        // Throws at the end of the task.
        while (try? await clock.sleep(for: .seconds(300))) != nil {
            do { try await store.removeExpired() } catch { log.failure("expired streams: \(error)", request: "") }
            do { try await domains.files.removeExpired() } catch { log.failure("ended files: \(error)", request: "") }
            do { try await removeOldChats() } catch { log.failure("old chats: \(error)", request: "") }
        }
    }

    /// Removes the chats that were not used for as long as they are kept.
    private func removeOldChats(now: Timestamp = .now) async throws {
        guard let retention = settings.chatRetention else { return }
        _ = try await domains.chats.removeAll(unusedSince: now - retention)
    }

    /// Writes to the audit log when the tools differ from those at the last start, here or on another node, and notifies listeners: what a person
    /// allowed an agent to call has changed.
    package func noteTools() async {
        do {
            guard try await store.audit.noteDefinitions(dispatcher.toolbox.definitionText, in: SharedValues(store)) else { return }
        } catch {
            return log.failure("definitions of the tools: \(error)", request: "")
        }
        await server.announce(.changed(.tools))
    }

    /// Tells clients that listen, here and at other processes, of collections whose rows this process has changed, until the task is cancelled.
    func followRowChanges(clock: ContinuousClock = ContinuousClock()) async {
        let rowChanges = domains.rowChanges
        await withDiscardingTaskGroup { group in
            var planned: ContinuousClock.Instant?
            for await _ in rowChanges.wakeSignal.rings {
                let due = rowChanges.take(at: clock.now)
                for topic in due.topics { await server.announce(.updated(topic: topic)) }
                guard let next = due.next, planned.map({ $0 <= clock.now || next < $0 }) ?? true else { continue }
                // What was told a moment ago waits, and nothing else waits with it.
                planned = next
                group.addTask {
                    // Throws at the end of the task.
                    if (try? await clock.sleep(until: next)) != nil { rowChanges.wakeSignal.ring() }
                }
            }
            group.cancelAll()
        }
    }

    /// Tells all that is still to be told.
    func tellRowChanges() async {
        for topic in domains.rowChanges.takeAll() { await server.announce(.updated(topic: topic)) }
    }

    /// How often what narrowed callers that listen may view is compared.
    private static let comparing = Duration.seconds(5)

    /// Has what narrowed callers that listen here may view compared, until the task is cancelled.
    func followNarrowedRows(clock: any Clock<Duration> = ContinuousClock()) async {
        // Throws at the end of the task.
        while (try? await clock.sleep(for: Self.comparing)) != nil {
            for topic in server.subscribedTopics where RowsResource.isNarrowed(topic) { server.announceHere(.updated(topic: topic)) }
        }
    }

    /// Whenever rights have changed, here or on another node: of the streams that depend on what changed, ends those whose credential has none left,
    /// and tells the others that what they list and read may be another. At most twice a second, until the task is cancelled.
    func followChanges(clock: any Clock<Duration> = ContinuousClock()) async {
        var known = store.feed.version
        // Throws at the end of the task.
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
