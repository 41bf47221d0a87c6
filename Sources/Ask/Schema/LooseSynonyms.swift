/// Words with similar meanings. The lexicon uses them only for words that no name contains. Commas separate the groups.
///
/// A hyphen joins the words of a phrase, such as "place of birth".
enum LooseSynonyms {
    /// Nouns and adjectives, in singular form.
    private static let nouns = """
        medicine medication drug pharmaceutical remedy, job-title position post role rank designation, position rank standing,
        level floor story, level tier grade, scientist researcher scholar, paper article publication manuscript,
        attorney lawyer solicitor counsel advocate, judge magistrate, laboratory lab, title heading headline caption, subject theme matter,
        sponsor funder backer donor benefactor, rate fee charge tariff,
        specialty speciality specialization expertise area-of-expertise field-of-expertise field discipline, destination target,
        result outcome, astronaut cosmonaut spaceman space-traveler, organization institution agency,
        admission stay hospitalization hospital-stay, practice firm, monthly per-month, weekly per-week, daily per-day,
        hourly per-hour, main primary principal chief, foreign international overseas, domestic national inland, full entire,
        initial original starting, final closing ending, previous former prior, current present, maximum max peak,
        musician artist performer vocalist singer, concert show gig, stadium arena, auditorium hall, festival fair,
        capacity seating-capacity, hometown home-town birthplace place-of-birth native-town, birthday birth-date date-of-birth, animal pet,
        breed variety strain, illness disease ailment, allergy sensitivity, treatment therapy, surgery operation, hospital infirmary,
        ward unit, appointment booking reservation, reserve booking reservation, tourist visitor traveler guest, passenger traveler rider,
        trip journey voyage tour, luggage baggage, airport airfield aerodrome, pilot aviator flyer captain, ship vessel boat, harbor port,
        captain skipper, train railway, track platform, car auto, truck lorry, driver motorist, engine motor, fuel gas, gasoline petrol,
        mileage distance, velocity speed, acceleration accelerate, power horsepower, cargo freight load, shipment consignment delivery,
        parcel package packet, carrier transporter shipper, warehouse depot storehouse, factory plant mill, branch office outlet,
        headquarter head-office base, division department unit section, subsidiary affiliate, founder creator,
        owner proprietor holder landlord, tenant renter lessee, landlord lessor, apartment flat, house building property,
        property estate real-estate, building structure, facility amenity, chairman chair president, chief-executive ceo, director manager,
        worker laborer, colleague coworker, employer company firm, intern trainee apprentice, candidate applicant contender,
        contestant competitor participant entrant, opponent rival adversary, winner champion victor, loser runner-up, referee umpire,
        coach trainer, fan supporter follower, league division, competition contest tournament championship, medal trophy, goal score,
        season year, stage phase round, fight battle combat, war conflict, soldier trooper, injury wound casualty, victim casualty,
        crime offense, criminal offender perpetrator culprit, police constabulary, prisoner inmate, election vote poll, vote ballot,
        voter elector, politician statesman, party faction, minister secretary, representative delegate, senator legislator,
        government administration, law statute act, contract agreement, policy plan, tax levy duty, court tribunal, claim demand,
        settlement payout, insurance coverage, customer consumer, consumer buyer, vendor seller merchant dealer, dealer trader,
        salesman salesperson seller, discount rebate reduction, price rate, value worth, bid offer, bidder buyer, auction sale, lot item,
        invoice statement, payment transaction, receipt voucher, debt liability, loan credit lending, lender bank, balance remainder,
        asset holding, stock share, investor shareholder, saving deposit, cheque check, language tongue, continent landmass,
        capital capital-city, village hamlet, mountain peak, mountain hill, hill peak, river stream waterway, lake reservoir, ocean sea,
        island isle, forest wood, desert wasteland, elevation altitude height, width breadth, depth deepness, size area, area surface,
        climate weather, rain rainfall precipitation, temperature heat, humidity moisture, wind breeze, earthquake quake,
        storm hurricane cyclone, planet world, star sun, moon satellite, telescope observatory, mission expedition, rocket spacecraft,
        launch liftoff, farm ranch, farmer grower, crop harvest, cattle livestock, meal dish, dish course, recipe formula,
        ingredient component, cuisine cooking, chef cook, restaurant eatery diner, drink beverage, wine vintage, flavor taste,
        customer diner, waiter server, hotel inn lodge, bedroom room, guest lodger, stay lodging, lodging housing,
        dormitory hall residence, campus site, college university institution, school academy, faculty staff, faculty department,
        professor academic, lecture class lesson, lesson class session, course program, degree qualification diploma,
        exam test examination, assignment homework task, major field-of-study specialization, semester term, tuition school-fee,
        advisor adviser mentor counselor supervisor, dean head, graduate alumnus, scholarship grant bursary, grant award funding,
        funding finance, budget funding, library archive, book volume, novel book, chapter section, page sheet, author creator,
        editor redactor, publisher press, reader subscriber, journal periodical, newspaper daily, story tale, poem verse, review critique,
        reviewer critic, critic commentator, rating star, comment feedback, survey poll questionnaire, photograph photo picture,
        photographer cameraman, painting picture artwork, artist painter, artwork work piece, sculpture statue, museum gallery,
        exhibition exhibit display show, exhibit display, curator keeper, movie picture, actor performer, actress performer,
        director filmmaker, cast actor, studio company, script screenplay, genre kind category style, style type, channel station network,
        broadcast program show, episode installment part, series show, cartoon animation, rating viewership, viewer audience,
        audience attendance spectator crowd, attendance turnout, spectator viewer, song tune, album record, band group,
        orchestra ensemble symphony, conductor director, instrument device, composer songwriter, record-company label, concert performance,
        performance show, stage platform, dance ballet, dancer performer, club association, association federation, member affiliate,
        membership subscription, friend buddy acquaintance, relative kin, child kid offspring, parent guardian, wife spouse,
        husband spouse, mother mom, father dad, person individual human, marriage wedding, neighbor resident, citizen resident,
        village settlement, population headcount number-of-people number-of-inhabitant number-of-resident, nickname alias, alias pseudonym,
        name label, id identifier identification identity, code symbol,
        abbreviation acronym short-form, description explanation summary, detail particular, summary abstract, document file,
        template format layout, paragraph passage, image illustration, website webpage, email e-mail, account profile, password passcode,
        message note, post article, device gadget appliance, computer machine, machine equipment, equipment gear apparatus machinery, tool instrument,
        software application program, application app, model version, version edition, edition issue, hardware equipment, chip processor,
        memory storage, screen display, camera device, battery cell, color shade hue, material substance, weight mass,
        dimension size measurement, quantity number, duration period span, period term, schedule timetable, event occasion,
        meeting conference, conference convention, speaker presenter, host presenter announcer anchor moderator emcee, broadcaster station, topic issue, project program, task job activity, activity pastime,
        hobby interest pastime, goal aim objective, reason cause motive purpose, cause reason, complaint grievance, problem issue fault,
        fault defect, error mistake, repair fix maintenance, maintenance service upkeep, service assistance, technician engineer,
        engineer mechanic, part component, component element, characteristic feature attribute property trait, feature trait,
        category class, priority urgency, outcome decision, decision verdict ruling, address residence, street avenue lane,
        route path line, line route, bridge crossing, gate entrance, seat place, ticket pass, pass permit, permit license,
        member participant, participant player, visitor attendee, owner master, supervisor boss, assistant aide helper, staff crew,
        crew team, secretary clerk, plant flora, tree plant, flower bloom blossom, bird fowl, fish seafood, insect bug, doctor specialist,
        medicine treatment, perpetrator killer, statement declaration, charity foundation, volunteer helper, gift donation,
        donor contributor giver, contribution donation, case lawsuit suit litigation, player sportsman,
        head-count number-of-people, identity-card id-card
        """

