SELECT o.id, c.name FROM orders o JOIN customers c ON c.id = o.customer_id ORDER BY o.id

SELECT c.id, count(o.id) n FROM customers c LEFT JOIN orders o ON o.customer_id = c.id AND o.status <> 'cancelled' GROUP BY c.id ORDER BY n DESC, c.id

SELECT a.name, b.name FROM employees a, employees b WHERE a.manager_id = b.id ORDER BY a.id

SELECT r.name, p.category FROM regions r CROSS JOIN (SELECT DISTINCT category FROM products WHERE category IS NOT NULL) p ORDER BY 1, 2

SELECT o.id, i.line_no FROM orders o RIGHT JOIN order_items i ON i.order_id = o.id AND o.total > 100 ORDER BY i.order_id, i.line_no

SELECT id, name FROM regions JOIN (SELECT region_id AS id, count(*) AS n FROM customers GROUP BY region_id) t USING (id) ORDER BY id

SELECT * FROM regions NATURAL JOIN (SELECT id, name AS label FROM products) p ORDER BY id

SELECT s.warehouse, p.name, s.quantity FROM (stock s JOIN products p ON p.id = s.product_id) WHERE s.day = '2024-01-03' ORDER BY 1, 2

SELECT customers.name, orders.total FROM customers, orders WHERE customers.id = orders.customer_id AND orders.status = 'paid' ORDER BY orders.id

SELECT DATE_FORMAT(ordered_at, '%Y-%m') AS month, count(*) AS orders, sum(total) AS revenue FROM orders GROUP BY DATE_FORMAT(ordered_at, '%Y-%m') ORDER BY month

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

WITH f AS (SELECT customer_id, YEAR(min(ordered_at)) AS cohort FROM orders WHERE customer_id IS NOT NULL GROUP BY customer_id) SELECT f.cohort, YEAR(o.ordered_at) - f.cohort AS age, count(DISTINCT o.customer_id) AS active FROM f JOIN orders o ON o.customer_id = f.customer_id GROUP BY f.cohort, YEAR(o.ordered_at) - f.cohort ORDER BY 1, 2

SELECT * FROM (WITH q AS (SELECT id, total FROM orders WHERE total > 150) SELECT id, total * 2 AS twice FROM q) z ORDER BY id

SELECT count(DISTINCT CASE WHEN kind = 'visit' THEN customer_id END) AS visited, count(DISTINCT CASE WHEN kind = 'cart' THEN customer_id END) AS carted, count(DISTINCT CASE WHEN kind = 'purchase' THEN customer_id END) AS bought FROM events

WITH s AS (SELECT id, customer_id, at, CASE WHEN TIMESTAMPDIFF(SECOND, lag(at) OVER (PARTITION BY customer_id ORDER BY at, id), at) > 3600 OR lag(at) OVER (PARTITION BY customer_id ORDER BY at, id) IS NULL THEN 1 ELSE 0 END AS starts FROM events WHERE customer_id IS NOT NULL), g AS (SELECT id, customer_id, at, sum(starts) OVER (PARTITION BY customer_id ORDER BY at, id) AS session_no FROM s) SELECT customer_id, session_no, count(*) AS n, min(at), max(at) FROM g GROUP BY customer_id, session_no ORDER BY 1, 2

SELECT a.id + 1 AS gap_from FROM events a LEFT JOIN events b ON b.id = a.id + 1 WHERE b.id IS NULL ORDER BY 1

WITH t AS (SELECT session, kind, lead(kind) OVER (PARTITION BY session ORDER BY at, id) AS next_kind FROM events) SELECT kind, next_kind, count(*) AS n FROM t WHERE next_kind IS NOT NULL GROUP BY kind, next_kind ORDER BY 1, 2

SELECT t.month, t.new_customers, sum(t.new_customers) OVER (ORDER BY t.month) AS total FROM (SELECT DATE_FORMAT(signup_date, '%Y-%m') AS month, count(*) AS new_customers FROM customers GROUP BY DATE_FORMAT(signup_date, '%Y-%m')) t ORDER BY t.month

WITH l AS (SELECT customer_id, max(DATE(ordered_at)) AS recent, count(*) AS f, sum(total) AS m FROM orders WHERE customer_id IS NOT NULL GROUP BY customer_id) SELECT customer_id, ntile(3) OVER (ORDER BY recent, customer_id) AS r, ntile(3) OVER (ORDER BY f, customer_id) AS fq, ntile(3) OVER (ORDER BY m, customer_id) AS mq FROM l ORDER BY 1

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

SELECT 1 AS a, 2 a2, 3 AS `Group By`, 4 AS `ünï`

SELECT n.`order` + 1 AS `Next Order` FROM `Order Notes` AS n WHERE n.`text` LIKE '%ok%'

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

SELECT CONCAT(c.name, ' <', coalesce(c.email, '-'), '>') AS contact FROM customers c ORDER BY id

SELECT CAST(total AS INTEGER) AS whole FROM orders WHERE id < 4 ORDER BY id

SELECT JSON_VALUE(profile, '$.lang') AS lang, count(*) FROM customers GROUP BY JSON_VALUE(profile, '$.lang') ORDER BY 2, 1

SELECT GROUP_CONCAT(name ORDER BY id SEPARATOR ', ') AS names FROM regions

SELECT DATE_ADD(signup_date, INTERVAL 30 DAY) AS due FROM customers WHERE id < 4 ORDER BY id

SELECT ceil(1.2), floor(-1.2), mod(10, 3)

SELECT coalesce(NULL, NULL, 'c'), nullif(1, 1), nullif(1, 2)

SELECT max(CASE WHEN currency = 'EUR' THEN total END) - min(CASE WHEN currency = 'USD' THEN total END) FROM orders

SELECT current_date = current_date, current_timestamp >= '2020-01-01'

