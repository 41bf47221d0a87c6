/// The body of a response that is an event stream: frames of `text/event-stream`, ready to be written.
///
/// To be read once. The handler runs while frames are read and waits when the reader is behind. Ending the reading early, by cancelling
/// its task or by dropping stream and iterator, cancels the handler.
public struct EventStream: AsyncSequence, Sendable {
    public typealias Element = [UInt8]
    public typealias Failure = Never

    private let reading: Reading

    init(_ channel: EventChannel, tasks: [Task<Void, Never>]) {
        reading = Reading(frames: channel.frames, tasks: tasks)
    }

    /// Starts the one reading.
    public func makeAsyncIterator() -> Iterator { Iterator(reading: reading) }

    /// Hands out the frames.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let reading: Reading

        /// The next frame; nil at the end.
        public mutating func next() async -> [UInt8]? {
            let reading = reading
            return await withTaskCancellationHandler {
                await reading.frames.next()
            } onCancel: {
                reading.end()
            }
        }
    }

    /// The one owner of the running handler, while frames are read.
    fileprivate final class Reading: Sendable {
        let frames: MessageQueue
        private let tasks: [Task<Void, Never>]

        init(frames: MessageQueue, tasks: [Task<Void, Never>]) {
            self.frames = frames
            self.tasks = tasks
        }

        func end() {
            frames.close()
            for task in tasks { task.cancel() }
        }

        deinit { end() }
    }
}
