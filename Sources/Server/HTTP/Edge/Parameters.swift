import OAuth

/// The fields of queries and forms are those of the authorization server; the HTTP server has a type of the same name.
typealias Parameters = OAuth.Parameters
