/// Which of the protocol's two media types a client accepts (`Accept`, RFC 9110 §12.5.1).
struct AcceptedTypes: Hashable, Sendable {
    var json: Bool
    var events: Bool

    /// Clients that name no type, or only wildcards, read plain JSON.
    static let unnamed = AcceptedTypes(json: true, events: false)
    static let both = AcceptedTypes(json: true, events: true)

    /// Nil when neither type is acceptable.
    init?(_ header: String?) {
        guard let header else {
            self = .unnamed
            return
        }
        // What the official clients send.
        if header == "application/json, text/event-stream" {
            self = .both
            return
        }
        var accepted = AcceptedTypes(json: false, events: false)
        for range in header.split(separator: ",") {
            let parts = range.split(separator: ";").map { HeaderText.trim($0).lowercased() }
            guard let type = parts.first, !parts.dropFirst().contains(where: Self.isZeroWeight) else { continue }
            switch type {
            case "application/json", "application/*", "*/*": accepted.json = true
            case "text/event-stream", "text/*": accepted.events = true
            default: continue
            }
        }
        guard accepted.json || accepted.events else { return nil }
        self = accepted
    }

    private init(json: Bool, events: Bool) {
        self.json = json
        self.events = events
    }

    private static func isZeroWeight(_ parameter: String) -> Bool {
        parameter.hasPrefix("q=0") && parameter.dropFirst(3).allSatisfy { $0 == "." || $0 == "0" }
    }
}
