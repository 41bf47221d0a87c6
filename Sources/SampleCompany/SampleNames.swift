/// Names of people by the language they come from; the index in each list is a ``SamplePlaces`` language.
enum SampleNames {
    static let given: [[String]] = [
        ["Anna", "Lukas", "Marie", "Jonas", "Lena", "Felix", "Katharina", "Moritz", "Sophie", "Tobias", "Jürgen", "Greta"],
        ["Sanne", "Daan", "Femke", "Bram", "Lotte", "Thijs", "Maud", "Ruben", "Anouk", "Joris", "Noor", "Sem"],
        ["Camille", "Hugo", "Élodie", "Mathieu", "Chloé", "Antoine", "Inès", "Julien", "Margaux", "Théo", "Solène", "Rémi"],
        ["Giulia", "Marco", "Chiara", "Luca", "Francesca", "Matteo", "Alessia", "Davide", "Elena", "Nicolò", "Sara", "Pietro"],
        ["Lucía", "Álvaro", "Carmen", "Diego", "Marta", "Javier", "Nuria", "Pablo", "Irene", "Sergio", "Pilar", "Andrés"],
        ["Aino", "Eero", "Helmi", "Onni", "Sanni", "Väinö", "Kaisa", "Mikko", "Ilona", "Antti", "Päivi", "Juha"],
        ["Aoife", "Cian", "Niamh", "Conor", "Saoirse", "Declan", "Róisín", "Eoin", "Clodagh", "Fionn", "Maeve", "Ronan"],
        ["Elif", "Mehmet", "Zeynep", "Emre", "Ayşe", "Can", "Defne", "Kerem", "Selin", "Burak", "Leyla", "Ozan"],
        ["Amara", "Chidi", "Ngozi", "Kwame", "Abena", "Tunde", "Zainab", "Kofi", "Ifeoma", "Sekou", "Adaeze", "Yaw"],
        ["Mei", "Hiroshi", "Linh", "Arjun", "Priya", "Wei", "Yuki", "Minh", "Ananya", "Jun", "Kavya", "Ravi"],
    ]

    static let family: [[String]] = [
        ["Becker", "Hoffmann", "Krüger", "Lehmann", "Schäfer", "Vogel", "Brandt", "Seidel", "Winkler", "Groß", "Pohl", "Arndt"],
        ["de Vries", "Bakker", "Visser", "Smit", "Mulder", "de Boer", "Dekker", "van Dijk", "Hendriks", "Kuiper", "Maas", "Postma"],
        ["Moreau", "Lefèvre", "Girard", "Bonnet", "Mercier", "Faure", "Chevalier", "Renaud", "Gauthier", "Perrin", "Marchand", "Noël"],
        ["Ricci", "Marino", "Greco", "Conti", "Gallo", "Mancini", "Lombardi", "Moretti", "Barbieri", "Fontana", "Santoro", "Riva"],
        ["Navarro", "Romero", "Ortega", "Iglesias", "Núñez", "Molina", "Castro", "Vidal", "Prieto", "Ibáñez", "Serrano", "Campos"],
        ["Korhonen", "Virtanen", "Nieminen", "Mäkelä", "Heikkinen", "Laine", "Salo", "Koskinen", "Rantanen", "Järvinen", "Lehto", "Hakala"],
        ["Byrne", "O'Connor", "Kavanagh", "Doyle", "Gallagher", "Nolan", "O'Neill", "Brennan", "Quinn", "Walsh", "Keane", "Foley"],
        ["Yılmaz", "Kaya", "Demir", "Çelik", "Şahin", "Aydın", "Öztürk", "Arslan", "Doğan", "Koç", "Kurt", "Aksoy"],
        ["Okafor", "Mensah", "Adeyemi", "Diallo", "Boateng", "Eze", "Traoré", "Owusu", "Nwosu", "Balogun", "Asante", "Keita"],
        ["Tanaka", "Nguyen", "Sharma", "Chen", "Patel", "Kim", "Rao", "Tran", "Sato", "Iyer", "Lin", "Mori"],
    ]

    static let businessKinds = ["Café", "Bakery", "Hotel", "Bistro", "Bookshop", "Studio", "Deli", "Office"]
    static let businessNames = [
        "Alder", "Blue Door", "Corner", "Driftwood", "Evening Star", "Fern", "Goldfinch", "Harbour", "Ivy", "Juniper", "Kingfisher", "Lantern",
        "Marigold",
        "North Gate", "Old Mill", "Paper Crane", "Quince", "Riverside", "Saffron", "Tin Roof", "Upland", "Violet", "Windmill", "Yellow House",
    ]

    /// The part of an e-mail address for a name: its letters in lower case, without marks, spaces and apostrophes.
    static func mailbox(_ name: String) -> String {
        var out = ""
        for scalar in name.lowercased().unicodeScalars {
            if scalar.isASCII {
                if ("a"..."z").contains(scalar) { out.unicodeScalars.append(scalar) }
            } else {
                out += plain[scalar] ?? ""
            }
        }
        return out
    }

    private static let plain: [Unicode.Scalar: String] = [
        "á": "a", "ä": "ae", "ç": "c", "é": "e", "è": "e", "ë": "e", "ğ": "g", "í": "i", "ı": "i", "ñ": "n", "ó": "o", "ò": "o", "ö": "oe", "ş": "s",
        "ß": "ss", "ú": "u", "ü": "ue",
    ]
}
