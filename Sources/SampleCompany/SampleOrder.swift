/// One order with everything that follows from it, drawn as a plain value; none of its times is after ``SampleCalendar/end``.
struct SampleOrder {
    enum Channel: String { case online, store, wholesale }

    struct Line {
        let product: Int
        let quantity: Int
        let unitPrice: Int
        let discount: Int
        var total: Int { (quantity * unitPrice * (100 - discount) + 50) / 100 }
    }

    struct Shipment {
        let carrier: Int
        let cost: Int
        let shipped: Int
        /// Nil while it is in transit.
        let delivered: Int?
    }

    struct Return {
        /// The index in ``SampleOrder/lines``.
        let line: Int
        let quantity: Int
        let refund: Int
        let reason: String
        let status: String
        let requested: Int
        let updated: Int
    }

    static let carriers = ["Northline", "ParcelBird", "Kurier Express", "BlueVan"]
    private static let reasons = ["damaged", "wrong item", "late", "taste", "changed mind"]

    let customer: Int
    let store: Int
    let channel: Channel
    let ordered: Int
    let lines: [Line]
    private(set) var status = "placed"
    private(set) var updated: Int
    private(set) var shipment: Shipment?
    private(set) var returned: Return?

    var total: Int { lines.reduce(0) { $0 + $1.total } }

    init(customer: Int, store: Int, channel: Channel, ordered: Int, lines: [Line], random: inout SampleRandom) {
        self.customer = customer
        self.store = store
        self.channel = channel
        self.ordered = ordered
        self.lines = lines
        updated = ordered
        follow(&random)
    }

    /// Draws the status of the order: cancelled, handed over, shipped, delivered, returned.
    private mutating func follow(_ random: inout SampleRandom) {
        guard channel != .store else { return status = "delivered" }
        if random.chance(permille: 26) {
            let cancelled = ordered + random.between(600, 40_000)
            if cancelled <= SampleCalendar.end { (status, updated) = ("cancelled", cancelled) }
            return
        }
        let paid = ordered + (channel == .online ? random.between(20, 900) : random.between(3600, 86400))
        guard paid <= SampleCalendar.end else { return }
        (status, updated) = ("paid", paid)
        // Parcels are shipped between 6 and 16 o'clock, one to three days after the order.
        let shipped = (ordered / 86400 + random.between(1, 3)) * 86400 + random.between(6 * 3600, 16 * 3600)
        guard shipped <= SampleCalendar.end else { return }
        let arrival = (shipped / 86400 + 1 + random.index(of: [40, 32, 17, 8, 3])) * 86400 + random.between(8 * 3600, 19 * 3600)
        let cost = channel == .online ? random.pick([390, 390, 490, 490, 690]) : random.between(120, 390) * 10
        let delivered = arrival <= SampleCalendar.end ? arrival : nil
        shipment = Shipment(carrier: random.index(of: [38, 30, 20, 12]), cost: cost, shipped: shipped, delivered: delivered)
        (status, updated) = delivered.map { ("delivered", $0) } ?? ("shipped", shipped)
        if let delivered, random.chance(permille: 42) { sendBack(after: delivered, &random) }
    }

    private mutating func sendBack(after delivered: Int, _ random: inout SampleRandom) {
        let requested = delivered + random.between(3600, 20 * 86400)
        guard requested <= SampleCalendar.end else { return }
        let index = random.below(lines.count)
        let line = lines[index]
        let quantity = random.chance(permille: 700) ? line.quantity : random.between(1, line.quantity)
        let decided = requested + random.between(4 * 3600, 5 * 86400)
        let paidBack = decided + random.between(86400, 4 * 86400)
        let isRejected = random.chance(permille: 80)
        let state =
            decided > SampleCalendar.end
            ? "requested" : isRejected ? "rejected" : paidBack > SampleCalendar.end ? "approved" : "refunded"
        let changed = state == "requested" ? requested : state == "refunded" ? paidBack : decided
        returned = Return(
            line: index, quantity: quantity, refund: line.total * quantity / line.quantity,
            reason: Self.reasons[random.index(of: [34, 14, 10, 24, 18])], status: state, requested: requested, updated: changed
        )
        if state == "refunded", lines.count == 1, quantity == line.quantity { (status, updated) = ("returned", paidBack) }
    }
}
