/// Common abbreviations in names of tables and columns, with their words. A word that maps to itself is never split.
enum Abbreviations {
    static let known: [String: String] = [
        "fname": "first name", "lname": "last name", "mname": "middle name", "firstname": "first name", "lastname": "last name",
        "fullname": "full name",
        "surname": "last name", "forename": "first name", "givenname": "first name", "familyname": "family name", "username": "user name",
        "dob": "birth date", "birthdate": "birth date", "birthday": "birth date", "qty": "quantity", "quant": "quantity", "amt": "amount",
        "nbr": "number",
        "num": "number", "no": "number", "dept": "department", "dep": "department", "emp": "employee", "cust": "customer", "prod": "product",
        "desc": "description",
        "descr": "description", "addr": "address", "tel": "telephone", "lat": "latitude", "lng": "longitude", "lon": "longitude", "hrs": "hour",
        "hr": "hour", "hs": "hour", "pct": "percent", "perc": "percent", "avg": "average", "yr": "year", "cd": "code", "nm": "name", "dt": "date",
        "ts": "time",
        "max": "maximum", "min": "minimum", "temp": "temperature", "stu": "student", "prof": "professor", "crs": "course", "sched": "schedule",
        "mgr": "manager", "loc": "location", "pos": "position", "enr": "enrollment", "acct": "account", "bal": "balance", "cat": "category",
        "ctry": "country", "curr": "currency", "inv": "invoice", "ord": "order", "org": "organization", "pmt": "payment", "ref": "reference",
        "reg": "region",
        "sal": "salary", "std": "standard", "trans": "transaction", "txn": "transaction", "wt": "weight", "ht": "height", "zip": "zip",
        "zipcode": "zip code", "ssn": "social security number", "gpa": "grade point average", "id": "id", "ident": "id", "identifier": "id",
        "img": "image",
        "msg": "message", "tot": "total", "cnt": "count", "freq": "frequency", "vol": "volume", "wk": "week", "mon": "month", "mth": "month",
        "init": "initial", "univ": "university", "adr": "address", "apt": "apartment", "bldg": "building", "mfg": "manufacturer",
        "mfr": "manufacturer",
        "pkg": "package", "rm": "room", "svc": "service", "tbl": "table", "usr": "user", "veh": "vehicle",
        "checkin": "check in", "acc": "account", "attr": "attribute", "auth": "author", "bio": "biography", "cap": "capacity", "cert": "certificate",
        "char": "character",
        "cmt": "comment", "comp": "company", "cont": "contact", "coord": "coordinator", "corp": "corporation", "del": "delivery",
        "dest": "destination", "dir": "director",
        "disc": "discount", "dist": "distance", "div": "division", "doc": "document", "dur": "duration", "edu": "education", "eng": "engine",
        "equip": "equipment",
        "est": "estimate", "exp": "experience", "ext": "extension", "gen": "gender", "gov": "government", "grp": "group", "hosp": "hospital",
        "info": "information",
        "inst": "institution", "instr": "instructor", "int": "interest", "lang": "language", "len": "length", "lib": "library", "lic": "license",
        "mag": "magazine",
        "med": "medication", "mem": "member", "memb": "member", "mod": "model", "nat": "nationality", "natl": "nationality", "obj": "object",
        "occ": "occupancy", "off": "office",
        "op": "operation", "opt": "option", "orig": "origin", "pat": "patient", "perf": "performance", "pop": "population", "pres": "president",
        "prev": "previous",
        "proc": "procedure", "proj": "project", "pub": "publication", "publ": "publisher", "pwd": "password", "rec": "record", "rel": "relationship",
        "rep": "representative",
        "req": "request", "res": "reservation", "resv": "reservation", "rev": "revenue", "sci": "science", "sec": "section", "sem": "semester",
        "spec": "specialty", "sta": "station",
        "stat": "status", "subj": "subject", "supp": "supplier", "sys": "system", "tech": "technician", "transp": "transport", "treas": "treasurer",
        "tx": "transaction", "wks": "week", "yrs": "year", "bday": "birth date", "phd": "doctorate", "extn": "extension", "apptmt": "appointment",
        "appt": "appointment", "checkout": "check out", "datetime": "date time", "timestamp": "time", "hometown": "home town",
        "phonenumber": "phone number", "mil": "million", "mio": "million", "mln": "million", "bn": "billion", "bln": "billion",
    ]

    /// Abbreviations that can also be ordinary words of a question.
    static let ordinaryWords: Set<String> = [
        "no", "off", "pop", "rep", "mod", "sec", "mon", "cat", "res", "int", "exp", "cap", "char", "comp", "mag", "mem", "med", "del", "op", "opt",
        "pat", "div",
        "disc", "stat", "spec", "org", "gen", "lib", "dir", "inv", "ord", "reg", "rev", "pos", "vol", "ref", "wt", "ht", "temp", "bio", "doc",
        "tech", "corp",
    ]

    /// Words of a column's name that questions usually omit: units and storage forms.
    static let optional: Set<String> = [
        "code", "in", "dollar", "usd", "eur", "billion", "million", "thousand", "pound", "euro", "of", "the", "a", "for", "per", "value", "detail",
        "number", "name",
        "id", "text", "reference", "table", "and", "or", "other", "is", "has", "metric", "by", "at", "on", "to", "from", "with", "made", "taken",
        "line", "yn", "flag",
    ]
}
