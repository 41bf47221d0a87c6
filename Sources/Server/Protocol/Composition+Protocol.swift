import MCP
import Store
import Tools

extension Composition {
    /// The features of the protocol, all through the dispatcher.
    static func features(_ dispatcher: Dispatcher) -> Features<Requester> {
        let resources = GatehouseResources(dispatcher)
        return Features(
            tools: GatehouseTools(dispatcher), resources: resources, prompts: GatehousePrompts(), completions: resources,
            announcedLists: [.tools, .resources])
    }

    /// Sessions, questions, subscriptions and tasks of this process; what clients carry is sealed with the store's keys.
    static func continuity(_ store: Store) -> Continuity<Requester> {
        Continuity(key: { $0.standing }, isCurrent: { await $0.isCurrent }, sealer: SecretSealer(box: store.secrets))
    }

    /// Whenever rights may have changed, here or on another node: ends the streams whose credential has none left, and tells the others that what
    /// they list and read may be another. At most twice a second, until the task is cancelled.
    func followChanges(clock: any Clock<Duration> = ContinuousClock()) async {
        var known = store.feed.version
        // Throws at the end of the task.
        while (try? await clock.sleep(for: .milliseconds(500))) != nil {
            let version = store.feed.version
            guard version != known else { continue }
            known = version
            server.reviewStreams()
            for list in [Notice.List.tools, .resources] { server.announceHere(.changed(list)) }
            server.announceHere(.updatedResources())
        }
    }
}
