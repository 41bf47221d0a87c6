SELECT o.id, c.name FROM orders o JOIN customers c ON c.id = o.customer_id ORDER BY o.id

SELECT c.id, count(o.id) n FROM customers c LEFT JOIN orders o ON o.customer_id = c.id AND o.status <> 'cancelled' GROUP BY c.id ORDER BY n DESC, c.id

SELECT a.name, b.name FROM employees a, employees b WHERE a.manager_id = b.id ORDER BY a.id

SELECT r.name, p.category FROM regions r CROSS JOIN (SELECT DISTINCT category FROM products WHERE category IS NOT NULL) p ORDER BY 1, 2

SELECT o.id, i.line_no FROM orders o RIGHT JOIN order_items i ON i.order_id = o.id AND o.total > 100 ORDER BY i.order_id, i.line_no

SELECT id, name FROM regions JOIN (SELECT region_id AS id, count(*) AS n FROM customers GROUP BY region_id) t USING (id) ORDER BY id

SELECT * FROM regions NATURAL JOIN (SELECT id, name AS label FROM products) p ORDER BY id

SELECT s.warehouse, p.name, s.quantity FROM (stock s JOIN products p ON p.id = s.product_id) WHERE s.day = '2024-01-03' ORDER BY 1, 2

SELECT customers.name, orders.total FROM customers, orders WHERE customers.id = orders.customer_id AND orders.status = 'paid' ORDER BY orders.id

SELECT strftime('%Y-%m', ordered_at) AS month, count(*) AS orders, sum(total) AS revenue FROM orders GROUP BY strftime('%Y-%m', ordered_at) ORDER BY month

SELECT count(DISTINCT customer_id), count(customer_id), count(*) FROM orders

SELECT tier, count(*) AS n FROM customers GROUP BY tier ORDER BY tier IS NULL, tier

SELECT CASE WHEN total < 50 THEN 'small' WHEN total < 150 THEN 'mid' ELSE 'large' END AS bucket, count(*) FROM orders GROUP BY CASE WHEN total < 50 THEN 'small' WHEN total < 150 THEN 'mid' ELSE 'large' END ORDER BY 1

SELECT sum(CASE WHEN status = 'paid' THEN total ELSE 0 END) AS paid, sum(CASE WHEN status = 'new' THEN total END) AS fresh FROM orders

SELECT count(*) FROM (SELECT DISTINCT customer_id, status FROM orders) d

SELECT DISTINCT CASE WHEN coupon IS NULL THEN 'no' ELSE 'yes' END FROM orders ORDER BY 1

SELECT avg(n * 1.0) FROM (SELECT count(*) AS n FROM orders WHERE customer_id IS NOT NULL GROUP BY customer_id) per_customer

SELECT department, min(hired), max(hired), count(terminated_on) FROM employees GROUP BY department HAVING max(salary) > 3000 ORDER BY 1

SELECT 1 AS one, count(*) FROM orders WHERE 1 = 0

SELECT min(name), max(name) FROM products HAVING count(*) > 5

SELECT id, total, sum(total) OVER (ORDER BY ordered_at) AS running FROM orders ORDER BY id

SELECT id, rank() OVER (ORDER BY total DESC) AS r, dense_rank() OVER (ORDER BY total DESC) AS dr FROM orders ORDER BY id

SELECT id, percent_rank() OVER (ORDER BY total), cume_dist() OVER (ORDER BY total) FROM orders ORDER BY id

SELECT id, total - lag(total, 1) OVER (PARTITION BY channel ORDER BY id) AS delta FROM orders ORDER BY id

SELECT id, nth_value(total, 2) OVER (PARTITION BY channel ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS second FROM orders ORDER BY id

SELECT id, sum(total) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS centered FROM orders ORDER BY id

SELECT id, sum(total) OVER (PARTITION BY channel ORDER BY id ROWS UNBOUNDED PRECEDING) FROM orders ORDER BY id

SELECT id, max(total) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) FROM orders ORDER BY id

SELECT status, sum(total) AS t, sum(sum(total)) OVER (ORDER BY status) AS cumulative FROM orders GROUP BY status ORDER BY status

SELECT status, count(*) AS n, rank() OVER (ORDER BY count(*) DESC, status) AS r FROM orders GROUP BY status ORDER BY r

SELECT id, sum(total) OVER w AS s, avg(total) OVER w AS a, count(*) OVER w AS n FROM orders WINDOW w AS (PARTITION BY currency ORDER BY id) ORDER BY id

SELECT e.name, e.salary, e.salary - avg(e.salary) OVER (PARTITION BY e.department) AS diff FROM employees e ORDER BY e.id

SELECT DISTINCT customer_id, max(total) OVER (PARTITION BY customer_id) AS best FROM orders ORDER BY customer_id

WITH a AS (SELECT 1 AS x), b AS (SELECT x + 1 AS y FROM a) SELECT a.x, b.y FROM a, b

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT i, i * i FROM n ORDER BY i

WITH RECURSIVE up AS (SELECT id, manager_id, id AS root FROM employees UNION ALL SELECT e.id, e.manager_id, up.root FROM up JOIN employees e ON e.id = up.manager_id) SELECT root, count(*) - 1 AS bosses FROM up GROUP BY root ORDER BY root

WITH RECURSIVE reach(id) AS (SELECT 1 UNION SELECT e.id FROM employees e, reach WHERE e.manager_id = reach.id) SELECT count(*) FROM reach

