/// General synonyms, which are weaker than names. Each line is one group.
enum Synonyms {
    private static let lines = """
        salary pay wage earning income compensation earn
        client customer buyer shopper patron purchaser
        teacher instructor professor lecturer tutor
        cost price fare fee charge
        movie film
        song track
        gender sex
        phone telephone
        city town municipality
        nation country
        firm company corporation business
        kind type category sort
        location place venue site
        old age
        length duration
        employee staff worker personnel
        student pupil
        university college
        school college
        author writer
        picture image photo
        car vehicle automobile
        mail email
        sum total
        average mean
        number count
        amount quantity
        unit quantity
        home house
        job occupation profession position
        boss manager supervisor
        begin start
        end finish
        name title
        date day
        theater cinema theatre
        zip postal post postcode zipcode
        rank ranking
        resident population inhabitant people
        family last
        personal first given
        nationality citizenship
        physician doctor
        match game
        buy purchase order
        sale sell
        state province
        county district
        grade mark
        rating score
        capacity occupancy accommodate
        make produce manufacture
        manufacturer maker producer
        item product goods
        supplier vendor
        shop store
        status condition
        goal point
        flight trip
        plane aircraft airplane
        airline carrier
        invoice bill
        enrollment registration
        participant attendee
        head chief leader
        lodging accommodation
        room chamber
        class course
        topic subject
        team club squad
        player athlete
        region area
        zone area
        budget fund
        profit gain
        revenue turnover sales income
        weigh weight mass
        photo image
        note comment remark
        expense spending
        tuition fee
        guest visitor
        hospital clinic
        magazine journal
        paper publication
        prize award
        road street
        spouse partner
        surface ground
        transcript record
        user member account
        version release
        website site
        work job
        measure measurement
        inhabitant citizen
        stop station
        brand make
        annual yearly
        """

    /// The numbers of a word's groups.
    static let groups: [String: [Int]] = {
        var out: [String: [Int]] = [:]
        for (number, line) in lines.split(separator: "\n").enumerated() {
            for word in line.split(separator: " ") { out[String(word), default: []].append(number) }
        }
        return out
    }()

    /// Words for a kind of thing, with words for things of that kind: a manufacturer is a company, but not every company is a manufacturer.
    static let kinds: [String: [String]] = {
        let lines = """
            company firm business corporation organization organisation enterprise: manufacturer maker producer supplier vendor airline publisher bank studio \
            retailer dealer brand agency carrier operator employer sponsor insurer brewery winery
            location place site: headquarter city town address street building venue
            vehicle: car truck bus bike bicycle motorcycle aircraft train
            event: concert match game race festival exhibition tournament show
            institution: school university college bank hospital museum
            worker: employee staff mechanic engineer technician clerk
            animal: dog cat pet horse bird
            """
        var out: [String: [String]] = [:]
        for line in lines.split(separator: "\n") {
            let sides = line.split(separator: ":").map { $0.split(separator: " ").map(String.init) }
            for word in sides[0] { out[word] = sides[1] }
        }
        return out
    }()

    /// The noun and its synonyms that end like agents: maker and producer for a manufacturer.
    static func agents(like noun: String) -> [String] {
        let alike = lines.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }.filter { $0.contains(noun) }.flatMap { $0 }
        return ([noun] + alike).filter { $0.hasSuffix("er") || $0.hasSuffix("or") }
    }

    static func areSynonyms(_ left: String, _ right: String) -> Bool {
        guard let first = groups[left], let second = groups[right] else { return false }
        return first.contains { second.contains($0) }
    }
}