SELECT id FROM orders ORDER BY id LIMIT 3, 4

SELECT id FROM orders ORDER BY id OFFSET 2 ROWS FETCH NEXT 3 ROWS ONLY

SELECT id FROM orders ORDER BY status FETCH FIRST 1 ROWS WITH TIES

SELECT status, channel, sum(total) FROM orders GROUP BY status, channel WITH ROLLUP

SELECT coalesce(status, 'all') AS s, count(*) FROM orders GROUP BY status WITH ROLLUP

SELECT status, count(*) FROM orders GROUP BY status DESC

SELECT GROUP_CONCAT(DISTINCT status ORDER BY status DESC SEPARATOR '|') FROM orders

SELECT customer_id, GROUP_CONCAT(id ORDER BY total DESC, id LIMIT 2) FROM orders GROUP BY customer_id ORDER BY customer_id

SELECT GROUP_CONCAT(id, ':', status ORDER BY id SEPARATOR ' ') FROM orders WHERE id < 5

SELECT GROUP_CONCAT(id ORDER BY id LIMIT 1, 3) FROM orders

SELECT SQL_NO_CACHE id FROM regions ORDER BY id

SELECT SQL_CALC_FOUND_ROWS id FROM regions ORDER BY id LIMIT 2

SELECT STRAIGHT_JOIN o.id FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.id = 4 ORDER BY o.id

SELECT o.id FROM orders o STRAIGHT_JOIN customers c ON c.id = o.customer_id WHERE c.id = 4 ORDER BY o.id

SELECT id FROM orders USE INDEX (PRIMARY) WHERE id < 4 ORDER BY id

SELECT id FROM orders FORCE INDEX FOR ORDER BY (PRIMARY) ORDER BY id LIMIT 3

SELECT id FROM orders IGNORE INDEX (customer_id) WHERE customer_id = 4 ORDER BY id

SELECT /*+ NO_ICP(orders) */ id FROM orders WHERE id = 1

SELECT HIGH_PRIORITY DISTINCTROW status FROM orders ORDER BY status

SELECT ALL id FROM regions ORDER BY id

SELECT id FROM regions WHERE id = 1 # a comment

SELECT `id`, `name` AS 'n', name "n2" FROM `regions` ORDER BY `id`

SELECT DATE_FORMAT(ordered_at, '%Y-%u') AS week, COUNT(*) FROM orders GROUP BY week ORDER BY week

SELECT DATE_FORMAT(ordered_at, '%W %e %M %Y %H:%i:%s'), TIME_FORMAT('10:05:00', '%k.%i') FROM orders WHERE id < 4 ORDER BY id

SELECT YEAR(ordered_at) y, QUARTER(ordered_at) q, MONTH(ordered_at) m, SUM(total) FROM orders GROUP BY y, q, m ORDER BY y, q, m

SELECT DAYOFWEEK(ordered_at), WEEKDAY(ordered_at), DAYNAME(ordered_at), MONTHNAME(ordered_at), DAYOFYEAR(ordered_at), WEEK(ordered_at, 3), WEEKOFYEAR(ordered_at), YEARWEEK(ordered_at, 1), HOUR(ordered_at), MINUTE(ordered_at), SECOND(ordered_at), LAST_DAY(ordered_at) FROM orders WHERE id < 4 ORDER BY id

SELECT EXTRACT(YEAR_MONTH FROM ordered_at) AS ym, COUNT(*) FROM orders GROUP BY ym ORDER BY ym

SELECT DATE_ADD('2024-01-31', INTERVAL 1 MONTH), DATE_SUB('2024-03-31', INTERVAL 1 DAY), '2024-01-01' + INTERVAL 1 YEAR, INTERVAL 2 DAY + '2024-01-01', ADDDATE('2024-01-01', 5), SUBDATE('2024-01-01', 5), DATE_ADD('2024-01-01 00:00:00', INTERVAL '1:30' HOUR_MINUTE)

SELECT TIMESTAMPDIFF(DAY, '2024-01-01', '2024-02-01'), TIMESTAMPDIFF(MONTH, '2023-01-15', '2024-03-14'), TIMESTAMPADD(HOUR, 3, '2024-01-01'), DATEDIFF('2024-03-01', '2024-02-01'), TIMEDIFF('10:00:00', '08:30:00'), PERIOD_DIFF(202403, 202312), PERIOD_ADD(202312, 2)

SELECT STR_TO_DATE('05.12.2023', '%d.%m.%Y'), FROM_UNIXTIME(1704067200) IS NOT NULL, UNIX_TIMESTAMP('2024-01-01') > 0, FROM_DAYS(738000), TO_DAYS('2024-01-01'), MAKEDATE(2024, 60), MAKETIME(10, 5, 0), SEC_TO_TIME(3661), TIME_TO_SEC('01:01:01'), DATE('2024-01-01 10:00'), TIME('2024-01-01 10:00'), TIMESTAMP('2024-01-01', '10:00:00')

SELECT NOW() > '2024-01-01', CURDATE() >= '2024-01-01', CURRENT_TIMESTAMP(6) IS NOT NULL, UTC_TIMESTAMP() > '2024-01-01', SYSDATE() > '2024-01-01', CURTIME() IS NOT NULL, LOCALTIME > '2024-01-01'

SELECT DATE '2024-01-01', TIME '10:00:00', TIMESTAMP '2024-01-01 10:00:00', DATE '2024-01-01' + INTERVAL 1 DAY

SELECT CONVERT_TZ('2024-01-01 10:00:00', '+00:00', '+02:00'), GET_FORMAT(DATE, 'EUR'), MICROSECOND('10:00:00.123456'), ADDTIME('10:00:00', '00:30:00'), SUBTIME('10:00:00', '00:30:00')

SELECT IF(total > 100, 'big', 'small') AS size, COUNT(*) FROM orders GROUP BY size ORDER BY size

