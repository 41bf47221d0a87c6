import SQL

/// The customers, in the order in which they joined.
struct SampleCustomers {
    /// The facts about a customer that an order needs.
    struct Customer {
        let isBusiness: Bool
        let city: Int
        let since: Int
    }

    private let customers: [Customer]
    private let businesses: [Int]
    var count: Int { customers.count }

    init(scale: Int, calendar: SampleCalendar, connection: any Connection) throws {
        let total = 8000 * scale
        let cities = SamplePlaces.weights.enumerated().flatMap { Array(repeating: $0.offset, count: $0.element) }
        // A year and a half before the first day of trade; more customers join in each year.
        let opening = SampleCalendar.firstDay - 540
        let span = SampleCalendar.lastDay - opening - 1
        var random = SampleRandom(seed: 4)
        var insert = SampleInsert(
            "INSERT INTO customers (id, name, kind, email, phone, city, region, country, tier, newsletter, \"createdAt\", \"updatedAt\") VALUES "
        )
        var made: [Customer] = []
        made.reserveCapacity(total)
        for index in 0..<total {
            let id = index + 1
            // The mean of a constant rate and of a growing one (day ~ square root of the customer's number).
            let even = span * index / total
            let since = opening + (even + Self.root(span * even)) / 2
            let isBusiness = random.chance(permille: 90)
            let city = random.pick(cities)
            let place = SamplePlaces.cities[city]
            made.append(Customer(isBusiness: isBusiness, city: city, since: since))
            let person = SampleStaff.person(language: place.language, &random)
            let name =
                isBusiness
                ? "\(random.pick(SampleNames.businessNames)) \(random.pick(SampleNames.businessKinds)) \(place.name)"
                : "\(person.given) \(person.family)"
            let mail = "\(SampleNames.mailbox(person.given)).\(SampleNames.mailbox(person.family))\(id)@\(isBusiness ? "shop" : "mail").example"
            let phone: String? = random.chance(permille: 700) ? "\(place.dialling) 555 \(1000 + random.below(9000))" : nil
            let tier = ["bronze", "silver", "gold"][random.index(of: [70, 22, 8])]
            let time = calendar.time(since * 86400 + random.between(7 * 3600, 21 * 3600))
            insert.add(
                """
                (\(id), \(name), \(isBusiness ? "business" : "person"), \(mail), \(phone), \(place.name), \(place.region), \(place.country), \
                \(tier), \(random.chance(permille: 450)), \(time), \(time))
                """
            )
            try insert.flush(to: connection)
        }
        try insert.flush(to: connection, all: true)
        customers = made
        businesses = made.indices.filter { made[$0].isBusiness }
    }

    subscript(index: Int) -> Customer { customers[index] }

    /// A customer known on a day: a regular one in four of ten cases, otherwise any.
    func buyer(isBusiness: Bool, day: Int, random: inout SampleRandom) -> Int {
        let known = Self.countBefore(day, isBusiness ? businesses.count : customers.count) { customers[isBusiness ? businesses[$0] : $0].since }
        let place = random.chance(permille: 400) ? random.below(max(1, known / 12)) * 12 % known : random.below(known)
        return isBusiness ? businesses[place] : place
    }

    /// How many of `count` ascending days are before `day`; at least 1.
    private static func countBefore(_ day: Int, _ count: Int, _ since: (Int) -> Int) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if since(middle) < day { low = middle + 1 } else { high = middle }
        }
        return max(1, low)
    }

    /// The integer part of a square root, computed with integers alone, so that every machine gets the same result.
    private static func root(_ square: Int) -> Int {
        guard square > 0 else { return 0 }
        var guess = square
        var better = (guess + 1) / 2
        while better < guess {
            guess = better
            better = (guess + square / guess) / 2
        }
        return guess
    }
}
