/// Produces the frames of an event stream for its one reader.
protocol FrameSource: Sendable {
    /// The next frame. Nil at the end, and when the task is cancelled.
    func next() async -> [UInt8]?

    /// Called when the reader has left. Ends the work that serves only this reader.
    func end()
}