SELECT IFNULL(coupon, '-'), NVL(coupon, 'n'), NVL2(coupon, 1, 0), ISNULL(coupon), COALESCE(coupon, channel), NULLIF(currency, 'EUR') FROM orders WHERE id < 7 ORDER BY id

SELECT ELT(2, 'a', 'b'), FIELD('b', 'a', 'b'), FIND_IN_SET('b', 'a,b,c'), MAKE_SET(5, 'a', 'b', 'c'), EXPORT_SET(5, 'Y', 'N', ',', 4), INTERVAL(23, 1, 15, 17, 30), GREATEST(1, 2, 3), LEAST('a', 'b'), BIT_COUNT(29)

SELECT id FROM orders ORDER BY FIELD(status, 'paid', 'new'), id LIMIT 6

SELECT CONCAT('a', 1, NULL), CONCAT_WS('-', 'a', NULL, 'b'), LPAD(id, 5, '0'), RPAD(status, 10, '.'), REPEAT('ab', 3), SPACE(3), REVERSE(status), LEFT(status, 2), RIGHT(status, 2), MID(status, 2, 2), SUBSTRING_INDEX('a.b.c', '.', 2), LOCATE('a', 'banana', 3), POSITION('n' IN 'banana'), INSTR('abc', 'c'), INSERT('abcdef', 2, 2, 'X'), UCASE('a'), LCASE('A') FROM orders WHERE id < 3 ORDER BY id

SELECT TRIM(BOTH 'x' FROM 'xxaxx'), TRIM(LEADING '0' FROM '007'), TRIM('  a '), SUBSTRING('abcdef' FROM 2 FOR 3), SUBSTRING('abcdef', -3), SUBSTR('abc' FROM 2), CHAR_LENGTH('李'), LENGTH('李'), OCTET_LENGTH('a'), BIT_LENGTH('a'), ASCII('a'), ORD('李'), CHAR(77, 121), HEX('abc'), UNHEX('616263'), HEX(255), BIN(5), OCT(8), CONV('ff', 16, 10), QUOTE('it''s'), STRCMP('a', 'b'), FORMAT(1234567.891, 2), SOUNDEX('Robert'), TO_BASE64('abc'), FROM_BASE64('YWJj'), MD5('a'), SHA1('a'), SHA2('a', 256), CRC32('a')

SELECT REPLACE(sku, 'SKU', '#'), REGEXP_REPLACE(name, '[aeiou]', '*'), REGEXP_SUBSTR(sku, '[0-9]+'), REGEXP_INSTR(sku, '[0-9]') FROM products ORDER BY id

SELECT id FROM orders WHERE status REGEXP '^p' AND channel NOT REGEXP 'web' ORDER BY id

SELECT id FROM orders WHERE status RLIKE 'ed$' ORDER BY id

SELECT name FROM customers WHERE name SOUNDS LIKE 'Bob ONeil'

SELECT id FROM customers WHERE name LIKE BINARY 'A%' OR BINARY name = 'dana' ORDER BY id

SELECT id FROM customers WHERE tier <=> NULL ORDER BY id

SELECT id FROM customers WHERE active IS TRUE AND (score IS NULL) IS NOT TRUE AND (score > 0) IS NOT UNKNOWN ORDER BY id

SELECT id FROM orders WHERE status = 'paid' && total > 100 || id = 1 ORDER BY id

SELECT id FROM orders WHERE status = 'paid' XOR currency = 'EUR' ORDER BY id

SELECT id FROM orders WHERE NOT status = 'paid' AND ! (id > 20) ORDER BY id

SELECT 5 DIV 2, 5 / 2, 5 % 3, 5 MOD 3, -5 DIV 2, 1 << 4, 255 >> 2, 6 & 3, 6 | 3, 6 ^ 3, ~0

SELECT 0x1F, x'4D7953514C', b'1010', 0b11, X'41' + 0, b'101' + 0, 1e3, .5, 5.

SELECT 'a' 'b', "double", 'it\'s', "say ""hi""", N'n', _utf8mb4'ü', 'tab\t|', '\\'

SELECT TRUE, FALSE, TRUE + 1, NOT TRUE, NULL <=> NULL, 1 <=> 2

SELECT CAST('12abc' AS SIGNED), CAST('3.7' AS DECIMAL(5,1)), CAST(3.99 AS SIGNED), CAST(12 AS CHAR), CAST('2024-01-01' AS DATE), CAST(-1 AS UNSIGNED), CONVERT('5', SIGNED), CONVERT('ab' USING utf8mb4), CAST('10:11:12' AS TIME), CAST('2024-01-01 10:00:00' AS DATETIME), CAST('abc' AS BINARY), CAST(1 AS DOUBLE), CAST('a' AS CHAR(1) CHARACTER SET utf8mb4), CAST(1.5 AS FLOAT), CAST(12 AS INTEGER)

SELECT ROUND(2.567, 2), ROUND(-2.5), TRUNCATE(2.789, 1), CEILING(2.1), FLOOR(-2.1), ABS(-3), SIGN(-3), MOD(7, 3), POW(2, 3), LOG(2, 8), LOG2(8), LOG10(100), EXP(0), SQRT(16), DEGREES(PI()), RADIANS(180), ATAN(1, 1), ATAN2(1, 1), COT(1), SIN(0), ACOS(1)

SELECT JSON_EXTRACT(profile, '$.address.city'), JSON_VALUE(profile, '$.lang'), JSON_UNQUOTE(JSON_EXTRACT(profile, '$.lang')), JSON_QUERY(profile, '$.tags') FROM customers ORDER BY id

SELECT JSON_LENGTH(profile, '$.tags'), JSON_KEYS(profile), JSON_TYPE(profile), JSON_VALID(profile), JSON_CONTAINS(profile, '"b"', '$.tags'), JSON_EXISTS(profile, '$.vip'), JSON_CONTAINS_PATH(profile, 'one', '$.lang', '$.x'), JSON_DEPTH(profile) FROM customers ORDER BY id

