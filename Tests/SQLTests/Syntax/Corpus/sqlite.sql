SELECT (SELECT COUNT(*) FROM orders WHERE status = 'open') AS one, (SELECT COUNT(*) FROM orders WHERE status = 'cancelled') AS two

SELECT store_id, SUM(total) FROM orders GROUP BY store_id ORDER BY SUM(total) DESC NULLS LAST LIMIT 1

SELECT x'73' AS raw, 0x39 AS hex, 1e6 AS big, .5 AS half

SELECT c.name FROM customers AS c NATURAL JOIN stores AS s WHERE s.id = 17

SELECT * FROM orders WHERE (customer_id, store_id) IN (SELECT customer_id, store_id FROM orders WHERE total > 1065)

SELECT store_id, SUM(total) FROM orders GROUP BY store_id ORDER BY SUM(total) DESC NULLS LAST LIMIT 9

WITH a AS (SELECT customer_id, MIN(ordered_at) AS first_order FROM orders GROUP BY customer_id), b AS (SELECT strftime('%Y-%m', first_order) AS cohort, COUNT(*) AS customers FROM a GROUP BY strftime('%Y-%m', first_order)) SELECT cohort, customers, SUM(customers) OVER (ORDER BY cohort) AS running FROM b

select store_id, AVG(salary) as avg_salary, MAX(salary) - MIN(salary) as spread from employees where hired_on >= '2026-04-16' group by store_id having AVG(salary) > 4251

SELECT product_id FROM order_lines WHERE quantity >= 2 EXCEPT SELECT l.product_id FROM order_lines l JOIN returns r ON r.order_id = l.order_id

SELECT date(ordered_at, 'start of month') AS m, total(total) FROM orders WHERE ordered_at > datetime('now', '-24 days') GROUP BY m

SELECT 1 + 51 * (5 - 3) / 2.0 AS x, -35 AS y, 'a,b' AS z

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary >= 2339 OR e.manager_id IS NULL

SELECT * FROM orders WHERE ordered_at >= date('2026-06-30', '-3 months', 'start of month') AND status IS 'cancelled'

SELECT o.id, o.total, AVG(o.total) OVER (PARTITION BY o.customer_id ORDER BY o.ordered_at ROWS BETWEEN 4 PRECEDING AND CURRENT ROW) AS moving FROM orders o

SELECT name COLLATE NOCASE AS n FROM customers WHERE city = 'Kyoto' COLLATE NOCASE ORDER BY name COLLATE NOCASE

SELECT CASE WHEN total < 18 THEN 'small' WHEN total < 157 THEN 'medium' ELSE 'large' END AS size, COUNT(*) FROM orders GROUP BY CASE WHEN total < 13 THEN 'small' WHEN total < 60 THEN 'medium' ELSE 'large' END, total

select distinct city from stores where city is not null and city <> '' order by city desc

select name from customers where city = 'Oslo' union all select name from employees where salary > 2279 order by name

SELECT x'94' AS raw, 0x51 AS hex, 1e2 AS big, .5 AS half

SELECT s.name, o.total FROM stores s LEFT JOIN orders o ON o.store_id = s.id AND o.status = 'cancelled' WHERE o.id ISNULL

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Oslo', 'Lisbon')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 2
ORDER BY revenue DESC, c.name
LIMIT 10

SELECT o.id, lag(o.total, 1, 0) OVER win AS previous FROM orders o WINDOW win AS (PARTITION BY store_id ORDER BY ordered_at RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE NO OTHERS) LIMIT 60

WITH RECURSIVE days(d) AS (SELECT date('2026-10-25') UNION ALL SELECT date(d, '+1 day') FROM days WHERE d < '2026-12-31') SELECT d, (SELECT COUNT(*) FROM orders WHERE date(ordered_at) = d) AS n FROM days LIMIT 17

SELECT 1 + 53 * (1 - 4) / 2.0 AS x, -31 AS y, '100%' AS z

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 28 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

SELECT COUNT(*) FROM orders WHERE status = 'cancelled' AND ordered_at >= '2024-06-08'

SELECT id, max(ordered_at) FROM orders WHERE customer_id IN (VALUES (54), (31)) GROUP BY customer_id

select o.id from orders as o where o.total > 677 and (o.status = 'returned' or o.status = 'returned') and not o.store_id = 1

SELECT CASE WHEN total < 39 THEN 'small' WHEN total < 57 THEN 'medium' ELSE 'large' END AS size, COUNT(*) FROM orders GROUP BY CASE WHEN total < 10 THEN 'small' WHEN total < 60 THEN 'medium' ELSE 'large' END, total

SELECT details ->> '$.origin' AS v FROM products WHERE details -> '$.tags' IS NOT NULL LIMIT 7

SELECT [name] AS [the name], `city` FROM [customers] WHERE id % 2 = 0 AND id & 1 = 1

SELECT "name", "city" FROM "customers" WHERE "city" = 'Kyoto' AND "phone" NOTNULL

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary > 5089 OR e.manager_id IS NULL

-- revenue of Lisbon
select SUM(o.total) from orders o join stores s on s.id = o.store_id /* only stores */ where s.city = 'Nairobi';

SELECT DISTINCT city FROM stores WHERE city IS NOT NULL AND city <> '' ORDER BY city DESC

SELECT UPPER(SUBSTR(name, 1, 1)) AS letter, COUNT(*) FROM customers GROUP BY UPPER(SUBSTR(name, 1, 1)) ORDER BY 2 DESC, letter

SELECT typeof(total), printf('%.2f', total) FROM orders WHERE total IS NOT 7 LIMIT 5

SELECT store_id, AVG(salary) AS avg_salary, MAX(salary) - MIN(salary) AS spread FROM employees WHERE hired_on >= '2026-01-16' GROUP BY store_id HAVING AVG(salary) > 3192

SELECT name COLLATE NOCASE AS n FROM customers WHERE city = 'Nairobi' COLLATE NOCASE ORDER BY name COLLATE NOCASE

SELECT group_concat(p.name, ', ') AS products, o.id FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE o.status = 'shipped' GROUP BY o.id

SELECT name, CAST(price * 100 AS INTEGER) AS cents FROM products WHERE CAST(price AS TEXT) LIKE '%.4%'

SELECT strftime('%w', ordered_at) AS weekday, COUNT(*) FILTER (WHERE status = 'returned') AS n FROM orders GROUP BY 1 ORDER BY 2 DESC

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 33 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

select o.id, o.total, AVG(o.total) over (partition by o.customer_id order by o.ordered_at ROWS between 2 PRECEDING and CURRENT ROW) as moving from orders o

select store_id, AVG(salary) as avg_salary, MAX(salary) - MIN(salary) as spread from employees where hired_on < '2026-02-18' group by store_id having AVG(salary) > 3679

SELECT * FROM orders WHERE ordered_at >= date('2026-06-30', '-4 months', 'start of month') AND status IS 'returned'

select p.name, SUM(l.quantity * l.unit_price) as revenue, RANK() over (order by SUM(l.quantity * l.unit_price) desc) as place from order_lines l join products p on p.id = l.product_id join orders o on o.id = l.order_id and o.status in ('paid', 'shipped') where o.ordered_at >= date('2026-06-30', '-12 months') group by p.id, p.name order by place limit 13

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) > 1) AS t

SELECT COUNT(*) FROM orders WHERE status = 'paid' AND ordered_at >= '2024-02-08'

SELECT p.name, SUM(l.quantity * l.unit_price) AS revenue, RANK() OVER (ORDER BY SUM(l.quantity * l.unit_price) DESC) AS place FROM order_lines l JOIN products p ON p.id = l.product_id JOIN orders o ON o.id = l.order_id AND o.status IN ('paid', 'shipped') WHERE o.ordered_at >= date('2026-06-30', '-9 months') GROUP BY p.id, p.name ORDER BY place LIMIT 9

SELECT * FROM (SELECT o.*, ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY ordered_at DESC) AS rn FROM orders o) AS ranked WHERE rn = 1

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Lisbon', 'Kyoto')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 1
ORDER BY revenue DESC, c.name
LIMIT 35

select AVG(salary) from employees

SELECT MAX(price) - MIN(price) AS spread, kind FROM products WHERE price NOT BETWEEN 5 AND 71 GROUP BY kind

-- revenue of Lisbon
SELECT SUM(o.total) FROM orders o JOIN stores s ON s.id = o.store_id /* only stores */ WHERE s.city = 'Kyoto';

select r.reason, COUNT(*) as n, SUM(r.refund) as refunded from returns r join orders o USING (id) where r.returned_at > '2024-03-08' group by r.reason

SELECT store_id, status, COUNT(*) n, SUM(COUNT(*)) OVER (PARTITION BY store_id) AS all_of_store FROM orders GROUP BY store_id, status ORDER BY store_id, n DESC

SELECT date(ordered_at, 'start of month') AS m, total(total) FROM orders WHERE ordered_at > datetime('now', '-77 days') GROUP BY m

SELECT name, CAST(price * 100 AS INTEGER) AS cents FROM products WHERE CAST(price AS TEXT) LIKE '%.3%'

SELECT strftime('%w', ordered_at) AS weekday, COUNT(*) FILTER (WHERE status = 'paid') AS n FROM orders GROUP BY 1 ORDER BY 2 DESC

SELECT id, max(ordered_at) FROM orders WHERE customer_id IN (VALUES (39), (37)) GROUP BY customer_id

