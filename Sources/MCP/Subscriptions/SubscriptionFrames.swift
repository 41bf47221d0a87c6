/// Presents a subscription as an event stream.
final class SubscriptionFrames: FrameSource {
    private let subscription: Subscription

    init(_ subscription: Subscription) { self.subscription = subscription }

    func next() async -> [UInt8]? {
        switch await subscription.next() {
        case .message(let message), .end(let message): EventFrame.message(message)
        case .silence: EventFrame.keepAlive
        case nil: nil
        }
    }

    func end() { subscription.close() }
}
