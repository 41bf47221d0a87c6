SELECT * FROM (VALUES (8, 'a'), (6, 'b')) AS v (id, label) JOIN stores USING (id)

select store_id, AVG(salary) as avg_salary, MAX(salary) - MIN(salary) as spread from employees where hired_on < '2024-09-22' group by store_id having AVG(salary) > 3468

SELECT p.name, COALESCE(sold.n, 0) AS sold FROM products p LEFT JOIN (SELECT product_id, SUM(quantity) AS n FROM order_lines GROUP BY product_id) sold ON sold.product_id = p.id WHERE p.kind = 'decaf' ORDER BY sold DESC

SELECT UPPER(SUBSTR(name, 1, 1)) AS letter, COUNT(*) FROM customers GROUP BY UPPER(SUBSTR(name, 1, 1)) ORDER BY 2 DESC, letter

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Hamburg', 'Kyoto')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 5
ORDER BY revenue DESC, c.name
LIMIT 10

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Lisbon', 'Nairobi')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 3
ORDER BY revenue DESC, c.name
LIMIT 10

select e.name as employee, m.name as manager, e.salary from employees e left OUTER join employees m on e.manager_id = m.id where e.salary > 4851 or e.manager_id is null

select o.id from orders as o where o.total > 563 and (o.status = 'paid' or o.status = 'returned') and not o.store_id = 6

SELECT COALESCE(phone, E'none\n96') AS phone, $$Oslo's$$ AS note FROM customers ORDER BY name NULLS LAST FETCH FIRST 24 ROWS ONLY

SELECT p.name, COALESCE(sold.n, 0) AS sold FROM products p LEFT JOIN (SELECT product_id, SUM(quantity) AS n FROM order_lines GROUP BY product_id) sold ON sold.product_id = p.id WHERE p.kind = 'filter' ORDER BY sold DESC

SELECT product_id FROM order_lines WHERE quantity >= 2 INTERSECT SELECT l.product_id FROM order_lines l JOIN returns r ON r.order_id = l.order_id

SELECT COUNT(*) FROM orders WHERE status = 'returned' AND ordered_at >= '2026-08-27'

select to_char(ordered_at, 'YYYY-MM') as month, SUM(total) as revenue, COUNT(distinct customer_id) as buyers from orders where status <> 'cancelled' and ordered_at between '2026-06-02' and '2026-06-30' group by to_char(ordered_at, 'YYYY-MM') order by 1

SELECT id FROM orders WHERE ordered_at BETWEEN TIMESTAMP '2024-12-22 00:00:00' AND CURRENT_TIMESTAMP AND store_id = ANY (ARRAY[9, 18]::int[])

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'shipped') AS turnover FROM stores s WHERE s.opened_on < '2026-02-07'

SELECT g.d::date, COUNT(o.id) FROM generate_series('2024-01-05'::date, '2026-12-31', INTERVAL '1 day') AS g(d) LEFT JOIN orders o ON o.ordered_at::date = g.d GROUP BY g.d ORDER BY g.d

SELECT store_id, AVG(salary) AS avg_salary, MAX(salary) - MIN(salary) AS spread FROM employees WHERE hired_on >= '2025-10-02' GROUP BY store_id HAVING AVG(salary) > 2586

SELECT (tags)[1], tags[1:2], array_length(tags, 1) FROM products

SELECT jsonb_build_object('id', id, 'total', total) FROM orders WHERE id = 9935

SELECT 1 + 53 * (7 - 2) / 2.0 AS x, -37 AS y, 'naïve' AS z

select p.name, p.price, p.price * 0.9 as new_price from products p where p.kind = 'filter' and p.price > (select AVG(price) from products where kind = p.kind)

WITH recent AS MATERIALIZED (SELECT * FROM orders WHERE ordered_at > current_date - 11) SELECT status, count(*) FROM recent GROUP BY status

SELECT array_agg(DISTINCT status ORDER BY status) FROM orders WHERE customer_id = 316

select name, price from products order by price desc limit 10 OFFSET 84

SELECT EXTRACT(DOW FROM ordered_at AT TIME ZONE 'Europe/Oslo') AS weekday, COUNT(*) FROM orders WHERE ordered_at >= now() - INTERVAL '71 days' GROUP BY 1

select COALESCE(c.phone, c.email, 'none') as contact, c.name || ' (' || c.city || ')' as label from customers c where c.id = 2943

WITH a AS (SELECT customer_id, MIN(ordered_at) AS first_order FROM orders GROUP BY customer_id), b AS (SELECT to_char(first_order, 'YYYY-MM') AS cohort, COUNT(*) AS customers FROM a GROUP BY to_char(first_order, 'YYYY-MM')) SELECT cohort, customers, SUM(customers) OVER (ORDER BY cohort) AS running FROM b

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) >= 1) AS t

SELECT o.id, o.total, AVG(o.total) OVER (PARTITION BY o.customer_id ORDER BY o.ordered_at ROWS BETWEEN 4 PRECEDING AND CURRENT ROW) AS moving FROM orders o

SELECT id FROM orders WHERE ordered_at BETWEEN TIMESTAMP '2024-01-15 00:00:00' AND CURRENT_TIMESTAMP AND store_id = ANY (ARRAY[1, 19]::int[])

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 26 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

SELECT COUNT(*) FROM orders WHERE status = 'returned' AND ordered_at >= '2024-01-14'

select store_id, status, COUNT(*) n, SUM(COUNT(*)) over (partition by store_id) as all_of_store from orders group by store_id, status order by store_id, n desc

SELECT (tags)[3], tags[1:2], array_length(tags, 1) FROM products

SELECT age(max(ordered_at), min(ordered_at)), max(ordered_at) - min(ordered_at) FROM orders WHERE status IS DISTINCT FROM 'cancelled'

select (select COUNT(*) from orders where status = 'open') as one, (select COUNT(*) from orders where status = 'paid') as two

with a as (select customer_id, MIN(ordered_at) as first_order from orders group by customer_id), b as (select to_char(first_order, 'YYYY-MM') as cohort, COUNT(*) as customers from a group by to_char(first_order, 'YYYY-MM')) select cohort, customers, SUM(customers) over (order by cohort) as running from b

SELECT DISTINCT city, name FROM customers WHERE city IS NOT NULL AND city <> '' ORDER BY city ASC

SELECT COUNT(*) FROM orders WHERE status = 'cancelled' AND ordered_at >= '2025-08-23'

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) >= 4) AS t

SELECT name FROM products WHERE 'equipment' = ANY(tags) OR tags && ARRAY['equipment', 'new']

select MAX(price) - MIN(price) as spread, kind from products where price not between 1 and 73 group by kind

SELECT name FROM employees WHERE name SIMILAR TO '(B|F)%' OR name LIKE '50!%%' ESCAPE '!'

SELECT p.name, t.tag FROM products p CROSS JOIN LATERAL unnest(p.tags) AS t(tag) WHERE t.tag = 'filter'

WITH recent AS MATERIALIZED (SELECT * FROM orders WHERE ordered_at > current_date - 34) SELECT status, count(*) FROM recent GROUP BY status

SELECT name FROM products WHERE 'espresso' = ANY(tags) OR tags && ARRAY['equipment', 'new']

with RECURSIVE chain (id, name, depth) as (
  select id, name, 0 from employees where manager_id is null
  union all
  select e.id, e.name, chain.depth + 1 from employees e join chain on e.manager_id = chain.id
)
select depth, COUNT(*) from chain where depth < 6 group by depth order by depth

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) = 12) AS t

SELECT ROUND(100.0 * SUM(CASE WHEN status = 'open' THEN 1 ELSE 0 END) / COUNT(*), 1) AS share FROM orders WHERE store_id = 1

SELECT name FROM customers WHERE city = 'Lisbon' UNION SELECT name FROM employees WHERE salary > 8532 ORDER BY name

SELECT (SELECT COUNT(*) FROM orders WHERE status = 'paid') AS one, (SELECT COUNT(*) FROM orders WHERE status = 'shipped') AS two

SELECT kind, COUNT(*) AS products, ROUND(AVG(price), 2) AS "average price" FROM products WHERE active IS TRUE GROUP BY kind ORDER BY "average price" DESC

SELECT (SELECT COUNT(*) FROM orders WHERE status = 'cancelled') AS one, (SELECT COUNT(*) FROM orders WHERE status = 'open') AS two

select s.order_id, s.carrier, s.delivered_at::date - s.shipped_at::date as days from shipments s where s.delivered_at is not null and s.delivered_at::date - s.shipped_at::date > 5 order by days desc limit 18

SELECT name FROM products WHERE 'espresso' = ANY(tags) OR tags && ARRAY['decaf', 'new']

SELECT COUNT(*) FILTER (WHERE status = 'returned') AS a, COUNT(*) FILTER (WHERE total > 56) AS b FROM orders

SELECT id FROM orders WHERE ordered_at BETWEEN TIMESTAMP '2026-05-13 00:00:00' AND CURRENT_TIMESTAMP AND store_id = ANY (ARRAY[1, 12]::int[])

SELECT id FROM orders WHERE ordered_at BETWEEN TIMESTAMP '2025-08-14 00:00:00' AND CURRENT_TIMESTAMP AND store_id = ANY (ARRAY[1, 10]::int[])

SELECT c.name, o.total FROM orders o, customers c WHERE o.customer_id = c.id AND o.total >= ALL (SELECT total FROM orders WHERE store_id = 15)

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 13 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

SELECT g.d::date, COUNT(o.id) FROM generate_series('2024-11-21'::date, '2026-12-31', INTERVAL '1 day') AS g(d) LEFT JOIN orders o ON o.ordered_at::date = g.d GROUP BY g.d ORDER BY g.d