SELECT IFNULL(phone, 'n/a') phone, iif(city = 'Oslo', 1, 0) AS local FROM customers LIMIT 3, 39

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) >= 9) AS t

select * from orders where (customer_id, store_id) in (select customer_id, store_id from orders where total > 670)

WITH RECURSIVE days(d) AS (SELECT date('2025-10-22') UNION ALL SELECT date(d, '+1 day') FROM days WHERE d < '2026-12-31') SELECT d, (SELECT COUNT(*) FROM orders WHERE date(ordered_at) = d) AS n FROM days LIMIT 18

SELECT strftime('%Y-%m', ordered_at) AS month, SUM(total) AS revenue, COUNT(DISTINCT customer_id) AS buyers FROM orders WHERE status <> 'cancelled' AND ordered_at BETWEEN '2025-11-05' AND '2026-06-30' GROUP BY strftime('%Y-%m', ordered_at) ORDER BY 1

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2025-08-25' GROUP BY r.reason

SELECT c.name, o.total FROM orders o, customers c WHERE o.customer_id = c.id AND o.total >= (SELECT MAX(total) FROM orders WHERE store_id = 8)

SELECT CASE WHEN total < 39 THEN 'small' WHEN total < 194 THEN 'medium' ELSE 'large' END AS size, COUNT(*) FROM orders GROUP BY CASE WHEN total < 24 THEN 'small' WHEN total < 60 THEN 'medium' ELSE 'large' END, total

SELECT s.order_id, s.carrier, julianday(s.delivered_at) - julianday(s.shipped_at) AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND julianday(s.delivered_at) - julianday(s.shipped_at) > 12 ORDER BY days DESC LIMIT 18

select s.order_id, s.carrier, julianday(s.delivered_at) - julianday(s.shipped_at) as days from shipments s where s.delivered_at is not null and julianday(s.delivered_at) - julianday(s.shipped_at) > 5 order by days desc limit 16

select (select COUNT(*) from orders where status = 'cancelled') as one, (select COUNT(*) from orders where status = 'shipped') as two

SELECT id, max(ordered_at) FROM orders WHERE customer_id IN (VALUES (35), (29)) GROUP BY customer_id

SELECT product_id FROM order_lines WHERE quantity >= 5 EXCEPT SELECT l.product_id FROM order_lines l JOIN returns r ON r.order_id = l.order_id

SELECT name FROM customers WHERE name GLOB 'D*' AND city == 'São Paulo'

SELECT x'23' AS raw, 0x55 AS hex, 1e2 AS big, .5 AS half

SELECT * FROM customers WHERE city = 'Nairobi' ORDER BY name LIMIT 64

with RECURSIVE chain (id, name, depth) as (
  select id, name, 0 from employees where manager_id is null
  union all
  select e.id, e.name, chain.depth + 1 from employees e join chain on e.manager_id = chain.id
)
select depth, COUNT(*) from chain where depth < 6 group by depth order by depth

SELECT COUNT(*) FROM orders WHERE status = 'open' AND ordered_at >= '2025-09-15'

SELECT name, CAST(price * 100 AS INTEGER) AS cents FROM products WHERE CAST(price AS TEXT) LIKE '%.1%'

SELECT s.city, s.name, SUM(o.total) total FROM stores s INNER JOIN orders o ON s.id = o.store_id WHERE CAST(strftime('%Y', o.ordered_at) AS INTEGER) = 2025 GROUP BY s.city, s.name ORDER BY total DESC

SELECT p.name, COALESCE(sold.n, 0) AS sold FROM products p LEFT JOIN (SELECT product_id, SUM(quantity) AS n FROM order_lines GROUP BY product_id) sold ON sold.product_id = p.id WHERE p.kind = 'espresso' ORDER BY sold DESC

SELECT [name] AS [the name], `city` FROM [customers] WHERE id % 7 = 0 AND id & 1 = 1

select o.id from orders as o where o.total > 877 and (o.status = 'shipped' or o.status = 'returned') and not o.store_id = 2

select s.city, s.name, SUM(o.total) total from stores s inner join orders o on s.id = o.store_id where CAST(strftime('%Y', o.ordered_at) as INTEGER) = 2024 group by s.city, s.name order by total desc

SELECT [name] AS [the name], `city` FROM [customers] WHERE id % 9 = 0 AND id & 1 = 1

SELECT * FROM customers WHERE city = 'São Paulo' ORDER BY name LIMIT 97

SELECT IFNULL(phone, 'n/a') phone, iif(city = 'Oslo', 1, 0) AS local FROM customers LIMIT 3, 24

SELECT date(ordered_at, 'start of month') AS m, total(total) FROM orders WHERE ordered_at > datetime('now', '-51 days') GROUP BY m

SELECT "name", "city" FROM "customers" WHERE "city" = 'Lisbon' AND "phone" NOTNULL

select e.name as employee, m.name as manager, e.salary from employees e left OUTER join employees m on e.manager_id = m.id where e.salary > 5457 or e.manager_id is null

select * from (select o.*, ROW_NUMBER() over (partition by customer_id order by ordered_at desc) as rn from orders o) as ranked where rn < 6

SELECT id, max(ordered_at) FROM orders WHERE customer_id IN (VALUES (27), (66)) GROUP BY customer_id

WITH monthly AS (SELECT strftime('%Y-%m', ordered_at) AS m, SUM(total) AS revenue FROM orders GROUP BY strftime('%Y-%m', ordered_at))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m DESC LIMIT 34

select COALESCE(c.phone, c.email, 'none') as contact, c.name || ' (' || c.city || ')' as label from customers c where c.id = 7621

SELECT group_concat(p.name, ', ') AS products, o.id FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE o.status = 'returned' GROUP BY o.id

select group_concat(p.name, ', ') as products, o.id from orders o join order_lines l on l.order_id = o.id join products p on p.id = l.product_id where o.status = 'returned' group by o.id

SELECT json_extract(details, '$.roast') AS v, COUNT(*) FROM products GROUP BY v

select o.id, o.total, AVG(o.total) over (partition by o.customer_id order by o.ordered_at ROWS between 4 PRECEDING and CURRENT ROW) as moving from orders o

SELECT x'47' AS raw, 0x42 AS hex, 1e3 AS big, .5 AS half

SELECT COUNT(*) FROM orders WHERE status = 'paid' AND ordered_at >= '2025-11-26'

SELECT s.order_id, s.carrier, julianday(s.delivered_at) - julianday(s.shipped_at) AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND julianday(s.delivered_at) - julianday(s.shipped_at) > 13 ORDER BY days DESC LIMIT 14

select COUNT(*) from orders where status = 'cancelled' and ordered_at >= '2026-12-27'

SELECT json_extract(details, '$.weight') AS v, COUNT(*) FROM products GROUP BY v

SELECT product_id FROM order_lines WHERE quantity >= 4 EXCEPT SELECT l.product_id FROM order_lines l JOIN returns r ON r.order_id = l.order_id

SELECT p.name, j.value FROM products p, json_each(p.details, '$.tags') j WHERE j.value = 'decaf'

select o.id, o.total, AVG(o.total) over (partition by o.customer_id order by o.ordered_at ROWS between 3 PRECEDING and CURRENT ROW) as moving from orders o

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'shipped') AS turnover FROM stores s WHERE s.opened_on < '2024-08-10'

SELECT DISTINCT city, name FROM stores WHERE city IS NOT NULL AND city <> '' ORDER BY city DESC

SELECT * FROM customers WHERE city = 'Hamburg' ORDER BY name LIMIT 45

select o.id, FIRST_VALUE(o.total) over w as first, LAST_VALUE(o.total) over w as last from orders o where o.store_id = 11 WINDOW w as (partition by o.customer_id order by o.ordered_at)

SELECT ROUND(100.0 * SUM(CASE WHEN status = 'cancelled' THEN 1 ELSE 0 END) / COUNT(*), 1) AS share FROM orders WHERE store_id = 19

SELECT store_id, AVG(salary) AS avg_salary, MAX(salary) - MIN(salary) AS spread FROM employees WHERE hired_on < '2024-07-08' GROUP BY store_id HAVING AVG(salary) > 2506

SELECT name, price FROM products ORDER BY price DESC LIMIT 7 OFFSET 8

-- revenue of Nairobi
select SUM(o.total) from orders o join stores s on s.id = o.store_id /* only stores */ where s.city = 'São Paulo';

select strftime('%Y-%m', ordered_at) as month, SUM(total) as revenue, COUNT(distinct customer_id) as buyers from orders where status <> 'cancelled' and ordered_at between '2025-10-03' and '2026-06-30' group by strftime('%Y-%m', ordered_at) order by 1

SELECT json_extract(details, '$.origin') AS v, COUNT(*) FROM products GROUP BY v

select c.id, c.name from customers c where not exists (select 1 from orders o where o.customer_id = c.id and o.ordered_at > date('2026-06-30', '-3 months'))

-- revenue of Oslo
SELECT SUM(o.total) FROM orders o JOIN stores s ON s.id = o.store_id /* only stores */ WHERE s.city = 'Nairobi';

SELECT name COLLATE NOCASE AS n FROM customers WHERE city = 'São Paulo' COLLATE NOCASE ORDER BY name COLLATE NOCASE

SELECT name FROM customers WHERE name GLOB 'C*' AND city == 'Nairobi'

SELECT 1 + 37 * (8 - 6) / 2.0 AS x, -2 AS y, '100%' AS z