WITH f AS (SELECT customer_id, CAST(strftime('%Y', min(ordered_at)) AS INTEGER) AS cohort FROM orders WHERE customer_id IS NOT NULL GROUP BY customer_id) SELECT f.cohort, CAST(strftime('%Y', o.ordered_at) AS INTEGER) - f.cohort AS age, count(DISTINCT o.customer_id) AS active FROM f JOIN orders o ON o.customer_id = f.customer_id GROUP BY f.cohort, CAST(strftime('%Y', o.ordered_at) AS INTEGER) - f.cohort ORDER BY 1, 2

SELECT * FROM (WITH q AS (SELECT id, total FROM orders WHERE total > 150) SELECT id, total * 2 AS twice FROM q) z ORDER BY id

SELECT count(DISTINCT CASE WHEN kind = 'visit' THEN customer_id END) AS visited, count(DISTINCT CASE WHEN kind = 'cart' THEN customer_id END) AS carted, count(DISTINCT CASE WHEN kind = 'purchase' THEN customer_id END) AS bought FROM events

WITH s AS (SELECT id, customer_id, at, CASE WHEN (CAST(strftime('%s', at) AS INTEGER) - CAST(strftime('%s', lag(at) OVER (PARTITION BY customer_id ORDER BY at, id)) AS INTEGER)) > 3600 OR lag(at) OVER (PARTITION BY customer_id ORDER BY at, id) IS NULL THEN 1 ELSE 0 END AS starts FROM events WHERE customer_id IS NOT NULL), g AS (SELECT id, customer_id, at, sum(starts) OVER (PARTITION BY customer_id ORDER BY at, id) AS session_no FROM s) SELECT customer_id, session_no, count(*) AS n, min(at), max(at) FROM g GROUP BY customer_id, session_no ORDER BY 1, 2

SELECT a.id + 1 AS gap_from FROM events a LEFT JOIN events b ON b.id = a.id + 1 WHERE b.id IS NULL ORDER BY 1

WITH t AS (SELECT session, kind, lead(kind) OVER (PARTITION BY session ORDER BY at, id) AS next_kind FROM events) SELECT kind, next_kind, count(*) AS n FROM t WHERE next_kind IS NOT NULL GROUP BY kind, next_kind ORDER BY 1, 2

SELECT t.month, t.new_customers, sum(t.new_customers) OVER (ORDER BY t.month) AS total FROM (SELECT strftime('%Y-%m', signup_date) AS month, count(*) AS new_customers FROM customers GROUP BY strftime('%Y-%m', signup_date)) t ORDER BY t.month

WITH l AS (SELECT customer_id, max(date(ordered_at)) AS recent, count(*) AS f, sum(total) AS m FROM orders WHERE customer_id IS NOT NULL GROUP BY customer_id) SELECT customer_id, ntile(3) OVER (ORDER BY recent, customer_id) AS r, ntile(3) OVER (ORDER BY f, customer_id) AS fq, ntile(3) OVER (ORDER BY m, customer_id) AS mq FROM l ORDER BY 1

SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders WHERE total > 150) ORDER BY name

SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.status = 'paid') ORDER BY name

SELECT c.name, (SELECT count(*) FROM orders o WHERE o.customer_id = c.id) AS n, (SELECT max(total) FROM orders o WHERE o.customer_id = c.id) AS best FROM customers c ORDER BY c.id

SELECT id FROM orders o WHERE total = (SELECT max(total) FROM orders i WHERE i.customer_id = o.customer_id) ORDER BY id

SELECT id FROM products WHERE (category, name) IN (SELECT category, name FROM products WHERE price > 20) ORDER BY id

SELECT id FROM orders WHERE (customer_id, id) > (5, 10) ORDER BY id

SELECT c.id FROM customers c ORDER BY (SELECT count(*) FROM orders o WHERE o.customer_id = c.id) DESC, c.id

SELECT CASE WHEN EXISTS (SELECT 1 FROM orders WHERE total > 1000) THEN 'yes' ELSE 'no' END AS big

SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id AND c.id IN (SELECT customer_id FROM events WHERE kind = 'purchase') ORDER BY o.id

SELECT name FROM customers UNION SELECT name FROM employees ORDER BY name

SELECT customer_id FROM orders INTERSECT SELECT customer_id FROM events ORDER BY 1

SELECT 'c' AS kind, count(*) AS n FROM customers UNION ALL SELECT 'o', count(*) FROM orders UNION ALL SELECT 'p', count(*) FROM products ORDER BY kind

SELECT t.id FROM (SELECT id FROM customers WHERE id < 4 UNION ALL SELECT id FROM products WHERE id < 3) t ORDER BY t.id

SELECT * FROM (SELECT NULL AS x UNION ALL SELECT 1) t ORDER BY x IS NULL, x

WITH u AS (SELECT id, total FROM orders WHERE status = 'paid' UNION ALL SELECT id, -total FROM orders WHERE status = 'cancelled') SELECT sum(total) FROM u

SELECT 'it''s', '', ' ', 'ä 李 🙂', '--', '/* x */', 'a%b_c'

SELECT 1 AS a, 2 a2, 3 AS "Group By", 4 AS "ünï"

SELECT n."order" + 1 AS "Next Order" FROM "Order Notes" AS n WHERE n."text" LIKE '%ok%'

SELECT -(-1), - -1, 2 - -3, 1 - - 1, +-2

SELECT 1 < 2, 2 <= 2, 3 <> 4, 3 != 3, 5 > 6, 1 = 1

SELECT NOT 1 = 2, NOT (1 = 1 AND 2 = 3), 1 = 1 OR 1 = 2 AND 1 = 3