SELECT COUNT(*) FILTER (WHERE status = 'shipped') AS a, COUNT(*) FILTER (WHERE total > 55) AS b FROM orders

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Kyoto', 'Lisbon')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 7
ORDER BY revenue DESC, c.name
LIMIT 23

select o.id, FIRST_VALUE(o.total) over w as first, LAST_VALUE(o.total) over w as last from orders o where o.store_id = 33 WINDOW w as (partition by o.customer_id order by o.ordered_at)

WITH monthly AS (SELECT to_char(ordered_at, 'YYYY-MM') AS m, SUM(total) AS revenue FROM orders GROUP BY to_char(ordered_at, 'YYYY-MM'))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m LIMIT 20

SELECT id FROM orders WHERE ordered_at BETWEEN TIMESTAMP '2024-05-06 00:00:00' AND CURRENT_TIMESTAMP AND store_id = ANY (ARRAY[7, 11]::int[])

SELECT COALESCE(phone, E'none\n56') AS phone, $$São Paulo's$$ AS note FROM customers ORDER BY name NULLS LAST FETCH FIRST 16 ROWS ONLY

SELECT age(max(ordered_at), min(ordered_at)), max(ordered_at) - min(ordered_at) FROM orders WHERE status IS DISTINCT FROM 'shipped'

SELECT array_agg(DISTINCT status ORDER BY status) FROM orders WHERE customer_id = 643

SELECT jsonb_build_object('id', id, 'total', total) FROM orders WHERE id = 3571

select store_id, AVG(salary) as avg_salary, MAX(salary) - MIN(salary) as spread from employees where hired_on >= '2026-10-28' group by store_id having AVG(salary) > 3599

SELECT DISTINCT city FROM stores WHERE city IS NOT NULL AND city <> '' ORDER BY city ASC

SELECT 1 + 24 * (8 - 9) / 2.0 AS x, -48 AS y, 'it''s' AS z

SELECT age(max(ordered_at), min(ordered_at)), max(ordered_at) - min(ordered_at) FROM orders WHERE status IS DISTINCT FROM 'paid'

select distinct city from stores where city is not null and city <> '' order by city desc

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary > 5675 OR e.manager_id IS NULL

select MAX(price) - MIN(price) as spread, kind from products where price not between 4 and 28 group by kind

select o.id, FIRST_VALUE(o.total) over w as first, LAST_VALUE(o.total) over w as last from orders o where o.store_id = 11 WINDOW w as (partition by o.customer_id order by o.ordered_at)

SELECT name FROM customers WHERE email ~* '^[a-z]+@example\.com$' AND name !~ '[0-9]'

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2026-07-02' GROUP BY r.reason

SELECT 1 + 26 * (2 - 9) / 2.0 AS x, -30 AS y, 'it''s' AS z

select ROUND(100.0 * SUM(case when status = 'returned' then 1 else 0 end) / COUNT(*), 1) as share from orders where store_id = 10

SELECT c.name, last.total FROM customers c LEFT JOIN LATERAL (SELECT o.total FROM orders o WHERE o.customer_id = c.id ORDER BY o.ordered_at DESC LIMIT 2) last ON true

SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY total) FROM orders WHERE store_id = 1

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 12 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

WITH monthly AS (SELECT to_char(ordered_at, 'YYYY-MM') AS m, SUM(total) AS revenue FROM orders GROUP BY to_char(ordered_at, 'YYYY-MM'))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m DESC LIMIT 22

select COUNT(*) from orders where status = 'cancelled' and ordered_at >= '2024-03-02'

SELECT to_char(ordered_at, 'YYYY-MM') AS month, SUM(total) AS revenue, COUNT(DISTINCT customer_id) AS buyers FROM orders WHERE status <> 'cancelled' AND ordered_at BETWEEN '2026-09-20' AND '2026-06-30' GROUP BY to_char(ordered_at, 'YYYY-MM') ORDER BY 1

select COUNT(*) from (select customer_id from orders group by customer_id having COUNT(*) >= 4) as t

SELECT c.id, c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.ordered_at > DATE '2026-06-30' - INTERVAL '9 months')

SELECT COUNT(*) FILTER (WHERE status = 'open') AS a, COUNT(*) FILTER (WHERE total > 14) AS b FROM orders

SELECT percentile_cont(0.9) WITHIN GROUP (ORDER BY total) FROM orders WHERE store_id = 29

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 27 AND name NOT LIKE 'A%'

SELECT COALESCE(c.phone, c.email, 'none') AS contact, c.name || ' (' || c.city || ')' AS label FROM customers c WHERE c.id = 8089

select p.name, SUM(l.quantity * l.unit_price) as revenue, RANK() over (order by SUM(l.quantity * l.unit_price) desc) as place from order_lines l join products p on p.id = l.product_id join orders o on o.id = l.order_id and o.status in ('paid', 'shipped') where o.ordered_at >= DATE '2026-06-30' - INTERVAL '1 months' group by p.id, p.name order by place limit 6

SELECT key, value FROM products, jsonb_each_text(details) WHERE products.id = 366

SELECT id FROM orders WHERE ordered_at BETWEEN TIMESTAMP '2026-03-15 00:00:00' AND CURRENT_TIMESTAMP AND store_id = ANY (ARRAY[6, 16]::int[])

SELECT g.d::date, COUNT(o.id) FROM generate_series('2024-01-15'::date, '2026-12-31', INTERVAL '1 day') AS g(d) LEFT JOIN orders o ON o.ordered_at::date = g.d GROUP BY g.d ORDER BY g.d

SELECT array_agg(DISTINCT status ORDER BY status) FROM orders WHERE customer_id = 118

SELECT o.id, o.total, AVG(o.total) OVER (PARTITION BY o.customer_id ORDER BY o.ordered_at ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) AS moving FROM orders o

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) > 7) AS t

SELECT p.id, p.name FROM products p WHERE p.id NOT IN (SELECT product_id FROM order_lines WHERE quantity > 6)

WITH recent AS MATERIALIZED (SELECT * FROM orders WHERE ordered_at > current_date - 16) SELECT status, count(*) FROM recent GROUP BY status

SELECT array_agg(DISTINCT status ORDER BY status) FROM orders WHERE customer_id = 763

SELECT details #>> '{origin,country}' AS country, COUNT(*) FROM products GROUP BY country HAVING COUNT(*) > 3

SELECT CASE WHEN total < 27 THEN 'small' WHEN total < 198 THEN 'medium' ELSE 'large' END AS size, COUNT(*) FROM orders GROUP BY size

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 14 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

SELECT date_trunc('month', ordered_at) AS period, SUM(total)::numeric(12,2) FROM orders GROUP BY 1 ORDER BY 1

SELECT COALESCE(c.phone, c.email, 'none') AS contact, c.name || ' (' || c.city || ')' AS label FROM customers c WHERE c.id = 3737

SELECT EXTRACT(DOW FROM ordered_at AT TIME ZONE 'Europe/Oslo') AS weekday, COUNT(*) FROM orders WHERE ordered_at >= now() - INTERVAL '74 days' GROUP BY 1

WITH monthly AS (SELECT to_char(ordered_at, 'YYYY-MM') AS m, SUM(total) AS revenue FROM orders GROUP BY to_char(ordered_at, 'YYYY-MM'))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m LIMIT 11

select * from customers where city = 'Kyoto' order by name limit 73

WITH recent AS MATERIALIZED (SELECT * FROM orders WHERE ordered_at > current_date - 73) SELECT status, count(*) FROM recent GROUP BY status

SELECT name FROM employees WHERE name SIMILAR TO '(B|E)%' OR name LIKE '50!%%' ESCAPE '!'

SELECT store_id, AVG(salary) AS avg_salary, MAX(salary) - MIN(salary) AS spread FROM employees WHERE hired_on < '2025-11-21' GROUP BY store_id HAVING AVG(salary) > 4291

SELECT city, kind, SUM(total) FROM orders o JOIN stores s ON s.id = o.store_id JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE o.id > 571 GROUP BY ROLLUP (city, kind)

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'paid') AS turnover FROM stores s WHERE s.opened_on < '2026-08-10'

SELECT (tags)[2], tags[1:2], array_length(tags, 1) FROM products

SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v (id, label) JOIN stores USING (id)

SELECT percentile_cont(0.9) WITHIN GROUP (ORDER BY total) FROM orders WHERE store_id = 23

SELECT id FROM orders WHERE ordered_at BETWEEN TIMESTAMP '2024-09-12 00:00:00' AND CURRENT_TIMESTAMP AND store_id = ANY (ARRAY[9, 13]::int[])

select string_agg(p.name, ', ' order by p.name) as products, o.id from orders o join order_lines l on l.order_id = o.id join products p on p.id = l.product_id where o.status = 'shipped' group by o.id

select id, total, NTILE(4) over (order by total) as bucket from orders where total is not null

SELECT product_id FROM order_lines WHERE quantity >= 5 INTERSECT SELECT l.product_id FROM order_lines l JOIN returns r ON r.order_id = l.order_id

SELECT POSITION('i' IN name), SUBSTRING(name FROM 1 FOR 3), TRIM(BOTH ' ' FROM name), OVERLAY(name PLACING '*' FROM 2) FROM customers

SELECT CASE WHEN total < 22 THEN 'small' WHEN total < 185 THEN 'medium' ELSE 'large' END AS size, COUNT(*) FROM orders GROUP BY size

SELECT ROUND(100.0 * SUM(CASE WHEN status = 'returned' THEN 1 ELSE 0 END) / COUNT(*), 1) AS share FROM orders WHERE store_id = 16

SELECT COUNT(*) FILTER (WHERE status = 'cancelled') AS a, COUNT(*) FILTER (WHERE total > 16) AS b FROM orders

SELECT kind, COUNT(*) AS products, ROUND(AVG(price), 2) AS "average price" FROM products WHERE active GROUP BY kind ORDER BY "average price" DESC

