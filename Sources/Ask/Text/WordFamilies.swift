/// Nouns with the verbs from which they are derived, where no rule for endings applies.
enum WordFamilies {
    private static let lines = """
        publish publication
        register registration registry
        subscribe subscription
        describe description
        produce production
        decide decision
        die death
        donate donation donor
        perform performance performer
        invest investment investor
        form formation
        confirm confirmation
        consult consultation consultant
        install installation
        found foundation founder
        represent representation representative
        adopt adoption
        invent invention inventor
        attend attendance attendee
        insure insurance insurer
        refer referral
        arrive arrival
        depart departure
        deliver delivery
        create creation
        expire expiration expiry
        complete completion
        receive receipt reception
        approve approval
        cancel cancellation
        graduate graduation
        terminate termination
        establish establishment
        acquire acquisition
        divide division
        admit admission
        permit permission
        reserve reservation
        renew renewal
        submit submission
        invite invitation
        inspect inspection
        retire retirement
        succeed success
        grow growth
        lose loss
        marry marriage
        weigh weight
        choose choice
        apply application
        consume consumption
        explain explanation
        occupy occupation occupancy
        operate operation
        transport transportation
        borrow loan
        rent rental
        prescribe prescription
        compose composition composer
        compete competition competitor
        diagnose diagnosis
        experience experienced
        """

    /// The verb of each noun.
    static let verbs: [String: String] = {
        var out: [String: String] = [:]
        for line in lines.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            for noun in words.dropFirst() { out[noun] = words[0] }
        }
        return out
    }()

    /// The nouns of each verb.
    static let nouns: [String: [String]] = Dictionary(grouping: verbs.keys.sorted()) { verbs[$0] ?? "" }

    /// The verbs.
    static let plainVerbs = Set(verbs.values)

    /// The American spelling of a British word, by a list of words and by endings.
    static func american(_ word: String) -> String {
        if let known = spellings[word] { return known }
        if word.utf8.count > 6, word.hasSuffix("isation") { return word.dropLast(7) + "ization" }
        return word
    }

    private static let spellings: [String: String] = {
        let lines = """
            enrolment enrollment, colour color, centre center, theatre theater, catalogue catalog, programme program, licence license, metre meter,
            litre liter, labour labor, favour favor, favourite favorite, harbour harbor, neighbour neighbor, neighbourhood neighborhood,
            jewellery jewelry, tyre tire, cancelled canceled, travelled traveled, traveller traveler, behaviour behavior, honour honor,
            flavour flavor, defence defense, offence offense, fulfilment fulfillment, instalment installment, kilometre kilometer, aeroplane airplane,
            enrol enroll, judgement judgment, ageing aging, labelled labeled, modelling modeling, storey story
            """
        var out: [String: String] = [:]
        for pair in lines.split(separator: ",") {
            let words = pair.split(whereSeparator: \.isWhitespace).map(String.init)
            if words.count == 2 { out[words[0]] = words[1] }
        }
        return out
    }()
}
