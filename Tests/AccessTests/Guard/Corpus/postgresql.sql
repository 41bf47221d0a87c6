SELECT o.id, c.name FROM orders o JOIN customers c ON c.id = o.customer_id ORDER BY o.id

SELECT c.id, count(o.id) n FROM customers c LEFT JOIN orders o ON o.customer_id = c.id AND o.status <> 'cancelled' GROUP BY c.id ORDER BY n DESC, c.id

SELECT a.name, b.name FROM employees a, employees b WHERE a.manager_id = b.id ORDER BY a.id

SELECT r.name, p.category FROM regions r CROSS JOIN (SELECT DISTINCT category FROM products WHERE category IS NOT NULL) p ORDER BY 1, 2

SELECT o.id, i.line_no FROM orders o RIGHT JOIN order_items i ON i.order_id = o.id AND o.total > 100 ORDER BY i.order_id, i.line_no

SELECT id, name FROM regions JOIN (SELECT region_id AS id, count(*) AS n FROM customers GROUP BY region_id) t USING (id) ORDER BY id

SELECT * FROM regions NATURAL JOIN (SELECT id, name AS label FROM products) p ORDER BY id

SELECT s.warehouse, p.name, s.quantity FROM (stock s JOIN products p ON p.id = s.product_id) WHERE s.day = date '2024-01-03' ORDER BY 1, 2

SELECT customers.name, orders.total FROM customers, orders WHERE customers.id = orders.customer_id AND orders.status = 'paid' ORDER BY orders.id

SELECT to_char(ordered_at, 'YYYY-MM') AS month, count(*) AS orders, sum(total) AS revenue FROM orders GROUP BY to_char(ordered_at, 'YYYY-MM') ORDER BY month

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

WITH f AS (SELECT customer_id, extract(year FROM min(ordered_at)) AS cohort FROM orders WHERE customer_id IS NOT NULL GROUP BY customer_id) SELECT f.cohort, extract(year FROM o.ordered_at) - f.cohort AS age, count(DISTINCT o.customer_id) AS active FROM f JOIN orders o ON o.customer_id = f.customer_id GROUP BY f.cohort, extract(year FROM o.ordered_at) - f.cohort ORDER BY 1, 2

SELECT * FROM (WITH q AS (SELECT id, total FROM orders WHERE total > 150) SELECT id, total * 2 AS twice FROM q) z ORDER BY id

SELECT count(DISTINCT CASE WHEN kind = 'visit' THEN customer_id END) AS visited, count(DISTINCT CASE WHEN kind = 'cart' THEN customer_id END) AS carted, count(DISTINCT CASE WHEN kind = 'purchase' THEN customer_id END) AS bought FROM events

WITH s AS (SELECT id, customer_id, at, CASE WHEN extract(epoch FROM (at) - (lag(at) OVER (PARTITION BY customer_id ORDER BY at, id))) > 3600 OR lag(at) OVER (PARTITION BY customer_id ORDER BY at, id) IS NULL THEN 1 ELSE 0 END AS starts FROM events WHERE customer_id IS NOT NULL), g AS (SELECT id, customer_id, at, sum(starts) OVER (PARTITION BY customer_id ORDER BY at, id) AS session_no FROM s) SELECT customer_id, session_no, count(*) AS n, min(at), max(at) FROM g GROUP BY customer_id, session_no ORDER BY 1, 2

SELECT a.id + 1 AS gap_from FROM events a LEFT JOIN events b ON b.id = a.id + 1 WHERE b.id IS NULL ORDER BY 1

WITH t AS (SELECT session, kind, lead(kind) OVER (PARTITION BY session ORDER BY at, id) AS next_kind FROM events) SELECT kind, next_kind, count(*) AS n FROM t WHERE next_kind IS NOT NULL GROUP BY kind, next_kind ORDER BY 1, 2

SELECT t.month, t.new_customers, sum(t.new_customers) OVER (ORDER BY t.month) AS total FROM (SELECT to_char(signup_date, 'YYYY-MM') AS month, count(*) AS new_customers FROM customers GROUP BY to_char(signup_date, 'YYYY-MM')) t ORDER BY t.month

WITH l AS (SELECT customer_id, max(ordered_at::date) AS recent, count(*) AS f, sum(total) AS m FROM orders WHERE customer_id IS NOT NULL GROUP BY customer_id) SELECT customer_id, ntile(3) OVER (ORDER BY recent, customer_id) AS r, ntile(3) OVER (ORDER BY f, customer_id) AS fq, ntile(3) OVER (ORDER BY m, customer_id) AS mq FROM l ORDER BY 1

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

SELECT profile ->> 'lang' AS lang, count(*) FROM customers GROUP BY profile ->> 'lang' ORDER BY 2, 1

SELECT string_agg(name, ', ' ORDER BY id) AS names FROM regions

SELECT (signup_date + 30) AS due FROM customers WHERE id < 4 ORDER BY id

SELECT ceil(1.2), floor(-1.2), mod(10, 3)

SELECT coalesce(NULL, NULL, 'c'), nullif(1, 1), nullif(1, 2)

SELECT max(CASE WHEN currency = 'EUR' THEN total END) - min(CASE WHEN currency = 'USD' THEN total END) FROM orders

SELECT current_date = current_date, current_timestamp >= '2020-01-01'

SELECT id, total FROM orders ORDER BY total DESC NULLS LAST, id FETCH FIRST 3 ROWS ONLY

SELECT id FROM orders ORDER BY id OFFSET 3 ROWS FETCH NEXT 2 ROWS ONLY

SELECT id FROM orders ORDER BY status FETCH FIRST 1 ROW WITH TIES