SELECT c.id, c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.ordered_at > DATE '2026-06-30' - INTERVAL '23 months')

select s.city, s.name, SUM(o.total) total from stores s inner join orders o on s.id = o.store_id where EXTRACT(YEAR from o.ordered_at) = 2025 group by s.city, s.name order by total desc

SELECT to_char(ordered_at, 'YYYY-MM') AS month, SUM(total) AS revenue, COUNT(DISTINCT customer_id) AS buyers FROM orders WHERE status <> 'cancelled' AND ordered_at BETWEEN '2024-02-28' AND '2026-06-30' GROUP BY to_char(ordered_at, 'YYYY-MM') ORDER BY 1

SELECT EXTRACT(DOW FROM ordered_at AT TIME ZONE 'Europe/Oslo') AS weekday, COUNT(*) FROM orders WHERE ordered_at >= now() - INTERVAL '12 days' GROUP BY 1

SELECT c.name, o.total FROM orders o, customers c WHERE o.customer_id = c.id AND o.total >= ALL (SELECT total FROM orders WHERE store_id = 20)

select product_id from order_lines where quantity >= 6 EXCEPT select l.product_id from order_lines l join returns r on r.order_id = l.order_id

SELECT name, price FROM products ORDER BY price DESC LIMIT 11 OFFSET 48

SELECT string_agg(p.name, ', ' ORDER BY p.name) AS products, o.id FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE o.status = 'open' GROUP BY o.id

select store_id, AVG(salary) as avg_salary, MAX(salary) - MIN(salary) as spread from employees where hired_on < '2026-06-11' group by store_id having AVG(salary) > 3633

SELECT id, total, NTILE(10) OVER (ORDER BY total) AS bucket FROM orders WHERE total IS NOT NULL

SELECT s.city, s.name, SUM(o.total) total FROM stores s INNER JOIN orders o ON s.id = o.store_id WHERE EXTRACT(YEAR FROM o.ordered_at) = 2025 GROUP BY s.city, s.name ORDER BY total DESC

SELECT (SELECT COUNT(*) FROM orders WHERE status = 'open') AS one, (SELECT COUNT(*) FROM orders WHERE status = 'shipped') AS two

select COUNT(*) from (select customer_id from orders group by customer_id having COUNT(*) = 7) as t

SELECT ROUND(100.0 * SUM(CASE WHEN status = 'cancelled' THEN 1 ELSE 0 END) / COUNT(*), 1) AS share FROM orders WHERE store_id = 12

SELECT c.name, o.total FROM orders o, customers c WHERE o.customer_id = c.id AND o.total >= ALL (SELECT total FROM orders WHERE store_id = 4)

SELECT g.d::date, COUNT(o.id) FROM generate_series('2025-03-01'::date, '2026-12-31', INTERVAL '1 day') AS g(d) LEFT JOIN orders o ON o.ordered_at::date = g.d GROUP BY g.d ORDER BY g.d

SELECT POSITION('u' IN name), SUBSTRING(name FROM 1 FOR 4), TRIM(BOTH ' ' FROM name), OVERLAY(name PLACING '*' FROM 2) FROM customers

SELECT c.id, c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.ordered_at > DATE '2026-06-30' - INTERVAL '20 months')

with RECURSIVE chain (id, name, depth) as (
  select id, name, 0 from employees where manager_id is null
  union all
  select e.id, e.name, chain.depth + 1 from employees e join chain on e.manager_id = chain.id
)
select depth, COUNT(*) from chain where depth < 8 group by depth order by depth

SELECT DISTINCT city FROM customers WHERE city IS NOT NULL AND city <> '' ORDER BY city DESC

select COALESCE(c.phone, c.email, 'none') as contact, c.name || ' (' || c.city || ')' as label from customers c where c.id = 7800

SELECT EXTRACT(DOW FROM ordered_at AT TIME ZONE 'Europe/Oslo') AS weekday, COUNT(*) FROM orders WHERE ordered_at >= now() - INTERVAL '45 days' GROUP BY 1

WITH recent AS MATERIALIZED (SELECT * FROM orders WHERE ordered_at > current_date - 83) SELECT status, count(*) FROM recent GROUP BY status

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary >= 2001 OR e.manager_id IS NULL

SELECT g.d::date, COUNT(o.id) FROM generate_series('2024-03-20'::date, '2026-12-31', INTERVAL '1 day') AS g(d) LEFT JOIN orders o ON o.ordered_at::date = g.d GROUP BY g.d ORDER BY g.d

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) = 4) AS t

SELECT id FROM orders WHERE ordered_at BETWEEN TIMESTAMP '2026-10-24 00:00:00' AND CURRENT_TIMESTAMP AND store_id = ANY (ARRAY[1, 15]::int[])

SELECT CASE WHEN total < 20 THEN 'small' WHEN total < 193 THEN 'medium' ELSE 'large' END AS size, COUNT(*) FROM orders GROUP BY size

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 34 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

SELECT store_id, status, COUNT(*) n, SUM(COUNT(*)) OVER (PARTITION BY store_id) AS all_of_store FROM orders GROUP BY store_id, status ORDER BY store_id, n DESC

SELECT COALESCE(phone, E'none\n99') AS phone, $$Hamburg's$$ AS note FROM customers ORDER BY name NULLS LAST FETCH FIRST 44 ROWS ONLY

SELECT jsonb_build_object('id', id, 'total', total) FROM orders WHERE id = 3014

select MAX(price) - MIN(price) as spread, kind from products where price not between 5 and 89 group by kind

select kind, COUNT(*) as products, ROUND(AVG(price), 2) as "average price" from products where active is TRUE group by kind order by "average price" desc

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 7 AND name NOT LIKE 'O%'

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 36 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

select s.city, s.name, SUM(o.total) total from stores s inner join orders o on s.id = o.store_id where EXTRACT(YEAR from o.ordered_at) = 2024 group by s.city, s.name order by total desc

SELECT key, value FROM products, jsonb_each_text(details) WHERE products.id = 124

SELECT name FROM employees WHERE name SIMILAR TO '(C|D)%' OR name LIKE '50!%%' ESCAPE '!'

SELECT name FROM products WHERE 'decaf' = ANY(tags) OR tags && ARRAY['espresso', 'new']

select o.id from orders as o where o.total > 335 and (o.status = 'returned' or o.status = 'open') and not o.store_id = 1

SELECT * FROM orders WHERE (customer_id, store_id) IN (SELECT customer_id, store_id FROM orders WHERE total > 602)

SELECT s.city, s.name, SUM(o.total) total FROM stores s INNER JOIN orders o ON s.id = o.store_id WHERE EXTRACT(YEAR FROM o.ordered_at) = 2026 GROUP BY s.city, s.name ORDER BY total DESC

SELECT COUNT(*) FROM orders WHERE status = 'open' AND ordered_at >= '2024-08-02'

SELECT c.name, last.total FROM customers c LEFT JOIN LATERAL (SELECT o.total FROM orders o WHERE o.customer_id = c.id ORDER BY o.ordered_at DESC LIMIT 3) last ON true

SELECT p.name, SUM(l.quantity * l.unit_price) AS revenue, RANK() OVER (ORDER BY SUM(l.quantity * l.unit_price) DESC) AS place FROM order_lines l JOIN products p ON p.id = l.product_id JOIN orders o ON o.id = l.order_id AND o.status IN ('paid', 'shipped') WHERE o.ordered_at >= DATE '2026-06-30' - INTERVAL '9 months' GROUP BY p.id, p.name ORDER BY place LIMIT 12

SELECT details #>> '{origin,country}' AS country, COUNT(*) FROM products GROUP BY country HAVING COUNT(*) > 2

SELECT name FROM customers WHERE city = 'São Paulo' UNION ALL SELECT name FROM employees WHERE salary > 7457 ORDER BY name

SELECT store_id, AVG(salary) AS avg_salary, MAX(salary) - MIN(salary) AS spread FROM employees WHERE hired_on >= '2025-09-25' GROUP BY store_id HAVING AVG(salary) > 3838

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 6 AND name NOT LIKE 'Mc%'

select product_id from order_lines where quantity >= 9 EXCEPT select l.product_id from order_lines l join returns r on r.order_id = l.order_id

SELECT g.d::date, COUNT(o.id) FROM generate_series('2024-12-26'::date, '2026-12-31', INTERVAL '1 day') AS g(d) LEFT JOIN orders o ON o.ordered_at::date = g.d GROUP BY g.d ORDER BY g.d

SELECT ROUND(100.0 * SUM(CASE WHEN status = 'paid' THEN 1 ELSE 0 END) / COUNT(*), 1) AS share FROM orders WHERE store_id = 11

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) >= 12) AS t

SELECT name, email FROM customers WHERE email ILIKE '%@example.org' AND phone IS NOT NULL

SELECT (SELECT COUNT(*) FROM orders WHERE status = 'open') AS one, (SELECT COUNT(*) FROM orders WHERE status = 'open') AS two

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'cancelled') AS turnover FROM stores s WHERE s.opened_on < '2026-11-20'

select COUNT(refund) from returns

SELECT g.d::date, COUNT(o.id) FROM generate_series('2024-08-20'::date, '2026-12-31', INTERVAL '1 day') AS g(d) LEFT JOIN orders o ON o.ordered_at::date = g.d GROUP BY g.d ORDER BY g.d

select s.name, (select COUNT(*) from employees e where e.store_id = s.id) as staff, (select ROUND(SUM(total), 2) from orders o where o.store_id = s.id and o.status = 'shipped') as turnover from stores s where s.opened_on < '2025-05-28'

SELECT p.name, p.price, p.price * 1.19 AS with_tax FROM products p WHERE p.kind = 'espresso' AND p.price > (SELECT AVG(price) FROM products WHERE kind = p.kind)