SELECT JSON_OBJECT('id', id, 'name', name), JSON_ARRAY(id, name, NULL) FROM regions ORDER BY id

SELECT JSON_ARRAYAGG(name ORDER BY id), JSON_OBJECTAGG(id, name) FROM regions

SELECT JSON_SET('{"a":1}', '$.b', 2), JSON_INSERT('{"a":1}', '$.a', 9), JSON_REPLACE('{"a":1}', '$.a', 9), JSON_REMOVE('{"a":1,"b":2}', '$.a'), JSON_MERGE_PATCH('{"a":1}', '{"b":2}'), JSON_MERGE_PRESERVE('[1]', '[2]'), JSON_ARRAY_APPEND('[1]', '$', 2), JSON_ARRAY_INSERT('[1]', '$[0]', 0), JSON_QUOTE('a"b'), JSON_SEARCH('["a","b"]', 'one', 'b'), JSON_COMPACT('{ "a" : 1 }'), JSON_DETAILED('{"a":1}'), JSON_LOOSE('{"a":1}')

SELECT c.id, t.tag FROM customers c, JSON_TABLE(c.profile, '$.tags[*]' COLUMNS (tag VARCHAR(10) PATH '$')) AS t ORDER BY c.id, t.tag

SELECT e.id, j.n, j.sku, j.qty FROM events e CROSS JOIN JSON_TABLE(e.payload, '$.items[*]' COLUMNS (n FOR ORDINALITY, sku VARCHAR(20) PATH '$.sku', qty INT PATH '$.n' DEFAULT '0' ON EMPTY NULL ON ERROR)) j ORDER BY 1, 2

SELECT j.* FROM JSON_TABLE('[{"a":1,"b":[1,2]},{"a":2,"b":[3]}]', '$[*]' COLUMNS (a INT PATH '$.a', NESTED PATH '$.b[*]' COLUMNS (b INT PATH '$'))) AS j

SELECT j.x, j.has FROM JSON_TABLE('[{"x":"1.5"},{}]', '$[*]' COLUMNS (x DECIMAL(5,2) PATH '$.x', has INT EXISTS PATH '$.x')) j

SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY total) OVER (PARTITION BY status), PERCENTILE_DISC(0.9) WITHIN GROUP (ORDER BY total) OVER (PARTITION BY status), id FROM orders ORDER BY id

SELECT DISTINCT status, MEDIAN(total) OVER (PARTITION BY status) AS med FROM orders ORDER BY status

SELECT id, SUM(total) OVER (ORDER BY total RANGE BETWEEN 10 PRECEDING AND 10 FOLLOWING) FROM orders ORDER BY id

SELECT id, LAG(total, 1) OVER w, LEAD(total) OVER w FROM orders WINDOW w AS (PARTITION BY channel ORDER BY id) ORDER BY id

SELECT STDDEV(total), STD(total), STDDEV_POP(total), STDDEV_SAMP(total), VARIANCE(total), VAR_POP(total), VAR_SAMP(total), BIT_AND(id), BIT_OR(id), BIT_XOR(id) FROM orders

SELECT COUNT(DISTINCT status, channel), SUM(DISTINCT customer_id), AVG(DISTINCT total), COUNT(ALL id) FROM orders

SELECT SUM(status = 'paid') AS paid, SUM(total * (currency = 'EUR')) AS eur, AVG(status = 'paid') FROM orders

SELECT customer_id, id, total FROM orders GROUP BY id HAVING total > 150 ORDER BY id

SELECT status, COUNT(*) AS n FROM orders GROUP BY status HAVING n > 14 ORDER BY n DESC, status

SELECT total * 2 AS t2 FROM orders HAVING t2 > 400 ORDER BY t2

SELECT * FROM (SELECT id FROM orders ORDER BY total DESC LIMIT 3) a UNION ALL (SELECT id FROM orders ORDER BY total, id LIMIT 3)

(SELECT id FROM orders WHERE status = 'new' ORDER BY id LIMIT 2) UNION (SELECT id FROM orders WHERE status = 'paid' ORDER BY id LIMIT 2) ORDER BY id DESC

SELECT id FROM customers INTERSECT ALL SELECT customer_id FROM orders ORDER BY 1

SELECT id FROM customers EXCEPT ALL SELECT customer_id FROM orders ORDER BY 1

SELECT id FROM regions UNION DISTINCT SELECT id FROM customers ORDER BY id

VALUES (1, 'one'), (2, 'two')

WITH v(a, b) AS (VALUES (1, 'x'), (2, 'y')) SELECT * FROM v ORDER BY a

WITH RECURSIVE d AS (SELECT DATE '2024-01-01' AS day UNION ALL SELECT day + INTERVAL 1 DAY FROM d WHERE day < '2024-01-10') SELECT d.day, COALESCE(SUM(s.quantity), 0) FROM d LEFT JOIN stock s ON s.day = d.day GROUP BY d.day ORDER BY d.day

WITH RECURSIVE t AS (SELECT id, CAST(name AS CHAR(200)) AS path FROM regions WHERE parent_id IS NULL UNION ALL SELECT r.id, CONCAT(t.path, '/', r.name) FROM regions r JOIN t ON r.parent_id = t.id) SELECT path FROM t ORDER BY path

WITH RECURSIVE t(id, parent_id) AS (SELECT id, parent_id FROM regions WHERE id = 1 UNION ALL SELECT r.id, r.parent_id FROM regions r, t WHERE r.parent_id = t.id) CYCLE id, parent_id RESTRICT SELECT id FROM t ORDER BY id

SELECT id FROM orders WHERE total > ALL (SELECT total FROM orders WHERE status = 'new') ORDER BY id