SELECT DISTINCT ON (customer_id) customer_id, id, total FROM orders ORDER BY customer_id, total DESC, id

SELECT customer_id, count(*) FILTER (WHERE status = 'paid') AS paid, sum(total) FILTER (WHERE status <> 'paid') FROM orders GROUP BY customer_id ORDER BY 1

SELECT status, channel, sum(total) FROM orders GROUP BY GROUPING SETS ((status), (channel), ()) ORDER BY 1, 2

SELECT status, channel, count(*), grouping(status, channel) AS g FROM orders GROUP BY ROLLUP (status, channel) ORDER BY g, 1, 2

SELECT status, currency, channel, sum(total) FROM orders GROUP BY CUBE (status, currency), channel ORDER BY 1, 2, 3

SELECT coalesce(status, 'all') AS s, sum(total) FROM orders GROUP BY ROLLUP (status) ORDER BY 1

SELECT status, channel, count(*) FROM orders GROUP BY GROUPING SETS (ROLLUP (status), CUBE (channel)) ORDER BY 1, 2, 3

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY total), percentile_disc(0.9) WITHIN GROUP (ORDER BY total) FROM orders

SELECT status, percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY total) FROM orders GROUP BY status ORDER BY status

SELECT mode() WITHIN GROUP (ORDER BY channel) FROM orders

SELECT rank(100) WITHIN GROUP (ORDER BY total), percent_rank(100) WITHIN GROUP (ORDER BY total) FROM orders

SELECT array_agg(id ORDER BY id) FROM regions

SELECT customer_id, array_agg(DISTINCT status ORDER BY status) AS states FROM orders GROUP BY customer_id ORDER BY 1

SELECT string_agg(DISTINCT channel, ',' ORDER BY channel DESC) FROM orders

SELECT array_agg(total ORDER BY id) FILTER (WHERE id < 4), array_agg(ordered_at::date ORDER BY id) FILTER (WHERE id < 3), array_agg(coupon ORDER BY id) FILTER (WHERE id < 6) FROM orders

SELECT guests, tags, guests[1], guests[1:2], array_length(guests, 1), cardinality(tags) FROM bookings ORDER BY id

SELECT ARRAY[1, 2, 3], ARRAY['a', NULL, 'c,d'], ARRAY[[1, 2], [3, 4]], '{}'::int[], ARRAY[]::text[]

SELECT ARRAY[1.50, 2], ARRAY[true, false], ARRAY[date '2024-01-01'], ARRAY[timestamp '2024-01-01 10:00'], ARRAY[1e10::float8], ARRAY['{"a": 1}'::jsonb]

SELECT ARRAY(SELECT id FROM regions ORDER BY id), array(SELECT name FROM products WHERE id < 3 ORDER BY id)

SELECT id, u.g FROM bookings, unnest(guests) AS u(g) ORDER BY id, g

SELECT b.id, t.tag, t.pos FROM bookings b CROSS JOIN LATERAL unnest(b.tags) WITH ORDINALITY AS t(tag, pos) ORDER BY b.id, t.pos

SELECT unnest(ARRAY[1, 2, 3]) AS n

SELECT unnest(guests) AS g, count(*) FROM bookings GROUP BY 1 ORDER BY 1

SELECT id FROM bookings WHERE 2 = ANY (guests) ORDER BY id

SELECT id FROM bookings WHERE tags && ARRAY['vip'] OR guests @> ARRAY[4] ORDER BY id

SELECT id FROM orders WHERE status = ANY (ARRAY['paid', 'new']) AND id <> ALL ('{1,2,3}'::int[]) ORDER BY id

SELECT id FROM customers WHERE name ILIKE ANY (ARRAY['%ann%', 'eve%']) ORDER BY id

SELECT id FROM products WHERE name LIKE ALL (ARRAY['%e%', '%r%']) ORDER BY id

SELECT array_append(ARRAY[1], 2), array_cat(ARRAY[1], ARRAY[2]), array_position(ARRAY['a', 'b'], 'b'), array_remove(ARRAY[1, 2, 1], 1), array_to_string(ARRAY['a', NULL, 'b'], '-', '?'), string_to_array('a,b,c', ','), array_prepend(0, ARRAY[1]), ARRAY[1] || 2, 0 || ARRAY[1], ARRAY[1] || ARRAY[2, 3]

SELECT array_dims(ARRAY[[1, 2]]), array_ndims(ARRAY[1]), array_lower(ARRAY[1], 1), array_upper(ARRAY[1, 2], 1), array_replace(ARRAY[1, 2], 2, 9), array_positions(ARRAY[1, 2, 1], 1), trim_array(ARRAY[1, 2, 3], 1)

SELECT during, lower(during), upper(during), isempty(during), during @> date '2024-05-03' FROM bookings ORDER BY id

SELECT a.id, b.id FROM bookings a JOIN bookings b ON a.room = b.room AND a.id < b.id AND a.during && b.during

SELECT room, range_agg(during) FROM bookings GROUP BY room ORDER BY room

SELECT int4range(1, 5), numrange(1.5, 2.5, '[]'), daterange('2024-01-01', '2024-02-01') * daterange('2024-01-15', NULL), tsrange('2024-01-01', '2024-01-02') -|- tsrange('2024-01-02', '2024-01-03')

SELECT int4range(1, 5) @> 3, 3 <@ int4range(1, 5), int4range(1, 3) << int4range(5, 6), int4range(1, 5) + int4range(4, 9), int4range(1, 5) - int4range(3, 9), upper_inc(int4range(1, 5)), lower_inf(int4range(NULL, 5))