SELECT 1 + 80 * (7 - 9) / 2.0 AS x, -4 AS y, '100%' AS z

with monthly as (select to_char(ordered_at, 'YYYY-MM') as m, SUM(total) as revenue from orders group by to_char(ordered_at, 'YYYY-MM'))
select m, revenue, revenue - LAG(revenue) over (order by m) as delta from monthly order by m limit 27

SELECT jsonb_build_object('id', id, 'total', total) FROM orders WHERE id = 2468

SELECT key, value FROM products, jsonb_each_text(details) WHERE products.id = 154

select ROUND(100.0 * SUM(case when status = 'paid' then 1 else 0 end) / COUNT(*), 1) as share from orders where store_id = 11

SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY total) FROM orders WHERE store_id = 12

select p.name, p.price, p.price * 1.07 as gross from products p where p.kind = 'espresso' and p.price > (select AVG(price) from products where kind = p.kind)

SELECT store_id, AVG(salary) AS avg_salary, MAX(salary) - MIN(salary) AS spread FROM employees WHERE hired_on >= '2024-10-13' GROUP BY store_id HAVING AVG(salary) > 2883

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'returned') AS turnover FROM stores s WHERE s.opened_on < '2025-04-27'

SELECT p.id, p.name FROM products p WHERE p.id IN (SELECT product_id FROM order_lines WHERE quantity > 18)

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'paid') AS turnover FROM stores s WHERE s.opened_on < '2025-04-03'

SELECT COALESCE(phone, E'none\n74') AS phone, $$Hamburg's$$ AS note FROM customers ORDER BY name NULLS LAST FETCH FIRST 46 ROWS ONLY

SELECT * FROM (VALUES (8, 'a'), (4, 'b')) AS v (id, label) JOIN stores USING (id)

SELECT name, email FROM customers WHERE email ILIKE '%@example.com' AND phone IS NULL

SELECT MAX(price) - MIN(price) AS spread, kind FROM products WHERE price NOT BETWEEN 1 AND 88 GROUP BY kind

SELECT to_char(ordered_at, 'YYYY-MM') AS month, SUM(total) AS revenue, COUNT(DISTINCT customer_id) AS buyers FROM orders WHERE status <> 'cancelled' AND ordered_at BETWEEN '2025-07-20' AND '2026-06-30' GROUP BY to_char(ordered_at, 'YYYY-MM') ORDER BY 1

SELECT name, price FROM products ORDER BY price DESC LIMIT 18 OFFSET 24

with monthly as (select to_char(ordered_at, 'YYYY-MM') as m, SUM(total) as revenue from orders group by to_char(ordered_at, 'YYYY-MM'))
select m, revenue, revenue - LAG(revenue) over (order by m) as delta from monthly order by m desc limit 17

SELECT age(max(ordered_at), min(ordered_at)), max(ordered_at) - min(ordered_at) FROM orders WHERE status IS DISTINCT FROM 'returned'

select o.id from orders as o where o.total > 189 and (o.status = 'paid' or o.status = 'paid') and not o.store_id = 1

WITH RECURSIVE chain (id, name, depth) AS (
  SELECT id, name, 0 FROM employees WHERE manager_id IS NULL
  UNION ALL
  SELECT e.id, e.name, chain.depth + 1 FROM employees e JOIN chain ON e.manager_id = chain.id
)
SELECT depth, COUNT(*) FROM chain WHERE depth < 8 GROUP BY depth ORDER BY depth

SELECT jsonb_build_object('id', id, 'total', total) FROM orders WHERE id = 160

SELECT 1 + 56 * (9 - 7) / 2.0 AS x, -6 AS y, '100%' AS z

SELECT g.d::date, COUNT(o.id) FROM generate_series('2024-09-17'::date, '2026-12-31', INTERVAL '1 day') AS g(d) LEFT JOIN orders o ON o.ordered_at::date = g.d GROUP BY g.d ORDER BY g.d

SELECT name FROM products WHERE 'equipment' = ANY(tags) OR tags && ARRAY['filter', 'new']

SELECT g.d::date, COUNT(o.id) FROM generate_series('2026-07-15'::date, '2026-12-31', INTERVAL '1 day') AS g(d) LEFT JOIN orders o ON o.ordered_at::date = g.d GROUP BY g.d ORDER BY g.d

SELECT array_agg(DISTINCT status ORDER BY status) FROM orders WHERE customer_id = 679

SELECT s.order_id, s.carrier, s.delivered_at::date - s.shipped_at::date AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND s.delivered_at::date - s.shipped_at::date > 8 ORDER BY days DESC LIMIT 17

SELECT to_char(ordered_at, 'YYYY-MM') AS month, SUM(total) AS revenue, COUNT(DISTINCT customer_id) AS buyers FROM orders WHERE status <> 'cancelled' AND ordered_at BETWEEN '2026-01-19' AND '2026-06-30' GROUP BY to_char(ordered_at, 'YYYY-MM') ORDER BY 1

SELECT name, email FROM customers WHERE email ILIKE '%@example.com' AND phone IS NOT NULL

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 37 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

SELECT (SELECT COUNT(*) FROM orders WHERE status = 'open') AS one, (SELECT COUNT(*) FROM orders WHERE status = 'returned') AS two

WITH RECURSIVE chain (id, name, depth) AS (
  SELECT id, name, 0 FROM employees WHERE manager_id IS NULL
  UNION ALL
  SELECT e.id, e.name, chain.depth + 1 FROM employees e JOIN chain ON e.manager_id = chain.id
)
SELECT depth, COUNT(*) FROM chain WHERE depth < 7 GROUP BY depth ORDER BY depth

select o.id from orders as o where o.total > 184 and (o.status = 'shipped' or o.status = 'paid') and not o.store_id = 5

SELECT POSITION('a' IN name), SUBSTRING(name FROM 1 FOR 2), TRIM(BOTH ' ' FROM name), OVERLAY(name PLACING '*' FROM 2) FROM customers

SELECT c.name, o.total FROM orders o, customers c WHERE o.customer_id = c.id AND o.total >= ALL (SELECT total FROM orders WHERE store_id = 19)

select c.name, o.total from orders o, customers c where o.customer_id = c.id and o.total >= all (select total from orders where store_id = 14)

SELECT c.name, o.total FROM orders o, customers c WHERE o.customer_id = c.id AND o.total >= ALL (SELECT total FROM orders WHERE store_id = 6)

SELECT COALESCE(phone, E'none\n5') AS phone, $$Kyoto's$$ AS note FROM customers ORDER BY name NULLS LAST FETCH FIRST 29 ROWS ONLY

SELECT * FROM (VALUES (4, 'a'), (1, 'b')) AS v (id, label) JOIN stores USING (id)

SELECT g.d::date, COUNT(o.id) FROM generate_series('2024-05-04'::date, '2026-12-31', INTERVAL '1 day') AS g(d) LEFT JOIN orders o ON o.ordered_at::date = g.d GROUP BY g.d ORDER BY g.d

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary >= 4840 OR e.manager_id IS NULL

SELECT p.id, p.name FROM products p WHERE p.id IN (SELECT product_id FROM order_lines WHERE quantity > 14)

SELECT name FROM customers WHERE email ~* '^[a-z]+@mail\.com$' AND name !~ '[0-9]'

select e.name as employee, m.name as manager, e.salary from employees e left OUTER join employees m on e.manager_id = m.id where e.salary > 3968 or e.manager_id is null

SELECT p.name, p.price, p.price * 0.9 AS with_tax FROM products p WHERE p.kind = 'equipment' AND p.price > (SELECT AVG(price) FROM products WHERE kind = p.kind)

SELECT city, kind, SUM(total) FROM orders o JOIN stores s ON s.id = o.store_id JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE o.id > 12 GROUP BY ROLLUP (city, kind)

WITH monthly AS (SELECT to_char(ordered_at, 'YYYY-MM') AS m, SUM(total) AS revenue FROM orders GROUP BY to_char(ordered_at, 'YYYY-MM'))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m LIMIT 12

SELECT name FROM products WHERE 'filter' = ANY(tags) OR tags && ARRAY['decaf', 'new']

SELECT * FROM orders WHERE (customer_id, store_id) IN (SELECT customer_id, store_id FROM orders WHERE total > 1326)

select ROUND(100.0 * SUM(case when status = 'shipped' then 1 else 0 end) / COUNT(*), 1) as share from orders where store_id = 28

SELECT name, details ->> 'roast' AS v FROM products WHERE details @> '{"organic": true}' AND details ? 'roast' LIMIT 22

WITH RECURSIVE chain (id, name, depth) AS (
  SELECT id, name, 0 FROM employees WHERE manager_id IS NULL
  UNION ALL
  SELECT e.id, e.name, chain.depth + 1 FROM employees e JOIN chain ON e.manager_id = chain.id
)
SELECT depth, COUNT(*) FROM chain WHERE depth < 4 GROUP BY depth ORDER BY depth

SELECT COALESCE(phone, E'none\n75') AS phone, $$São Paulo's$$ AS note FROM customers ORDER BY name NULLS LAST FETCH FIRST 39 ROWS ONLY

WITH recent AS MATERIALIZED (SELECT * FROM orders WHERE ordered_at > current_date - 81) SELECT status, count(*) FROM recent GROUP BY status

SELECT s.order_id, s.carrier, s.delivered_at::date - s.shipped_at::date AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND s.delivered_at::date - s.shipped_at::date > 10 ORDER BY days DESC LIMIT 5

SELECT c.name, o.total FROM orders o, customers c WHERE o.customer_id = c.id AND o.total >= ALL (SELECT total FROM orders WHERE store_id = 16)

SELECT MAX(salary) FROM employees