WITH monthly AS (SELECT strftime('%Y-%m', ordered_at) AS m, SUM(total) AS revenue FROM orders GROUP BY strftime('%Y-%m', ordered_at))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m DESC LIMIT 22

SELECT c.name FROM customers AS c NATURAL JOIN stores AS s WHERE s.id = 4

SELECT 1 + 68 * (2 - 5) / 2.0 AS x, -8 AS y, 'a,b' AS z

select r.reason, COUNT(*) as n, SUM(r.refund) as refunded from returns r join orders o USING (id) where r.returned_at > '2025-12-20' group by r.reason

SELECT date(ordered_at, 'start of month') AS m, total(total) FROM orders WHERE ordered_at > datetime('now', '-89 days') GROUP BY m

SELECT IFNULL(phone, 'n/a') phone, iif(city = 'Oslo', 1, 0) AS local FROM customers LIMIT 9, 76

select strftime('%Y-%m', ordered_at) as month, SUM(total) as revenue, COUNT(distinct customer_id) as buyers from orders where status <> 'cancelled' and ordered_at between '2025-04-23' and '2026-06-30' group by strftime('%Y-%m', ordered_at) order by 1

SELECT c.name FROM customers AS c NATURAL JOIN stores AS s WHERE s.id = 21

select id, total, NTILE(4) over (order by total) as bucket from orders where total is not null

WITH RECURSIVE days(d) AS (SELECT date('2025-03-13') UNION ALL SELECT date(d, '+1 day') FROM days WHERE d < '2026-12-31') SELECT d, (SELECT COUNT(*) FROM orders WHERE date(ordered_at) = d) AS n FROM days LIMIT 44

SELECT strftime('%w', ordered_at) AS weekday, COUNT(*) FILTER (WHERE status = 'shipped') AS n FROM orders GROUP BY 1 ORDER BY 2 DESC

SELECT date(ordered_at, 'start of month') AS m, total(total) FROM orders WHERE ordered_at > datetime('now', '-60 days') GROUP BY m

SELECT s.order_id, s.carrier, julianday(s.delivered_at) - julianday(s.shipped_at) AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND julianday(s.delivered_at) - julianday(s.shipped_at) > 10 ORDER BY days DESC LIMIT 22

SELECT IFNULL(phone, 'n/a') phone, iif(city = 'Kyoto', 1, 0) AS local FROM customers LIMIT 8, 67

SELECT "name", "city" FROM "customers" WHERE "city" = 'Hamburg' AND "phone" NOTNULL

select s.name, (select COUNT(*) from employees e where e.store_id = s.id) as staff, (select ROUND(SUM(total), 2) from orders o where o.store_id = s.id and o.status = 'cancelled') as turnover from stores s where s.opened_on < '2025-08-10'

SELECT p.name, j.value FROM products p, json_each(p.details, '$.tags') j WHERE j.value = 'filter'

SELECT s.name, o.total FROM stores s LEFT JOIN orders o ON o.store_id = s.id AND o.status = 'open' WHERE o.id ISNULL

SELECT o.id, lag(o.total, 1, 0) OVER win AS previous FROM orders o WINDOW win AS (PARTITION BY store_id ORDER BY ordered_at RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE NO OTHERS) LIMIT 29

SELECT strftime('%Y-%m', ordered_at) AS month, SUM(total) AS revenue, COUNT(DISTINCT customer_id) AS buyers FROM orders WHERE status <> 'cancelled' AND ordered_at BETWEEN '2026-11-08' AND '2026-06-30' GROUP BY strftime('%Y-%m', ordered_at) ORDER BY 1

SELECT id, max(ordered_at) FROM orders WHERE customer_id IN (VALUES (56), (82)) GROUP BY customer_id

SELECT typeof(total), printf('%.2f', total) FROM orders WHERE total IS NOT 4 LIMIT 5

WITH RECURSIVE days(d) AS (SELECT date('2024-10-04') UNION ALL SELECT date(d, '+1 day') FROM days WHERE d < '2026-12-31') SELECT d, (SELECT COUNT(*) FROM orders WHERE date(ordered_at) = d) AS n FROM days LIMIT 54

select s.name, (select COUNT(*) from employees e where e.store_id = s.id) as staff, (select ROUND(SUM(total), 2) from orders o where o.store_id = s.id and o.status = 'paid') as turnover from stores s where s.opened_on < '2026-05-11'

select * from orders where (customer_id, store_id) in (select customer_id, store_id from orders where total > 479)

WITH RECURSIVE days(d) AS (SELECT date('2025-09-14') UNION ALL SELECT date(d, '+1 day') FROM days WHERE d < '2026-12-31') SELECT d, (SELECT COUNT(*) FROM orders WHERE date(ordered_at) = d) AS n FROM days LIMIT 37

SELECT MAX(price) - MIN(price) AS spread, kind FROM products WHERE price NOT BETWEEN 3 AND 64 GROUP BY kind

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary >= 5469 OR e.manager_id IS NULL

SELECT * FROM orders WHERE (customer_id, store_id) IN (SELECT customer_id, store_id FROM orders WHERE total > 966)

SELECT o.id, lag(o.total, 1, 0) OVER win AS previous FROM orders o WINDOW win AS (PARTITION BY store_id ORDER BY ordered_at RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE NO OTHERS) LIMIT 66

SELECT s.order_id, s.carrier, julianday(s.delivered_at) - julianday(s.shipped_at) AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND julianday(s.delivered_at) - julianday(s.shipped_at) > 7 ORDER BY days DESC LIMIT 8

SELECT p.name, j.value FROM products p, json_each(p.details, '$.tags') j WHERE j.value = 'espresso'

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2026-01-06' GROUP BY r.reason

SELECT x'22' AS raw, 0x60 AS hex, 1e9 AS big, .5 AS half

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2026-09-15' GROUP BY r.reason

SELECT s.city, s.name, SUM(o.total) total FROM stores s INNER JOIN orders o ON s.id = o.store_id WHERE CAST(strftime('%Y', o.ordered_at) AS INTEGER) = 2026 GROUP BY s.city, s.name ORDER BY total DESC

SELECT product_id FROM order_lines WHERE quantity >= 8 INTERSECT SELECT l.product_id FROM order_lines l JOIN returns r ON r.order_id = l.order_id

select name, email from customers where email like '%@example.no' and phone is not null

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary < 5656 OR e.manager_id IS NULL

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2026-05-14' GROUP BY r.reason

SELECT store_id, SUM(total) FROM orders GROUP BY store_id ORDER BY SUM(total) DESC NULLS LAST LIMIT 2

select store_id, AVG(salary) as avg_salary, MAX(salary) - MIN(salary) as spread from employees where hired_on < '2024-09-05' group by store_id having AVG(salary) > 3689

SELECT * FROM orders WHERE (customer_id, store_id) IN (SELECT customer_id, store_id FROM orders WHERE total > 962)

SELECT c.id, c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.ordered_at > date('2026-06-30', '-18 months'))

SELECT IFNULL(phone, 'n/a') phone, iif(city = 'Kyoto', 1, 0) AS local FROM customers LIMIT 2, 47

SELECT c.name FROM customers AS c NATURAL JOIN stores AS s WHERE s.id = 45

select distinct city, name from customers where city is not null and city <> '' order by city

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Nairobi', 'Kyoto')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 8
ORDER BY revenue DESC, c.name
LIMIT 46

SELECT COUNT(*) FROM orders WHERE status = 'paid' AND ordered_at >= '2024-02-20'

SELECT "name", "city" FROM "customers" WHERE "city" = 'São Paulo' AND "phone" NOTNULL

WITH monthly AS (SELECT strftime('%Y-%m', ordered_at) AS m, SUM(total) AS revenue FROM orders GROUP BY strftime('%Y-%m', ordered_at))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m LIMIT 18

SELECT name, email FROM customers WHERE email LIKE '%@example.no' AND phone IS NULL

select p.name, SUM(l.quantity * l.unit_price) as revenue, RANK() over (order by SUM(l.quantity * l.unit_price) desc) as place from order_lines l join products p on p.id = l.product_id join orders o on o.id = l.order_id and o.status in ('paid', 'shipped') where o.ordered_at >= date('2026-06-30', '-1 months') group by p.id, p.name order by place limit 20

WITH RECURSIVE days(d) AS (SELECT date('2024-04-10') UNION ALL SELECT date(d, '+1 day') FROM days WHERE d < '2026-12-31') SELECT d, (SELECT COUNT(*) FROM orders WHERE date(ordered_at) = d) AS n FROM days LIMIT 40

SELECT store_id, SUM(total) FROM orders GROUP BY store_id ORDER BY SUM(total) DESC NULLS LAST LIMIT 5

SELECT IFNULL(phone, 'n/a') phone, iif(city = 'Hamburg', 1, 0) AS local FROM customers LIMIT 9, 86

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Oslo', 'Nairobi')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 9
ORDER BY revenue DESC, c.name
LIMIT 33

SELECT DISTINCT city FROM customers WHERE city IS NOT NULL AND city <> '' ORDER BY city

SELECT s.name, o.total FROM stores s LEFT JOIN orders o ON o.store_id = s.id AND o.status = 'paid' WHERE o.id ISNULL

SELECT CASE WHEN total < 13 THEN 'small' WHEN total < 94 THEN 'medium' ELSE 'large' END AS size, COUNT(*) FROM orders GROUP BY CASE WHEN total < 18 THEN 'small' WHEN total < 60 THEN 'medium' ELSE 'large' END, total

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'cancelled') AS turnover FROM stores s WHERE s.opened_on < '2026-01-06'