SELECT (DATE '2024-01-01', DATE '2024-02-01') OVERLAPS (DATE '2024-01-15', DATE '2024-03-01'), (timestamp '2024-01-01', interval '1 day') OVERLAPS (timestamp '2024-01-01 12:00', interval '1 day')

SELECT id, at, takes, level, ref, addr FROM bookings ORDER BY id

SELECT id, raw, encode(raw, 'hex'), length(raw), at AT TIME ZONE 'Europe/Vienna' FROM bookings ORDER BY id

SELECT level, count(*) FROM bookings GROUP BY level ORDER BY level

SELECT id FROM bookings WHERE level > 'low' ORDER BY id

SELECT id FROM bookings WHERE ref = '00000000-0000-4000-8000-000000000002'

SELECT sum(takes), avg(takes), max(takes), extract(epoch FROM sum(takes)) FROM bookings

SELECT date_trunc('month', ordered_at) AS m, count(*) FROM orders GROUP BY 1 ORDER BY 1

SELECT date_trunc('week', ordered_at)::date AS week, sum(total) FROM orders GROUP BY week ORDER BY week

SELECT extract(dow FROM ordered_at) AS dow, extract(hour FROM ordered_at) AS h, count(*) FROM orders GROUP BY 1, 2 ORDER BY 1, 2

SELECT date_part('year', ordered_at) AS y, date_part('quarter', ordered_at) AS q, sum(total) FROM orders GROUP BY y, q ORDER BY y, q

SELECT to_char(ordered_at, 'YYYY-MM-DD HH24:MI'), to_char(total, 'FM999,990.00'), to_char(ordered_at, 'Dy DD Mon') FROM orders WHERE id < 4 ORDER BY id

SELECT age(timestamp '2024-03-01', timestamp '2023-01-15'), ordered_at + interval '1 day', ordered_at - interval '2 hours 30 minutes', shipped_at - ordered_at FROM orders WHERE id IN (2, 6) ORDER BY id

SELECT d::date AS day, coalesce(sum(s.quantity), 0) AS q FROM generate_series(date '2024-01-01', date '2024-01-10', interval '1 day') AS d LEFT JOIN stock s ON s.day = d::date GROUP BY d ORDER BY d

SELECT n, n * n FROM generate_series(1, 5) AS n

SELECT g.n, chr(64 + g.n) FROM generate_series(1, 10, 3) AS g(n)

SELECT generate_series(1, 3) AS i, 'x' AS c

SELECT date_bin('15 minutes', at, timestamp '2024-03-01') AS slot, count(*) FROM events GROUP BY slot ORDER BY slot

SELECT make_date(2024, 2, 29), make_timestamp(2024, 1, 1, 10, 30, 15.5), make_interval(days => 3, hours => 2), make_time(8, 15, 23.5)

SELECT to_date('05 Dec 2023', 'DD Mon YYYY'), to_timestamp(1704067200), to_timestamp('2024-01-01', 'YYYY-MM-DD'), to_number('1,234.5', '9,999.9')

SELECT now() > '2024-01-01', current_date > date '2024-01-01', localtimestamp > '2024-01-01', clock_timestamp() >= now(), current_time IS NOT NULL

SELECT interval '1 year 2 months', interval '3 days' * 2, interval '1 day' / 2, justify_days(interval '35 days'), extract(epoch FROM interval '1 hour'), - interval '1 day', interval '2' day, interval '1-2' year to month

SELECT date '2024-01-31' + 1, date '2024-01-31' - date '2024-01-01', date '2024-01-31' + interval '1 month', timestamp '2024-01-01' + time '10:00', timestamptz '2024-01-01 10:00+02', time '10:00' - time '08:30'

SELECT isfinite(date '2024-01-01'), date 'infinity' > now(), 'epoch'::timestamp

SELECT c.name, l.id, l.total FROM customers c CROSS JOIN LATERAL (SELECT o.id, o.total FROM orders o WHERE o.customer_id = c.id ORDER BY o.total DESC, o.id LIMIT 2) l ORDER BY c.id, l.total DESC

SELECT c.name, l.n FROM customers c LEFT JOIN LATERAL (SELECT count(*) AS n FROM orders o WHERE o.customer_id = c.id) l ON true ORDER BY c.id

SELECT x.id, x.v FROM orders o, LATERAL (VALUES (o.id, o.total), (o.id, o.total * 2)) AS x(id, v) WHERE o.id < 3 ORDER BY 1, 2

SELECT * FROM (VALUES (1, 'one'), (2, 'two')) AS v(n, word) WHERE n > 1

VALUES (1, 'one'), (2, 'two')

VALUES (1, NULL), (2, 'b') ORDER BY 1 DESC LIMIT 1

TABLE regions

TABLE regions ORDER BY id LIMIT 2

SELECT * FROM regions WHERE (id, name) IN (VALUES (1, 'Welt'), (2, 'nope'))

SELECT r.id, c.id FROM regions r FULL OUTER JOIN customers c ON c.region_id = r.id ORDER BY r.id, c.id

SELECT count(*) FROM regions FULL JOIN customers USING (id)

SELECT id, profile ->> 'lang', profile -> 'address' ->> 'city', profile #>> '{address,zip}', profile -> 'tags' -> 0 FROM customers ORDER BY id

SELECT id FROM customers WHERE profile @> '{"lang": "de"}' ORDER BY id

SELECT id FROM customers WHERE profile ? 'vip' AND profile -> 'tags' ?| ARRAY['b', 'c'] ORDER BY id

SELECT id FROM customers WHERE profile @? '$.tags[*] ? (@ == "b")' ORDER BY id