SELECT 12345678901234567890.123456789 AS d

SELECT id FROM orders WHERE status IN ('paid', 'new') AND channel NOT IN ('web') ORDER BY id

SELECT name FROM products WHERE name LIKE '%100!%' ESCAPE '!' ORDER BY name

SELECT id FROM orders WHERE coupon IS NOT NULL AND shipped_at IS NULL ORDER BY id

SELECT id FROM orders WHERE NOT (status = 'paid' OR status = 'new') ORDER BY id

SELECT id FROM customers WHERE active AND NOT score > 5 ORDER BY id

SELECT id, total FROM orders ORDER BY total DESC, id ASC LIMIT 5

SELECT id, birth FROM customers ORDER BY CASE WHEN birth IS NULL THEN 1 ELSE 0 END, birth DESC, id

SELECT id FROM orders ORDER BY CASE status WHEN 'new' THEN 1 WHEN 'paid' THEN 2 ELSE 3 END, id LIMIT 7

SELECT c.tier, sum(p.total) FROM paid_orders p JOIN customers c ON c.id = p.customer_id GROUP BY c.tier ORDER BY 2

SELECT replace(sku, 'SKU-', '#'), substr(name, 2, 3), substr(name, -3) FROM products WHERE id < 3 ORDER BY id

SELECT c.name || ' <' || coalesce(c.email, '-') || '>' AS contact FROM customers c ORDER BY id

SELECT CAST(total AS INTEGER) AS whole FROM orders WHERE id < 4 ORDER BY id

SELECT profile ->> '$.lang' AS lang, count(*) FROM customers GROUP BY profile ->> '$.lang' ORDER BY 2, 1

SELECT group_concat(name, ', ') AS names FROM regions

SELECT date(signup_date, '+30 days') AS due FROM customers WHERE id < 4 ORDER BY id

SELECT ceil(1.2), floor(-1.2), mod(10, 3)

SELECT coalesce(NULL, NULL, 'c'), nullif(1, 1), nullif(1, 2)

SELECT max(CASE WHEN currency = 'EUR' THEN total END) - min(CASE WHEN currency = 'USD' THEN total END) FROM orders

SELECT current_date = current_date, current_timestamp >= '2020-01-01'

SELECT id, total FROM orders ORDER BY total DESC NULLS LAST, id LIMIT 3

SELECT id, score FROM customers ORDER BY score NULLS FIRST, id

SELECT id FROM orders ORDER BY id LIMIT 3, 4

SELECT id, count(*) FILTER (WHERE kind = 'visit') AS visits, count(*) FROM events GROUP BY customer_id ORDER BY customer_id

SELECT customer_id, count(*) FILTER (WHERE status = 'paid') p, sum(total) FILTER (WHERE status <> 'paid') np FROM orders GROUP BY customer_id ORDER BY 1

SELECT id, sum(total) FILTER (WHERE status = 'paid') OVER (ORDER BY id) AS paid_so_far FROM orders ORDER BY id

SELECT group_concat(name, '; ') FROM (SELECT name FROM products ORDER BY name)

SELECT group_concat(DISTINCT status) FROM (SELECT status FROM orders ORDER BY id)

SELECT tier, group_concat(id) FROM customers GROUP BY tier ORDER BY tier

SELECT total(total), total(NULL) FROM orders

SELECT id, max(total) FROM orders GROUP BY customer_id HAVING count(*) > 1 ORDER BY id

SELECT customer_id, id, min(ordered_at) FROM orders GROUP BY customer_id ORDER BY customer_id

SELECT c.name, json_extract(c.profile, '$.address.city') AS city FROM customers c ORDER BY c.id

SELECT profile -> '$.tags' AS tags, profile ->> '$.lang' AS lang FROM customers WHERE id < 4 ORDER BY id

SELECT profile -> 'address' ->> 'zip' FROM customers WHERE profile IS NOT NULL ORDER BY id

SELECT c.id, t.value AS tag FROM customers c, json_each(c.profile, '$.tags') t ORDER BY c.id, t.key

SELECT c.id, j.key, j.value, j.type FROM customers c JOIN json_each(c.profile) AS j WHERE j.atom IS NOT NULL ORDER BY c.id, j.key

SELECT e.id, json_extract(i.value, '$.sku') AS sku FROM events e, json_each(e.payload, '$.items') i ORDER BY e.id, i.key

SELECT t.fullkey, t.path, t.atom FROM products p, json_tree(p.attrs) t WHERE p.id = 1 ORDER BY t.fullkey

SELECT value FROM json_each('[3,1,2]') ORDER BY value

SELECT json_each.value FROM json_each('{"a":1,"b":[2]}') ORDER BY json_each.key

SELECT json_object('id', id, 'name', name) FROM products WHERE id < 4 ORDER BY id

SELECT json_group_array(id) FROM (SELECT id FROM regions ORDER BY id)

SELECT json_group_object(name, id) FROM regions

SELECT json_group_array(json_object('o', id, 't', total)) FROM (SELECT id, total FROM orders WHERE id < 4 ORDER BY id)

SELECT json_array_length(profile, '$.tags'), json_type(profile, '$.vip'), json_valid(profile) FROM customers ORDER BY id

SELECT id FROM customers WHERE EXISTS (SELECT 1 FROM json_each(customers.profile, '$.tags') WHERE value = 'b') ORDER BY id