SELECT DISTINCT city FROM stores WHERE city IS NOT NULL AND city <> '' ORDER BY city

SELECT id, total, NTILE(4) OVER (ORDER BY total) AS bucket FROM orders WHERE total IS NOT NULL

select s.order_id, s.carrier, julianday(s.delivered_at) - julianday(s.shipped_at) as days from shipments s where s.delivered_at is not null and julianday(s.delivered_at) - julianday(s.shipped_at) > 12 order by days desc limit 10

select * from orders where (customer_id, store_id) in (select customer_id, store_id from orders where total > 1996)

SELECT name FROM customers WHERE name GLOB 'C*' AND city == 'Lisbon'

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2025-02-27' GROUP BY r.reason

WITH RECURSIVE days(d) AS (SELECT date('2024-06-19') UNION ALL SELECT date(d, '+1 day') FROM days WHERE d < '2026-12-31') SELECT d, (SELECT COUNT(*) FROM orders WHERE date(ordered_at) = d) AS n FROM days LIMIT 24

SELECT name, CAST(price * 100 AS INTEGER) AS cents FROM products WHERE CAST(price AS TEXT) LIKE '%.6%'

SELECT p.name, COALESCE(sold.n, 0) AS sold FROM products p LEFT JOIN (SELECT product_id, SUM(quantity) AS n FROM order_lines GROUP BY product_id) sold ON sold.product_id = p.id WHERE p.kind = 'equipment' ORDER BY sold DESC

SELECT name FROM customers WHERE city = 'Lisbon' UNION ALL SELECT name FROM employees WHERE salary > 4695 ORDER BY name

SELECT product_id FROM order_lines WHERE quantity >= 2 INTERSECT SELECT l.product_id FROM order_lines l JOIN returns r ON r.order_id = l.order_id

SELECT * FROM (SELECT o.*, ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY ordered_at DESC) AS rn FROM orders o) AS ranked WHERE rn <= 3

SELECT p.name, j.value FROM products p, json_each(p.details, '$.tags') j WHERE j.value = 'equipment'

SELECT store_id, AVG(salary) AS avg_salary, MAX(salary) - MIN(salary) AS spread FROM employees WHERE hired_on >= '2024-11-08' GROUP BY store_id HAVING AVG(salary) > 3108

select name, email from customers where email like '%@example.org' and phone is not null

SELECT name, price FROM products ORDER BY price DESC LIMIT 20 OFFSET 108

SELECT date(ordered_at, 'start of month') AS m, total(total) FROM orders WHERE ordered_at > datetime('now', '-5 days') GROUP BY m

select store_id, AVG(salary) as avg_salary, MAX(salary) - MIN(salary) as spread from employees where hired_on < '2024-05-21' group by store_id having AVG(salary) > 3496

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'shipped') AS turnover FROM stores s WHERE s.opened_on < '2026-07-24'

SELECT name, CAST(price * 100 AS INTEGER) AS cents FROM products WHERE CAST(price AS TEXT) LIKE '%.0%'

SELECT date(ordered_at, 'start of month') AS m, total(total) FROM orders WHERE ordered_at > datetime('now', '-68 days') GROUP BY m

WITH monthly AS (SELECT strftime('%Y-%m', ordered_at) AS m, SUM(total) AS revenue FROM orders GROUP BY strftime('%Y-%m', ordered_at))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m DESC LIMIT 18

SELECT o.id, lag(o.total, 1, 0) OVER win AS previous FROM orders o WINDOW win AS (PARTITION BY store_id ORDER BY ordered_at RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE NO OTHERS) LIMIT 46

SELECT ROUND(100.0 * SUM(CASE WHEN status = 'shipped' THEN 1 ELSE 0 END) / COUNT(*), 1) AS share FROM orders WHERE store_id = 7

SELECT store_id, SUM(total) FROM orders GROUP BY store_id ORDER BY SUM(total) DESC NULLS LAST LIMIT 3

SELECT CASE WHEN total < 38 THEN 'small' WHEN total < 187 THEN 'medium' ELSE 'large' END AS size, COUNT(*) FROM orders GROUP BY CASE WHEN total < 12 THEN 'small' WHEN total < 60 THEN 'medium' ELSE 'large' END, total

SELECT kind, COUNT(*) AS products, ROUND(AVG(price), 2) AS "average price" FROM products WHERE active = 1 GROUP BY kind ORDER BY [average price] DESC

select store_id, status, COUNT(*) n, SUM(COUNT(*)) over (partition by store_id) as all_of_store from orders group by store_id, status order by store_id, n desc

SELECT c.name, o.total FROM orders o, customers c WHERE o.customer_id = c.id AND o.total >= (SELECT MAX(total) FROM orders WHERE store_id = 16)

SELECT typeof(total), printf('%.2f', total) FROM orders WHERE total IS NOT 2 LIMIT 5

select p.id, p.name from products p where p.id in (select product_id from order_lines where quantity > 15)

SELECT MAX(refund) FROM returns

SELECT name, price FROM products ORDER BY price DESC LIMIT 4 OFFSET 136

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary >= 2072 OR e.manager_id IS NULL

SELECT group_concat(p.name, ', ') AS products, o.id FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE o.status = 'cancelled' GROUP BY o.id

SELECT 1 + 55 * (8 - 9) / 2.0 AS x, -11 AS y, 'it''s' AS z

SELECT o.id, o.total, AVG(o.total) OVER (PARTITION BY o.customer_id ORDER BY o.ordered_at ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS moving FROM orders o

SELECT IFNULL(phone, 'n/a') phone, iif(city = 'Oslo', 1, 0) AS local FROM customers LIMIT 4, 34

SELECT o.id, lag(o.total, 1, 0) OVER win AS previous FROM orders o WINDOW win AS (PARTITION BY store_id ORDER BY ordered_at RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE NO OTHERS) LIMIT 35

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'cancelled') AS turnover FROM stores s WHERE s.opened_on < '2025-07-21'

SELECT name, price FROM products ORDER BY price DESC LIMIT 17 OFFSET 148

SELECT id, max(ordered_at) FROM orders WHERE customer_id IN (VALUES (67), (25)) GROUP BY customer_id

SELECT MAX(price) - MIN(price) AS spread, kind FROM products WHERE price NOT BETWEEN 2 AND 56 GROUP BY kind

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary < 3331 OR e.manager_id IS NULL

select o.id from orders as o where o.total > 292 and (o.status = 'open' or o.status = 'shipped') and not o.store_id = 5

SELECT IFNULL(phone, 'n/a') phone, iif(city = 'São Paulo', 1, 0) AS local FROM customers LIMIT 8, 44

SELECT kind, COUNT(*) AS products, ROUND(AVG(price), 2) AS `average price` FROM products WHERE active = 1 GROUP BY kind ORDER BY `average price` DESC

WITH RECURSIVE days(d) AS (SELECT date('2025-07-14') UNION ALL SELECT date(d, '+1 day') FROM days WHERE d < '2026-12-31') SELECT d, (SELECT COUNT(*) FROM orders WHERE date(ordered_at) = d) AS n FROM days LIMIT 50

select r.reason, COUNT(*) as n, SUM(r.refund) as refunded from returns r join orders o USING (id) where r.returned_at > '2026-12-10' group by r.reason

SELECT id, total, NTILE(10) OVER (ORDER BY total) AS bucket FROM orders WHERE total IS NOT NULL

select UPPER(SUBSTR(name, 1, 1)) as letter, COUNT(*) from customers group by UPPER(SUBSTR(name, 1, 1)) order by 2 desc, letter

SELECT name COLLATE NOCASE AS n FROM customers WHERE city = 'Hamburg' COLLATE NOCASE ORDER BY name COLLATE NOCASE

WITH monthly AS (SELECT strftime('%Y-%m', ordered_at) AS m, SUM(total) AS revenue FROM orders GROUP BY strftime('%Y-%m', ordered_at))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m LIMIT 35

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2025-09-21' GROUP BY r.reason

SELECT id, max(ordered_at) FROM orders WHERE customer_id IN (VALUES (57), (20)) GROUP BY customer_id

SELECT name FROM customers WHERE name GLOB 'D*' AND city == 'Hamburg'

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 26 AND name NOT LIKE 'A%'

SELECT DISTINCT city, name FROM stores WHERE city IS NOT NULL AND city <> '' ORDER BY city

SELECT c.name FROM customers AS c NATURAL JOIN stores AS s WHERE s.id = 33

SELECT MIN(price) FROM products

WITH RECURSIVE chain (id, name, depth) AS (
  SELECT id, name, 0 FROM employees WHERE manager_id IS NULL
  UNION ALL
  SELECT e.id, e.name, chain.depth + 1 FROM employees e JOIN chain ON e.manager_id = chain.id
)
SELECT depth, COUNT(*) FROM chain WHERE depth < 2 GROUP BY depth ORDER BY depth

SELECT * FROM orders WHERE (customer_id, store_id) IN (SELECT customer_id, store_id FROM orders WHERE total > 1448)

SELECT details ->> '$.roast' AS v FROM products WHERE details -> '$.tags' IS NOT NULL LIMIT 14

select r.reason, COUNT(*) as n, SUM(r.refund) as refunded from returns r join orders o USING (id) where r.returned_at > '2025-07-17' group by r.reason

SELECT CASE WHEN total < 32 THEN 'small' WHEN total < 200 THEN 'medium' ELSE 'large' END AS size, COUNT(*) FROM orders GROUP BY CASE WHEN total < 38 THEN 'small' WHEN total < 60 THEN 'medium' ELSE 'large' END, total