SELECT age(max(ordered_at), min(ordered_at)), max(ordered_at) - min(ordered_at) FROM orders WHERE status IS DISTINCT FROM 'open'

-- revenue of Nairobi
SELECT SUM(o.total) FROM orders o JOIN stores s ON s.id = o.store_id /* only stores */ WHERE s.city = 'Lisbon';

select p.name, COALESCE(sold.n, 0) as sold from products p left join (select product_id, SUM(quantity) as n from order_lines group by product_id) sold on sold.product_id = p.id where p.kind = 'filter' order by sold desc

SELECT EXTRACT(DOW FROM ordered_at AT TIME ZONE 'Europe/Oslo') AS weekday, COUNT(*) FROM orders WHERE ordered_at >= now() - INTERVAL '59 days' GROUP BY 1

SELECT string_agg(p.name, ', ' ORDER BY p.name) AS products, o.id FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE o.status = 'shipped' GROUP BY o.id

SELECT p.name, p.price, p.price * 0.9 AS new_price FROM products p WHERE p.kind = 'espresso' AND p.price > (SELECT AVG(price) FROM products WHERE kind = p.kind)

SELECT * FROM customers WHERE city = 'São Paulo' ORDER BY name LIMIT 59

-- revenue of Nairobi
SELECT SUM(o.total) FROM orders o JOIN stores s ON s.id = o.store_id /* only stores */ WHERE s.city = 'Nairobi';

select e.name as employee, m.name as manager, e.salary from employees e left OUTER join employees m on e.manager_id = m.id where e.salary > 2821 or e.manager_id is null

SELECT name, price FROM products ORDER BY price DESC LIMIT 16 OFFSET 196

SELECT EXTRACT(DOW FROM ordered_at AT TIME ZONE 'Europe/Oslo') AS weekday, COUNT(*) FROM orders WHERE ordered_at >= now() - INTERVAL '2 days' GROUP BY 1

SELECT name, price FROM products ORDER BY price DESC LIMIT 18 OFFSET 147

select COUNT(*) from orders where status = 'open' and ordered_at >= '2025-02-22'

WITH recent AS MATERIALIZED (SELECT * FROM orders WHERE ordered_at > current_date - 53) SELECT status, count(*) FROM recent GROUP BY status

SELECT COUNT(*) FILTER (WHERE status = 'returned') AS a, COUNT(*) FILTER (WHERE total > 93) AS b FROM orders

SELECT COALESCE(phone, E'none\n79') AS phone, $$São Paulo's$$ AS note FROM customers ORDER BY name NULLS LAST FETCH FIRST 46 ROWS ONLY

SELECT COUNT(*) FILTER (WHERE status = 'cancelled') AS a, COUNT(*) FILTER (WHERE total > 25) AS b FROM orders

SELECT * FROM (VALUES (6, 'a'), (6, 'b')) AS v (id, label) JOIN stores USING (id)

SELECT * FROM (SELECT o.*, ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY ordered_at DESC) AS rn FROM orders o) AS ranked WHERE rn <= 3

SELECT id, total, NTILE(4) OVER (ORDER BY total) AS bucket FROM orders WHERE total IS NOT NULL

SELECT o.id, o.total, AVG(o.total) OVER (PARTITION BY o.customer_id ORDER BY o.ordered_at ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS moving FROM orders o

SELECT to_char(ordered_at, 'YYYY-MM') AS month, SUM(total) AS revenue, COUNT(DISTINCT customer_id) AS buyers FROM orders WHERE status <> 'cancelled' AND ordered_at BETWEEN '2025-06-04' AND '2026-06-30' GROUP BY to_char(ordered_at, 'YYYY-MM') ORDER BY 1

select name, email from customers where email ILIKE '%@example.org' and phone is null

SELECT POSITION('e' IN name), SUBSTRING(name FROM 1 FOR 2), TRIM(BOTH ' ' FROM name), OVERLAY(name PLACING '*' FROM 2) FROM customers

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2025-08-23' GROUP BY r.reason

SELECT COUNT(*) FILTER (WHERE status = 'returned') AS a, COUNT(*) FILTER (WHERE total > 47) AS b FROM orders

select s.order_id, s.carrier, s.delivered_at::date - s.shipped_at::date as days from shipments s where s.delivered_at is not null and s.delivered_at::date - s.shipped_at::date > 2 order by days desc limit 5

WITH monthly AS (SELECT to_char(ordered_at, 'YYYY-MM') AS m, SUM(total) AS revenue FROM orders GROUP BY to_char(ordered_at, 'YYYY-MM'))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m LIMIT 14

SELECT g.d::date, COUNT(o.id) FROM generate_series('2026-06-15'::date, '2026-12-31', INTERVAL '1 day') AS g(d) LEFT JOIN orders o ON o.ordered_at::date = g.d GROUP BY g.d ORDER BY g.d

SELECT jsonb_build_object('id', id, 'total', total) FROM orders WHERE id = 5939

SELECT COUNT(refund) FROM returns

select c.name, COUNT(o.id) as orders, SUM(o.total) as revenue
from customers c
left join orders o on o.customer_id = c.id
where c.city in ('Kyoto', 'Kyoto')
group by c.id, c.name
having COUNT(o.id) > 3
order by revenue desc, c.name
limit 7

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary > 3658 OR e.manager_id IS NULL

select o.id, FIRST_VALUE(o.total) over w as first, LAST_VALUE(o.total) over w as last from orders o where o.store_id = 32 WINDOW w as (partition by o.customer_id order by o.ordered_at)

SELECT s.order_id, s.carrier, s.delivered_at::date - s.shipped_at::date AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND s.delivered_at::date - s.shipped_at::date > 13 ORDER BY days DESC LIMIT 16

SELECT name FROM customers WHERE city = 'Nairobi' UNION SELECT name FROM employees WHERE salary > 4364 ORDER BY name

SELECT name, email FROM customers WHERE email ILIKE '%@example.no' AND phone IS NULL

SELECT name, details ->> 'origin' AS v FROM products WHERE details @> '{"organic": true}' AND details ? 'roast' LIMIT 44

SELECT COALESCE(phone, E'none\n2') AS phone, $$Kyoto's$$ AS note FROM customers ORDER BY name NULLS LAST FETCH FIRST 41 ROWS ONLY

SELECT product_id FROM order_lines WHERE quantity >= 6 INTERSECT SELECT l.product_id FROM order_lines l JOIN returns r ON r.order_id = l.order_id

with monthly as (select to_char(ordered_at, 'YYYY-MM') as m, SUM(total) as revenue from orders group by to_char(ordered_at, 'YYYY-MM'))
select m, revenue, revenue - LAG(revenue) over (order by m) as delta from monthly order by m limit 26

SELECT COUNT(*) FROM orders WHERE status = 'paid' AND ordered_at >= '2025-06-22'

SELECT p.name, SUM(l.quantity * l.unit_price) AS revenue, RANK() OVER (ORDER BY SUM(l.quantity * l.unit_price) DESC) AS place FROM order_lines l JOIN products p ON p.id = l.product_id JOIN orders o ON o.id = l.order_id AND o.status IN ('paid', 'shipped') WHERE o.ordered_at >= DATE '2026-06-30' - INTERVAL '12 months' GROUP BY p.id, p.name ORDER BY place LIMIT 15

SELECT 1 + 19 * (1 - 4) / 2.0 AS x, -2 AS y, 'naïve' AS z

SELECT CASE WHEN total < 10 THEN 'small' WHEN total < 168 THEN 'medium' ELSE 'large' END AS size, COUNT(*) FROM orders GROUP BY size

SELECT kind, COUNT(*) AS products, ROUND(AVG(price), 2) AS "average price" FROM products WHERE active = true GROUP BY kind ORDER BY "average price" DESC

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 15 AND name NOT LIKE 'B%'

SELECT p.name, COALESCE(sold.n, 0) AS sold FROM products p LEFT JOIN (SELECT product_id, SUM(quantity) AS n FROM order_lines GROUP BY product_id) sold ON sold.product_id = p.id WHERE p.kind = 'espresso' ORDER BY sold DESC

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 24 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

SELECT p.name, COALESCE(sold.n, 0) AS sold FROM products p LEFT JOIN (SELECT product_id, SUM(quantity) AS n FROM order_lines GROUP BY product_id) sold ON sold.product_id = p.id WHERE p.kind = 'equipment' ORDER BY sold DESC

select COALESCE(c.phone, c.email, 'none') as contact, c.name || ' (' || c.city || ')' as label from customers c where c.id = 2756

SELECT s.order_id, s.carrier, s.delivered_at::date - s.shipped_at::date AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND s.delivered_at::date - s.shipped_at::date > 10 ORDER BY days DESC LIMIT 20

SELECT MAX(price) - MIN(price) AS spread, kind FROM products WHERE price NOT BETWEEN 3 AND 90 GROUP BY kind

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 14 AND name NOT LIKE 'O%'

-- revenue of São Paulo
select SUM(o.total) from orders o join stores s on s.id = o.store_id /* only stores */ where s.city = 'Hamburg';

SELECT (SELECT COUNT(*) FROM orders WHERE status = 'cancelled') AS one, (SELECT COUNT(*) FROM orders WHERE status = 'cancelled') AS two

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY total) FROM orders WHERE store_id = 6

SELECT EXTRACT(DOW FROM ordered_at AT TIME ZONE 'Europe/Oslo') AS weekday, COUNT(*) FROM orders WHERE ordered_at >= now() - INTERVAL '11 days' GROUP BY 1

SELECT details #>> '{origin,country}' AS country, COUNT(*) FROM products GROUP BY country HAVING COUNT(*) > 5

SELECT city, kind, SUM(total) FROM orders o JOIN stores s ON s.id = o.store_id JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE o.id > 171 GROUP BY CUBE (city, kind)