SELECT id FROM customers WHERE profile @@ '$.limit > 50' ORDER BY id

SELECT c.id, tag FROM customers c, jsonb_array_elements_text(c.profile -> 'tags') AS tag ORDER BY c.id, tag

SELECT c.id, t.value FROM customers c CROSS JOIN LATERAL jsonb_array_elements(c.profile -> 'tags') AS t(value) ORDER BY 1, 2

SELECT c.id, e.key, e.value FROM customers c, jsonb_each(c.profile) e WHERE jsonb_typeof(c.profile) = 'object' ORDER BY 1, 2

SELECT c.id, e.key, e.value FROM customers c, LATERAL jsonb_each_text(c.profile -> 'address') AS e ORDER BY 1, 2

SELECT DISTINCT jsonb_object_keys(profile) AS k FROM customers ORDER BY k

SELECT jsonb_agg(id ORDER BY id), json_agg(name ORDER BY id) FROM regions

SELECT jsonb_object_agg(name, id) FROM regions WHERE id < 4

SELECT jsonb_build_object('id', id, 'n', name, 'tags', jsonb_build_array(1, 'a', NULL)) FROM regions ORDER BY id

SELECT row_to_json(x) FROM (SELECT id, name FROM regions ORDER BY id) x

SELECT to_jsonb(s) FROM (SELECT id, status FROM orders WHERE id < 3 ORDER BY id) s

SELECT json_agg(t) FROM (SELECT id, total FROM orders WHERE id < 3 ORDER BY id) t

SELECT json_agg(row_to_json(t) ORDER BY t.id) FROM (SELECT id, name FROM regions) t

SELECT r.* FROM jsonb_to_recordset('[{"a":1,"b":"x"},{"a":2}]') AS r(a int, b text)

SELECT r.a, r.b FROM jsonb_to_record('{"a":1,"b":[1,2]}') AS r(a int, b int[])

SELECT e.id, i.sku, i.n FROM events e, jsonb_to_recordset(e.payload -> 'items') AS i(sku text, n int) ORDER BY 1, 2

SELECT jsonb_set('{"a":{"b":1}}', '{a,b}', '2'), jsonb_insert('{"a":[1,2]}', '{a,1}', '9'), '{"a":1,"b":2}'::jsonb - 'a', '{"a":[1]}'::jsonb #- '{a,0}', '{"a":1}'::jsonb || '{"c":3}', jsonb_strip_nulls('{"a":null}'), jsonb_pretty('{"a":1}')

SELECT jsonb_path_query_array(profile, '$.tags[*]'), jsonb_path_query_first(profile, '$.address.city'), jsonb_path_exists(profile, '$.vip ? (@ == true)') FROM customers ORDER BY id

SELECT c.id, p FROM customers c, jsonb_path_query(c.profile, '$.tags[*]') p ORDER BY 1, 2

SELECT json_typeof('[1]'::json), jsonb_array_length('[1,2]'), '[1,2]'::json -> 1, '{"a":"x"}'::json ->> 'a', to_json('a"b'::text), array_to_json(ARRAY[1, 2])

SELECT profile['lang'], profile['address']['zip'] FROM customers ORDER BY id

SELECT (profile ->> 'limit')::numeric * 2, (profile -> 'vip')::boolean, (profile -> 'address' ->> 'zip')::int FROM customers ORDER BY id