SELECT s.order_id, s.carrier, julianday(s.delivered_at) - julianday(s.shipped_at) AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND julianday(s.delivered_at) - julianday(s.shipped_at) > 3 ORDER BY days DESC LIMIT 15

SELECT MAX(price) - MIN(price) AS spread, kind FROM products WHERE price NOT BETWEEN 5 AND 31 GROUP BY kind

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary < 2480 OR e.manager_id IS NULL

SELECT name, price FROM products ORDER BY price DESC LIMIT 11 OFFSET 28

SELECT ROUND(100.0 * SUM(CASE WHEN status = 'shipped' THEN 1 ELSE 0 END) / COUNT(*), 1) AS share FROM orders WHERE store_id = 18

select o.id from orders as o where o.total > 894 and (o.status = 'paid' or o.status = 'shipped') and not o.store_id = 9

SELECT x'48' AS raw, 0x98 AS hex, 1e9 AS big, .5 AS half

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('São Paulo', 'Kyoto')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 4
ORDER BY revenue DESC, c.name
LIMIT 39

SELECT x'82' AS raw, 0x31 AS hex, 1e3 AS big, .5 AS half

SELECT o.id, lag(o.total, 1, 0) OVER win AS previous FROM orders o WINDOW win AS (PARTITION BY store_id ORDER BY ordered_at RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE NO OTHERS) LIMIT 70

SELECT c.id, c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.ordered_at > date('2026-06-30', '-1 months'))

WITH RECURSIVE chain (id, name, depth) AS (
  SELECT id, name, 0 FROM employees WHERE manager_id IS NULL
  UNION ALL
  SELECT e.id, e.name, chain.depth + 1 FROM employees e JOIN chain ON e.manager_id = chain.id
)
SELECT depth, COUNT(*) FROM chain WHERE depth < 8 GROUP BY depth ORDER BY depth

select product_id from order_lines where quantity >= 4 EXCEPT select l.product_id from order_lines l join returns r on r.order_id = l.order_id

SELECT name COLLATE NOCASE AS n FROM customers WHERE city = 'Lisbon' COLLATE NOCASE ORDER BY name COLLATE NOCASE

SELECT x'74' AS raw, 0x17 AS hex, 1e8 AS big, .5 AS half

SELECT o.id, o.total, AVG(o.total) OVER (PARTITION BY o.customer_id ORDER BY o.ordered_at ROWS BETWEEN 5 PRECEDING AND CURRENT ROW) AS moving FROM orders o

SELECT details ->> '$.roast' AS v FROM products WHERE details -> '$.tags' IS NOT NULL LIMIT 10

SELECT "name", "city" FROM "customers" WHERE "city" = 'Nairobi' AND "phone" NOTNULL

-- revenue of São Paulo
SELECT SUM(o.total) FROM orders o JOIN stores s ON s.id = o.store_id /* only stores */ WHERE s.city = 'São Paulo';

SELECT SUM(salary) FROM employees

SELECT id, max(ordered_at) FROM orders WHERE customer_id IN (VALUES (40), (51)) GROUP BY customer_id

SELECT o.id, lag(o.total, 1, 0) OVER win AS previous FROM orders o WINDOW win AS (PARTITION BY store_id ORDER BY ordered_at RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE NO OTHERS) LIMIT 27

select c.name, o.total from orders o, customers c where o.customer_id = c.id and o.total >= (select MAX(total) from orders where store_id = 1)

select kind, COUNT(*) as products, ROUND(AVG(price), 2) as [average price] from products where active = 1 group by kind order by "average price" desc

SELECT * FROM customers WHERE city = 'Kyoto' ORDER BY name LIMIT 88

select o.id from orders as o where o.total > 649 and (o.status = 'open' or o.status = 'shipped') and not o.store_id = 2

SELECT COUNT(*) FROM orders WHERE status = 'returned' AND ordered_at >= '2024-11-09'

SELECT date(ordered_at, 'start of month') AS m, total(total) FROM orders WHERE ordered_at > datetime('now', '-75 days') GROUP BY m

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) = 6) AS t

SELECT p.name, COALESCE(sold.n, 0) AS sold FROM products p LEFT JOIN (SELECT product_id, SUM(quantity) AS n FROM order_lines GROUP BY product_id) sold ON sold.product_id = p.id WHERE p.kind = 'decaf' ORDER BY sold DESC

SELECT c.name FROM customers AS c NATURAL JOIN stores AS s WHERE s.id = 7

SELECT MAX(price) - MIN(price) AS spread, kind FROM products WHERE price NOT BETWEEN 2 AND 54 GROUP BY kind

select s.city, s.name, SUM(o.total) total from stores s inner join orders o on s.id = o.store_id where CAST(strftime('%Y', o.ordered_at) as INTEGER) = 2026 group by s.city, s.name order by total desc

SELECT x'16' AS raw, 0x65 AS hex, 1e7 AS big, .5 AS half

SELECT group_concat(p.name, ', ') AS products, o.id FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE o.status = 'paid' GROUP BY o.id

SELECT p.name, p.price, p.price * 0.9 AS with_tax FROM products p WHERE p.kind = 'equipment' AND p.price > (SELECT AVG(price) FROM products WHERE kind = p.kind)

SELECT o.id, o.total, AVG(o.total) OVER (PARTITION BY o.customer_id ORDER BY o.ordered_at ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) AS moving FROM orders o

SELECT date(ordered_at, 'start of month') AS m, total(total) FROM orders WHERE ordered_at > datetime('now', '-34 days') GROUP BY m

SELECT o.id, lag(o.total, 1, 0) OVER win AS previous FROM orders o WINDOW win AS (PARTITION BY store_id ORDER BY ordered_at RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE NO OTHERS) LIMIT 81

SELECT name, price FROM products ORDER BY price DESC LIMIT 6 OFFSET 57

WITH RECURSIVE days(d) AS (SELECT date('2026-01-28') UNION ALL SELECT date(d, '+1 day') FROM days WHERE d < '2026-12-31') SELECT d, (SELECT COUNT(*) FROM orders WHERE date(ordered_at) = d) AS n FROM days LIMIT 13

SELECT details ->> '$.roast' AS v FROM products WHERE details -> '$.tags' IS NOT NULL LIMIT 27

SELECT x'94' AS raw, 0x40 AS hex, 1e3 AS big, .5 AS half

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'shipped') AS turnover FROM stores s WHERE s.opened_on < '2024-05-02'

SELECT name FROM customers WHERE city = 'Nairobi' UNION SELECT name FROM employees WHERE salary > 8296 ORDER BY name

SELECT * FROM orders WHERE ordered_at >= date('2026-06-30', '-1 months', 'start of month') AND status IS 'shipped'

select COUNT(salary) from employees

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 11 AND name NOT LIKE 'B%'

SELECT c.name FROM customers AS c NATURAL JOIN stores AS s WHERE s.id = 3

with RECURSIVE chain (id, name, depth) as (
  select id, name, 0 from employees where manager_id is null
  union all
  select e.id, e.name, chain.depth + 1 from employees e join chain on e.manager_id = chain.id
)
select depth, COUNT(*) from chain where depth < 8 group by depth order by depth

SELECT (SELECT COUNT(*) FROM orders WHERE status = 'cancelled') AS one, (SELECT COUNT(*) FROM orders WHERE status = 'paid') AS two

WITH monthly AS (SELECT strftime('%Y-%m', ordered_at) AS m, SUM(total) AS revenue FROM orders GROUP BY strftime('%Y-%m', ordered_at))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m LIMIT 31

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 13 AND name NOT LIKE 'Mc%'

SELECT store_id, AVG(salary) AS avg_salary, MAX(salary) - MIN(salary) AS spread FROM employees WHERE hired_on >= '2026-07-09' GROUP BY store_id HAVING AVG(salary) > 2956

SELECT COUNT(*) FROM orders WHERE status = 'shipped' AND ordered_at >= '2024-01-12'

WITH monthly AS (SELECT strftime('%Y-%m', ordered_at) AS m, SUM(total) AS revenue FROM orders GROUP BY strftime('%Y-%m', ordered_at))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m DESC LIMIT 14

SELECT c.name FROM customers AS c NATURAL JOIN stores AS s WHERE s.id = 14

-- revenue of Lisbon
SELECT SUM(o.total) FROM orders o JOIN stores s ON s.id = o.store_id /* only stores */ WHERE s.city = 'Oslo';

select case when total < 15 then 'small' when total < 83 then 'medium' else 'large' end as size, COUNT(*) from orders group by case when total < 40 then 'small' when total < 60 then 'medium' else 'large' end, total

SELECT typeof(total), printf('%.2f', total) FROM orders WHERE total IS NOT 9 LIMIT 5

SELECT IFNULL(phone, 'n/a') phone, iif(city = 'Nairobi', 1, 0) AS local FROM customers LIMIT 9, 47

select COUNT(*) from orders where status = 'paid' and ordered_at >= '2026-08-04'

SELECT IFNULL(phone, 'n/a') phone, iif(city = 'São Paulo', 1, 0) AS local FROM customers LIMIT 8, 14

select e.name as employee, m.name as manager, e.salary from employees e left OUTER join employees m on e.manager_id = m.id where e.salary < 4760 or e.manager_id is null

select name from customers where city = 'São Paulo' union all select name from employees where salary > 8338 order by name

