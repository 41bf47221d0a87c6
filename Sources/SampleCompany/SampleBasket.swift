import Notation

/// Draws the content of an order and the store where it was placed.
struct SampleBasket {
    private let products = SampleCatalogue.products
    /// Indices in ``products``, each repeated by its weight; for the trade, only kilogram bags.
    private let shelf: [Int]
    private let tradeShelf: [Int]
    private let storesByCity: [Int: [Int]]

    init() {
        shelf = SampleCatalogue.products.enumerated().flatMap { Array(repeating: $0.offset, count: $0.element.weight) }
        let products = SampleCatalogue.products
        tradeShelf = shelf.filter { products[$0].grams == 1000 }
        storesByCity = Dictionary(grouping: SamplePlaces.stores.indices.filter { $0 > 1 }) { SamplePlaces.stores[$0].city }
    }

    func channel(on day: Int, _ random: inout SampleRandom) -> SampleOrder.Channel {
        let online = 540 + 120 * (day - SampleCalendar.firstDay) / (SampleCalendar.lastDay - SampleCalendar.firstDay)
        let draw = random.below(1000)
        return draw < online ? .online : draw < online + 110 ? .wholesale : .store
    }

    /// The index in ``SamplePlaces/stores`` of the store where a customer of a city buys: mostly in the same city, otherwise any open
    /// store.
    func store(channel: SampleOrder.Channel, city: Int, day: Int, _ random: inout SampleRandom) -> Int {
        switch channel {
        case .online: return 0
        case .wholesale: return 1
        case .store:
            if random.chance(permille: 850), let near = storesByCity[city]?.filter({ SamplePlaces.stores[$0].opened <= day }), !near.isEmpty {
                return random.pick(near)
            }
            while true {
                let any = random.between(2, SamplePlaces.stores.count - 1)
                if SamplePlaces.stores[any].opened <= day { return any }
            }
        }
    }

    func lines(channel: SampleOrder.Channel, day: Int, _ random: inout SampleRandom) -> [SampleOrder.Line] {
        let isTrade = channel == .wholesale
        let count = 1 + random.index(of: channel == .store ? [52, 28, 13, 5, 2] : [24, 32, 23, 13, 8])
        let sale = isSale(day) && !isTrade ? 10 : 0
        var lines: [SampleOrder.Line] = []
        while lines.count < count {
            let index = random.pick(isTrade ? tradeShelf : shelf)
            let product = products[index]
            if product.launched > day || lines.contains(where: { $0.product == index + 1 }) { continue }
            let quantity = isTrade ? random.between(4, 24) : 1 + random.index(of: [74, 18, 6, 2])
            let discount = isTrade ? 15 : sale > 0 ? sale : random.chance(permille: 60) ? 5 : 0
            lines.append(SampleOrder.Line(product: index + 1, quantity: quantity, unitPrice: product.price(on: day), discount: discount))
        }
        return lines
    }

    /// The last ten days of November.
    private func isSale(_ day: Int) -> Bool {
        let date = SampleCalendar.civil(day)
        return date.month == 11 && date.day > 20
    }
}