SELECT s.order_id, s.carrier, s.delivered_at::date - s.shipped_at::date AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND s.delivered_at::date - s.shipped_at::date > 4 ORDER BY days DESC LIMIT 18

SELECT * FROM customers WHERE city = 'Nairobi' ORDER BY name LIMIT 20

SELECT details #>> '{origin,country}' AS country, COUNT(*) FROM products GROUP BY country HAVING COUNT(*) > 1

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY total) FROM orders WHERE store_id = 21

SELECT array_agg(DISTINCT status ORDER BY status) FROM orders WHERE customer_id = 276

SELECT name, details ->> 'origin' AS v FROM products WHERE details @> '{"organic": true}' AND details ? 'roast' LIMIT 32

SELECT product_id FROM order_lines WHERE quantity >= 7 EXCEPT SELECT l.product_id FROM order_lines l JOIN returns r ON r.order_id = l.order_id

SELECT to_char(ordered_at, 'YYYY-MM') AS month, SUM(total) AS revenue, COUNT(DISTINCT customer_id) AS buyers FROM orders WHERE status <> 'cancelled' AND ordered_at BETWEEN '2024-04-25' AND '2026-06-30' GROUP BY to_char(ordered_at, 'YYYY-MM') ORDER BY 1

SELECT name, price FROM products ORDER BY price DESC LIMIT 16 OFFSET 124

SELECT id FROM orders WHERE ordered_at BETWEEN TIMESTAMP '2025-04-21 00:00:00' AND CURRENT_TIMESTAMP AND store_id = ANY (ARRAY[9, 19]::int[])

SELECT p.name, p.price, p.price * 0.9 AS new_price FROM products p WHERE p.kind = 'equipment' AND p.price > (SELECT AVG(price) FROM products WHERE kind = p.kind)

SELECT AVG(cost) FROM shipments

select c.name, COUNT(o.id) as orders, SUM(o.total) as revenue
from customers c
left join orders o on o.customer_id = c.id
where c.city in ('Lisbon', 'Kyoto')
group by c.id, c.name
having COUNT(o.id) > 2
order by revenue desc, c.name
limit 15

SELECT CASE WHEN total < 28 THEN 'small' WHEN total < 196 THEN 'medium' ELSE 'large' END AS size, COUNT(*) FROM orders GROUP BY size

select c.name, COUNT(o.id) as orders, SUM(o.total) as revenue
from customers c
left join orders o on o.customer_id = c.id
where c.city in ('Nairobi', 'Lisbon')
group by c.id, c.name
having COUNT(o.id) > 6
order by revenue desc, c.name
limit 48

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Hamburg', 'Oslo')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 1
ORDER BY revenue DESC, c.name
LIMIT 24

SELECT COALESCE(c.phone, c.email, 'none') AS contact, c.name || ' (' || c.city || ')' AS label FROM customers c WHERE c.id = 8444

SELECT c.name, o.total FROM orders o, customers c WHERE o.customer_id = c.id AND o.total >= ALL (SELECT total FROM orders WHERE store_id = 12)

WITH monthly AS (SELECT to_char(ordered_at, 'YYYY-MM') AS m, SUM(total) AS revenue FROM orders GROUP BY to_char(ordered_at, 'YYYY-MM'))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m DESC LIMIT 8

SELECT name, price FROM products ORDER BY price DESC LIMIT 14 OFFSET 62

select name, price from products order by price desc limit 15 OFFSET 98

SELECT * FROM orders WHERE (customer_id, store_id) IN (SELECT customer_id, store_id FROM orders WHERE total > 1260)

SELECT g.d::date, COUNT(o.id) FROM generate_series('2024-12-14'::date, '2026-12-31', INTERVAL '1 day') AS g(d) LEFT JOIN orders o ON o.ordered_at::date = g.d GROUP BY g.d ORDER BY g.d

select UPPER(SUBSTR(name, 1, 1)) as letter, COUNT(*) from customers group by UPPER(SUBSTR(name, 1, 1)) order by 2 desc, letter

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary < 2013 OR e.manager_id IS NULL

SELECT EXTRACT(DOW FROM ordered_at AT TIME ZONE 'Europe/Oslo') AS weekday, COUNT(*) FROM orders WHERE ordered_at >= now() - INTERVAL '51 days' GROUP BY 1

SELECT CASE WHEN total < 32 THEN 'small' WHEN total < 120 THEN 'medium' ELSE 'large' END AS size, COUNT(*) FROM orders GROUP BY size

SELECT COALESCE(phone, E'none\n76') AS phone, $$Hamburg's$$ AS note FROM customers ORDER BY name NULLS LAST FETCH FIRST 14 ROWS ONLY

SELECT jsonb_build_object('id', id, 'total', total) FROM orders WHERE id = 849

SELECT g.d::date, COUNT(o.id) FROM generate_series('2024-10-02'::date, '2026-12-31', INTERVAL '1 day') AS g(d) LEFT JOIN orders o ON o.ordered_at::date = g.d GROUP BY g.d ORDER BY g.d

select distinct city from customers where city is not null and city <> '' order by city asc

SELECT p.name, t.tag FROM products p CROSS JOIN LATERAL unnest(p.tags) AS t(tag) WHERE t.tag = 'equipment'

SELECT key, value FROM products, jsonb_each_text(details) WHERE products.id = 230

SELECT jsonb_build_object('id', id, 'total', total) FROM orders WHERE id = 6068

SELECT 1 + 25 * (3 - 8) / 2.0 AS x, -41 AS y, 'it''s' AS z

SELECT c.name, o.total FROM orders o, customers c WHERE o.customer_id = c.id AND o.total >= ALL (SELECT total FROM orders WHERE store_id = 14)

SELECT DISTINCT city FROM customers WHERE city IS NOT NULL AND city <> '' ORDER BY city ASC

SELECT o.id, o.total, AVG(o.total) OVER (PARTITION BY o.customer_id ORDER BY o.ordered_at ROWS BETWEEN 5 PRECEDING AND CURRENT ROW) AS moving FROM orders o

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'shipped') AS turnover FROM stores s WHERE s.opened_on < '2026-06-09'

select s.order_id, s.carrier, s.delivered_at::date - s.shipped_at::date as days from shipments s where s.delivered_at is not null and s.delivered_at::date - s.shipped_at::date > 9 order by days desc limit 22

select c.name, o.total from orders o, customers c where o.customer_id = c.id and o.total >= all (select total from orders where store_id = 11)

SELECT s.city, s.name, SUM(o.total) total FROM stores s INNER JOIN orders o ON s.id = o.store_id WHERE EXTRACT(YEAR FROM o.ordered_at) = 2024 GROUP BY s.city, s.name ORDER BY total DESC

SELECT to_char(ordered_at, 'YYYY-MM') AS month, SUM(total) AS revenue, COUNT(DISTINCT customer_id) AS buyers FROM orders WHERE status <> 'cancelled' AND ordered_at BETWEEN '2024-03-14' AND '2026-06-30' GROUP BY to_char(ordered_at, 'YYYY-MM') ORDER BY 1

SELECT * FROM (VALUES (9, 'a'), (5, 'b')) AS v (id, label) JOIN stores USING (id)

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary < 2234 OR e.manager_id IS NULL

SELECT s.order_id, s.carrier, s.delivered_at::date - s.shipped_at::date AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND s.delivered_at::date - s.shipped_at::date > 3 ORDER BY days DESC LIMIT 20

select s.order_id, s.carrier, s.delivered_at::date - s.shipped_at::date as days from shipments s where s.delivered_at is not null and s.delivered_at::date - s.shipped_at::date > 14 order by days desc limit 15

SELECT to_char(ordered_at, 'YYYY-MM') AS month, SUM(total) AS revenue, COUNT(DISTINCT customer_id) AS buyers FROM orders WHERE status <> 'cancelled' AND ordered_at BETWEEN '2024-10-14' AND '2026-06-30' GROUP BY to_char(ordered_at, 'YYYY-MM') ORDER BY 1

SELECT s.order_id, s.carrier, s.delivered_at::date - s.shipped_at::date AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND s.delivered_at::date - s.shipped_at::date > 4 ORDER BY days DESC LIMIT 24

SELECT COUNT(*) FILTER (WHERE status = 'paid') AS a, COUNT(*) FILTER (WHERE total > 65) AS b FROM orders

SELECT name, price FROM products ORDER BY price DESC LIMIT 2 OFFSET 90

SELECT 1 + 24 * (3 - 3) / 2.0 AS x, -17 AS y, '100%' AS z

SELECT id FROM orders WHERE ordered_at BETWEEN TIMESTAMP '2026-05-16 00:00:00' AND CURRENT_TIMESTAMP AND store_id = ANY (ARRAY[2, 18]::int[])

SELECT string_agg(p.name, ', ' ORDER BY p.name) AS products, o.id FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE o.status = 'cancelled' GROUP BY o.id

SELECT city, kind, SUM(total) FROM orders o JOIN stores s ON s.id = o.store_id JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE o.id > 411 GROUP BY ROLLUP (city, kind)

SELECT name, price FROM products ORDER BY price DESC LIMIT 18 OFFSET 122

SELECT POSITION('e' IN name), SUBSTRING(name FROM 1 FOR 6), TRIM(BOTH ' ' FROM name), OVERLAY(name PLACING '*' FROM 2) FROM customers

SELECT s.order_id, s.carrier, s.delivered_at::date - s.shipped_at::date AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND s.delivered_at::date - s.shipped_at::date > 6 ORDER BY days DESC LIMIT 13

SELECT p.name, SUM(l.quantity * l.unit_price) AS revenue, RANK() OVER (ORDER BY SUM(l.quantity * l.unit_price) DESC) AS place FROM order_lines l JOIN products p ON p.id = l.product_id JOIN orders o ON o.id = l.order_id AND o.status IN ('paid', 'shipped') WHERE o.ordered_at >= DATE '2026-06-30' - INTERVAL '5 months' GROUP BY p.id, p.name ORDER BY place LIMIT 13

