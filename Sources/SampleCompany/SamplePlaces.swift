/// A city where the company sells.
struct SampleCity {
    let name: String
    let region: String
    let country: String
    let dialling: String
    /// The index of its language in ``SampleNames``.
    let language: Int
    /// Relative number of customers in the city.
    let weight: Int
}

enum SamplePlaces {
    static let cities: [SampleCity] = [
        SampleCity(name: "Berlin", region: "Central", country: "Germany", dialling: "+49 30", language: 0, weight: 14),
        SampleCity(name: "Hamburg", region: "Central", country: "Germany", dialling: "+49 40", language: 0, weight: 10),
        SampleCity(name: "Munich", region: "Central", country: "Germany", dialling: "+49 89", language: 0, weight: 9),
        SampleCity(name: "Cologne", region: "Central", country: "Germany", dialling: "+49 221", language: 0, weight: 7),
        SampleCity(name: "Leipzig", region: "Central", country: "Germany", dialling: "+49 341", language: 0, weight: 4),
        SampleCity(name: "Vienna", region: "Central", country: "Austria", dialling: "+43 1", language: 0, weight: 7),
        SampleCity(name: "Graz", region: "Central", country: "Austria", dialling: "+43 316", language: 0, weight: 2),
        SampleCity(name: "Amsterdam", region: "West", country: "Netherlands", dialling: "+31 20", language: 1, weight: 9),
        SampleCity(name: "Rotterdam", region: "West", country: "Netherlands", dialling: "+31 10", language: 1, weight: 5),
        SampleCity(name: "Utrecht", region: "West", country: "Netherlands", dialling: "+31 30", language: 1, weight: 4),
        SampleCity(name: "Antwerp", region: "West", country: "Belgium", dialling: "+32 3", language: 1, weight: 4),
        SampleCity(name: "Brussels", region: "West", country: "Belgium", dialling: "+32 2", language: 2, weight: 5),
        SampleCity(name: "Paris", region: "West", country: "France", dialling: "+33 1", language: 2, weight: 9),
        SampleCity(name: "Lyon", region: "West", country: "France", dialling: "+33 4", language: 2, weight: 4),
        SampleCity(name: "Milan", region: "South", country: "Italy", dialling: "+39 02", language: 3, weight: 6),
        SampleCity(name: "Turin", region: "South", country: "Italy", dialling: "+39 011", language: 3, weight: 3),
        SampleCity(name: "Barcelona", region: "South", country: "Spain", dialling: "+34 93", language: 4, weight: 5),
        SampleCity(name: "Madrid", region: "South", country: "Spain", dialling: "+34 91", language: 4, weight: 4),
        SampleCity(name: "Helsinki", region: "North", country: "Finland", dialling: "+358 9", language: 5, weight: 4),
        SampleCity(name: "Tampere", region: "North", country: "Finland", dialling: "+358 3", language: 5, weight: 2),
        SampleCity(name: "Dublin", region: "North", country: "Ireland", dialling: "+353 1", language: 6, weight: 5),
        SampleCity(name: "Cork", region: "North", country: "Ireland", dialling: "+353 21", language: 6, weight: 2),
    ]

    static let weights = cities.map(\.weight)

    /// Stores in the order of their ids: name, city, kind, day of opening. The first is the web shop, the second the roastery.
    static let stores: [(name: String, city: Int, kind: String, opened: Int)] = [
        ("Web shop", 0, "online", SampleCalendar.day(2016, 3, 1)),
        ("Roastery Berlin", 0, "roastery", SampleCalendar.day(2014, 9, 15)),
        ("Berlin Kreuzberg", 0, "cafe", SampleCalendar.day(2015, 4, 11)),
        ("Berlin Mitte", 0, "cafe", SampleCalendar.day(2017, 10, 2)),
        ("Hamburg Harbour", 1, "cafe", SampleCalendar.day(2018, 5, 19)),
        ("Hamburg Station", 1, "kiosk", SampleCalendar.day(2021, 2, 8)),
        ("Munich Market", 2, "cafe", SampleCalendar.day(2019, 6, 1)),
        ("Cologne Ring", 3, "cafe", SampleCalendar.day(2020, 9, 5)),
        ("Leipzig Yard", 4, "cafe", SampleCalendar.day(2023, 11, 4)),
        ("Vienna Naschmarkt", 5, "cafe", SampleCalendar.day(2019, 3, 23)),
        ("Amsterdam Canal", 7, "cafe", SampleCalendar.day(2018, 11, 17)),
        ("Amsterdam Airport", 7, "kiosk", SampleCalendar.day(2022, 7, 1)),
        ("Rotterdam Docks", 8, "cafe", SampleCalendar.day(2024, 4, 13)),
        ("Brussels Gallery", 11, "cafe", SampleCalendar.day(2021, 9, 25)),
        ("Paris Canal Saint-Martin", 12, "cafe", SampleCalendar.day(2020, 2, 15)),
        ("Paris Bastille", 12, "cafe", SampleCalendar.day(2024, 9, 7)),
        ("Milan Navigli", 14, "cafe", SampleCalendar.day(2022, 5, 14)),
        ("Barcelona Gràcia", 16, "cafe", SampleCalendar.day(2023, 3, 4)),
        ("Madrid Malasaña", 17, "cafe", SampleCalendar.day(2025, 3, 15)),
        ("Helsinki Kallio", 18, "cafe", SampleCalendar.day(2022, 10, 8)),
        ("Dublin Liberties", 20, "cafe", SampleCalendar.day(2023, 8, 26)),
        ("Cork English Market", 21, "kiosk", SampleCalendar.day(2025, 5, 10)),
    ]
}