SELECT id FROM orders WHERE total >= ANY (SELECT MAX(total) FROM orders GROUP BY status) ORDER BY id

SELECT id FROM orders WHERE customer_id = SOME (SELECT id FROM customers WHERE tier = 'gold') ORDER BY id

SELECT id FROM orders WHERE (status, channel) IN (('paid', 'web'), ('new', 'shop')) ORDER BY id

SELECT id FROM orders WHERE ROW(status, id) > ROW('paid', 10) ORDER BY id

SELECT room, flags, at, takes, made, bits, raw, big FROM bookings ORDER BY id

SELECT room + 0, flags + 0, bits + 0, made + 1, big - 1, HEX(raw), TIME_TO_SEC(takes) FROM bookings ORDER BY id

SELECT id FROM bookings WHERE FIND_IN_SET('vip', flags) > 0 ORDER BY id

SELECT room, SEC_TO_TIME(SUM(TIME_TO_SEC(takes))) FROM bookings GROUP BY room ORDER BY room

SELECT MAX(room), MIN(flags), MAX(takes), MAX(made), SUM(big), AVG(bits), MAX(at) FROM bookings

SELECT id FROM bookings WHERE room = 'RED' ORDER BY id

SELECT BIT_COUNT(bits), bits & 1, bits | 1 FROM bookings ORDER BY id

SELECT RAND() < 1, RAND(5) IS NOT NULL, UUID() IS NOT NULL

SELECT COUNT(*) FROM (SELECT id FROM orders ORDER BY RAND() LIMIT 5) t

SELECT id FROM customers NATURAL JOIN (SELECT id FROM regions) r ORDER BY id

SELECT r.id, c.id FROM regions r LEFT JOIN customers c USING (id) WHERE r.id < 4 ORDER BY r.id

SELECT o.id FROM orders o CROSS JOIN customers c ON c.id = o.customer_id WHERE c.id = 4 ORDER BY o.id

SELECT o.id FROM (orders o, customers c) WHERE c.id = o.customer_id AND c.id = 4 ORDER BY o.id

SELECT r.id FROM regions AS r NATURAL LEFT JOIN customers ORDER BY r.id

SELECT 1 FROM DUAL WHERE 1 = 1

SELECT 1 AS x WHERE 1 = 1

SELECT name COLLATE utf8mb4_bin FROM customers ORDER BY name COLLATE utf8mb4_bin

SELECT name FROM customers ORDER BY name COLLATE utf8mb4_unicode_ci DESC

SELECT id FROM customers WHERE name = 'ann muller' COLLATE utf8mb4_general_ci

SELECT customer_id, SUM(total) FROM orders GROUP BY customer_id ORDER BY NULL

SELECT SQL_SMALL_RESULT SQL_BUFFER_RESULT status, COUNT(*) FROM orders GROUP BY status ORDER BY 1

SELECT CASE WHEN total THEN 1 END, total IS NOT NULL FROM orders WHERE id = 1

SELECT id, name FROM products WHERE name LIKE '%\%%' OR name LIKE '%|_%' ESCAPE '|' ORDER BY id

SELECT JSON_UNQUOTE(JSON_EXTRACT(payload, '$.page')) AS page, COUNT(*) n, AVG(duration_ms) FROM events GROUP BY page ORDER BY n DESC, page

SELECT kind, COUNT(*), COUNT(*) * 100 / SUM(COUNT(*)) OVER () FROM events GROUP BY kind ORDER BY kind

SELECT DATE(at) AS d, COUNT(DISTINCT session) AS sessions, COUNT(DISTINCT customer_id) users FROM events GROUP BY d ORDER BY d

SELECT FLOOR(duration_ms / 100) * 100 AS bin, COUNT(*), MIN(duration_ms) FROM events WHERE duration_ms IS NOT NULL GROUP BY bin ORDER BY bin

WITH s AS (SELECT *, TIMESTAMPDIFF(MINUTE, LAG(at) OVER (PARTITION BY customer_id ORDER BY at, id), at) AS gap FROM events WHERE customer_id IS NOT NULL) SELECT customer_id, SUM(gap IS NULL OR gap > 30) AS sessions FROM s GROUP BY customer_id ORDER BY 1

WITH f AS (SELECT customer_id, MIN(ordered_at) AS first_at FROM orders GROUP BY customer_id) SELECT DATE_FORMAT(first_at, '%Y-%m-01') AS cohort, PERIOD_DIFF(EXTRACT(YEAR_MONTH FROM ordered_at), EXTRACT(YEAR_MONTH FROM first_at)) AS age, COUNT(DISTINCT o.customer_id) FROM f JOIN orders o ON o.customer_id = f.customer_id GROUP BY cohort, age ORDER BY cohort, age

SELECT e1.name, COUNT(e2.id) AS reports FROM employees e1 LEFT JOIN employees e2 ON e2.manager_id = e1.id GROUP BY e1.id HAVING reports > 0 ORDER BY reports DESC, e1.id

SELECT product_id, SUM(IF(warehouse = 'Graz', quantity, 0)) AS graz, SUM(IF(warehouse = 'Wien', quantity, 0)) AS wien FROM stock GROUP BY product_id ORDER BY product_id

SELECT CASE WEEKDAY(day) WHEN 5 THEN 'sat' WHEN 6 THEN 'sun' ELSE 'week' END AS k, SUM(quantity) FROM stock GROUP BY k ORDER BY k

SELECT department, MAX(salary) - MIN(salary) AS spread, ROUND(AVG(salary), 0), SUM(salary) / COUNT(*) FROM employees GROUP BY department ORDER BY department IS NULL, department

SELECT name, TIMESTAMPDIFF(YEAR, hired, COALESCE(terminated_on, '2024-01-01')) AS years FROM employees ORDER BY id