SELECT json_set('{"a":1}', '$.b', 2), json_insert('{"a":1}', '$.a', 9), json_replace('{"a":1}', '$.a', 9), json_remove('{"a":1,"b":2}', '$.a')

SELECT date('2024-01-31', '+1 month'), date('2024-03-31', 'start of month', '-1 day'), datetime('2024-01-01 10:00', '+90 minutes')

SELECT strftime('%Y-W%W', ordered_at) AS week, count(*) FROM orders GROUP BY week ORDER BY week

SELECT strftime('%w', ordered_at) AS dow, strftime('%H', ordered_at) AS hour, count(*) FROM orders GROUP BY dow, hour ORDER BY dow, hour

SELECT CAST(strftime('%m', ordered_at) AS INTEGER) / 4 + 1 AS q, count(*) FROM orders GROUP BY q ORDER BY q

SELECT julianday('2024-03-01') - julianday('2024-02-01'), unixepoch('2024-01-01'), time('13:45:10'), strftime('%s', '2024-01-01')

SELECT date(1704067200, 'unixepoch'), datetime(1704067200.5, 'unixepoch'), date('2024-05-05', 'weekday 1'), strftime('%j', '2024-12-31')

SELECT printf('%05d|%-6s|%+.2f|%x|%%', id, currency, total, id) FROM orders WHERE id < 4 ORDER BY id

SELECT format('%s has %d', name, id) FROM regions ORDER BY id

SELECT iif(total > 100, 'big', 'small') AS size, count(*) FROM orders GROUP BY size ORDER BY size

SELECT ifnull(coupon, '-'), typeof(coupon), typeof(total), typeof(id) FROM orders WHERE id < 6 ORDER BY id

SELECT id FROM orders WHERE status GLOB 's*' AND channel GLOB '[wp]*' ORDER BY id

SELECT hex('abc'), quote('it''s'), unicode('ä'), char(72, 105), instr('hello', 'l'), zeroblob(3), x'CAFE'

SELECT min(1, 2, 3), max('a', 'b'), abs(-5), round(2.567, 2), round(2.5)

SELECT likely(1), unlikely(0), likelihood(1, 0.5)

SELECT 1 || 2, 'a' || NULL, 5 / 2, 5.0 / 2, 5 % 3, 1 << 4, 255 >> 2, 6 & 3, 6 | 3, ~1

SELECT 'abc' LIKE 'A%', 'abc' GLOB 'A*', 'a' = 'A' COLLATE NOCASE, 'a ' = 'a' COLLATE RTRIM

SELECT name FROM customers ORDER BY name COLLATE NOCASE DESC

SELECT id FROM bookings WHERE room = 'RED' ORDER BY id

SELECT CAST('12abc' AS INTEGER), CAST('3.7' AS REAL), CAST(3.99 AS INTEGER), CAST(12 AS TEXT), CAST('5' AS NUMERIC), CAST('x' AS BLOB)

SELECT raw, hex(raw), length(raw) FROM bookings ORDER BY id

SELECT x.a FROM (VALUES (1), (2)) AS y JOIN (SELECT 1 AS a) x

SELECT column1, column2 FROM (VALUES (1, 'a'), (2, 'b'))

VALUES (1, 'one'), (2, 'two')

VALUES (1), (2) UNION ALL SELECT 3

WITH v(a, b) AS (VALUES (1, 'x'), (2, 'y')) SELECT * FROM v ORDER BY a

SELECT * FROM regions WHERE (id, name) IN (VALUES (1, 'Welt'), (2, 'nope'))

SELECT id FROM regions WHERE id IN (VALUES (1), (3)) ORDER BY id

SELECT rowid, id FROM regions ORDER BY rowid

SELECT r.rowid AS rid, _rowid_, oid FROM regions r WHERE r.oid < 3

SELECT max(rowid) FROM events

SELECT * FROM orders INDEXED BY orders_by_customer WHERE customer_id = 4 ORDER BY id

SELECT id FROM orders NOT INDEXED WHERE customer_id = 4 ORDER BY id

SELECT * FROM regions r NATURAL JOIN (SELECT id, 'x' AS flag FROM regions) ORDER BY id

SELECT id FROM regions NATURAL LEFT JOIN (SELECT id FROM customers) ORDER BY id

SELECT r.id, c.id FROM regions r FULL OUTER JOIN customers c ON c.region_id = r.id ORDER BY r.id, c.id

SELECT count(*) FROM regions r FULL JOIN customers c USING (id)

SELECT o.id, i.line_no FROM orders o RIGHT OUTER JOIN order_items i ON o.id = i.order_id AND o.status = 'paid' ORDER BY i.order_id, i.line_no

SELECT id, sum(total) OVER (ORDER BY id GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM orders ORDER BY id

SELECT id, sum(total) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND 2 FOLLOWING EXCLUDE CURRENT ROW) FROM orders ORDER BY id

SELECT id, count(*) OVER (ORDER BY status RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE TIES) FROM orders ORDER BY id

SELECT id, count(*) OVER (ORDER BY status GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) FROM orders ORDER BY id

SELECT id, sum(total) OVER (ORDER BY total RANGE BETWEEN 10 PRECEDING AND 10 FOLLOWING) FROM orders ORDER BY id

SELECT id, group_concat(status, '>') OVER (PARTITION BY customer_id ORDER BY id) FROM orders ORDER BY id

SELECT id, lag(total, 1, 0) OVER (ORDER BY id), lead(status, 1, 'end') OVER (ORDER BY id) FROM orders ORDER BY id