select group_concat(p.name, ', ') as products, o.id from orders o join order_lines l on l.order_id = o.id join products p on p.id = l.product_id where o.status = 'open' group by o.id

SELECT date(ordered_at, 'start of month') AS m, total(total) FROM orders WHERE ordered_at > datetime('now', '-8 days') GROUP BY m

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) = 4) AS t

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'paid') AS turnover FROM stores s WHERE s.opened_on < '2025-02-24'

SELECT c.name FROM customers AS c NATURAL JOIN stores AS s WHERE s.id = 22

select * from (select o.*, ROW_NUMBER() over (partition by customer_id order by ordered_at desc) as rn from orders o) as ranked where rn = 1

WITH monthly AS (SELECT strftime('%Y-%m', ordered_at) AS m, SUM(total) AS revenue FROM orders GROUP BY strftime('%Y-%m', ordered_at))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m LIMIT 26

SELECT name FROM customers WHERE name GLOB 'B*' AND city == 'Kyoto'

SELECT s.order_id, s.carrier, julianday(s.delivered_at) - julianday(s.shipped_at) AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND julianday(s.delivered_at) - julianday(s.shipped_at) > 9 ORDER BY days DESC LIMIT 7

SELECT details ->> '$.origin' AS v FROM products WHERE details -> '$.tags' IS NOT NULL LIMIT 33

SELECT MAX(price) - MIN(price) AS spread, kind FROM products WHERE price NOT BETWEEN 3 AND 62 GROUP BY kind

SELECT name, price FROM products ORDER BY price DESC LIMIT 3 OFFSET 68

select s.city, s.name, SUM(o.total) total from stores s inner join orders o on s.id = o.store_id where CAST(strftime('%Y', o.ordered_at) as INTEGER) = 2025 group by s.city, s.name order by total desc

select kind, COUNT(*) as products, ROUND(AVG(price), 2) as "average price" from products where active = 1 group by kind order by `average price` desc

SELECT name FROM customers WHERE city = 'Lisbon' UNION SELECT name FROM employees WHERE salary > 1524 ORDER BY name

SELECT p.name, SUM(l.quantity * l.unit_price) AS revenue, RANK() OVER (ORDER BY SUM(l.quantity * l.unit_price) DESC) AS place FROM order_lines l JOIN products p ON p.id = l.product_id JOIN orders o ON o.id = l.order_id AND o.status IN ('paid', 'shipped') WHERE o.ordered_at >= date('2026-06-30', '-4 months') GROUP BY p.id, p.name ORDER BY place LIMIT 19

SELECT COALESCE(c.phone, c.email, 'none') AS contact, c.name || ' (' || c.city || ')' AS label FROM customers c WHERE c.id = 6637

-- revenue of Hamburg
SELECT SUM(o.total) FROM orders o JOIN stores s ON s.id = o.store_id /* only stores */ WHERE s.city = 'São Paulo';

SELECT p.name, p.price, p.price * 0.9 AS with_tax FROM products p WHERE p.kind = 'decaf' AND p.price > (SELECT AVG(price) FROM products WHERE kind = p.kind)

SELECT 1 + 56 * (1 - 8) / 2.0 AS x, -5 AS y, 'a,b' AS z

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary >= 2697 OR e.manager_id IS NULL

SELECT name FROM customers WHERE name GLOB 'B*' AND city == 'Nairobi'

select p.name, p.price, p.price * 1.19 as gross from products p where p.kind = 'decaf' and p.price > (select AVG(price) from products where kind = p.kind)

SELECT COALESCE(c.phone, c.email, 'none') AS contact, c.name || ' (' || c.city || ')' AS label FROM customers c WHERE c.id = 4385

WITH monthly AS (SELECT strftime('%Y-%m', ordered_at) AS m, SUM(total) AS revenue FROM orders GROUP BY strftime('%Y-%m', ordered_at))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m DESC LIMIT 28

SELECT * FROM customers WHERE city = 'São Paulo' ORDER BY name LIMIT 31

SELECT x'57' AS raw, 0x20 AS hex, 1e9 AS big, .5 AS half

select ROUND(100.0 * SUM(case when status = 'cancelled' then 1 else 0 end) / COUNT(*), 1) as share from orders where store_id = 30

SELECT * FROM customers WHERE city = 'Oslo' ORDER BY name LIMIT 85

select MAX(price) - MIN(price) as spread, kind from products where price not between 4 and 59 group by kind

SELECT * FROM orders WHERE (customer_id, store_id) IN (SELECT customer_id, store_id FROM orders WHERE total > 351)

select s.name, (select COUNT(*) from employees e where e.store_id = s.id) as staff, (select ROUND(SUM(total), 2) from orders o where o.store_id = s.id and o.status = 'open') as turnover from stores s where s.opened_on < '2026-06-04'

SELECT store_id, SUM(total) FROM orders GROUP BY store_id ORDER BY SUM(total) DESC NULLS LAST LIMIT 6

SELECT * FROM orders WHERE ordered_at >= date('2026-06-30', '-10 months', 'start of month') AND status IS 'returned'

SELECT details ->> '$.roast' AS v FROM products WHERE details -> '$.tags' IS NOT NULL LIMIT 8

select o.id from orders as o where o.total > 426 and (o.status = 'paid' or o.status = 'returned') and not o.store_id = 4

select strftime('%Y-%m', ordered_at) as month, SUM(total) as revenue, COUNT(distinct customer_id) as buyers from orders where status <> 'cancelled' and ordered_at between '2026-09-04' and '2026-06-30' group by strftime('%Y-%m', ordered_at) order by 1

SELECT name FROM customers WHERE city = 'Lisbon' UNION ALL SELECT name FROM employees WHERE salary > 2880 ORDER BY name

SELECT o.id, lag(o.total, 1, 0) OVER win AS previous FROM orders o WINDOW win AS (PARTITION BY store_id ORDER BY ordered_at RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE NO OTHERS) LIMIT 30

SELECT product_id FROM order_lines WHERE quantity >= 7 INTERSECT SELECT l.product_id FROM order_lines l JOIN returns r ON r.order_id = l.order_id

SELECT date(ordered_at, 'start of month') AS m, total(total) FROM orders WHERE ordered_at > datetime('now', '-25 days') GROUP BY m

SELECT s.name, o.total FROM stores s LEFT JOIN orders o ON o.store_id = s.id AND o.status = 'shipped' WHERE o.id ISNULL

SELECT * FROM orders WHERE (customer_id, store_id) IN (SELECT customer_id, store_id FROM orders WHERE total > 1864)

SELECT typeof(total), printf('%.2f', total) FROM orders WHERE total IS NOT 0 LIMIT 5

SELECT IFNULL(phone, 'n/a') phone, iif(city = 'São Paulo', 1, 0) AS local FROM customers LIMIT 1, 23

SELECT COUNT(*) FROM orders WHERE status = 'returned' AND ordered_at >= '2025-06-02'

SELECT COUNT(*) FROM orders WHERE status = 'shipped' AND ordered_at >= '2026-07-15'

SELECT kind, COUNT(*) AS products, ROUND(AVG(price), 2) AS [average price] FROM products WHERE active = 1 GROUP BY kind ORDER BY [average price] DESC

SELECT p.id, p.name FROM products p WHERE p.id IN (SELECT product_id FROM order_lines WHERE quantity > 12)

SELECT CASE WHEN total < 40 THEN 'small' WHEN total < 72 THEN 'medium' ELSE 'large' END AS size, COUNT(*) FROM orders GROUP BY CASE WHEN total < 18 THEN 'small' WHEN total < 60 THEN 'medium' ELSE 'large' END, total

SELECT name, email FROM customers WHERE email LIKE '%@example.no' AND phone IS NOT NULL

SELECT COUNT(total) FROM orders

select p.name, p.price, p.price * 1.19 as gross from products p where p.kind = 'espresso' and p.price > (select AVG(price) from products where kind = p.kind)

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2026-04-02' GROUP BY r.reason

select product_id from order_lines where quantity >= 2 EXCEPT select l.product_id from order_lines l join returns r on r.order_id = l.order_id

SELECT id, max(ordered_at) FROM orders WHERE customer_id IN (VALUES (35), (92)) GROUP BY customer_id

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 2 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

SELECT ROUND(100.0 * SUM(CASE WHEN status = 'returned' THEN 1 ELSE 0 END) / COUNT(*), 1) AS share FROM orders WHERE store_id = 16

SELECT strftime('%Y-%m', ordered_at) AS month, SUM(total) AS revenue, COUNT(DISTINCT customer_id) AS buyers FROM orders WHERE status <> 'cancelled' AND ordered_at BETWEEN '2024-02-04' AND '2026-06-30' GROUP BY strftime('%Y-%m', ordered_at) ORDER BY 1

select c.id, c.name from customers c where not exists (select 1 from orders o where o.customer_id = c.id and o.ordered_at > date('2026-06-30', '-2 months'))

SELECT o.id, lag(o.total, 1, 0) OVER win AS previous FROM orders o WINDOW win AS (PARTITION BY store_id ORDER BY ordered_at RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE NO OTHERS) LIMIT 57

WITH RECURSIVE chain (id, name, depth) AS (
  SELECT id, name, 0 FROM employees WHERE manager_id IS NULL
  UNION ALL
  SELECT e.id, e.name, chain.depth + 1 FROM employees e JOIN chain ON e.manager_id = chain.id
)
SELECT depth, COUNT(*) FROM chain WHERE depth < 7 GROUP BY depth ORDER BY depth