SELECT c.name, last.total FROM customers c LEFT JOIN LATERAL (SELECT o.total FROM orders o WHERE o.customer_id = c.id ORDER BY o.ordered_at DESC LIMIT 1) last ON true

SELECT s.order_id, s.carrier, s.delivered_at::date - s.shipped_at::date AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND s.delivered_at::date - s.shipped_at::date > 2 ORDER BY days DESC LIMIT 11

-- revenue of Kyoto
SELECT SUM(o.total) FROM orders o JOIN stores s ON s.id = o.store_id /* only stores */ WHERE s.city = 'Hamburg';

SELECT p.id, p.name FROM products p WHERE p.id NOT IN (SELECT product_id FROM order_lines WHERE quantity > 16)

SELECT MAX(refund) FROM returns

SELECT * FROM (VALUES (3, 'a'), (4, 'b')) AS v (id, label) JOIN stores USING (id)

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) = 2) AS t

SELECT * FROM customers WHERE city = 'São Paulo' ORDER BY name LIMIT 68

SELECT EXTRACT(DOW FROM ordered_at AT TIME ZONE 'Europe/Oslo') AS weekday, COUNT(*) FROM orders WHERE ordered_at >= now() - INTERVAL '49 days' GROUP BY 1

SELECT name, price FROM products ORDER BY price DESC LIMIT 7 OFFSET 173

SELECT DISTINCT city, name FROM customers WHERE city IS NOT NULL AND city <> '' ORDER BY city

SELECT DISTINCT ON (customer_id) customer_id, id, ordered_at FROM orders WHERE store_id = 95 ORDER BY customer_id, ordered_at DESC

SELECT COUNT(*) FILTER (WHERE status = 'paid') AS a, COUNT(*) FILTER (WHERE total > 52) AS b FROM orders

SELECT * FROM orders WHERE (customer_id, store_id) IN (SELECT customer_id, store_id FROM orders WHERE total > 782)

select o.id from orders as o where o.total > 468 and (o.status = 'paid' or o.status = 'returned') and not o.store_id = 3

SELECT DISTINCT ON (customer_id) customer_id, id, ordered_at FROM orders WHERE store_id = 72 ORDER BY customer_id, ordered_at DESC

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2024-06-01' GROUP BY r.reason

SELECT 1 + 98 * (2 - 7) / 2.0 AS x, -31 AS y, 'naïve' AS z

SELECT details #>> '{origin,country}' AS country, COUNT(*) FROM products GROUP BY country HAVING COUNT(*) > 4

SELECT COALESCE(phone, E'none\n99') AS phone, $$São Paulo's$$ AS note FROM customers ORDER BY name NULLS LAST FETCH FIRST 48 ROWS ONLY

SELECT store_id, AVG(salary) AS avg_salary, MAX(salary) - MIN(salary) AS spread FROM employees WHERE hired_on < '2025-02-16' GROUP BY store_id HAVING AVG(salary) > 3650

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 10 AND name NOT LIKE 'Mc%'

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 19 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

SELECT * FROM customers WHERE city = 'Nairobi' ORDER BY name LIMIT 61

select name, email from customers where email ILIKE '%@example.org' and phone is not null

SELECT COUNT(*) FROM orders WHERE status = 'shipped' AND ordered_at >= '2026-05-20'

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('São Paulo', 'São Paulo')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 8
ORDER BY revenue DESC, c.name
LIMIT 28

SELECT jsonb_build_object('id', id, 'total', total) FROM orders WHERE id = 7648

SELECT p.name, SUM(l.quantity * l.unit_price) AS revenue, RANK() OVER (ORDER BY SUM(l.quantity * l.unit_price) DESC) AS place FROM order_lines l JOIN products p ON p.id = l.product_id JOIN orders o ON o.id = l.order_id AND o.status IN ('paid', 'shipped') WHERE o.ordered_at >= DATE '2026-06-30' - INTERVAL '7 months' GROUP BY p.id, p.name ORDER BY place LIMIT 17

SELECT COALESCE(c.phone, c.email, 'none') AS contact, c.name || ' (' || c.city || ')' AS label FROM customers c WHERE c.id = 4424

SELECT name, details ->> 'origin' AS v FROM products WHERE details @> '{"organic": true}' AND details ? 'roast' LIMIT 16

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 18 AND name NOT LIKE 'Mc%'

SELECT s.order_id, s.carrier, s.delivered_at::date - s.shipped_at::date AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND s.delivered_at::date - s.shipped_at::date > 8 ORDER BY days DESC LIMIT 21

SELECT jsonb_build_object('id', id, 'total', total) FROM orders WHERE id = 4534

select p.name, SUM(l.quantity * l.unit_price) as revenue, RANK() over (order by SUM(l.quantity * l.unit_price) desc) as place from order_lines l join products p on p.id = l.product_id join orders o on o.id = l.order_id and o.status in ('paid', 'shipped') where o.ordered_at >= DATE '2026-06-30' - INTERVAL '8 months' group by p.id, p.name order by place limit 11

select SUM(salary) from employees

SELECT name FROM customers WHERE city = 'Oslo' UNION ALL SELECT name FROM employees WHERE salary > 3842 ORDER BY name

SELECT name, price FROM products ORDER BY price DESC LIMIT 6 OFFSET 150

SELECT jsonb_build_object('id', id, 'total', total) FROM orders WHERE id = 216

SELECT EXTRACT(DOW FROM ordered_at AT TIME ZONE 'Europe/Oslo') AS weekday, COUNT(*) FROM orders WHERE ordered_at >= now() - INTERVAL '34 days' GROUP BY 1

SELECT id FROM orders WHERE ordered_at BETWEEN TIMESTAMP '2026-06-13 00:00:00' AND CURRENT_TIMESTAMP AND store_id = ANY (ARRAY[2, 14]::int[])

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY total) FROM orders WHERE store_id = 3

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 38 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

-- revenue of Oslo
select SUM(o.total) from orders o join stores s on s.id = o.store_id /* only stores */ where s.city = 'Nairobi';

SELECT array_agg(DISTINCT status ORDER BY status) FROM orders WHERE customer_id = 496

SELECT COALESCE(phone, E'none\n93') AS phone, $$Oslo's$$ AS note FROM customers ORDER BY name NULLS LAST FETCH FIRST 7 ROWS ONLY

SELECT COUNT(*) FILTER (WHERE status = 'open') AS a, COUNT(*) FILTER (WHERE total > 95) AS b FROM orders

SELECT * FROM customers WHERE city = 'Nairobi' ORDER BY name LIMIT 93

SELECT p.name, t.tag FROM products p CROSS JOIN LATERAL unnest(p.tags) AS t(tag) WHERE t.tag = 'decaf'

SELECT id FROM orders WHERE ordered_at BETWEEN TIMESTAMP '2025-12-23 00:00:00' AND CURRENT_TIMESTAMP AND store_id = ANY (ARRAY[4, 19]::int[])

SELECT DISTINCT city, name FROM stores WHERE city IS NOT NULL AND city <> '' ORDER BY city ASC

SELECT COALESCE(c.phone, c.email, 'none') AS contact, c.name || ' (' || c.city || ')' AS label FROM customers c WHERE c.id = 9956

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2026-01-18' GROUP BY r.reason

SELECT to_char(ordered_at, 'YYYY-MM') AS month, SUM(total) AS revenue, COUNT(DISTINCT customer_id) AS buyers FROM orders WHERE status <> 'cancelled' AND ordered_at BETWEEN '2026-09-04' AND '2026-06-30' GROUP BY to_char(ordered_at, 'YYYY-MM') ORDER BY 1

with monthly as (select to_char(ordered_at, 'YYYY-MM') as m, SUM(total) as revenue from orders group by to_char(ordered_at, 'YYYY-MM'))
select m, revenue, revenue - LAG(revenue) over (order by m) as delta from monthly order by m limit 11

SELECT ROUND(100.0 * SUM(CASE WHEN status = 'shipped' THEN 1 ELSE 0 END) / COUNT(*), 1) AS share FROM orders WHERE store_id = 13

-- revenue of Lisbon
SELECT SUM(o.total) FROM orders o JOIN stores s ON s.id = o.store_id /* only stores */ WHERE s.city = 'Hamburg';

select to_char(ordered_at, 'YYYY-MM') as month, SUM(total) as revenue, COUNT(distinct customer_id) as buyers from orders where status <> 'cancelled' and ordered_at between '2026-09-23' and '2026-06-30' group by to_char(ordered_at, 'YYYY-MM') order by 1

SELECT * FROM customers WHERE city = 'São Paulo' ORDER BY name LIMIT 95

SELECT DISTINCT city FROM stores WHERE city IS NOT NULL AND city <> '' ORDER BY city DESC

select distinct city, name from stores where city is not null and city <> '' order by city

SELECT p.id, p.name FROM products p WHERE p.id IN (SELECT product_id FROM order_lines WHERE quantity > 16)

SELECT name FROM employees WHERE name SIMILAR TO '(C|F)%' OR name LIKE '50!%%' ESCAPE '!'

SELECT name FROM products WHERE 'decaf' = ANY(tags) OR tags && ARRAY['equipment', 'new']

-- revenue of São Paulo
SELECT SUM(o.total) FROM orders o JOIN stores s ON s.id = o.store_id /* only stores */ WHERE s.city = 'Lisbon';

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'returned') AS turnover FROM stores s WHERE s.opened_on < '2024-09-11'

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2026-04-06' GROUP BY r.reason

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 9 AND name NOT LIKE 'A%'