SELECT id, sum(total) OVER (w ROWS UNBOUNDED PRECEDING) FROM orders WINDOW w AS (PARTITION BY channel ORDER BY id) ORDER BY id

SELECT id, row_number() OVER (w ORDER BY total, id) AS rn FROM orders WINDOW w AS (PARTITION BY status) ORDER BY id

WITH RECURSIVE d(day) AS (SELECT '2024-01-01' UNION ALL SELECT date(day, '+1 day') FROM d WHERE day < '2024-01-10') SELECT d.day, coalesce(sum(s.quantity), 0) FROM d LEFT JOIN stock s ON s.day = d.day GROUP BY d.day ORDER BY d.day

WITH RECURSIVE t(id, path) AS (SELECT id, name FROM regions WHERE parent_id IS NULL UNION ALL SELECT r.id, t.path || '/' || r.name FROM regions r JOIN t ON r.parent_id = t.id ORDER BY 2) SELECT path FROM t

WITH RECURSIVE c(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM c LIMIT 5) SELECT x FROM c

WITH RECURSIVE s(word, rest) AS (SELECT '', 'a,b,c' || ',' UNION ALL SELECT substr(rest, 1, instr(rest, ',') - 1), substr(rest, instr(rest, ',') + 1) FROM s WHERE rest <> '') SELECT word FROM s WHERE word <> ''

WITH m AS MATERIALIZED (SELECT id FROM orders WHERE total > 100) SELECT count(*) FROM m

WITH m AS NOT MATERIALIZED (SELECT id FROM orders) SELECT max(id) FROM m

SELECT id FROM orders WHERE customer_id IS 4 ORDER BY id

SELECT id FROM customers WHERE tier IS NOT 'gold' ORDER BY id

SELECT id FROM customers WHERE tier IS NOT DISTINCT FROM NULL ORDER BY id

SELECT id FROM customers WHERE tier IS DISTINCT FROM 'gold' ORDER BY id

SELECT id FROM customers WHERE active IS TRUE AND (score IS NULL) IS FALSE ORDER BY id

SELECT id FROM customers WHERE notes NOTNULL AND email ISNULL ORDER BY id

SELECT id FROM customers WHERE active == 1 AND id != 3 ORDER BY id

SELECT "name", [tier], `id` FROM customers WHERE "id" < 4 ORDER BY [id]

SELECT 'x' AS 'quoted alias', 1 "two words"

SELECT 0x1F, 1e2, 1., 5e-1, 1E+3

SELECT TRUE, FALSE, TRUE + TRUE, NOT TRUE

SELECT date('now') > '2024-01-01', datetime('now') > '2024', CURRENT_TIMESTAMP > '2024', CURRENT_TIME IS NOT NULL, CURRENT_DATE = date('now')

SELECT count(*), count(ALL id), sum(DISTINCT customer_id), avg(DISTINCT total) FROM orders

SELECT ALL id FROM regions ORDER BY id

SELECT id FROM orders GROUP BY id HAVING total > 150 ORDER BY id

SELECT status || '/' || channel AS k, count(*) AS n FROM orders GROUP BY k HAVING n > 3 ORDER BY n DESC, k

SELECT total * 2 AS t2 FROM orders WHERE t2 > 300 ORDER BY t2

SELECT id FROM orders UNION SELECT id FROM customers ORDER BY id DESC LIMIT 4

SELECT * FROM (SELECT id FROM orders ORDER BY total DESC LIMIT 3) UNION ALL SELECT * FROM (SELECT id FROM orders ORDER BY total LIMIT 3)

SELECT main.orders.id FROM main.orders WHERE main.orders.id < 4 ORDER BY main.orders.id

SELECT o.id FROM main.orders AS o, main.customers c WHERE o.customer_id = c.id AND c.id = 4 ORDER BY o.id

SELECT id FROM (orders) WHERE id < 3

SELECT o.id FROM (orders o JOIN customers c ON c.id = o.customer_id) WHERE c.tier = 'gold' ORDER BY o.id

SELECT count(*) FROM orders CROSS JOIN regions

SELECT (1, 2) = (1, 2), (1, 2) < (1, 3)

SELECT CASE WHEN total THEN 1 END FROM orders WHERE id = 1

SELECT sum(total) / count(*) AS a, sum(total * 1.0) / count(*) FROM orders

SELECT id, CAST(total AS TEXT) FROM orders WHERE id < 5 ORDER BY id

SELECT max(total) AS most, min(total) AS least, sum(total) AS s, avg(total) AS a FROM orders

SELECT p.category, round(avg(p.price), 2) AS avg_price, round(sum(p.price), 2) FROM products p GROUP BY p.category ORDER BY 1

SELECT price * 1.2, price + 1, price / 3, -price FROM products WHERE id < 4 ORDER BY id

SELECT id, price FROM products WHERE price = (SELECT max(price) FROM products)

SELECT coalesce(cost, 0), ifnull(cost, price), iif(cost IS NULL, price, cost), nullif(price, 0), CASE WHEN id > 3 THEN price ELSE cost END FROM products ORDER BY id

SELECT id, (SELECT price FROM products p WHERE p.id = i.product_id) AS price FROM (SELECT order_id AS id, product_id FROM order_items WHERE line_no = 1) i ORDER BY id

SELECT price FROM products UNION SELECT total FROM orders WHERE id < 4 ORDER BY 1

WITH t AS (SELECT price AS p FROM products) SELECT max(p), sum(p) FROM t

SELECT first_value(price) OVER (ORDER BY id), lag(price) OVER (ORDER BY id), max(price) OVER (), sum(price) OVER () FROM products ORDER BY id

