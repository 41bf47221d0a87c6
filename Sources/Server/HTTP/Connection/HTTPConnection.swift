import NIOCore

/// What all requests of one connection share.
final class HTTPConnection: Sendable {
    let channel: any Channel
    /// The peer's address as text; empty for a peer without one.
    let peer: String
    /// Runs the work of the connection's requests on its own event loop.
    let executor: EventLoopExecutor
    let requestIDs = RequestIDs()

    init(_ channel: any Channel) {
        self.channel = channel
        peer = channel.remoteAddress?.ipAddress ?? ""
        executor = EventLoopExecutor(channel.eventLoop)
    }
}

/// Runs tasks on the thread of one event loop, so that a request that needs no pool never changes threads.
final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
