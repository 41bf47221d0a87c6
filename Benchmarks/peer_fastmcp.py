"""The same tools on FastMCP: orders from the same SQLite file. Stateless, JSON answers, one process."""

import sqlite3
import sys

from fastmcp import FastMCP

database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True, check_same_thread=False)
database.row_factory = sqlite3.Row
server = FastMCP("peer")


@server.tool
def order_get(id: int) -> dict:
    """One order."""
    found = database.execute("SELECT * FROM orders WHERE id = ?", (id,)).fetchone()
    return dict(found) if found else {}


@server.tool
def order_list(page: int) -> dict:
    """A page of orders, the newest first."""
    found = database.execute("SELECT * FROM orders ORDER BY id DESC LIMIT 20 OFFSET ?", ((page - 1) * 20,)).fetchall()
    return {"data": [dict(row) for row in found]}


server.run(
    transport="http", host="127.0.0.1", port=int(sys.argv[2]), path="/api/mcp", stateless_http=True, json_response=True, show_banner=False,
    log_level="ERROR")