SELECT salary, CAST(salary AS INTEGER), salary = 3000, salary > 3000 FROM employees ORDER BY id

SELECT cast(avg(salary) as int) FROM employees

SELECT department, count(*) c, sum(salary) s FROM employees GROUP BY department UNION ALL SELECT 'all', count(*), sum(salary) FROM employees ORDER BY 1

SELECT strftime('%Y', hired) AS y, sum(count(*)) OVER (ORDER BY strftime('%Y', hired)) FROM employees GROUP BY y ORDER BY y

SELECT CASE strftime('%w', day) WHEN '0' THEN 'sun' WHEN '6' THEN 'sat' ELSE 'week' END AS k, sum(quantity) FROM stock GROUP BY k ORDER BY k

SELECT sum(warehouse = 'Graz'), sum(warehouse <> 'Graz'), sum(quantity < 0) FROM stock

SELECT product_id, sum(quantity) FILTER (WHERE warehouse = 'Graz') AS graz, sum(quantity) FILTER (WHERE warehouse = 'Wien') AS wien FROM stock GROUP BY product_id ORDER BY product_id

SELECT substr(name, 1, 1) AS letter, count(*) FROM customers GROUP BY letter HAVING letter > 'D' ORDER BY letter

SELECT substring(email, 1, instr(email, '@') - 1) AS who, substr(email, instr(email, '@') + 1) AS host FROM customers WHERE email IS NOT NULL ORDER BY id

SELECT trim('  x '), trim('xxaxx', 'x'), ltrim('0012', '0'), rtrim('1.500', '0'), replace('aXa', 'X', '-')

SELECT upper('straße'), lower('ÄB'), length('李🙂'), length(x'0102')

SELECT sign(-2.5), trunc(2.7), ceil(2.1), ceiling(2.1), floor(2.9), log10(100), log(2, 8), log2(8), degrees(pi()), radians(180), atan2(1, 1), mod(7, 3)

SELECT acos(1), asin(0), atan(0), cos(0), sin(0), tan(0), sqrt(16), pow(2, 3), exp(0), ln(1), cosh(0)

SELECT count(*) FROM (SELECT id FROM orders ORDER BY random() LIMIT 5)

SELECT id FROM orders WHERE date(ordered_at) BETWEEN date('2023-06-01') AND date('2023-06-01', '+2 months', '-1 day') ORDER BY id

SELECT id FROM orders WHERE ordered_at LIKE '2023-0%' ORDER BY id

SELECT julianday(shipped_at) - julianday(ordered_at) AS d FROM orders WHERE shipped_at IS NOT NULL ORDER BY id

SELECT CAST((julianday(shipped_at) - julianday(ordered_at)) * 24 AS INTEGER) AS hours, count(*) FROM orders GROUP BY hours ORDER BY hours

SELECT (strftime('%Y', 'now') - strftime('%Y', birth)) > 10 FROM customers WHERE birth IS NOT NULL ORDER BY id

SELECT c.name, o.* FROM customers c LEFT JOIN (SELECT customer_id, count(*) AS n, max(ordered_at) AS latest FROM orders GROUP BY customer_id) o ON o.customer_id = c.id ORDER BY c.id

SELECT * FROM customers c JOIN regions r ON r.id = c.region_id WHERE c.id < 4 ORDER BY c.id

SELECT id, name FROM products WHERE lower(name) LIKE lower('%CR_ME%') OR name LIKE 'mug' ORDER BY id

SELECT id FROM events WHERE payload ->> '$.utm.source' = 'google' AND CAST(payload ->> '$.items[0].n' AS INTEGER) > 0 ORDER BY id

SELECT payload ->> '$.page' AS page, count(*) n, avg(duration_ms) FROM events GROUP BY page ORDER BY n DESC, page

SELECT kind, count(*), count(*) * 100.0 / sum(count(*)) OVER () FROM events GROUP BY kind ORDER BY kind

SELECT a.kind, b.kind, count(*) FROM events a JOIN events b ON a.session = b.session AND a.at < b.at AND NOT EXISTS (SELECT 1 FROM events m WHERE m.session = a.session AND m.at > a.at AND m.at < b.at) GROUP BY 1, 2 ORDER BY 1, 2

SELECT duration_ms / 100 * 100 AS bin, count(*), min(duration_ms), max(duration_ms) FROM events WHERE duration_ms IS NOT NULL GROUP BY bin ORDER BY bin

SELECT avg(duration_ms) FROM (SELECT duration_ms FROM events WHERE duration_ms IS NOT NULL ORDER BY duration_ms LIMIT 2 - (SELECT count(duration_ms) FROM events) % 2 OFFSET (SELECT (count(duration_ms) - 1) / 2 FROM events))

SELECT sqrt(avg(duration_ms * duration_ms) - avg(duration_ms) * avg(duration_ms)) AS sd FROM events

SELECT (count(*) * sum(id * duration_ms) - sum(id) * sum(duration_ms)) * 1.0 / (count(*) * sum(id * id) - sum(id) * sum(id)) AS slope FROM events WHERE duration_ms IS NOT NULL

SELECT e1.name, count(e2.id) AS reports FROM employees e1 LEFT JOIN employees e2 ON e2.manager_id = e1.id GROUP BY e1.id HAVING reports > 0 ORDER BY reports DESC, e1.id

SELECT b1.id, b2.id FROM bookings b1 JOIN bookings b2 ON b1.room = b2.room AND b1.id < b2.id AND b1.from_day < b2.to_day AND b2.from_day < b1.to_day