SELECT id, DATE(ordered_at) = '2023-06-22', ordered_at BETWEEN '2023-06-01' AND '2023-12-31', ordered_at > '2023-06-01' - INTERVAL 1 MONTH FROM orders ORDER BY id

SELECT total AS `order`, id AS `a``b` FROM orders WHERE id = 1

SELECT id, active, active = 1, NOT active, active + 1 FROM customers WHERE id < 4 ORDER BY id

SELECT SUM(active), AVG(active), MAX(active) FROM customers

SELECT profile FROM customers ORDER BY id

SELECT weight, weight * 2, price, cost, price * 1.2, price / 3, -price FROM products ORDER BY id

SELECT COALESCE(cost, 0), IFNULL(cost, price), IF(cost IS NULL, price, cost), GREATEST(price, 5) FROM products ORDER BY id

SELECT id IN (1, 2), id NOT IN (3), name LIKE 'A%', NOT id BETWEEN 2 AND 4 FROM customers ORDER BY id

SELECT 1 = 1.0, '1' = 1, 'a' = 'A', 'a' < 'b', '10' > '9', 10 > '9'

SELECT DATE_FORMAT(NOW(), '%Y') >= '2024', LAST_DAY('2024-02-01'), DAY('2024-02-03'), DAYOFMONTH('2024-02-03')

SELECT WEIGHT_STRING('a') IS NOT NULL, CHARSET('a') IS NOT NULL, COLLATION('a') IS NOT NULL

SELECT JSON_NORMALIZE('{"b":1,"a":2}'), JSON_EQUALS('{"a":1}', '{"a":1.0}'), JSON_OVERLAPS('[1,2]', '[2]')

SELECT INET_ATON('10.0.0.1'), INET_NTOA(167772161), IS_IPV4('10.0.0.1'), INET6_NTOA(INET6_ATON('::1'))

SELECT COUNT(*) FROM orders WHERE total > 50 AND total < 150.5e0 AND id MOD 2 = 1

SELECT REPLACE(name, ' ', '') AS n, CHAR_LENGTH(name) - CHAR_LENGTH(REPLACE(name, 'e', '')) AS es FROM customers ORDER BY id

SELECT CONCAT(UCASE(LEFT(status, 1)), SUBSTRING(status, 2)) AS Status, COUNT(*) FROM orders GROUP BY Status ORDER BY Status

SELECT o.id, o.total IS NULL AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY ROUND(o.total / 7, 2), o.id

