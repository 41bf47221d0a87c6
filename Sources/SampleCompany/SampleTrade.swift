import SQL

/// Orders with their lines, shipments and returns, day by day.
struct SampleTrade {
    /// From 7 to 22 o'clock. Unit: seconds.
    private static let opening = 7 * 3_600
    private static let openSeconds = 15 * 3_600

    private let calendar: SampleCalendar
    private var orders = SampleInsert(
        """
        INSERT INTO orders (id, number, customer_id, store_id, employee_id, channel, status, ordered_at, total, "createdAt", "updatedAt") VALUES \

        """
    )
    private var lines = SampleInsert(
        "INSERT INTO order_lines (id, order_id, product_id, quantity, unit_price, discount_percent, line_total) VALUES "
    )
    private var shipments = SampleInsert(
        "INSERT INTO shipments (id, order_id, carrier, tracking_number, status, cost, shipped_at, delivered_at) VALUES "
    )
    private var returns = SampleInsert(
        """
        INSERT INTO returns (id, order_id, order_line_id, quantity, reason, status, refund, requested_at, "createdAt", "updatedAt") VALUES \

        """
    )
    private var counts = (orders: 0, lines: 0, shipments: 0, returns: 0)

    /// Rows of orders, lines, shipments and returns.
    var rows: [Int] { [counts.orders, counts.lines, counts.shipments, counts.returns] }

    init(scale: Int, staff: SampleStaff, customers: SampleCustomers, calendar: SampleCalendar, connection: any Connection) throws {
        self.calendar = calendar
        let season = SampleSeason(orders: 50_000 * scale)
        let basket = SampleBasket()
        var random = SampleRandom(seed: 5)
        for day in SampleCalendar.firstDay...SampleCalendar.lastDay {
            let count = season.orders(on: day)
            for index in 0..<count {
                let channel = basket.channel(on: day, &random)
                let customer = customers.buyer(isBusiness: channel == .wholesale, day: day, random: &random)
                let store = basket.store(channel: channel, city: customers[customer].city, day: day, &random)
                // In the order of the ids.
                let second = Self.opening + Self.openSeconds * index / count + random.below(max(1, Self.openSeconds / count))
                let order = SampleOrder(
                    customer: customer + 1, store: store + 1, channel: channel, ordered: day * SampleCalendar.secondsOfDay + second,
                    lines: basket.lines(channel: channel, day: day, &random), random: &random
                )
                add(order, seller: staff.seller(store: store, day: day, random: &random))
                if orders.count == SampleInsert.chunk { try flush(connection) }
            }
        }
        try flush(connection, all: true)
        try returns.flush(to: connection, all: true)
    }

    /// Parents first: every buffered line and shipment belongs to an order that is buffered too, or was sent. Returns are sent last, because they
    /// refer to lines.
    private mutating func flush(_ connection: any Connection, all: Bool = false) throws {
        try orders.flush(to: connection, all: all)
        try lines.flush(to: connection, all: all)
        try shipments.flush(to: connection, all: all)
    }

    private mutating func add(_ order: SampleOrder, seller: Int?) {
        counts.orders += 1
        let id = counts.orders
        let ordered = calendar.time(order.ordered)
        let number = "\(ordered.prefix(4))-\(String(repeating: "0", count: max(0, 6 - String(id).count)))\(id)"
        orders.add(
            """
            (\(id), \(number), \(order.customer), \(order.store), \(seller), \(order.channel.rawValue), \(order.status), \(ordered), \
            \(Cents(order.total)), \(ordered), \(calendar.time(order.updated)))
            """
        )
        let firstLine = counts.lines + 1
        for line in order.lines {
            counts.lines += 1
            lines.add(
                """
                (\(counts.lines), \(id), \(line.product), \(line.quantity), \(Cents(line.unitPrice)), \(line.discount), \(Cents(line.total)))
                """
            )
        }
        if let shipment = order.shipment { add(shipment, order: id) }
        if let returned = order.returned { add(returned, order: id, line: firstLine + returned.line) }
    }

    private mutating func add(_ shipment: SampleOrder.Shipment, order: Int) {
        counts.shipments += 1
        let carrier = SampleOrder.carriers[shipment.carrier]
        // 7,919 has no divisor in common with 10^9, so that no two of the first 10^9 parcels share a number.
        let tracking = "\(carrier.prefix(2).uppercased())\(1_000_000_000 + counts.shipments * 7919 % 1_000_000_000)"
        shipments.add(
            """
            (\(counts.shipments), \(order), \(carrier), \(tracking), \(shipment.delivered == nil ? "in_transit" : "delivered"), \
            \(Cents(shipment.cost)), \(calendar.time(shipment.shipped)), \(shipment.delivered.map(calendar.time)))
            """
        )
    }

    private mutating func add(_ returned: SampleOrder.Return, order: Int, line: Int) {
        counts.returns += 1
        let requested = calendar.time(returned.requested)
        returns.add(
            """
            (\(counts.returns), \(order), \(line), \(returned.quantity), \(returned.reason), \(returned.status), \(Cents(returned.refund)), \
            \(requested), \(requested), \(calendar.time(returned.updated)))
            """
        )
    }
}
