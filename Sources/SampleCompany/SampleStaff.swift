import SQL

/// Stores, employees and products: the part of the sample that is independent of the scale.
struct SampleStaff {
    /// Sales staff by store, with the day on which they were hired and the last day on which they worked.
    private(set) var sellers: [[(id: Int, from: Int, to: Int)]]
    /// Rows of stores, employees and products.
    private(set) var rows: [Int] = []

    init(calendar: SampleCalendar, connection: any Connection) throws {
        sellers = Array(repeating: [], count: SamplePlaces.stores.count)
        try insertStores(calendar, connection)
        try insertEmployees(calendar, connection)
        try insertProducts(calendar, connection)
    }

    /// An employee who served at a store on a day; nil if it has no sales staff, as the web shop.
    func seller(store: Int, day: Int, random: inout SampleRandom) -> Int? {
        let present = sellers[store].filter { $0.from <= day && day <= $0.to }
        return present.isEmpty ? nil : random.pick(present).id
    }

    private mutating func insertStores(_ calendar: SampleCalendar, _ connection: any Connection) throws {
        var stores = SampleInsert("INSERT INTO stores (id, name, kind, city, region, country, opened_on) VALUES ")
        for (index, store) in SamplePlaces.stores.enumerated() {
            let city = SamplePlaces.cities[store.city]
            stores.add("(\(index + 1), \(store.name), \(store.kind), \(city.name), \(city.region), \(city.country), \(calendar.date(store.opened)))")
        }
        rows.append(stores.count)
        try stores.flush(to: connection, all: true)
    }

    /// Salaries in cents. A kiosk has the first four.
    private static let shopJobs: [(name: String, salary: Int)] = [
        ("Store manager", 4_100_00), ("Barista", 2_450_00), ("Barista", 2_400_00), ("Senior barista", 2_900_00), ("Barista", 2_380_00),
        ("Trainee", 1_750_00),
        ("Barista", 2_420_00), ("Shift lead", 3_050_00),
    ]
    private static let roasteryJobs: [(name: String, salary: Int)] = [
        ("Managing director", 9_800_00), ("Head roaster", 5_600_00), ("Roaster", 3_700_00), ("Roaster", 3_600_00), ("Buyer", 4_700_00),
        ("Quality manager", 4_300_00), ("Wholesale manager", 4_900_00), ("Account manager", 3_900_00), ("Account manager", 3_850_00),
        ("Warehouse lead", 3_400_00), ("Packer", 2_300_00), ("Packer", 2_280_00), ("Accountant", 4_000_00), ("Web developer", 5_200_00),
        ("Customer service", 2_900_00), ("Customer service", 2_850_00),
    ]

    private mutating func insertEmployees(_ calendar: SampleCalendar, _ connection: any Connection) throws {
        var random = SampleRandom(seed: 2)
        var employees = SampleInsert("INSERT INTO employees (id, name, email, title, store_id, manager_id, salary, hired_on, left_on) VALUES ")
        for (index, store) in SamplePlaces.stores.enumerated() where store.kind != "online" {
            let isRoastery = store.kind == "roastery"
            let jobs = isRoastery ? Self.roasteryJobs : Array(Self.shopJobs.prefix(store.kind == "kiosk" ? 4 : 8))
            let managerID = employees.count + 1
            for (rank, job) in jobs.enumerated() {
                let id = employees.count + 1
                let name = Self.person(language: SamplePlaces.cities[store.city].language, &random)
                let hired = rank == 0 ? store.opened : min(store.opened + random.below(900), SampleCalendar.lastDay - 30)
                let left: Int? = rank > 0 && random.chance(permille: 180) ? hired + random.between(60, 1200) : nil
                let last = left.flatMap { $0 < SampleCalendar.lastDay ? $0 : nil }
                if !isRoastery || job.name == "Account manager" { sellers[index].append((id, hired, last ?? .max)) }
                let manager: Int? = rank == 0 ? (isRoastery ? nil : 1) : managerID
                let mail = "\(SampleNames.mailbox(name.given)).\(SampleNames.mailbox(name.family))\(id)@roastery.example"
                let salary = Cents((job.salary + random.between(-10, 25) * 10_00))
                employees.add(
                    """
                    (\(id), \(name.given + " " + name.family), \(mail), \(job.name), \(index + 1), \(manager), \(salary), \
                    \(calendar.date(hired)), \(last.map(calendar.date)))
                    """
                )
            }
        }
        rows.append(employees.count)
        try employees.flush(to: connection, all: true)
    }

    private mutating func insertProducts(_ calendar: SampleCalendar, _ connection: any Connection) throws {
        var products = SampleInsert(
            "INSERT INTO products (id, sku, name, category, origin, process, roast, grams, price, cost, launched_on, is_active) VALUES "
        )
        for (index, product) in SampleCatalogue.products.enumerated() {
            products.add(
                """
                (\(index + 1), \(product.sku), \(product.name), \(product.category), \(product.origin), \(product.process), \(product.roast), \
                \(product.grams), \(Cents(product.price)), \(Cents(product.cost)), \(calendar.date(product.launched)), \(product.isActive))
                """
            )
        }
        rows.append(products.count)
        try products.flush(to: connection, all: true)
    }

    /// A name: of the given language in 72 of 100 cases, else of any.
    static func person(language: Int, _ random: inout SampleRandom) -> (given: String, family: String) {
        let language = random.chance(permille: 720) ? language : random.below(SampleNames.given.count)
        return (random.pick(SampleNames.given[language]), random.pick(SampleNames.family[language]))
    }
}
