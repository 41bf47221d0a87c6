/// General words that mean nearly the same, weaker than names: each line is one group.
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
        capacity occupancy
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
        weight mass
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
        """

    /// The numbers of the groups that a word is in.
    static let groups: [String: [Int]] = {
        var out: [String: [Int]] = [:]
        for (number, line) in lines.split(separator: "\n").enumerated() {
            for word in line.split(separator: " ") { out[String(word), default: []].append(number) }
        }
        return out
    }()

    static func areSynonyms(_ left: String, _ right: String) -> Bool {
        guard let first = groups[left], let second = groups[right] else { return false }
        return first.contains { second.contains($0) }
    }
}