SELECT x.v FROM (SELECT o.id, o.total DIV 7 AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (TRUNCATE(o.total, -1)) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(CAST(o.total AS SIGNED)) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, CAST(o.id AS DECIMAL(10,2)) AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY IF(o.total > 100, o.total, NULL), o.id

SELECT x.v FROM (SELECT o.id, NULLIF(o.currency, 'EUR') AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (CASE o.status WHEN 'new' THEN 0 ELSE o.total END) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(TIME(o.ordered_at)) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, DATE_FORMAT(o.ordered_at, '%d.%m.%Y') AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY UNIX_TIMESTAMP(o.ordered_at) - UNIX_TIMESTAMP('2023-01-01'), o.id

SELECT x.v FROM (SELECT o.id, LAST_DAY(o.ordered_at) AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (WEEKDAY(o.ordered_at)) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(EXTRACT(DAY_HOUR FROM o.ordered_at)) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, o.ordered_at + INTERVAL o.id DAY AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY DATE_ADD(o.ordered_at, INTERVAL 1 QUARTER), o.id

SELECT x.v FROM (SELECT o.id, TIMESTAMPDIFF(HOUR, o.ordered_at, o.shipped_at) AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (DATEDIFF(o.shipped_at, o.ordered_at)) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(o.ordered_at >= DATE '2024-01-01') AS n, count(*) AS all_rows FROM orders o

SELECT o.id, CONCAT_WS(',', o.status, o.coupon, o.channel) AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY RPAD(o.channel, 8, '*'), o.id

SELECT x.v FROM (SELECT o.id, REVERSE(o.status) AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (RIGHT(o.status, 3)) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(SUBSTRING_INDEX(CONCAT(o.status, '-', o.channel), '-', -1)) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, INSTR(o.status, 'a') > 0 AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY FIND_IN_SET(o.status, 'new,paid'), o.id

SELECT x.v FROM (SELECT o.id, UPPER(o.status) AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (HEX(o.id)) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(CONV(o.id, 10, 36)) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, o.status NOT LIKE '%e%' AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY o.status NOT REGEXP 'p', o.id

SELECT x.v FROM (SELECT o.id, REGEXP_SUBSTR(o.status, '[aeiou]+') AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (o.customer_id IN (SELECT id FROM customers WHERE tier = 'gold')) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id AND i.quantity > 4)) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, (SELECT SUM(i.quantity * i.unit_price) FROM order_items i WHERE i.order_id = o.id) = o.total AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY (SELECT name FROM customers c WHERE c.id = o.customer_id), o.id

SELECT x.v FROM (SELECT o.id, o.total > 100 IS NOT FALSE AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (o.currency = 'EUR' OR o.channel = 'web' AND NOT o.id > 30) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count((o.status = 'new') + 0) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, LEAST(o.id, o.customer_id) AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY o.id | 8, o.id

SELECT x.v FROM (SELECT o.id, o.id << 2 AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (ABS(o.total - 100)) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(CEIL(o.total / 10)) AS n, count(*) AS all_rows FROM orders o

SELECT o.id, SQRT(o.id) AS v FROM orders o ORDER BY o.id

SELECT o.id FROM orders o ORDER BY JSON_OBJECT('id', o.id, 'at', o.ordered_at), o.id

SELECT o.id, CASE WHEN (ROW_NUMBER() OVER (ORDER BY o.id)) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT o.id FROM orders o ORDER BY o.total / SUM(o.total) OVER (), o.id

WITH x AS (SELECT o.id AS k, LAG(o.ordered_at) OVER (PARTITION BY o.customer_id ORDER BY o.ordered_at, o.id) AS v FROM orders o) SELECT k, v FROM x WHERE k < 30 ORDER BY k

SELECT o.id, NTH_VALUE(o.status, 3) OVER (ORDER BY o.id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS v FROM orders o ORDER BY o.id

SELECT x.v FROM (SELECT o.id, NTILE(3) OVER (PARTITION BY o.currency ORDER BY o.id) AS v FROM orders o) x ORDER BY x.id

SELECT o.id, CASE WHEN (DENSE_RANK() OVER (PARTITION BY o.currency ORDER BY o.status)) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT o.id, CASE WHEN (o.status COLLATE utf8mb4_bin) IS NULL THEN 'none' ELSE 'some' END AS has FROM orders o ORDER BY 1

SELECT count(JSON_EXTRACT(o.profile, '$.address')) AS n, count(*) AS all_rows FROM customers o

SELECT o.id, JSON_VALUE(o.profile, '$.vip') AS v FROM customers o ORDER BY o.id

SELECT o.id FROM customers o ORDER BY JSON_QUERY(o.profile, '$.tags'), o.id

SELECT x.v FROM (SELECT o.id, JSON_CONTAINS(o.profile, '"b"', '$.tags') AS v FROM customers o) x ORDER BY x.id

SELECT o.id, CASE WHEN (JSON_TYPE(JSON_EXTRACT(o.profile, '$.limit'))) IS NULL THEN 'none' ELSE 'some' END AS has FROM customers o ORDER BY 1

SELECT count(JSON_SEARCH(o.profile, 'one', 'b', NULL, '$.tags')) AS n, count(*) AS all_rows FROM customers o

SELECT o.id, JSON_REMOVE(o.profile, '$.tags', '$.address') AS v FROM customers o ORDER BY o.id

SELECT o.id FROM customers o ORDER BY JSON_VALUE(o.profile, '$.limit') * 2, o.id

SELECT x.v FROM (SELECT o.id, CHAR_LENGTH(o.name) AS v FROM customers o) x ORDER BY x.id

SELECT o.id, CASE WHEN (UPPER(o.name)) IS NULL THEN 'none' ELSE 'some' END AS has FROM customers o ORDER BY 1

SELECT count(RTRIM(o.notes)) AS n, count(*) AS all_rows FROM customers o

SELECT o.id, SUBSTR(o.name, -4, 2) AS v FROM customers o ORDER BY o.id

SELECT o.id FROM customers o ORDER BY SOUNDEX(o.name), o.id

SELECT x.v FROM (SELECT o.id, o.score * 1.5 AS v FROM customers o) x ORDER BY x.id

SELECT o.id, CASE WHEN (o.active + 0) IS NULL THEN 'none' ELSE 'some' END AS has FROM customers o ORDER BY 1

SELECT count(NOT o.active) AS n, count(*) AS all_rows FROM customers o

SELECT o.id, TIMESTAMPDIFF(YEAR, o.birth, '2024-06-01') AS v FROM customers o ORDER BY o.id

SELECT o.id FROM customers o ORDER BY DATE_FORMAT(o.birth, '%m-%d') BETWEEN '03-01' AND '06-30', o.id

SELECT x.v FROM (SELECT o.id, o.birth < o.signup_date AS v FROM customers o) x ORDER BY x.id

SELECT o.id, CASE WHEN (STR_TO_DATE(CONCAT('2024-', MONTH(o.birth), '-01'), '%Y-%m-%d')) IS NULL THEN 'none' ELSE 'some' END AS has FROM customers o ORDER BY 1

SELECT count(JSON_EXTRACT(o.attrs, '$.sizes[2]')) AS n, count(*) AS all_rows FROM products o

SELECT o.id, ROUND(o.price * 1.2, 1) AS v FROM products o ORDER BY o.id

SELECT o.id FROM products o ORDER BY o.weight, o.id

SELECT x.v FROM (SELECT o.id, o.name LIKE '%!_%' ESCAPE '!' AS v FROM products o) x ORDER BY x.id

SELECT o.id FROM products o ORDER BY RANK() OVER (PARTITION BY o.category ORDER BY o.price DESC), o.id

SELECT count(o.room) AS n, count(*) AS all_rows FROM bookings o

SELECT o.id, o.takes AS v FROM bookings o ORDER BY o.id

SELECT o.id FROM bookings o ORDER BY o.bits, o.id

SELECT x.v FROM (SELECT o.id, o.big + 1 AS v FROM bookings o) x ORDER BY x.id

SELECT o.id, CASE WHEN (HEX(o.raw)) IS NULL THEN 'none' ELSE 'some' END AS has FROM bookings o ORDER BY 1

SELECT count(o.room = 'red') AS n, count(*) AS all_rows FROM bookings o

SELECT o.id, HOUR(o.takes) AS v FROM bookings o ORDER BY o.id

SELECT o.id FROM bookings o ORDER BY o.at + INTERVAL 90 MINUTE, o.id

SELECT x.v FROM (SELECT o.id, o.made > 2022 AS v FROM bookings o) x ORDER BY x.id

SELECT o.id, CASE WHEN (o.salary > (SELECT salary FROM employees m WHERE m.id = o.manager_id)) IS NULL THEN 'none' ELSE 'some' END AS has FROM employees o ORDER BY 1

WITH x AS (SELECT o.id AS k, PERCENT_RANK() OVER (PARTITION BY o.department ORDER BY o.salary) AS v FROM employees o) SELECT k, v FROM x WHERE k < 30 ORDER BY k

SELECT o.id FROM orders AS o WHERE (o.total IS NULL) IS NOT NULL ORDER BY o.id DESC

WITH x AS (SELECT o.id AS k, ROUND(o.total / 7, 2) AS v FROM orders o) SELECT k, v FROM x WHERE k < 30 ORDER BY k

SELECT o.id, o.total DIV 7 AS v FROM orders o WHERE o.id < 3 UNION ALL SELECT o.id, o.total DIV 7 FROM orders o WHERE o.id > 3 AND o.id < 6 ORDER BY 1

SELECT count(v), count(*) FROM (SELECT TRUNCATE(o.total, -1) AS v FROM orders o ORDER BY o.id DESC) x

SELECT CAST(o.total AS SIGNED) AS v, count(*) AS n FROM orders o GROUP BY CAST(o.total AS SIGNED) ORDER BY n DESC, min(o.id)

SELECT o.id FROM orders AS o WHERE (CAST(o.id AS DECIMAL(10,2))) IS NOT NULL ORDER BY o.id DESC

WITH x AS (SELECT o.id AS k, IF(o.total > 100, o.total, NULL) AS v FROM orders o) SELECT k, v FROM x WHERE k < 30 ORDER BY k

SELECT o.id, NULLIF(o.currency, 'EUR') AS v FROM orders o WHERE o.id < 3 UNION ALL SELECT o.id, NULLIF(o.currency, 'EUR') FROM orders o WHERE o.id > 3 AND o.id < 6 ORDER BY 1

SELECT count(v), count(*) FROM (SELECT CASE o.status WHEN 'new' THEN 0 ELSE o.total END AS v FROM orders o ORDER BY o.id DESC) x

SELECT TIME(o.ordered_at) AS v, count(*) AS n FROM orders o GROUP BY TIME(o.ordered_at) ORDER BY n DESC, min(o.id)

SELECT o.id FROM orders AS o WHERE (DATE_FORMAT(o.ordered_at, '%d.%m.%Y')) IS NOT NULL ORDER BY o.id DESC

WITH x AS (SELECT o.id AS k, UNIX_TIMESTAMP(o.ordered_at) - UNIX_TIMESTAMP('2023-01-01') AS v FROM orders o) SELECT k, v FROM x WHERE k < 30 ORDER BY k

SELECT o.id, LAST_DAY(o.ordered_at) AS v FROM orders o WHERE o.id < 3 UNION ALL SELECT o.id, LAST_DAY(o.ordered_at) FROM orders o WHERE o.id > 3 AND o.id < 6 ORDER BY 1

SELECT count(v), count(*) FROM (SELECT WEEKDAY(o.ordered_at) AS v FROM orders o ORDER BY o.id DESC) x

SELECT EXTRACT(DAY_HOUR FROM o.ordered_at) AS v, count(*) AS n FROM orders o GROUP BY EXTRACT(DAY_HOUR FROM o.ordered_at) ORDER BY n DESC, min(o.id)

SELECT o.id FROM orders AS o WHERE (o.ordered_at + INTERVAL o.id DAY) IS NOT NULL ORDER BY o.id DESC

WITH x AS (SELECT o.id AS k, DATE_ADD(o.ordered_at, INTERVAL 1 QUARTER) AS v FROM orders o) SELECT k, v FROM x WHERE k < 30 ORDER BY k

SELECT o.id, TIMESTAMPDIFF(HOUR, o.ordered_at, o.shipped_at) AS v FROM orders o WHERE o.id < 3 UNION ALL SELECT o.id, TIMESTAMPDIFF(HOUR, o.ordered_at, o.shipped_at) FROM orders o WHERE o.id > 3 AND o.id < 6 ORDER BY 1

SELECT count(v), count(*) FROM (SELECT DATEDIFF(o.shipped_at, o.ordered_at) AS v FROM orders o ORDER BY o.id DESC) x

SELECT o.ordered_at >= DATE '2024-01-01' AS v, count(*) AS n FROM orders o GROUP BY o.ordered_at >= DATE '2024-01-01' ORDER BY n DESC, min(o.id)

SELECT o.id FROM orders AS o WHERE (CONCAT_WS(',', o.status, o.coupon, o.channel)) IS NOT NULL ORDER BY o.id DESC

WITH x AS (SELECT o.id AS k, RPAD(o.channel, 8, '*') AS v FROM orders o) SELECT k, v FROM x WHERE k < 30 ORDER BY k

SELECT o.id, REVERSE(o.status) AS v FROM orders o WHERE o.id < 3 UNION ALL SELECT o.id, REVERSE(o.status) FROM orders o WHERE o.id > 3 AND o.id < 6 ORDER BY 1

SELECT count(v), count(*) FROM (SELECT RIGHT(o.status, 3) AS v FROM orders o ORDER BY o.id DESC) x

SELECT SUBSTRING_INDEX(CONCAT(o.status, '-', o.channel), '-', -1) AS v, count(*) AS n FROM orders o GROUP BY SUBSTRING_INDEX(CONCAT(o.status, '-', o.channel), '-', -1) ORDER BY n DESC, min(o.id)

SELECT o.id FROM orders AS o WHERE (INSTR(o.status, 'a') > 0) IS NOT NULL ORDER BY o.id DESC

WITH x AS (SELECT o.id AS k, FIND_IN_SET(o.status, 'new,paid') AS v FROM orders o) SELECT k, v FROM x WHERE k < 30 ORDER BY k

SELECT o.id, UPPER(o.status) AS v FROM orders o WHERE o.id < 3 UNION ALL SELECT o.id, UPPER(o.status) FROM orders o WHERE o.id > 3 AND o.id < 6 ORDER BY 1

SELECT count(v), count(*) FROM (SELECT HEX(o.id) AS v FROM orders o ORDER BY o.id DESC) x

SELECT CONV(o.id, 10, 36) AS v, count(*) AS n FROM orders o GROUP BY CONV(o.id, 10, 36) ORDER BY n DESC, min(o.id)
