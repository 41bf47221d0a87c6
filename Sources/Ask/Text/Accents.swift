/// Accented Latin letters, and the plain letters that people type for them.
enum Accents {
    static let base: [Character: String] = {
        let groups: [(String, String)] = [
            ("àáâãäåāăąÀÁÂÃÄÅĀĂĄ", "a"), ("çćčÇĆČ", "c"), ("ďđĎĐ", "d"), ("èéêëēėęěÈÉÊËĒĖĘĚ", "e"), ("ğĞ", "g"), ("ìíîïīįıÌÍÎÏĪĮİ", "i"),
            ("łĺľŁĹĽ", "l"),
            ("ñńňÑŃŇ", "n"), ("òóôõöøōőÒÓÔÕÖØŌŐ", "o"), ("řŕŘŔ", "r"), ("śšşŚŠŞ", "s"), ("ťţŤŢ", "t"), ("ùúûüūůűÙÚÛÜŪŮŰ", "u"), ("ýÿÝŸ", "y"),
            ("źżžŹŻŽ", "z"),
        ]
        var out: [Character: String] = ["æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ß": "ss"]
        for (letters, plain) in groups { for letter in letters { out[letter] = plain } }
        return out
    }()
}