SELECT DISTINCT c.name FROM customers c JOIN orders o ON o.customer_id = c.id JOIN order_items i ON i.order_id = o.id JOIN products p ON p.id = i.product_id WHERE p.category = 'machine' ORDER BY c.name

SELECT total, total AS "order", total AS 'sum' FROM orders WHERE id = 1

SELECT id FROM orders WHERE +customer_id = 4 AND -total < -10 ORDER BY id

SELECT NOT id IN (1, 2), NOT name LIKE 'A%', id NOT IN (SELECT id FROM regions) FROM customers ORDER BY id

SELECT id, name COLLATE NOCASE AS n FROM products GROUP BY name COLLATE NOCASE ORDER BY n

SELECT id IN (), id NOT IN () FROM regions WHERE id = 1

SELECT ordered_at, date(ordered_at), time(ordered_at), datetime(ordered_at, 'start of day') FROM orders WHERE id < 4 ORDER BY id

SELECT active, active = 1, NOT active, typeof(active) FROM customers WHERE id < 4 ORDER BY id

SELECT sum(active), avg(active), max(active) FROM customers

SELECT profile FROM customers ORDER BY id

SELECT guests, typeof(guests) FROM bookings ORDER BY id

SELECT weight, weight * 2, price, cost FROM products ORDER BY id

SELECT o.id, o.total IS NULL AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY o.total * o.id / 3, o.id

