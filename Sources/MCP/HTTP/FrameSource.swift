/// Produces the frames of an event stream for its one reader.
protocol FrameSource: Sendable {
    /// The next frame; nil at the end, and when the task is cancelled.
    func next() async -> [UInt8]?

    /// The reader has gone; what works for it alone ends.
    func end()
}