    /// Verbs in plain form. A question may have other forms: "established" for `founded`.
    private static let verbs = """
        found establish create institute incorporate form, start begin launch commence, finish end complete conclude, hire employ recruit appoint join,
        release publish issue, build construct erect, buy purchase acquire, write author compose, die decease perish, teach instruct, own possess,
        register enroll enlist, live reside dwell, repair fix mend, retire resign, leave depart quit, open inaugurate, close shut,
        make manufacture produce fabricate, elect choose select, rent lease hire, record log, appoint nominate name, cite reference quote,
        pay remunerate, bill charge invoice, visit attend, star act, play perform, win earn, lose forfeit, ship send dispatch, deliver bring,
        treat cure, examine inspect, discover find, invent devise, donate give contribute, borrow lend, supervise oversee manage, lead head,
        marry wed, bear birth
        """

    private static func groups(_ text: String, _ key: (String) -> String) -> [String: [Int]] {
        var out: [String: [Int]] = [:]
        for (number, line) in text.split(separator: ",").enumerated() {
            for word in line.split(whereSeparator: \.isWhitespace) { out[key(String(word)), default: []].append(number) }
        }
        return out
    }

    /// The numbers of a noun's or adjective's groups.
    static let ofNouns = groups(nouns) { $0 }.filter { !$0.key.contains("-") }
    /// The numbers of a verb's groups, by its stem.
    static let ofVerbs = groups(verbs) { WordForms.stem($0) }

    struct Phrase: Sendable {
        var words: [String]
        var groups: [Int]
    }

    /// Phrases by their first word, the longest first.
    static let phrases: [String: [Phrase]] = {
        var out: [String: [Phrase]] = [:]
        for (text, numbers) in groups(nouns, { $0 }).sorted(by: { $0.key < $1.key }) where text.contains("-") {
            let words = text.split(separator: "-").map(String.init)
            out[words[0], default: []].append(Phrase(words: words, groups: numbers))
        }
        return out.mapValues { $0.sorted { $0.words.count > $1.words.count } }
    }()
    /// Phrases by the number of their group.
    static let phrasesOfGroup: [Int: [[String]]] = {
        var out: [Int: [[String]]] = [:]
        for phrase in phrases.values.joined() { for group in phrase.groups { out[group, default: []].append(phrase.words) } }
        return out.mapValues { $0.sorted { $0.joined(separator: " ") < $1.joined(separator: " ") } }
    }()
}