SELECT x.v FROM (SELECT o.id, strftime('%Y', o.ordered_at) AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (date(o.ordered_at, 'start of year', '+3 months')) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(time(o.ordered_at)) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, unixepoch(o.ordered_at) AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY date(o.ordered_at, 'weekday 0', '-6 days'), o.id

SELECT x.v FROM (SELECT o.id, ifnull(o.shipped_at, o.ordered_at) AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (length(o.status) + length(o.channel)) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(instr(o.status, 'a')) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, o.status || '-' || o.channel AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY o.status NOT LIKE '%e%', o.id

SELECT x.v FROM (SELECT o.id, o.status IN ('new', 'paid') AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id AND i.quantity > 4)) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count((SELECT name FROM customers c WHERE c.id = o.customer_id)) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, CAST(o.total AS INTEGER) % 10 AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY CAST(o.id AS TEXT) || 'x', o.id

SELECT x.v FROM (SELECT o.id, max(o.total, 50) AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (typeof(o.shipped_at)) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(printf('%08.2f', o.total)) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, iif(o.coupon IS NULL, 0, 1) AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY o.id | 8, o.id

SELECT x.v FROM (SELECT o.id, ~o.id AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (NOT o.customer_id) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(o.currency = 'EUR' OR o.channel = 'web') AS n, count(*) AS all_rows FROM orders o

SELECT o.id, o.total > 100 IS TRUE AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY o.customer_id IS NOT 4, o.id

SELECT x.v FROM (SELECT o.id, sign(o.total - 100) AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (sqrt(o.total)) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(power(o.id, 2)) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, quote(o.coupon) AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY json_array(o.id, o.status), o.id

SELECT x.v FROM (SELECT o.id, json_quote(o.coupon) AS v FROM orders o) x ORDER BY x.id

SELECT o.id FROM orders o ORDER BY sum(o.total) OVER (PARTITION BY o.channel ORDER BY o.id), o.id

WITH x AS (SELECT o.id AS k, count(o.coupon) OVER (ORDER BY o.id ROWS 3 PRECEDING) AS v FROM orders o) SELECT k, v FROM x WHERE k < 30 ORDER BY k

SELECT o.id, ntile(5) OVER (ORDER BY o.id) AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY (o.status, o.id) < ('paid', 20), o.id

SELECT x.v FROM (SELECT o.id, o.profile ->> '$.address.zip' AS v FROM customers o) x ORDER BY x.id

SELECT o.id, CASE WHEN (json_extract(o.profile, '$.vip')) IS NULL THEN 'none' ELSE 'some' END AS has FROM customers o ORDER BY 1

SELECT count(json_extract(o.profile, '$.lang', '$.vip')) AS n, count(*) AS all_rows FROM customers o

SELECT o.id, json_array_length(o.profile -> '$.tags') AS v FROM customers o ORDER BY o.id

SELECT o.id FROM customers o ORDER BY json_set(o.profile, '$.seen', 1), o.id

SELECT o.id, CASE WHEN ((SELECT count(*) FROM json_each(o.profile))) IS NULL THEN 'none' ELSE 'some' END AS has FROM customers o ORDER BY 1

SELECT count(o.name COLLATE NOCASE) AS n, count(*) AS all_rows FROM customers o

SELECT o.id, upper(o.name) AS v FROM customers o ORDER BY o.id

SELECT o.id FROM customers o ORDER BY rtrim(o.notes, ' x'), o.id

SELECT x.v FROM (SELECT o.id, instr(o.email, '@') AS v FROM customers o) x ORDER BY x.id

SELECT o.id, CASE WHEN (round(o.score)) IS NULL THEN 'none' ELSE 'some' END AS has FROM customers o ORDER BY 1

SELECT count(o.active + 0) AS n, count(*) AS all_rows FROM customers o

SELECT o.id, o.score IS NULL OR o.active AS v FROM customers o ORDER BY o.id

SELECT o.id FROM customers o ORDER BY date(o.birth, '+18 years'), o.id

SELECT x.v FROM (SELECT o.id, o.birth < o.signup_date AS v FROM customers o) x ORDER BY x.id

SELECT o.id, CASE WHEN (o.tier = 'gold' AND o.region_id = 2) IS NULL THEN 'none' ELSE 'some' END AS has FROM customers o ORDER BY 1

SELECT count(o.attrs ->> '$.dim.w') AS n, count(*) AS all_rows FROM products o

SELECT o.id, o.price * 1.1 AS v FROM products o ORDER BY o.id

SELECT o.id FROM products o ORDER BY o.cost, o.id

SELECT x.v FROM (SELECT o.id, CAST(o.price * 100 AS INTEGER) AS v FROM products o) x ORDER BY x.id

SELECT o.id, CASE WHEN (o.name LIKE '%!_%' ESCAPE '!') IS NULL THEN 'none' ELSE 'some' END AS has FROM products o ORDER BY 1

SELECT count(CAST(substr(o.sku, 5) AS INTEGER) * 2) AS n, count(*) AS all_rows FROM products o

SELECT o.id, (SELECT sum(quantity) FROM order_items i WHERE i.product_id = o.id) AS v FROM products o ORDER BY o.id

SELECT x.v FROM (SELECT o.id, rank() OVER (PARTITION BY o.category ORDER BY o.price DESC) AS v FROM products o) x ORDER BY x.id

SELECT x.v FROM (SELECT o.id, strftime('%H:00', o.at) AS v FROM events o) x ORDER BY x.id

SELECT o.id, CASE WHEN (o.payload ->> '$.items[0].sku') IS NULL THEN 'none' ELSE 'some' END AS has FROM events o ORDER BY 1

SELECT count(json_array_length(o.payload, '$.items')) AS n, count(*) AS all_rows FROM events o

SELECT o.id, o.duration_ms / 60 AS v FROM events o ORDER BY o.id

SELECT o.id FROM events o ORDER BY o.kind = 'visit' AND o.duration_ms IS NOT NULL, o.id

SELECT o.id, CASE WHEN (max(o.id) OVER (PARTITION BY o.customer_id ORDER BY o.id ROWS BETWEEN 5 PRECEDING AND 1 PRECEDING)) IS NULL THEN 'none' ELSE 'some' END AS has FROM events o ORDER BY 1

SELECT o.id, CASE WHEN (coalesce(o.terminated_on, '9999-12-31') > '2021-01-01') IS NULL THEN 'none' ELSE 'some' END AS has FROM employees o ORDER BY 1

SELECT count(o.salary > (SELECT salary FROM employees m WHERE m.id = o.manager_id)) AS n, count(*) AS all_rows FROM employees o

SELECT o.id, o.department || '' = 'it' AS v FROM employees o ORDER BY o.id

SELECT x.v FROM (SELECT o.id, o.total BETWEEN 10 AND o.id * 20 AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (CASE WHEN o.total > 100 THEN 'a' ELSE o.status END) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(strftime('%d/%m/%Y', o.ordered_at)) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, datetime(o.ordered_at, '+1 day', '-2 hours') AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY julianday(o.ordered_at), o.id

SELECT x.v FROM (SELECT o.id, strftime('%s', o.ordered_at) - strftime('%s', '2023-01-01') AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (coalesce(o.coupon, o.channel, 'x')) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(nullif(o.currency, 'EUR')) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, upper(substr(o.status, 1, 1)) || substr(o.status, 2) AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY replace(o.channel, 'web', 'www'), o.id

SELECT x.v FROM (SELECT o.id, o.status LIKE 'p%' AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (o.status GLOB '*w') IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(o.customer_id IN (SELECT id FROM customers WHERE tier = 'gold')) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, (SELECT count(*) FROM order_items i WHERE i.order_id = o.id) AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY round(o.total / 7, 2), o.id

SELECT x.v FROM (SELECT o.id, CAST(o.total AS REAL) AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (abs(o.total - 100)) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(min(o.id, o.customer_id)) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, printf('%.1f', o.total) AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY format('%s-%04d', o.currency, o.id), o.id

SELECT x.v FROM (SELECT o.id, o.id & 3 AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (o.id << 2) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(-o.total) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, o.shipped_at IS NOT NULL AND o.total > 50 AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY o.id % 7 = 0 AND NOT o.status = 'new', o.id

SELECT x.v FROM (SELECT o.id, o.coupon IS NULL = 1 AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (o.total >= 100 AND o.total <= 200) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(ceil(o.total / 10)) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, ln(o.total + 1) AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY hex(o.currency), o.id

SELECT x.v FROM (SELECT o.id, unicode(o.status) AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (json_object('t', o.total)) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT o.id FROM orders o ORDER BY row_number() OVER (ORDER BY o.id), o.id

WITH x AS (SELECT o.id AS k, o.total - avg(o.total) OVER (PARTITION BY o.status) AS v FROM orders o) SELECT k, v FROM x WHERE k < 30 ORDER BY k

SELECT o.id, dense_rank() OVER (PARTITION BY o.currency ORDER BY o.status) AS v FROM orders o ORDER BY o.id

SELECT x.v FROM (SELECT o.id, (o.status, o.id) IN (VALUES ('new', 4), ('paid', 5)) AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (o.profile -> '$.address') IS NULL THEN 'none' ELSE 'some' END AS has FROM customers o ORDER BY 1

SELECT count(o.profile ->> 'lang') AS n, count(*) AS all_rows FROM customers o

SELECT o.id, json_extract(o.profile, '$.tags[0]') AS v FROM customers o ORDER BY o.id