SELECT 1 + 27 * (4 - 5) / 2.0 AS x, -22 AS y, '100%' AS z

SELECT name, email FROM customers WHERE email LIKE '%@example.com' AND phone IS NULL

select o.id from orders as o where o.total > 770 and (o.status = 'cancelled' or o.status = 'cancelled') and not o.store_id = 1

SELECT CASE WHEN total < 15 THEN 'small' WHEN total < 142 THEN 'medium' ELSE 'large' END AS size, COUNT(*) FROM orders GROUP BY CASE WHEN total < 26 THEN 'small' WHEN total < 60 THEN 'medium' ELSE 'large' END, total

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 21 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

SELECT MAX(price) - MIN(price) AS spread, kind FROM products WHERE price NOT BETWEEN 5 AND 60 GROUP BY kind

SELECT * FROM customers WHERE city = 'Kyoto' ORDER BY name LIMIT 24

select o.id from orders as o where o.total > 446 and (o.status = 'cancelled' or o.status = 'open') and not o.store_id = 5

SELECT MAX(price) - MIN(price) AS spread, kind FROM products WHERE price NOT BETWEEN 4 AND 75 GROUP BY kind

SELECT * FROM customers WHERE city = 'Lisbon' ORDER BY name LIMIT 81

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2026-06-14' GROUP BY r.reason

SELECT * FROM orders WHERE (customer_id, store_id) IN (SELECT customer_id, store_id FROM orders WHERE total > 1737)

select * from orders where (customer_id, store_id) in (select customer_id, store_id from orders where total > 1635)

SELECT * FROM orders WHERE ordered_at >= date('2026-06-30', '-7 months', 'start of month') AND status IS 'open'

SELECT strftime('%Y-%m', ordered_at) AS month, SUM(total) AS revenue, COUNT(DISTINCT customer_id) AS buyers FROM orders WHERE status <> 'cancelled' AND ordered_at BETWEEN '2026-03-19' AND '2026-06-30' GROUP BY strftime('%Y-%m', ordered_at) ORDER BY 1

SELECT details ->> '$.roast' AS v FROM products WHERE details -> '$.tags' IS NOT NULL LIMIT 39

select e.name as employee, m.name as manager, e.salary from employees e left OUTER join employees m on e.manager_id = m.id where e.salary >= 5835 or e.manager_id is null

SELECT CASE WHEN total < 30 THEN 'small' WHEN total < 182 THEN 'medium' ELSE 'large' END AS size, COUNT(*) FROM orders GROUP BY CASE WHEN total < 39 THEN 'small' WHEN total < 60 THEN 'medium' ELSE 'large' END, total

SELECT name FROM customers WHERE name GLOB 'E*' AND city == 'Hamburg'

SELECT name COLLATE NOCASE AS n FROM customers WHERE city = 'Oslo' COLLATE NOCASE ORDER BY name COLLATE NOCASE

SELECT * FROM orders WHERE (customer_id, store_id) IN (SELECT customer_id, store_id FROM orders WHERE total > 1340)

SELECT s.order_id, s.carrier, julianday(s.delivered_at) - julianday(s.shipped_at) AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND julianday(s.delivered_at) - julianday(s.shipped_at) > 3 ORDER BY days DESC LIMIT 14

SELECT IFNULL(phone, 'n/a') phone, iif(city = 'Nairobi', 1, 0) AS local FROM customers LIMIT 2, 19

select strftime('%Y-%m', ordered_at) as month, SUM(total) as revenue, COUNT(distinct customer_id) as buyers from orders where status <> 'cancelled' and ordered_at between '2026-04-24' and '2026-06-30' group by strftime('%Y-%m', ordered_at) order by 1

SELECT name FROM customers WHERE city = 'Lisbon' UNION SELECT name FROM employees WHERE salary > 1452 ORDER BY name

select p.name, COALESCE(sold.n, 0) as sold from products p left join (select product_id, SUM(quantity) as n from order_lines group by product_id) sold on sold.product_id = p.id where p.kind = 'equipment' order by sold desc

SELECT name, price FROM products ORDER BY price DESC LIMIT 12 OFFSET 35

SELECT id, max(ordered_at) FROM orders WHERE customer_id IN (VALUES (82), (98)) GROUP BY customer_id

SELECT typeof(total), printf('%.2f', total) FROM orders WHERE total IS NOT 5 LIMIT 5

SELECT strftime('%Y-%m', ordered_at) AS month, SUM(total) AS revenue, COUNT(DISTINCT customer_id) AS buyers FROM orders WHERE status <> 'cancelled' AND ordered_at BETWEEN '2025-03-28' AND '2026-06-30' GROUP BY strftime('%Y-%m', ordered_at) ORDER BY 1

SELECT c.name FROM customers AS c NATURAL JOIN stores AS s WHERE s.id = 16

select ROUND(100.0 * SUM(case when status = 'shipped' then 1 else 0 end) / COUNT(*), 1) as share from orders where store_id = 20

SELECT store_id, AVG(salary) AS avg_salary, MAX(salary) - MIN(salary) AS spread FROM employees WHERE hired_on >= '2025-03-13' GROUP BY store_id HAVING AVG(salary) > 4394

WITH RECURSIVE days(d) AS (SELECT date('2025-10-15') UNION ALL SELECT date(d, '+1 day') FROM days WHERE d < '2026-12-31') SELECT d, (SELECT COUNT(*) FROM orders WHERE date(ordered_at) = d) AS n FROM days LIMIT 41

select id, total, NTILE(5) over (order by total) as bucket from orders where total is not null

SELECT kind, COUNT(*) AS products, ROUND(AVG(price), 2) AS [average price] FROM products WHERE active = 1 GROUP BY kind ORDER BY `average price` DESC

WITH RECURSIVE days(d) AS (SELECT date('2026-01-01') UNION ALL SELECT date(d, '+1 day') FROM days WHERE d < '2026-12-31') SELECT d, (SELECT COUNT(*) FROM orders WHERE date(ordered_at) = d) AS n FROM days LIMIT 30

select COALESCE(c.phone, c.email, 'none') as contact, c.name || ' (' || c.city || ')' as label from customers c where c.id = 8293

select r.reason, COUNT(*) as n, SUM(r.refund) as refunded from returns r join orders o USING (id) where r.returned_at > '2024-05-08' group by r.reason

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'open') AS turnover FROM stores s WHERE s.opened_on < '2025-02-03'

SELECT (SELECT COUNT(*) FROM orders WHERE status = 'returned') AS one, (SELECT COUNT(*) FROM orders WHERE status = 'returned') AS two

select COUNT(total) from orders

SELECT ROUND(100.0 * SUM(CASE WHEN status = 'cancelled' THEN 1 ELSE 0 END) / COUNT(*), 1) AS share FROM orders WHERE store_id = 15

with a as (select customer_id, MIN(ordered_at) as first_order from orders group by customer_id), b as (select strftime('%Y-%m', first_order) as cohort, COUNT(*) as customers from a group by strftime('%Y-%m', first_order)) select cohort, customers, SUM(customers) over (order by cohort) as running from b

SELECT name, CAST(price * 100 AS INTEGER) AS cents FROM products WHERE CAST(price AS TEXT) LIKE '%.7%'

SELECT group_concat(p.name, ', ') AS products, o.id FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE o.status = 'open' GROUP BY o.id

SELECT id, max(ordered_at) FROM orders WHERE customer_id IN (VALUES (64), (73)) GROUP BY customer_id

SELECT MAX(price) - MIN(price) AS spread, kind FROM products WHERE price NOT BETWEEN 2 AND 9 GROUP BY kind

select p.name, p.price, p.price * 1.07 as gross from products p where p.kind = 'espresso' and p.price > (select AVG(price) from products where kind = p.kind)

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary > 5204 OR e.manager_id IS NULL

SELECT s.order_id, s.carrier, julianday(s.delivered_at) - julianday(s.shipped_at) AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND julianday(s.delivered_at) - julianday(s.shipped_at) > 7 ORDER BY days DESC LIMIT 24

SELECT name, email FROM customers WHERE email LIKE '%@example.com' AND phone IS NOT NULL

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 24 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

WITH RECURSIVE chain (id, name, depth) AS (
  SELECT id, name, 0 FROM employees WHERE manager_id IS NULL
  UNION ALL
  SELECT e.id, e.name, chain.depth + 1 FROM employees e JOIN chain ON e.manager_id = chain.id
)
SELECT depth, COUNT(*) FROM chain WHERE depth < 5 GROUP BY depth ORDER BY depth

select e.name as employee, m.name as manager, e.salary from employees e left OUTER join employees m on e.manager_id = m.id where e.salary > 2230 or e.manager_id is null

select ROUND(100.0 * SUM(case when status = 'open' then 1 else 0 end) / COUNT(*), 1) as share from orders where store_id = 12

select p.id, p.name from products p where p.id in (select product_id from order_lines where quantity > 10)

SELECT id, max(ordered_at) FROM orders WHERE customer_id IN (VALUES (12), (89)) GROUP BY customer_id

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary >= 5390 OR e.manager_id IS NULL

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Lisbon', 'Lisbon')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 6
ORDER BY revenue DESC, c.name
LIMIT 38

SELECT name, email FROM customers WHERE email LIKE '%@example.org' AND phone IS NOT NULL

with RECURSIVE chain (id, name, depth) as (
  select id, name, 0 from employees where manager_id is null
  union all
  select e.id, e.name, chain.depth + 1 from employees e join chain on e.manager_id = chain.id
)
select depth, COUNT(*) from chain where depth < 5 group by depth order by depth