SELECT count(*) FROM events WHERE payload -> 'utm' ->> 'source' = 'google' AND (payload #>> '{items,0,n}')::int > 0

SELECT id FROM orders WHERE status ~ '^p' AND channel !~* 'WEB' ORDER BY id

SELECT name FROM products WHERE name ~* '(cr|mug)' ORDER BY id

SELECT name FROM products WHERE name SIMILAR TO '%(Filter|Mug)%' ORDER BY id

SELECT regexp_replace(name, '[aeiou]', '*', 'g'), regexp_match(sku, '(\w+)-(\d+)'), substring(sku FROM '\d+'), regexp_split_to_array('a1b2c', '\d') FROM products ORDER BY id

SELECT m[1] FROM regexp_matches('a1b22', '\d+', 'g') AS m

SELECT w FROM regexp_split_to_table('one two three', ' ') AS w

SELECT regexp_count('banana', 'a'), regexp_instr('banana', 'n'), regexp_like('abc', 'B', 'i'), regexp_substr('a12b', '\d+')

SELECT split_part(email, '@', 2) AS host, count(*) FROM customers GROUP BY host ORDER BY 2 DESC, 1

SELECT position('@' IN email), strpos(email, '@'), left(sku, 3), right(sku, 2), reverse(sku), initcap('hello world'), overlay('abcdef' placing 'X' FROM 2 FOR 3) FROM customers, products WHERE customers.id = 1 AND products.id = 1

SELECT lpad(id::text, 5, '0'), rpad(status, 10, '.'), repeat('ab', 3), concat(status, NULL, '!', id), concat_ws('-', status, NULL, channel), format('%s:%I:%L', id, status, channel) FROM orders WHERE id < 4 ORDER BY id

SELECT trim(both 'x' FROM 'xxaxx'), trim(leading '0' FROM '007'), trim(trailing FROM 'a  '), btrim('--a--', '-'), substring('abcdef' FROM 2 FOR 3), substring('abcdef', 3), char_length('李'), octet_length('李'), bit_length('a'), ascii('a'), chr(228), md5('a'), translate('abc', 'ab', 'xy'), starts_with('abc', 'ab'), quote_literal('it''s'), to_hex(255)

SELECT encode('abc'::bytea, 'base64'), decode('616263', 'hex'), '\xDEAD'::bytea, encode(sha256('a'), 'hex'), convert_from('abc'::bytea, 'UTF8')

SELECT 'a' || 1, 1 || 'a', 'x' || NULL

SELECT E'tab\there', E'it\'s', U&'d\0061t\+000061', $$dollar 'quoted'$$, $tag$x $$ y$tag$, B'1010', X'1F', 'con'
  'cat'

SELECT 5 / 2, 5.0 / 2, 5 % 3, 2 ^ 10, |/ 16, ||/ 27, @ -5, 5 & 3, 5 | 3, 5 # 3, ~5, 1 << 4, 16 >> 2, -2 ^ 2

SELECT '5'::int + 1, CAST('3.7' AS numeric), 3.99::int, '2024-01-01'::date, 'yes'::boolean, 12::text, 1::bool, int '5', float8 '1.5', numeric(10,2) '1.239', 'a'::char(3) || 'b', cast(1.5 as decimal(5,1)), '1'::bigint::numeric(10,3)

SELECT 7::numeric / 3, 7::float8 / 3, 1.0 / 3, round(2.5), round(2.567, 2), round(2.5::float8), trunc(2.789, 1), ceil(2.1), floor(-2.1), div(7, 2), mod(7, 3), gcd(12, 18), lcm(4, 6), factorial(5), width_bucket(5.35, 0.024, 10.06, 5), sign(-2), scale(1.230), trim_scale(1.230), numeric '1e3'

SELECT log(100), log(2, 8), ln(10), exp(1.0), sqrt(2.0), cbrt(27), power(2, 0.5), degrees(pi()), radians(180), sin(0), cos(0), atan2(1, 1), cot(1), sinh(0)

SELECT greatest(1, 2, NULL), least('a', 'b'), coalesce(NULL, 1), nullif('a', 'a'), num_nulls(1, NULL), num_nonnulls(1, NULL)

SELECT id FROM customers WHERE tier IS DISTINCT FROM 'gold' ORDER BY id

SELECT id FROM customers WHERE tier IS NOT DISTINCT FROM NULL ORDER BY id

SELECT id FROM customers WHERE active IS TRUE AND (score IS NULL) IS NOT TRUE AND (score > 0) IS NOT UNKNOWN ORDER BY id

SELECT id FROM customers WHERE notes ISNULL OR email NOTNULL ORDER BY id

SELECT id FROM orders WHERE total BETWEEN SYMMETRIC 200 AND 100 ORDER BY id

SELECT id FROM orders WHERE (status, channel) IN (('paid', 'web'), ('new', 'shop')) ORDER BY id

SELECT id FROM orders WHERE total > ALL (SELECT total FROM orders WHERE status = 'new') ORDER BY id

SELECT id FROM orders WHERE total >= SOME (SELECT max(total) FROM orders GROUP BY status) ORDER BY id

SELECT id FROM orders WHERE ROW(status, id) > ROW('paid', 10) ORDER BY id

SELECT bool_and(active), bool_or(active), every(active), bit_and(id), bit_or(id) FROM customers

SELECT stddev(total), stddev_pop(total), variance(total), var_samp(total), corr(id, total), regr_slope(total, id), covar_pop(id, total) FROM orders

SELECT round(stddev(total), 2) AS sd, round(corr(id, total::float8)::numeric, 4) AS r, regr_count(total, id) FROM orders

SELECT id, sum(total) OVER (ORDER BY id GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM orders ORDER BY id

SELECT id, sum(total) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND 2 FOLLOWING EXCLUDE CURRENT ROW) FROM orders ORDER BY id

SELECT id, sum(total) OVER (ORDER BY ordered_at RANGE BETWEEN INTERVAL '30 days' PRECEDING AND CURRENT ROW) AS last30 FROM orders ORDER BY id

SELECT id, count(*) OVER (ORDER BY total RANGE BETWEEN 10 PRECEDING AND 10 FOLLOWING EXCLUDE TIES) FROM orders ORDER BY id

SELECT id, count(*) FILTER (WHERE status = 'paid') OVER (PARTITION BY channel ORDER BY id) FROM orders ORDER BY id

SELECT id, lag(total, 1, 0) OVER w, lead(status, 1, 'end') OVER w, row_number() OVER (w ROWS UNBOUNDED PRECEDING) FROM orders WINDOW w AS (ORDER BY id) ORDER BY id

SELECT id, string_agg(status, '>') OVER (PARTITION BY customer_id ORDER BY id), array_agg(id) OVER (PARTITION BY channel ORDER BY id ROWS 2 PRECEDING) FROM orders ORDER BY id

WITH RECURSIVE t AS (SELECT id, name, ARRAY[id] AS path, false AS cycle FROM regions WHERE parent_id IS NULL UNION ALL SELECT r.id, r.name, path || r.id, r.id = ANY (path) FROM regions r JOIN t ON r.parent_id = t.id WHERE NOT cycle) SELECT id, path, array_length(path, 1) FROM t ORDER BY path

WITH RECURSIVE t(id, parent_id) AS (SELECT id, parent_id FROM regions WHERE parent_id IS NULL UNION ALL SELECT r.id, r.parent_id FROM regions r, t WHERE r.parent_id = t.id) SEARCH DEPTH FIRST BY id SET ord SELECT id FROM t ORDER BY ord

WITH RECURSIVE t(id, parent_id) AS (SELECT id, parent_id FROM regions WHERE id = 1 UNION ALL SELECT r.id, r.parent_id FROM regions r, t WHERE r.parent_id = t.id) CYCLE id SET is_cycle USING path SELECT id, is_cycle FROM t ORDER BY id

WITH m AS MATERIALIZED (SELECT id FROM orders WHERE total > 100), n AS NOT MATERIALIZED (SELECT id FROM orders) SELECT (SELECT count(*) FROM m), (SELECT count(*) FROM n)

SELECT id FROM customers INTERSECT ALL SELECT customer_id FROM orders ORDER BY 1

(SELECT id FROM customers EXCEPT ALL SELECT customer_id FROM orders) UNION ALL (SELECT id FROM regions ORDER BY id LIMIT 1) ORDER BY id

(SELECT id FROM orders ORDER BY total DESC LIMIT 2) UNION ALL (SELECT id FROM orders ORDER BY total LIMIT 2)

SELECT count(*) FROM orders TABLESAMPLE BERNOULLI (100)

SELECT count(*) FROM orders TABLESAMPLE SYSTEM (100) REPEATABLE (1)

SELECT random() < 1, count(*) FROM (SELECT id FROM orders ORDER BY random() LIMIT 5) t

SELECT pg_typeof(total), pg_typeof(id) FROM orders LIMIT 1

SELECT public.orders.id FROM public.orders WHERE public.orders.id < 3 ORDER BY 1

SELECT r.name::varchar(3), r.name COLLATE "C" FROM regions r ORDER BY r.name COLLATE "C"

SELECT id FROM orders WHERE ordered_at::date = '2023-06-22' OR ordered_at > now() - interval '1 month' ORDER BY id

SELECT id % 10 AS d, count(*) FROM orders GROUP BY id % 10 ORDER BY d

SELECT total::int % 7 AS r, count(*) FROM orders GROUP BY r ORDER BY r

SELECT c.*, o.n FROM customers c LEFT JOIN (SELECT customer_id, count(*) n FROM orders GROUP BY 1) o ON c.id = o.customer_id ORDER BY c.id

SELECT c.id, c.name, count(o.id) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id ORDER BY c.id

SELECT name, sum(total) FROM customers JOIN orders ON customers.id = customer_id GROUP BY customers.id HAVING sum(total) > 300 ORDER BY sum(total) DESC

SELECT unnest(string_to_array('a b c', ' ')) AS w, generate_series(1, 3) AS n

SELECT a, b FROM unnest(ARRAY[1, 2], ARRAY['x', 'y', 'z']) AS t(a, b)

SELECT * FROM generate_series(1, 3) WITH ORDINALITY AS t(v, i)

SELECT date_trunc('day', at) AS d, percentile_disc(0.5) WITHIN GROUP (ORDER BY duration_ms) AS p50, percentile_cont(0.95) WITHIN GROUP (ORDER BY duration_ms) AS p95 FROM events GROUP BY 1 ORDER BY 1

SELECT kind, width_bucket(duration_ms, 0, 900, 3) AS bucket, count(*) FROM events WHERE duration_ms IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2

WITH s AS (SELECT *, at - lag(at) OVER (PARTITION BY customer_id ORDER BY at, id) > interval '30 minutes' AS new FROM events WHERE customer_id IS NOT NULL) SELECT customer_id, count(*) FILTER (WHERE new IS NOT FALSE) AS sessions FROM s GROUP BY customer_id ORDER BY 1

WITH cohort AS (SELECT customer_id, date_trunc('quarter', min(ordered_at)) AS q FROM orders GROUP BY 1) SELECT c.q::date, (extract(year FROM age(o.ordered_at, c.q)) * 4 + extract(quarter FROM o.ordered_at))::int AS k, count(DISTINCT o.customer_id) FROM cohort c JOIN orders o USING (customer_id) GROUP BY 1, 2 ORDER BY 1, 2

SELECT status, jsonb_object_agg(channel, n) FROM (SELECT status, channel, count(*) AS n FROM orders GROUP BY 1, 2) t GROUP BY status ORDER BY status

SELECT max(total) FILTER (WHERE currency = 'EUR') - min(total) FILTER (WHERE currency = 'USD') AS spread, sum(total) FILTER (WHERE channel = 'web') / nullif(sum(total), 0) AS share FROM orders

SELECT day, quantity, avg(quantity) OVER (PARTITION BY product_id ORDER BY day RANGE BETWEEN '2 days' PRECEDING AND '0 days' FOLLOWING) FROM stock WHERE warehouse = 'Graz' AND product_id = 1 ORDER BY day

SELECT EXTRACT(isodow FROM day)::int AS dow, EXTRACT(week FROM day) AS w, EXTRACT(doy FROM day), to_char(day, 'IYYY-IW') FROM stock WHERE product_id = 1 AND warehouse = 'Graz' ORDER BY day

SELECT 1 AS "select", 2 AS "Üml aut", 3 "no as"

SELECT count(*) AS count, sum(total) AS sum, max(id) AS value, min(id) AS name FROM orders

SELECT 'infinity'::float8 > 1, 'NaN'::numeric = 'NaN'::numeric

SELECT '10.0.0.1'::inet << '10.0.0.0/8'::inet, host('10.0.0.1/24'::inet), '192.168.1.0/24'::cidr

SELECT to_tsvector('english', 'the cats sat') @@ to_tsquery('english', 'cat'), ts_rank(to_tsvector('a b'), plainto_tsquery('a')) > 0

SELECT name FROM products WHERE to_tsvector('simple', name) @@ plainto_tsquery('simple', 'espresso')

SELECT gen_random_uuid() IS NOT NULL, '00000000-0000-4000-8000-000000000001'::uuid

SELECT CASE WHEN total > 100 THEN 'x' END IS NULL, total > 100 IS TRUE FROM orders ORDER BY id

SELECT NOT true, true AND NULL, true OR NULL, 'on'::bool, NULL::int

SELECT id, name FROM customers ORDER BY name USING <

SELECT id FROM orders ORDER BY ordered_at::time, id LIMIT 5

SELECT x FROM (SELECT 1 x) a WHERE a.x = (VALUES (1))

SELECT any_value FROM (SELECT 1 AS any_value) t

SELECT sum(quantity * unit_price)::money IS NOT NULL FROM order_items

SELECT grouping(status), status, count(*) FROM orders GROUP BY ROLLUP (status) HAVING count(*) > 10 ORDER BY 1, 2

SELECT e.name, m.cnt FROM employees e JOIN LATERAL (SELECT count(*) FROM employees s WHERE s.manager_id = e.id) m(cnt) ON m.cnt > 0 ORDER BY e.id

SELECT * FROM (SELECT id, total FROM orders) AS t (a, b) WHERE b > 100 ORDER BY a

SELECT o.id, o.total::float8 / 3 AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY round(o.total / 7, 2), o.id

SELECT x.v FROM (SELECT o.id, o.ordered_at::time AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (date_trunc('quarter', o.ordered_at)) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(extract(isoyear FROM o.ordered_at)) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, to_char(o.ordered_at, 'YYYY"Q"Q') AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY o.shipped_at - o.ordered_at, o.id

SELECT x.v FROM (SELECT o.id, extract(day FROM o.shipped_at - o.ordered_at) AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (o.ordered_at + o.id * interval '1 hour') IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(o.ordered_at::date - date '2023-01-01') AS n, count(*) AS all_rows FROM orders o

SELECT o.id, nullif(o.currency, 'EUR') AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY concat(o.id, '-', o.coupon), o.id

SELECT x.v FROM (SELECT o.id, initcap(o.status) AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (lpad(o.id::text, 6, '0')) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(repeat(o.currency, 2)) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, format('%s (%s)', o.status, o.total) AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY translate(o.status, 'aeiou', '12345'), o.id

SELECT x.v FROM (SELECT o.id, ascii(o.status) AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (position('e' IN o.channel)) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(o.status NOT ILIKE '%W') AS n, count(*) AS all_rows FROM orders o

SELECT o.id, o.status !~ 'p' AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY regexp_replace(o.status, '(.)(.*)', '\2\1'), o.id

SELECT x.v FROM (SELECT o.id, substring(o.status, '[aeiou]') AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (o.id = ANY (ARRAY[1, 2, 3])) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count((SELECT array_agg(i.line_no ORDER BY i.line_no) FROM order_items i WHERE i.order_id = o.id)) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, EXISTS (SELECT FROM order_items i WHERE i.order_id = o.id AND i.discount > 0) AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY jsonb_build_object('id', o.id, 'at', o.ordered_at), o.id

SELECT x.v FROM (SELECT o.id, to_json(o.ordered_at) AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (greatest(o.total, 100)) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(CASE o.status WHEN 'new' THEN 0 ELSE o.total END) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, o.coupon IS DISTINCT FROM 'C5' AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY (o.total * 100)::bigint, o.id

SELECT x.v FROM (SELECT o.id, o.id::numeric(10, 2) AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (o.id % 2 = 0) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(o.id ^ 2) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, @ (o.total - 100) AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY o.id << 1, o.id

SELECT x.v FROM (SELECT o.id, sign(o.total - 100) AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (trunc(o.total, -1)) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(ln(o.total + 1)::numeric(10, 6)) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, sum(o.total) OVER (PARTITION BY date_trunc('month', o.ordered_at) ORDER BY o.id) AS v FROM orders o ORDER BY o.id

SELECT x.v FROM (SELECT o.id, max(o.ordered_at) OVER (PARTITION BY o.customer_id) AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (o.ordered_at - lag(o.ordered_at) OVER (ORDER BY o.id)) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT o.id FROM orders o ORDER BY nth_value(o.status, 3) OVER (ORDER BY o.id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING), o.id

WITH x AS (SELECT o.id AS k, ntile(3) OVER (PARTITION BY o.currency ORDER BY o.id) AS v FROM orders o) SELECT k, v FROM x WHERE k < 30 ORDER BY k

SELECT o.id, (o.status, o.id) IN (('new', 4), ('paid', 5)) AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY num_nulls(o.coupon, o.shipped_at), o.id

SELECT x.v FROM (SELECT o.id, tsrange(o.ordered_at, o.shipped_at, '[]') @> timestamp '2023-06-20' AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (o.status COLLATE "C") IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(o.profile -> 'address') AS n, count(*) AS all_rows FROM customers o

SELECT o.id, o.profile #> '{address}' AS v FROM customers o ORDER BY o.id

SELECT o.id FROM customers o ORDER BY o.profile @> '{"vip": true}', o.id

SELECT x.v FROM (SELECT o.id, o.profile ? 'lang' AS v FROM customers o) x ORDER BY x.id

SELECT o.id, CASE WHEN (o.profile - 'tags') IS NULL THEN 'none' ELSE 'some' END AS has FROM customers o ORDER BY 1

SELECT count(jsonb_typeof(o.profile -> 'tags')) AS n, count(*) AS all_rows FROM customers o

SELECT o.id, (o.profile ->> 'limit')::float8 AS v FROM customers o ORDER BY o.id

SELECT o.id FROM customers o ORDER BY jsonb_set(o.profile, '{seen}', 'true'), o.id

SELECT x.v FROM (SELECT o.id, (SELECT string_agg(t, '+' ORDER BY t) FROM jsonb_array_elements_text(o.profile -> 'tags') t) AS v FROM customers o) x ORDER BY x.id

SELECT o.id, CASE WHEN (ARRAY(SELECT jsonb_array_elements_text(o.profile -> 'tags'))) IS NULL THEN 'none' ELSE 'some' END AS has FROM customers o ORDER BY 1

SELECT count(extract(month FROM o.birth)) AS n, count(*) AS all_rows FROM customers o

SELECT o.id, (o.birth + 100) AS v FROM customers o ORDER BY o.id

SELECT o.id FROM customers o ORDER BY to_char(o.birth, 'FMMonth FMDD'), o.id

SELECT x.v FROM (SELECT o.id, o.birth IS NULL OR o.active AS v FROM customers o) x ORDER BY x.id

SELECT o.id, CASE WHEN (o.active::int) IS NULL THEN 'none' ELSE 'some' END AS has FROM customers o ORDER BY 1

SELECT count(coalesce(o.score, 0) > 3) AS n, count(*) AS all_rows FROM customers o

SELECT o.id, octet_length(o.name) AS v FROM customers o ORDER BY o.id

SELECT o.id FROM customers o ORDER BY o.name ~* '[öüé]', o.id

SELECT x.v FROM (SELECT o.id, (string_to_array(o.email, '@'))[2] AS v FROM customers o) x ORDER BY x.id

SELECT o.id, CASE WHEN (substr(o.email, strpos(o.email, '@') + 1)) IS NULL THEN 'none' ELSE 'some' END AS has FROM customers o ORDER BY 1

SELECT count(round(o.price * 1.2, 1)) AS n, count(*) AS all_rows FROM products o

SELECT o.id, o.weight AS v FROM products o ORDER BY o.id

SELECT o.id FROM products o ORDER BY o.attrs -> 'sizes' ->> 2, o.id

SELECT x.v FROM (SELECT o.id, o.name LIKE '%\%%' AS v FROM products o) x ORDER BY x.id

SELECT o.id, CASE WHEN (o.name ^@ 'E') IS NULL THEN 'none' ELSE 'some' END AS has FROM products o ORDER BY 1

SELECT count(o.price > (SELECT avg(price) FROM products q WHERE q.category = o.category)) AS n, count(*) AS all_rows FROM products o

SELECT o.id, o.price - first_value(o.price) OVER (PARTITION BY o.category ORDER BY o.price DESC) AS v FROM products o ORDER BY o.id

SELECT o.id FROM bookings o ORDER BY o.tags, o.id

SELECT x.v FROM (SELECT o.id, o.guests[2:3] AS v FROM bookings o) x ORDER BY x.id

SELECT o.id, CASE WHEN (cardinality(o.guests)) IS NULL THEN 'none' ELSE 'some' END AS has FROM bookings o ORDER BY 1

SELECT count(upper(o.during) - lower(o.during)) AS n, count(*) AS all_rows FROM bookings o

SELECT o.id, o.during * daterange('2024-05-02', '2024-05-04') AS v FROM bookings o ORDER BY o.id

SELECT o.id FROM bookings o ORDER BY date_trunc('day', o.at, 'Europe/Vienna'), o.id

SELECT x.v FROM (SELECT o.id, o.takes * 2 AS v FROM bookings o) x ORDER BY x.id

SELECT o.id, CASE WHEN (extract(epoch FROM o.takes) / 3600) IS NULL THEN 'none' ELSE 'some' END AS has FROM bookings o ORDER BY 1

SELECT count(o.level >= 'mid') AS n, count(*) AS all_rows FROM bookings o

SELECT o.id, encode(o.raw, 'base64') AS v FROM bookings o ORDER BY o.id

SELECT o.id FROM bookings o ORDER BY (SELECT sum(g) FROM unnest(o.guests) g), o.id

SELECT x.v FROM (SELECT o.id, coalesce(o.terminated_on, 'infinity'::date) > date '2021-01-01' AS v FROM employees o) x ORDER BY x.id

SELECT o.id FROM orders AS o WHERE (o.total::float8 / 3) IS NOT NULL ORDER BY o.id DESC

WITH x AS (SELECT o.id AS k, round(o.total / 7, 2) AS v FROM orders o) SELECT k, v FROM x WHERE k < 30 ORDER BY k

SELECT o.id, o.ordered_at::time AS v FROM orders o WHERE o.id < 3 UNION ALL SELECT o.id, o.ordered_at::time FROM orders o WHERE o.id > 3 AND o.id < 6 ORDER BY 1

SELECT count(v), count(*) FROM (SELECT date_trunc('quarter', o.ordered_at) AS v FROM orders o ORDER BY o.id DESC) x

SELECT extract(isoyear FROM o.ordered_at) AS v, count(*) AS n FROM orders o GROUP BY extract(isoyear FROM o.ordered_at) ORDER BY n DESC, min(o.id)

SELECT o.id FROM orders AS o WHERE (to_char(o.ordered_at, 'YYYY"Q"Q')) IS NOT NULL ORDER BY o.id DESC

WITH x AS (SELECT o.id AS k, o.shipped_at - o.ordered_at AS v FROM orders o) SELECT k, v FROM x WHERE k < 30 ORDER BY k

SELECT o.id, extract(day FROM o.shipped_at - o.ordered_at) AS v FROM orders o WHERE o.id < 3 UNION ALL SELECT o.id, extract(day FROM o.shipped_at - o.ordered_at) FROM orders o WHERE o.id > 3 AND o.id < 6 ORDER BY 1

SELECT count(v), count(*) FROM (SELECT o.ordered_at + o.id * interval '1 hour' AS v FROM orders o ORDER BY o.id DESC) x