select o.id, o.total, AVG(o.total) over (partition by o.customer_id order by o.ordered_at ROWS between 3 PRECEDING and CURRENT ROW) as moving from orders o

SELECT CASE WHEN total < 36 THEN 'small' WHEN total < 68 THEN 'medium' ELSE 'large' END AS size, COUNT(*) FROM orders GROUP BY size

SELECT COALESCE(c.phone, c.email, 'none') AS contact, c.name || ' (' || c.city || ')' AS label FROM customers c WHERE c.id = 5012

SELECT city, kind, SUM(total) FROM orders o JOIN stores s ON s.id = o.store_id JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE o.id > 854 GROUP BY ROLLUP (city, kind)

select SUM(cost) from shipments

SELECT COUNT(*) FILTER (WHERE status = 'returned') AS a, COUNT(*) FILTER (WHERE total > 71) AS b FROM orders

SELECT * FROM customers WHERE city = 'Nairobi' ORDER BY name LIMIT 88

SELECT name FROM products WHERE 'filter' = ANY(tags) OR tags && ARRAY['filter', 'new']

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY total) FROM orders WHERE store_id = 8

SELECT store_id, AVG(salary) AS avg_salary, MAX(salary) - MIN(salary) AS spread FROM employees WHERE hired_on >= '2024-01-05' GROUP BY store_id HAVING AVG(salary) > 4329

SELECT * FROM (SELECT o.*, ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY ordered_at DESC) AS rn FROM orders o) AS ranked WHERE rn < 6

SELECT COUNT(*) FILTER (WHERE status = 'returned') AS a, COUNT(*) FILTER (WHERE total > 44) AS b FROM orders

select p.name, COALESCE(sold.n, 0) as sold from products p left join (select product_id, SUM(quantity) as n from order_lines group by product_id) sold on sold.product_id = p.id where p.kind = 'equipment' order by sold desc

select name, price from products order by price desc limit 20 OFFSET 198

select p.name, SUM(l.quantity * l.unit_price) as revenue, RANK() over (order by SUM(l.quantity * l.unit_price) desc) as place from order_lines l join products p on p.id = l.product_id join orders o on o.id = l.order_id and o.status in ('paid', 'shipped') where o.ordered_at >= DATE '2026-06-30' - INTERVAL '9 months' group by p.id, p.name order by place limit 18

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) >= 2) AS t

SELECT percentile_cont(0.9) WITHIN GROUP (ORDER BY total) FROM orders WHERE store_id = 10

with monthly as (select to_char(ordered_at, 'YYYY-MM') as m, SUM(total) as revenue from orders group by to_char(ordered_at, 'YYYY-MM'))
select m, revenue, revenue - LAG(revenue) over (order by m) as delta from monthly order by m limit 30

select * from orders where (customer_id, store_id) in (select customer_id, store_id from orders where total > 112)

select e.name as employee, m.name as manager, e.salary from employees e left OUTER join employees m on e.manager_id = m.id where e.salary < 5064 or e.manager_id is null

SELECT ROUND(100.0 * SUM(CASE WHEN status = 'returned' THEN 1 ELSE 0 END) / COUNT(*), 1) AS share FROM orders WHERE store_id = 29

SELECT g.d::date, COUNT(o.id) FROM generate_series('2026-06-22'::date, '2026-12-31', INTERVAL '1 day') AS g(d) LEFT JOIN orders o ON o.ordered_at::date = g.d GROUP BY g.d ORDER BY g.d

SELECT DISTINCT ON (customer_id) customer_id, id, ordered_at FROM orders WHERE store_id = 15 ORDER BY customer_id, ordered_at DESC

WITH recent AS MATERIALIZED (SELECT * FROM orders WHERE ordered_at > current_date - 86) SELECT status, count(*) FROM recent GROUP BY status

SELECT * FROM orders WHERE (customer_id, store_id) IN (SELECT customer_id, store_id FROM orders WHERE total > 655)

SELECT EXTRACT(DOW FROM ordered_at AT TIME ZONE 'Europe/Oslo') AS weekday, COUNT(*) FROM orders WHERE ordered_at >= now() - INTERVAL '43 days' GROUP BY 1

SELECT EXTRACT(DOW FROM ordered_at AT TIME ZONE 'Europe/Oslo') AS weekday, COUNT(*) FROM orders WHERE ordered_at >= now() - INTERVAL '27 days' GROUP BY 1

WITH recent AS MATERIALIZED (SELECT * FROM orders WHERE ordered_at > current_date - 33) SELECT status, count(*) FROM recent GROUP BY status

SELECT POSITION('i' IN name), SUBSTRING(name FROM 1 FOR 2), TRIM(BOTH ' ' FROM name), OVERLAY(name PLACING '*' FROM 2) FROM customers

SELECT p.name, SUM(l.quantity * l.unit_price) AS revenue, RANK() OVER (ORDER BY SUM(l.quantity * l.unit_price) DESC) AS place FROM order_lines l JOIN products p ON p.id = l.product_id JOIN orders o ON o.id = l.order_id AND o.status IN ('paid', 'shipped') WHERE o.ordered_at >= DATE '2026-06-30' - INTERVAL '8 months' GROUP BY p.id, p.name ORDER BY place LIMIT 5

SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY total) FROM orders WHERE store_id = 7

SELECT (SELECT COUNT(*) FROM orders WHERE status = 'returned') AS one, (SELECT COUNT(*) FROM orders WHERE status = 'returned') AS two

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Nairobi', 'Hamburg')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 5
ORDER BY revenue DESC, c.name
LIMIT 43

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary >= 5114 OR e.manager_id IS NULL

SELECT EXTRACT(DOW FROM ordered_at AT TIME ZONE 'Europe/Oslo') AS weekday, COUNT(*) FROM orders WHERE ordered_at >= now() - INTERVAL '20 days' GROUP BY 1

SELECT name, price FROM products ORDER BY price DESC LIMIT 16 OFFSET 174

SELECT product_id FROM order_lines WHERE quantity >= 4 INTERSECT SELECT l.product_id FROM order_lines l JOIN returns r ON r.order_id = l.order_id

SELECT c.id, c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.ordered_at > DATE '2026-06-30' - INTERVAL '5 months')

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 13 AND name NOT LIKE 'O%'

select name, price from products order by price desc limit 11 OFFSET 70

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2026-02-11' GROUP BY r.reason

SELECT COALESCE(phone, E'none\n12') AS phone, $$Hamburg's$$ AS note FROM customers ORDER BY name NULLS LAST FETCH FIRST 9 ROWS ONLY

SELECT CASE WHEN total < 27 THEN 'small' WHEN total < 70 THEN 'medium' ELSE 'large' END AS size, COUNT(*) FROM orders GROUP BY size

SELECT date_trunc('week', ordered_at) AS period, SUM(total)::numeric(12,2) FROM orders GROUP BY 1 ORDER BY 1

SELECT jsonb_build_object('id', id, 'total', total) FROM orders WHERE id = 3689

SELECT p.name, SUM(l.quantity * l.unit_price) AS revenue, RANK() OVER (ORDER BY SUM(l.quantity * l.unit_price) DESC) AS place FROM order_lines l JOIN products p ON p.id = l.product_id JOIN orders o ON o.id = l.order_id AND o.status IN ('paid', 'shipped') WHERE o.ordered_at >= DATE '2026-06-30' - INTERVAL '7 months' GROUP BY p.id, p.name ORDER BY place LIMIT 13

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2026-05-16' GROUP BY r.reason

select s.order_id, s.carrier, s.delivered_at::date - s.shipped_at::date as days from shipments s where s.delivered_at is not null and s.delivered_at::date - s.shipped_at::date > 2 order by days desc limit 18

SELECT array_agg(DISTINCT status ORDER BY status) FROM orders WHERE customer_id = 988

SELECT id FROM orders WHERE ordered_at BETWEEN TIMESTAMP '2025-01-24 00:00:00' AND CURRENT_TIMESTAMP AND store_id = ANY (ARRAY[1, 13]::int[])

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2025-08-25' GROUP BY r.reason

SELECT CASE WHEN total < 29 THEN 'small' WHEN total < 81 THEN 'medium' ELSE 'large' END AS size, COUNT(*) FROM orders GROUP BY size

SELECT s.order_id, s.carrier, s.delivered_at::date - s.shipped_at::date AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND s.delivered_at::date - s.shipped_at::date > 12 ORDER BY days DESC LIMIT 21

SELECT jsonb_build_object('id', id, 'total', total) FROM orders WHERE id = 657

WITH monthly AS (SELECT to_char(ordered_at, 'YYYY-MM') AS m, SUM(total) AS revenue FROM orders GROUP BY to_char(ordered_at, 'YYYY-MM'))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m LIMIT 36

SELECT COALESCE(phone, E'none\n77') AS phone, $$Oslo's$$ AS note FROM customers ORDER BY name NULLS LAST FETCH FIRST 30 ROWS ONLY

SELECT jsonb_build_object('id', id, 'total', total) FROM orders WHERE id = 9527

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Hamburg', 'Oslo')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 7
ORDER BY revenue DESC, c.name
LIMIT 21

SELECT name, details ->> 'roast' AS v FROM products WHERE details @> '{"organic": true}' AND details ? 'roast' LIMIT 44

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Hamburg', 'Oslo')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 4
ORDER BY revenue DESC, c.name
LIMIT 6

SELECT * FROM customers WHERE city = 'Kyoto' ORDER BY name LIMIT 70

select name, email from customers where email ILIKE '%@example.no' and phone is not null

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary > 4858 OR e.manager_id IS NULL

SELECT key, value FROM products, jsonb_each_text(details) WHERE products.id = 287

SELECT (SELECT COUNT(*) FROM orders WHERE status = 'shipped') AS one, (SELECT COUNT(*) FROM orders WHERE status = 'shipped') AS two