SELECT o.id, o.total, AVG(o.total) OVER (PARTITION BY o.customer_id ORDER BY o.ordered_at ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS moving FROM orders o

SELECT strftime('%w', ordered_at) AS weekday, COUNT(*) FILTER (WHERE status = 'cancelled') AS n FROM orders GROUP BY 1 ORDER BY 2 DESC

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Kyoto', 'Nairobi')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 6
ORDER BY revenue DESC, c.name
LIMIT 3

select * from orders where (customer_id, store_id) in (select customer_id, store_id from orders where total > 1576)

SELECT COUNT(*) FROM orders WHERE status = 'shipped' AND ordered_at >= '2025-09-25'

SELECT COALESCE(c.phone, c.email, 'none') AS contact, c.name || ' (' || c.city || ')' AS label FROM customers c WHERE c.id = 9794

-- revenue of São Paulo
SELECT SUM(o.total) FROM orders o JOIN stores s ON s.id = o.store_id /* only stores */ WHERE s.city = 'Lisbon';

SELECT 1 + 90 * (5 - 4) / 2.0 AS x, -4 AS y, 'a,b' AS z

SELECT MAX(price) - MIN(price) AS spread, kind FROM products WHERE price NOT BETWEEN 3 AND 83 GROUP BY kind

SELECT SUM(cost) FROM shipments

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2024-07-04' GROUP BY r.reason

SELECT kind, COUNT(*) AS products, ROUND(AVG(price), 2) AS "average price" FROM products WHERE active = 1 GROUP BY kind ORDER BY `average price` DESC

SELECT * FROM customers WHERE city = 'Nairobi' ORDER BY name LIMIT 37

SELECT o.id, lag(o.total, 1, 0) OVER win AS previous FROM orders o WINDOW win AS (PARTITION BY store_id ORDER BY ordered_at RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE NO OTHERS) LIMIT 82

select o.id, FIRST_VALUE(o.total) over w as first, LAST_VALUE(o.total) over w as last from orders o where o.store_id = 16 WINDOW w as (partition by o.customer_id order by o.ordered_at)

WITH RECURSIVE days(d) AS (SELECT date('2024-03-05') UNION ALL SELECT date(d, '+1 day') FROM days WHERE d < '2026-12-31') SELECT d, (SELECT COUNT(*) FROM orders WHERE date(ordered_at) = d) AS n FROM days LIMIT 45

WITH RECURSIVE days(d) AS (SELECT date('2024-09-17') UNION ALL SELECT date(d, '+1 day') FROM days WHERE d < '2026-12-31') SELECT d, (SELECT COUNT(*) FROM orders WHERE date(ordered_at) = d) AS n FROM days LIMIT 41

SELECT (SELECT COUNT(*) FROM orders WHERE status = 'paid') AS one, (SELECT COUNT(*) FROM orders WHERE status = 'paid') AS two

select e.name as employee, m.name as manager, e.salary from employees e left OUTER join employees m on e.manager_id = m.id where e.salary >= 2023 or e.manager_id is null

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'open') AS turnover FROM stores s WHERE s.opened_on < '2026-02-25'

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'returned') AS turnover FROM stores s WHERE s.opened_on < '2025-05-01'

SELECT id, max(ordered_at) FROM orders WHERE customer_id IN (VALUES (30), (7)) GROUP BY customer_id

SELECT x'22' AS raw, 0x97 AS hex, 1e9 AS big, .5 AS half

SELECT * FROM customers WHERE city = 'São Paulo' ORDER BY name LIMIT 63

WITH RECURSIVE days(d) AS (SELECT date('2025-12-20') UNION ALL SELECT date(d, '+1 day') FROM days WHERE d < '2026-12-31') SELECT d, (SELECT COUNT(*) FROM orders WHERE date(ordered_at) = d) AS n FROM days LIMIT 13

select o.id from orders as o where o.total > 105 and (o.status = 'cancelled' or o.status = 'shipped') and not o.store_id = 6

SELECT COUNT(*) FROM orders WHERE status = 'returned' AND ordered_at >= '2025-12-04'

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Lisbon', 'Kyoto')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 3
ORDER BY revenue DESC, c.name
LIMIT 36

select name from customers where city = 'Oslo' union all select name from employees where salary > 8954 order by name

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 14 AND name NOT LIKE 'B%'

SELECT "name", "city" FROM "customers" WHERE "city" = 'Oslo' AND "phone" NOTNULL

select o.id from orders as o where o.total > 572 and (o.status = 'shipped' or o.status = 'shipped') and not o.store_id = 1

SELECT [name] AS [the name], `city` FROM [customers] WHERE id % 5 = 0 AND id & 1 = 1

SELECT c.id, c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.ordered_at > date('2026-06-30', '-9 months'))

SELECT date(ordered_at, 'start of month') AS m, total(total) FROM orders WHERE ordered_at > datetime('now', '-65 days') GROUP BY m

SELECT name FROM customers WHERE name GLOB 'C*' AND city == 'Oslo'

SELECT details ->> '$.roast' AS v FROM products WHERE details -> '$.tags' IS NOT NULL LIMIT 36

WITH RECURSIVE days(d) AS (SELECT date('2024-11-25') UNION ALL SELECT date(d, '+1 day') FROM days WHERE d < '2026-12-31') SELECT d, (SELECT COUNT(*) FROM orders WHERE date(ordered_at) = d) AS n FROM days LIMIT 38

select store_id, AVG(salary) as avg_salary, MAX(salary) - MIN(salary) as spread from employees where hired_on < '2025-10-19' group by store_id having AVG(salary) > 2810

SELECT details ->> '$.roast' AS v FROM products WHERE details -> '$.tags' IS NOT NULL LIMIT 26

select COUNT(*) from orders where status = 'open' and ordered_at >= '2026-11-17'

SELECT typeof(total), printf('%.2f', total) FROM orders WHERE total IS NOT 8 LIMIT 5

SELECT p.name, SUM(l.quantity * l.unit_price) AS revenue, RANK() OVER (ORDER BY SUM(l.quantity * l.unit_price) DESC) AS place FROM order_lines l JOIN products p ON p.id = l.product_id JOIN orders o ON o.id = l.order_id AND o.status IN ('paid', 'shipped') WHERE o.ordered_at >= date('2026-06-30', '-5 months') GROUP BY p.id, p.name ORDER BY place LIMIT 15

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'cancelled') AS turnover FROM stores s WHERE s.opened_on < '2026-02-20'

select c.id, c.name from customers c where not exists (select 1 from orders o where o.customer_id = c.id and o.ordered_at > date('2026-06-30', '-11 months'))

SELECT * FROM orders WHERE ordered_at >= date('2026-06-30', '-10 months', 'start of month') AND status IS 'shipped'

SELECT s.order_id, s.carrier, julianday(s.delivered_at) - julianday(s.shipped_at) AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND julianday(s.delivered_at) - julianday(s.shipped_at) > 14 ORDER BY days DESC LIMIT 12

SELECT x'53' AS raw, 0x77 AS hex, 1e5 AS big, .5 AS half

SELECT ROUND(100.0 * SUM(CASE WHEN status = 'paid' THEN 1 ELSE 0 END) / COUNT(*), 1) AS share FROM orders WHERE store_id = 18

select c.id, c.name from customers c where not exists (select 1 from orders o where o.customer_id = c.id and o.ordered_at > date('2026-06-30', '-20 months'))

SELECT details ->> '$.roast' AS v FROM products WHERE details -> '$.tags' IS NOT NULL LIMIT 3

select kind, COUNT(*) as products, ROUND(AVG(price), 2) as [average price] from products where active = 1 group by kind order by `average price` desc

SELECT store_id, SUM(total) FROM orders GROUP BY store_id ORDER BY SUM(total) DESC NULLS LAST LIMIT 7

SELECT date(ordered_at, 'start of month') AS m, total(total) FROM orders WHERE ordered_at > datetime('now', '-79 days') GROUP BY m

SELECT DISTINCT city, name FROM customers WHERE city IS NOT NULL AND city <> '' ORDER BY city

SELECT p.name, COALESCE(sold.n, 0) AS sold FROM products p LEFT JOIN (SELECT product_id, SUM(quantity) AS n FROM order_lines GROUP BY product_id) sold ON sold.product_id = p.id WHERE p.kind = 'filter' ORDER BY sold DESC

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2025-04-22' GROUP BY r.reason

SELECT COALESCE(c.phone, c.email, 'none') AS contact, c.name || ' (' || c.city || ')' AS label FROM customers c WHERE c.id = 3738

SELECT typeof(total), printf('%.2f', total) FROM orders WHERE total IS NOT 6 LIMIT 5

SELECT s.order_id, s.carrier, julianday(s.delivered_at) - julianday(s.shipped_at) AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND julianday(s.delivered_at) - julianday(s.shipped_at) > 4 ORDER BY days DESC LIMIT 15

select (select COUNT(*) from orders where status = 'paid') as one, (select COUNT(*) from orders where status = 'cancelled') as two

SELECT s.order_id, s.carrier, julianday(s.delivered_at) - julianday(s.shipped_at) AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND julianday(s.delivered_at) - julianday(s.shipped_at) > 14 ORDER BY days DESC LIMIT 11

select e.name as employee, m.name as manager, e.salary from employees e left OUTER join employees m on e.manager_id = m.id where e.salary < 5897 or e.manager_id is null
