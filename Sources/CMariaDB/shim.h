#include <mysql.h>

/* The bytes of a cell of the row fetched last, as the binary protocol sent them; NULL for null. */
static inline const unsigned char *gatehouse_mysql_cell(const MYSQL_STMT *statement, unsigned int column) {
    return statement->bind[column].u.row_ptr;
}

/* The column that a running statement returns, as the server described it. */
static inline const MYSQL_FIELD *gatehouse_mysql_field(const MYSQL_STMT *statement, unsigned int column) {
    return &statement->fields[column];
}

/* Status flags of the server's last answer. */
static inline unsigned int gatehouse_mysql_status(const MYSQL *connection) { return connection->server_status; }

/* The database that unqualified names mean, as the server told last; NULL for none. */
static inline const char *gatehouse_mysql_database(const MYSQL *connection) { return connection->db; }
