SELECT ROUND(100.0 * SUM(CASE WHEN status = 'paid' THEN 1 ELSE 0 END) / COUNT(*), 1) AS share FROM orders WHERE store_id = 30

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2024-04-27' GROUP BY r.reason

SELECT SQRT(total), total DIV 10, total % 7, total ^ 1, ~id, id << 2 FROM orders WHERE id BETWEEN 2 AND 63

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2024-05-10' GROUP BY r.reason

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2024-09-05' GROUP BY r.reason

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2025-05-17' GROUP BY r.reason

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 11 AND name NOT LIKE 'O%'

SELECT DISTINCT city, name FROM customers WHERE city IS NOT NULL AND city <> '' ORDER BY city DESC

with monthly as (select DATE_FORMAT(ordered_at, '%Y-%m') as m, SUM(total) as revenue from orders group by DATE_FORMAT(ordered_at, '%Y-%m'))
select m, revenue, revenue - LAG(revenue) over (order by m) as delta from monthly order by m limit 33

SELECT * FROM customers WHERE city = 'São Paulo' ORDER BY name LIMIT 39

SELECT DATE_ADD('2026-04-02', INTERVAL 18 DAY) AS due, ordered_at + INTERVAL 1 MONTH FROM orders # a note
WHERE id < 11

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 13 AND name NOT LIKE 'O%'

with a as (select customer_id, MIN(ordered_at) as first_order from orders group by customer_id), b as (select DATE_FORMAT(first_order, '%Y-%m') as cohort, COUNT(*) as customers from a group by DATE_FORMAT(first_order, '%Y-%m')) select cohort, customers, SUM(customers) over (order by cohort) as running from b

SELECT `name`, `city` FROM `customers` WHERE `city` = "Oslo" ORDER BY `name` LIMIT 7, 76

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 18 AND name NOT LIKE 'Mc%'

SELECT TIMESTAMPDIFF(DAY, shipped_at, delivered_at) AS t FROM shipments WHERE carrier = 'DHL'

select COUNT(*) from orders where status = 'open' and ordered_at >= '2026-08-07'

SELECT DATE_FORMAT(ordered_at, '%Y-%u') AS week, SUM(total) FROM orders WHERE ordered_at >= DATE_SUB(CURDATE(), INTERVAL 31 WEEK) GROUP BY week WITH ROLLUP

select s.name, (select COUNT(*) from employees e where e.store_id = s.id) as staff, (select ROUND(SUM(total), 2) from orders o where o.store_id = s.id and o.status = 'shipped') as turnover from stores s where s.opened_on < '2025-06-17'

SELECT DATE_FORMAT(ordered_at, '%Y-%u') AS week, SUM(total) FROM orders WHERE ordered_at >= DATE_SUB(CURDATE(), INTERVAL 5 WEEK) GROUP BY week WITH ROLLUP

SELECT o.id, o.total, AVG(o.total) OVER (PARTITION BY o.customer_id ORDER BY o.ordered_at ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) AS moving FROM orders o

with RECURSIVE chain (id, name, depth) as (
  select id, name, 0 from employees where manager_id is null
  union all
  select e.id, e.name, chain.depth + 1 from employees e join chain on e.manager_id = chain.id
)
select depth, COUNT(*) from chain where depth < 8 group by depth order by depth

WITH monthly AS (SELECT DATE_FORMAT(ordered_at, '%Y-%m') AS m, SUM(total) AS revenue FROM orders GROUP BY DATE_FORMAT(ordered_at, '%Y-%m'))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m LIMIT 7

SELECT DAYNAME(ordered_at), HOUR(ordered_at), COUNT(*) FROM orders WHERE QUARTER(ordered_at) = 2 GROUP BY 1, 2

SELECT p.name, p.price, p.price * 0.9 AS with_tax FROM products p WHERE p.kind = 'decaf' AND p.price > (SELECT AVG(price) FROM products WHERE kind = p.kind)

SELECT c.name, o.total FROM orders o, customers c WHERE o.customer_id = c.id AND o.total >= ALL (SELECT total FROM orders WHERE store_id = 14)

SELECT s.city, COUNT(*) FROM stores s RIGHT JOIN orders o ON o.store_id = s.id WHERE o.ordered_at > NOW() - INTERVAL 309 DAY GROUP BY s.city

SELECT TIMESTAMPDIFF(WEEK, shipped_at, delivered_at) AS t FROM shipments WHERE carrier = 'Posten'

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary >= 5895 OR e.manager_id IS NULL

select o.id from orders as o where o.total > 272 and (o.status = 'shipped' or o.status = 'open') and not o.store_id = 9

SELECT POSITION('e' IN name), SUBSTRING(name FROM 2), TRIM(LEADING 'x' FROM name), LEFT(name, 7), REPLACE(name, 'a', 'b') FROM customers

select c.name, o.total from orders o, customers c where o.customer_id = c.id and o.total >= all (select total from orders where store_id = 14)

select COUNT(*) from (select customer_id from orders group by customer_id having COUNT(*) > 1) as t

SELECT store_id, AVG(salary) AS avg_salary, MAX(salary) - MIN(salary) AS spread FROM employees WHERE hired_on >= '2024-06-16' GROUP BY store_id HAVING AVG(salary) > 3302

SELECT product_id FROM order_lines WHERE quantity >= 3 EXCEPT SELECT l.product_id FROM order_lines l JOIN returns r ON r.order_id = l.order_id

SELECT id, total, NTILE(4) OVER (ORDER BY total) AS bucket FROM orders WHERE total IS NOT NULL

WITH a AS (SELECT customer_id, MIN(ordered_at) AS first_order FROM orders GROUP BY customer_id), b AS (SELECT DATE_FORMAT(first_order, '%Y-%m') AS cohort, COUNT(*) AS customers FROM a GROUP BY DATE_FORMAT(first_order, '%Y-%m')) SELECT cohort, customers, SUM(customers) OVER (ORDER BY cohort) AS running FROM b

SELECT JSON_EXTRACT(details, '$.origin') AS v, COUNT(*) AS n FROM products GROUP BY v HAVING n > 1

SELECT SQRT(total), total DIV 10, total % 7, total ^ 1, ~id, id << 2 FROM orders WHERE id BETWEEN 2 AND 59

SELECT GROUP_CONCAT(p.name ORDER BY p.name SEPARATOR ', ') AS products, o.id FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE o.status = 'paid' GROUP BY o.id

SELECT c.name, o.total FROM orders o, customers c WHERE o.customer_id = c.id AND o.total >= ALL (SELECT total FROM orders WHERE store_id = 20)

SELECT p.name, p.price, p.price * 1.07 AS with_tax FROM products p WHERE p.kind = 'filter' AND p.price > (SELECT AVG(price) FROM products WHERE kind = p.kind)

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'paid') AS turnover FROM stores s WHERE s.opened_on < '2025-01-06'

SELECT name FROM customers WHERE BINARY name = 'Hamburg' OR name COLLATE utf8mb4_bin = 'Hamburg'

SELECT * FROM (SELECT o.*, ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY ordered_at DESC) AS rn FROM orders o) AS ranked WHERE rn < 6

SELECT `name`, `city` FROM `customers` WHERE `city` = "Oslo" ORDER BY `name` LIMIT 5, 68

SELECT SQRT(total), total DIV 10, total % 7, total ^ 1, ~id, id << 2 FROM orders WHERE id BETWEEN 9 AND 70

SELECT DATE_FORMAT(ordered_at, '%Y-%u') AS week, SUM(total) FROM orders WHERE ordered_at >= DATE_SUB(CURDATE(), INTERVAL 30 WEEK) GROUP BY week WITH ROLLUP

SELECT IFNULL(phone, 'n/a'), CONCAT_WS(' ', name, city) FROM customers WHERE name REGEXP '^D' AND id MOD 5 = 0

SELECT s.city, s.name, SUM(o.total) total FROM stores s INNER JOIN orders o ON s.id = o.store_id WHERE YEAR(o.ordered_at) = 2025 GROUP BY s.city, s.name ORDER BY total DESC

SELECT p.name, COALESCE(sold.n, 0) AS sold FROM products p LEFT JOIN (SELECT product_id, SUM(quantity) AS n FROM order_lines GROUP BY product_id) sold ON sold.product_id = p.id WHERE p.kind = 'espresso' ORDER BY sold DESC

SELECT ROUND(100.0 * SUM(CASE WHEN status = 'open' THEN 1 ELSE 0 END) / COUNT(*), 1) AS share FROM orders WHERE store_id = 13

SELECT store_id, status, COUNT(*) n, SUM(COUNT(*)) OVER (PARTITION BY store_id) AS all_of_store FROM orders GROUP BY store_id, status ORDER BY store_id, n DESC

SELECT * FROM orders WHERE (customer_id, store_id) IN (SELECT customer_id, store_id FROM orders WHERE total > 505)

SELECT SUBSTRING_INDEX(email, '@', -1) AS domain, COUNT(*) FROM customers GROUP BY domain ORDER BY COUNT(*) DESC LIMIT 11

select MIN(refund) from returns

SELECT store_id, AVG(salary) AS avg_salary, MAX(salary) - MIN(salary) AS spread FROM employees WHERE hired_on < '2024-06-17' GROUP BY store_id HAVING AVG(salary) > 3518

select s.order_id, s.carrier, DATEDIFF(s.delivered_at, s.shipped_at) as days from shipments s where s.delivered_at is not null and DATEDIFF(s.delivered_at, s.shipped_at) > 10 order by days desc limit 12

select case when total < 40 then 'small' when total < 145 then 'medium' else 'large' end as size, COUNT(*) from orders group by case when total < 36 then 'small' when total < 60 then 'medium' else 'large' end, total

SELECT `name`, `city` FROM `customers` WHERE `city` = "Kyoto" ORDER BY `name` LIMIT 2, 25

SELECT (SELECT COUNT(*) FROM orders WHERE status = 'open') AS one, (SELECT COUNT(*) FROM orders WHERE status = 'returned') AS two

SELECT MAX(price) - MIN(price) AS spread, kind FROM products WHERE price NOT BETWEEN 4 AND 85 GROUP BY kind

SELECT s.city, s.name, SUM(o.total) total FROM stores s INNER JOIN orders o ON s.id = o.store_id WHERE YEAR(o.ordered_at) = 2024 GROUP BY s.city, s.name ORDER BY total DESC

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 37 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

select s.city, s.name, SUM(o.total) total from stores s inner join orders o on s.id = o.store_id where YEAR(o.ordered_at) = 2026 group by s.city, s.name order by total desc

SELECT POSITION('a' IN name), SUBSTRING(name FROM 2), TRIM(LEADING 'x' FROM name), LEFT(name, 5), REPLACE(name, 'a', 'b') FROM customers

select kind, COUNT(*) as products, ROUND(AVG(price), 2) as `average price` from products where active = 1 group by kind order by `average price` desc

SELECT DATE_ADD('2025-09-06', INTERVAL 23 DAY) AS due, ordered_at + INTERVAL 1 MONTH FROM orders # a note
WHERE id < 91

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 15 AND name NOT LIKE 'B%'

select name from customers where city = 'Hamburg' union select name from employees where salary > 7529 order by name

SELECT c.id, c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.ordered_at > DATE_SUB('2026-06-30', INTERVAL 11 MONTH))

SELECT name FROM customers WHERE city <=> 'Hamburg' && phone IS NOT NULL || email LIKE '%.org'

SELECT c.name, o.total FROM orders o, customers c WHERE o.customer_id = c.id AND o.total >= ALL (SELECT total FROM orders WHERE store_id = 16)

SELECT IF(total > 56, 'big', 'small') AS size, COUNT(*) FROM orders GROUP BY size

SELECT name FROM customers WHERE BINARY name = 'Oslo' OR name COLLATE utf8mb4_bin = 'Nairobi'

SELECT POSITION('u' IN name), SUBSTRING(name FROM 2), TRIM(LEADING 'x' FROM name), LEFT(name, 8), REPLACE(name, 'a', 'b') FROM customers

select c.name, o.total from orders o, customers c where o.customer_id = c.id and o.total >= all (select total from orders where store_id = 13)

SELECT `name`, `city` FROM `customers` WHERE `city` = "São Paulo" ORDER BY `name` LIMIT 5, 36

SELECT DAYNAME(ordered_at), HOUR(ordered_at), COUNT(*) FROM orders WHERE QUARTER(ordered_at) = 3 GROUP BY 1, 2

SELECT DAYNAME(ordered_at), HOUR(ordered_at), COUNT(*) FROM orders WHERE QUARTER(ordered_at) = 4 GROUP BY 1, 2

SELECT UPPER(SUBSTR(name, 1, 1)) AS letter, COUNT(*) FROM customers GROUP BY UPPER(SUBSTR(name, 1, 1)) ORDER BY 2 DESC, letter

SELECT COUNT(*) FROM orders WHERE status = 'shipped' AND ordered_at >= '2025-01-23'

select s.name, (select COUNT(*) from employees e where e.store_id = s.id) as staff, (select ROUND(SUM(total), 2) from orders o where o.store_id = s.id and o.status = 'shipped') as turnover from stores s where s.opened_on < '2024-07-17'

SELECT EXTRACT(YEAR_MONTH FROM ordered_at) AS ym, COUNT(*) FROM orders GROUP BY ym ORDER BY ym DESC LIMIT 35

SELECT name, email FROM customers WHERE email LIKE '%@example.org' AND phone IS NULL

SELECT IFNULL(phone, 'n/a'), CONCAT_WS(' ', name, city) FROM customers WHERE name REGEXP '^B' AND id MOD 3 = 0

SELECT name FROM customers WHERE city = 'Nairobi' UNION SELECT name FROM employees WHERE salary > 1033 ORDER BY name

SELECT c.name, o.total FROM orders o, customers c WHERE o.customer_id = c.id AND o.total >= ALL (SELECT total FROM orders WHERE store_id = 6)

SELECT DISTINCTROW city FROM customers UNION DISTINCT SELECT city FROM stores ORDER BY city LIMIT 68

SELECT DISTINCTROW city FROM customers UNION DISTINCT SELECT city FROM stores ORDER BY city LIMIT 97

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary > 5081 OR e.manager_id IS NULL

select name, price from products order by price desc limit 17 OFFSET 128

SELECT e.name, s.name FROM employees e CROSS JOIN stores s WHERE e.store_id = s.id AND e.salary > ANY (SELECT salary FROM employees WHERE store_id = 11)

SELECT `name`, `city` FROM `customers` WHERE `city` = "Hamburg" ORDER BY `name` LIMIT 9, 94

SELECT `name`, `city` FROM `customers` WHERE `city` = "Kyoto" ORDER BY `name` LIMIT 7, 60

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'open') AS turnover FROM stores s WHERE s.opened_on < '2024-05-04'

SELECT product_id FROM order_lines WHERE quantity >= 9 EXCEPT SELECT l.product_id FROM order_lines l JOIN returns r ON r.order_id = l.order_id

SELECT GROUP_CONCAT(DISTINCT status ORDER BY status SEPARATOR '|') FROM orders WHERE customer_id = 730

select p.id, p.name from products p where p.id in (select product_id from order_lines where quantity > 16)

SELECT JSON_EXTRACT(details, '$.roast') AS v, COUNT(*) AS n FROM products GROUP BY v HAVING n > 5

SELECT DATE_ADD('2025-11-26', INTERVAL 13 DAY) AS due, ordered_at + INTERVAL 1 MONTH FROM orders # a note
WHERE id < 88

select p.id, p.name from products p where p.id not in (select product_id from order_lines where quantity > 14)

select o.id, o.total, AVG(o.total) over (partition by o.customer_id order by o.ordered_at ROWS between 5 PRECEDING and CURRENT ROW) as moving from orders o

SELECT JSON_EXTRACT(details, '$.origin') AS v, COUNT(*) AS n FROM products GROUP BY v HAVING n > 8

-- revenue of Oslo
select SUM(o.total) from orders o join stores s on s.id = o.store_id /* only stores */ where s.city = 'Kyoto';

SELECT 1 + 52 * (6 - 9) / 2.0 AS x, -27 AS y, 'it''s' AS z

SELECT YEAR(ordered_at) y, MONTH(ordered_at) m, SUM(total) FROM orders WHERE DATE(ordered_at) <= '2026-11-27' GROUP BY y, m ORDER BY y, m

select MAX(price) - MIN(price) as spread, kind from products where price not between 5 and 28 group by kind

SELECT 0x4D, X'4D', b'101', 'it\'s', 'a' 'b', "say ""hi""", 35 XOR 0

SELECT p.name, SUM(l.quantity * l.unit_price) AS revenue, RANK() OVER (ORDER BY SUM(l.quantity * l.unit_price) DESC) AS place FROM order_lines l JOIN products p ON p.id = l.product_id JOIN orders o ON o.id = l.order_id AND o.status IN ('paid', 'shipped') WHERE o.ordered_at >= DATE_SUB('2026-06-30', INTERVAL 9 MONTH) GROUP BY p.id, p.name ORDER BY place LIMIT 13

SELECT o.id, o.total, AVG(o.total) OVER (PARTITION BY o.customer_id ORDER BY o.ordered_at ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS moving FROM orders o

SELECT s.order_id, s.carrier, DATEDIFF(s.delivered_at, s.shipped_at) AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND DATEDIFF(s.delivered_at, s.shipped_at) > 4 ORDER BY days DESC LIMIT 5

SELECT SQRT(total), total DIV 10, total % 7, total ^ 1, ~id, id << 2 FROM orders WHERE id BETWEEN 3 AND 42

SELECT GROUP_CONCAT(DISTINCT status ORDER BY status SEPARATOR '|') FROM orders WHERE customer_id = 626

SELECT SQRT(total), total DIV 10, total % 7, total ^ 1, ~id, id << 2 FROM orders WHERE id BETWEEN 4 AND 51

SELECT * FROM customers WHERE city = 'Nairobi' ORDER BY name LIMIT 5

SELECT name FROM customers WHERE city <=> 'Nairobi' && phone IS NOT NULL || email LIKE '%.org'

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Kyoto', 'Kyoto')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 2
ORDER BY revenue DESC, c.name
LIMIT 16

SELECT TIMESTAMPDIFF(HOUR, shipped_at, delivered_at) AS t FROM shipments WHERE carrier = 'Posten'

SELECT o.id, o.total, AVG(o.total) OVER (PARTITION BY o.customer_id ORDER BY o.ordered_at ROWS BETWEEN 4 PRECEDING AND CURRENT ROW) AS moving FROM orders o

SELECT GROUP_CONCAT(p.name ORDER BY p.name SEPARATOR ', ') AS products, o.id FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE o.status = 'returned' GROUP BY o.id

with RECURSIVE chain (id, name, depth) as (
  select id, name, 0 from employees where manager_id is null
  union all
  select e.id, e.name, chain.depth + 1 from employees e join chain on e.manager_id = chain.id
)
select depth, COUNT(*) from chain where depth < 4 group by depth order by depth

SELECT s.order_id, s.carrier, DATEDIFF(s.delivered_at, s.shipped_at) AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND DATEDIFF(s.delivered_at, s.shipped_at) > 7 ORDER BY days DESC LIMIT 8

SELECT e.name, s.name FROM employees e CROSS JOIN stores s WHERE e.store_id = s.id AND e.salary > ANY (SELECT salary FROM employees WHERE store_id = 16)

SELECT * FROM (SELECT o.*, ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY ordered_at DESC) AS rn FROM orders o) AS ranked WHERE rn = 1

SELECT * FROM orders WHERE (customer_id, store_id) IN (SELECT customer_id, store_id FROM orders WHERE total > 1398)

SELECT store_id, AVG(salary) AS avg_salary, MAX(salary) - MIN(salary) AS spread FROM employees WHERE hired_on < '2024-12-16' GROUP BY store_id HAVING AVG(salary) > 3347

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) = 11) AS t

SELECT DISTINCTROW city FROM customers UNION DISTINCT SELECT city FROM stores ORDER BY city LIMIT 60

SELECT GROUP_CONCAT(DISTINCT status ORDER BY status SEPARATOR '|') FROM orders WHERE customer_id = 341

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 40 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2025-04-24' GROUP BY r.reason

select UPPER(SUBSTR(name, 1, 1)) as letter, COUNT(*) from customers group by UPPER(SUBSTR(name, 1, 1)) order by 2 desc, letter

SELECT (SELECT COUNT(*) FROM orders WHERE status = 'paid') AS one, (SELECT COUNT(*) FROM orders WHERE status = 'paid') AS two

SELECT p.name, SUM(l.quantity * l.unit_price) AS revenue, RANK() OVER (ORDER BY SUM(l.quantity * l.unit_price) DESC) AS place FROM order_lines l JOIN products p ON p.id = l.product_id JOIN orders o ON o.id = l.order_id AND o.status IN ('paid', 'shipped') WHERE o.ordered_at >= DATE_SUB('2026-06-30', INTERVAL 2 MONTH) GROUP BY p.id, p.name ORDER BY place LIMIT 19

SELECT * FROM customers WHERE city = 'Hamburg' ORDER BY name LIMIT 76

SELECT name, price FROM products ORDER BY price DESC LIMIT 6 OFFSET 43

select product_id from order_lines where quantity >= 7 EXCEPT select l.product_id from order_lines l join returns r on r.order_id = l.order_id

SELECT 1 + 55 * (9 - 5) / 2.0 AS x, -34 AS y, 'a,b' AS z

select c.name, COUNT(o.id) as orders, SUM(o.total) as revenue
from customers c
left join orders o on o.customer_id = c.id
where c.city in ('Hamburg', 'Lisbon')
group by c.id, c.name
having COUNT(o.id) > 6
order by revenue desc, c.name
limit 42

SELECT DATE_ADD('2024-02-26', INTERVAL 10 DAY) AS due, ordered_at + INTERVAL 1 MONTH FROM orders # a note
WHERE id < 14

SELECT s.city, COUNT(*) FROM stores s RIGHT JOIN orders o ON o.store_id = s.id WHERE o.ordered_at > NOW() - INTERVAL 279 DAY GROUP BY s.city

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 22 AND name NOT LIKE 'O%'

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary > 4443 OR e.manager_id IS NULL

SELECT COUNT(cost) FROM shipments

SELECT product_id FROM order_lines WHERE quantity >= 6 INTERSECT SELECT l.product_id FROM order_lines l JOIN returns r ON r.order_id = l.order_id

SELECT name FROM customers WHERE city <=> 'Kyoto' && phone IS NOT NULL || email LIKE '%.org'

SELECT EXTRACT(YEAR_MONTH FROM ordered_at) AS ym, COUNT(*) FROM orders GROUP BY ym ORDER BY ym DESC LIMIT 8

SELECT YEAR(ordered_at) y, MONTH(ordered_at) m, SUM(total) FROM orders WHERE DATE(ordered_at) <= '2025-11-11' GROUP BY y, m ORDER BY y, m

SELECT DATE_ADD('2024-03-22', INTERVAL 16 DAY) AS due, ordered_at + INTERVAL 1 MONTH FROM orders # a note
WHERE id < 42

SELECT IFNULL(phone, 'n/a'), CONCAT_WS(' ', name, city) FROM customers WHERE name REGEXP '^B' AND id MOD 2 = 0

SELECT 1 + 32 * (8 - 7) / 2.0 AS x, -34 AS y, 'it''s' AS z

SELECT DATE_FORMAT(ordered_at, '%Y-%u') AS week, SUM(total) FROM orders WHERE ordered_at >= DATE_SUB(CURDATE(), INTERVAL 14 WEEK) GROUP BY week WITH ROLLUP

-- revenue of Nairobi
SELECT SUM(o.total) FROM orders o JOIN stores s ON s.id = o.store_id /* only stores */ WHERE s.city = 'Oslo';

SELECT AVG(quantity) FROM order_lines

SELECT EXTRACT(YEAR_MONTH FROM ordered_at) AS ym, COUNT(*) FROM orders GROUP BY ym ORDER BY ym DESC LIMIT 15

select name, email from customers where email like '%@example.no' and phone is null

SELECT name, email FROM customers WHERE email LIKE '%@example.org' AND phone IS NOT NULL

SELECT p.name, SUM(l.quantity * l.unit_price) AS revenue, RANK() OVER (ORDER BY SUM(l.quantity * l.unit_price) DESC) AS place FROM order_lines l JOIN products p ON p.id = l.product_id JOIN orders o ON o.id = l.order_id AND o.status IN ('paid', 'shipped') WHERE o.ordered_at >= DATE_SUB('2026-06-30', INTERVAL 9 MONTH) GROUP BY p.id, p.name ORDER BY place LIMIT 18

SELECT `name`, `city` FROM `customers` WHERE `city` = "Kyoto" ORDER BY `name` LIMIT 8, 91

SELECT store_id, AVG(salary) AS avg_salary, MAX(salary) - MIN(salary) AS spread FROM employees WHERE hired_on < '2025-08-10' GROUP BY store_id HAVING AVG(salary) > 3113

SELECT product_id FROM order_lines WHERE quantity >= 8 EXCEPT SELECT l.product_id FROM order_lines l JOIN returns r ON r.order_id = l.order_id

SELECT GROUP_CONCAT(p.name ORDER BY p.name SEPARATOR ', ') AS products, o.id FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE o.status = 'cancelled' GROUP BY o.id

-- revenue of Kyoto
SELECT SUM(o.total) FROM orders o JOIN stores s ON s.id = o.store_id /* only stores */ WHERE s.city = 'Nairobi';

SELECT GROUP_CONCAT(p.name ORDER BY p.name SEPARATOR ', ') AS products, o.id FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE o.status = 'open' GROUP BY o.id

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 23 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

SELECT POSITION('o' IN name), SUBSTRING(name FROM 2), TRIM(LEADING 'x' FROM name), LEFT(name, 8), REPLACE(name, 'a', 'b') FROM customers

SELECT (SELECT COUNT(*) FROM orders WHERE status = 'shipped') AS one, (SELECT COUNT(*) FROM orders WHERE status = 'open') AS two

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 5 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

SELECT 1 + 23 * (2 - 5) / 2.0 AS x, -13 AS y, 'naïve' AS z

SELECT DISTINCTROW city FROM customers UNION DISTINCT SELECT city FROM stores ORDER BY city LIMIT 29

SELECT * FROM (SELECT o.*, ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY ordered_at DESC) AS rn FROM orders o) AS ranked WHERE rn <= 3

SELECT IFNULL(phone, 'n/a'), CONCAT_WS(' ', name, city) FROM customers WHERE name REGEXP '^A' AND id MOD 5 = 0

SELECT * FROM customers WHERE city = 'Hamburg' ORDER BY name LIMIT 67

SELECT YEAR(ordered_at) y, MONTH(ordered_at) m, SUM(total) FROM orders WHERE DATE(ordered_at) <= '2024-09-08' GROUP BY y, m ORDER BY y, m

SELECT EXTRACT(YEAR_MONTH FROM ordered_at) AS ym, COUNT(*) FROM orders GROUP BY ym ORDER BY ym DESC LIMIT 29

SELECT s.city, COUNT(*) FROM stores s RIGHT JOIN orders o ON o.store_id = s.id WHERE o.ordered_at > NOW() - INTERVAL 175 DAY GROUP BY s.city

select ROUND(100.0 * SUM(case when status = 'open' then 1 else 0 end) / COUNT(*), 1) as share from orders where store_id = 5

SELECT ROUND(100.0 * SUM(CASE WHEN status = 'shipped' THEN 1 ELSE 0 END) / COUNT(*), 1) AS share FROM orders WHERE store_id = 14

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Kyoto', 'São Paulo')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 9
ORDER BY revenue DESC, c.name
LIMIT 33

SELECT DATE_FORMAT(ordered_at, '%Y-%m') AS month, SUM(total) AS revenue, COUNT(DISTINCT customer_id) AS buyers FROM orders WHERE status <> 'cancelled' AND ordered_at BETWEEN '2025-09-20' AND '2026-06-30' GROUP BY DATE_FORMAT(ordered_at, '%Y-%m') ORDER BY 1

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 31 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

SELECT id, total, NTILE(5) OVER (ORDER BY total) AS bucket FROM orders WHERE total IS NOT NULL

SELECT SQRT(total), total DIV 10, total % 7, total ^ 1, ~id, id << 2 FROM orders WHERE id BETWEEN 1 AND 33

SELECT name FROM customers WHERE BINARY name = 'Lisbon' OR name COLLATE utf8mb4_bin = 'Hamburg'

select * from (select o.*, ROW_NUMBER() over (partition by customer_id order by ordered_at desc) as rn from orders o) as ranked where rn < 6

SELECT EXTRACT(YEAR_MONTH FROM ordered_at) AS ym, COUNT(*) FROM orders GROUP BY ym ORDER BY ym DESC LIMIT 16

SELECT TIMESTAMPDIFF(WEEK, shipped_at, delivered_at) AS t FROM shipments WHERE carrier = 'DHL'

SELECT CAST(total AS DECIMAL(10,2)), CONVERT(total, SIGNED), CAST(id AS CHAR) FROM orders WHERE id = 587

SELECT SQRT(total), total DIV 10, total % 7, total ^ 1, ~id, id << 2 FROM orders WHERE id BETWEEN 8 AND 53

select o.id from orders as o where o.total > 656 and (o.status = 'cancelled' or o.status = 'cancelled') and not o.store_id = 9

SELECT YEAR(ordered_at) y, MONTH(ordered_at) m, SUM(total) FROM orders WHERE DATE(ordered_at) <= '2025-10-04' GROUP BY y, m ORDER BY y, m

select COUNT(*) from (select customer_id from orders group by customer_id having COUNT(*) > 2) as t

SELECT DATE_ADD('2025-11-08', INTERVAL 3 DAY) AS due, ordered_at + INTERVAL 1 MONTH FROM orders # a note
WHERE id < 45

SELECT SQRT(total), total DIV 10, total % 7, total ^ 1, ~id, id << 2 FROM orders WHERE id BETWEEN 6 AND 14

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) >= 8) AS t

SELECT name FROM customers WHERE BINARY name = 'Nairobi' OR name COLLATE utf8mb4_bin = 'Lisbon'

SELECT 1 + 43 * (2 - 6) / 2.0 AS x, -17 AS y, 'naïve' AS z

SELECT p.id, p.name FROM products p WHERE p.id IN (SELECT product_id FROM order_lines WHERE quantity > 12)

SELECT s.city, COUNT(*) FROM stores s RIGHT JOIN orders o ON o.store_id = s.id WHERE o.ordered_at > NOW() - INTERVAL 200 DAY GROUP BY s.city

SELECT name FROM customers WHERE city <=> 'São Paulo' && phone IS NOT NULL || email LIKE '%.org'

SELECT kind, COUNT(*) AS products, ROUND(AVG(price), 2) AS `average price` FROM products WHERE active = 1 GROUP BY kind ORDER BY `average price` DESC

SELECT EXTRACT(YEAR_MONTH FROM ordered_at) AS ym, COUNT(*) FROM orders GROUP BY ym ORDER BY ym DESC LIMIT 36

SELECT GROUP_CONCAT(DISTINCT status ORDER BY status SEPARATOR '|') FROM orders WHERE customer_id = 210

SELECT DATE_FORMAT(ordered_at, '%Y-%m') AS month, SUM(total) AS revenue, COUNT(DISTINCT customer_id) AS buyers FROM orders WHERE status <> 'cancelled' AND ordered_at BETWEEN '2024-10-01' AND '2026-06-30' GROUP BY DATE_FORMAT(ordered_at, '%Y-%m') ORDER BY 1

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) = 3) AS t

SELECT CAST(total AS DECIMAL(10,2)), CONVERT(total, SIGNED), CAST(id AS CHAR) FROM orders WHERE id = 1172

select product_id from order_lines where quantity >= 6 EXCEPT select l.product_id from order_lines l join returns r on r.order_id = l.order_id

select id, total, NTILE(4) over (order by total) as bucket from orders where total is not null

SELECT 0x4D, X'4D', b'101', 'it\'s', 'a' 'b', "say ""hi""", 31 XOR 0

select GROUP_CONCAT(p.name order by p.name SEPARATOR ', ') as products, o.id from orders o join order_lines l on l.order_id = o.id join products p on p.id = l.product_id where o.status = 'shipped' group by o.id

SELECT p.name, p.price, p.price * 0.9 AS with_tax FROM products p WHERE p.kind = 'equipment' AND p.price > (SELECT AVG(price) FROM products WHERE kind = p.kind)

SELECT DISTINCT city FROM stores WHERE city IS NOT NULL AND city <> '' ORDER BY city

SELECT p.id, p.name FROM products p WHERE p.id NOT IN (SELECT product_id FROM order_lines WHERE quantity > 11)

SELECT GROUP_CONCAT(DISTINCT status ORDER BY status SEPARATOR '|') FROM orders WHERE customer_id = 651

WITH RECURSIVE chain (id, name, depth) AS (
  SELECT id, name, 0 FROM employees WHERE manager_id IS NULL
  UNION ALL
  SELECT e.id, e.name, chain.depth + 1 FROM employees e JOIN chain ON e.manager_id = chain.id
)
SELECT depth, COUNT(*) FROM chain WHERE depth < 4 GROUP BY depth ORDER BY depth

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'returned') AS turnover FROM stores s WHERE s.opened_on < '2025-08-26'

select r.reason, COUNT(*) as n, SUM(r.refund) as refunded from returns r join orders o USING (id) where r.returned_at > '2026-06-08' group by r.reason

SELECT EXTRACT(YEAR_MONTH FROM ordered_at) AS ym, COUNT(*) FROM orders GROUP BY ym ORDER BY ym DESC LIMIT 2

SELECT s.city, COUNT(*) FROM stores s RIGHT JOIN orders o ON o.store_id = s.id WHERE o.ordered_at > NOW() - INTERVAL 362 DAY GROUP BY s.city

SELECT CAST(total AS DECIMAL(10,2)), CONVERT(total, SIGNED), CAST(id AS CHAR) FROM orders WHERE id = 2033

SELECT EXTRACT(YEAR_MONTH FROM ordered_at) AS ym, COUNT(*) FROM orders GROUP BY ym ORDER BY ym DESC LIMIT 14

SELECT name FROM customers WHERE BINARY name = 'São Paulo' OR name COLLATE utf8mb4_bin = 'Hamburg'

SELECT GROUP_CONCAT(DISTINCT status ORDER BY status SEPARATOR '|') FROM orders WHERE customer_id = 548

select e.name as employee, m.name as manager, e.salary from employees e left OUTER join employees m on e.manager_id = m.id where e.salary >= 2304 or e.manager_id is null

SELECT o.id, o.total, AVG(o.total) OVER (PARTITION BY o.customer_id ORDER BY o.ordered_at ROWS BETWEEN 5 PRECEDING AND CURRENT ROW) AS moving FROM orders o

SELECT CASE WHEN total < 15 THEN 'small' WHEN total < 78 THEN 'medium' ELSE 'large' END AS size, COUNT(*) FROM orders GROUP BY CASE WHEN total < 12 THEN 'small' WHEN total < 60 THEN 'medium' ELSE 'large' END, total

SELECT JSON_EXTRACT(details, '$.origin') AS v, COUNT(*) AS n FROM products GROUP BY v HAVING n > 2

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) >= 4) AS t

SELECT YEAR(ordered_at) y, MONTH(ordered_at) m, SUM(total) FROM orders WHERE DATE(ordered_at) <= '2024-08-13' GROUP BY y, m ORDER BY y, m

-- revenue of Lisbon
SELECT SUM(o.total) FROM orders o JOIN stores s ON s.id = o.store_id /* only stores */ WHERE s.city = 'Hamburg';

SELECT `name`, `city` FROM `customers` WHERE `city` = "Kyoto" ORDER BY `name` LIMIT 8, 25

SELECT IF(total > 86, 'big', 'small') AS size, COUNT(*) FROM orders GROUP BY size

SELECT YEAR(ordered_at) y, MONTH(ordered_at) m, SUM(total) FROM orders WHERE DATE(ordered_at) <= '2026-03-17' GROUP BY y, m ORDER BY y, m

SELECT SUBSTRING_INDEX(email, '@', -1) AS domain, COUNT(*) FROM customers GROUP BY domain ORDER BY COUNT(*) DESC LIMIT 10

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Kyoto', 'Kyoto')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 8
ORDER BY revenue DESC, c.name
LIMIT 38

select o.id from orders as o where o.total > 392 and (o.status = 'paid' or o.status = 'cancelled') and not o.store_id = 3

SELECT name FROM customers WHERE city <=> 'Oslo' && phone IS NOT NULL || email LIKE '%.org'

SELECT EXTRACT(YEAR_MONTH FROM ordered_at) AS ym, COUNT(*) FROM orders GROUP BY ym ORDER BY ym DESC LIMIT 30

SELECT JSON_EXTRACT(details, '$.roast') AS v, COUNT(*) AS n FROM products GROUP BY v HAVING n > 6

SELECT DISTINCTROW city FROM customers UNION DISTINCT SELECT city FROM stores ORDER BY city LIMIT 90

SELECT DATE_FORMAT(ordered_at, '%Y-%u') AS week, SUM(total) FROM orders WHERE ordered_at >= DATE_SUB(CURDATE(), INTERVAL 35 WEEK) GROUP BY week WITH ROLLUP

SELECT e.name, s.name FROM employees e CROSS JOIN stores s WHERE e.store_id = s.id AND e.salary > ANY (SELECT salary FROM employees WHERE store_id = 2)

select o.id from orders as o where o.total > 193 and (o.status = 'open' or o.status = 'shipped') and not o.store_id = 3

SELECT GROUP_CONCAT(p.name ORDER BY p.name SEPARATOR ', ') AS products, o.id FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE o.status = 'shipped' GROUP BY o.id

SELECT e.name, s.name FROM employees e CROSS JOIN stores s WHERE e.store_id = s.id AND e.salary > ANY (SELECT salary FROM employees WHERE store_id = 5)

select o.id, o.total, AVG(o.total) over (partition by o.customer_id order by o.ordered_at ROWS between 2 PRECEDING and CURRENT ROW) as moving from orders o

SELECT COUNT(quantity) FROM order_lines

SELECT name, price FROM products ORDER BY price DESC LIMIT 17 OFFSET 152

SELECT store_id, AVG(salary) AS avg_salary, MAX(salary) - MIN(salary) AS spread FROM employees WHERE hired_on >= '2025-07-18' GROUP BY store_id HAVING AVG(salary) > 2895

SELECT POSITION('i' IN name), SUBSTRING(name FROM 2), TRIM(LEADING 'x' FROM name), LEFT(name, 2), REPLACE(name, 'a', 'b') FROM customers

SELECT GROUP_CONCAT(DISTINCT status ORDER BY status SEPARATOR '|') FROM orders WHERE customer_id = 484

SELECT CAST(total AS DECIMAL(10,2)), CONVERT(total, SIGNED), CAST(id AS CHAR) FROM orders WHERE id = 2310

SELECT YEAR(ordered_at) y, MONTH(ordered_at) m, SUM(total) FROM orders WHERE DATE(ordered_at) <= '2024-08-19' GROUP BY y, m ORDER BY y, m

SELECT DATE_FORMAT(ordered_at, '%Y-%m') AS month, SUM(total) AS revenue, COUNT(DISTINCT customer_id) AS buyers FROM orders WHERE status <> 'cancelled' AND ordered_at BETWEEN '2024-05-26' AND '2026-06-30' GROUP BY DATE_FORMAT(ordered_at, '%Y-%m') ORDER BY 1

select s.name, (select COUNT(*) from employees e where e.store_id = s.id) as staff, (select ROUND(SUM(total), 2) from orders o where o.store_id = s.id and o.status = 'paid') as turnover from stores s where s.opened_on < '2025-04-09'

SELECT DISTINCT city FROM stores WHERE city IS NOT NULL AND city <> '' ORDER BY city DESC

SELECT `name`, `city` FROM `customers` WHERE `city` = "Hamburg" ORDER BY `name` LIMIT 6, 69

select p.name, SUM(l.quantity * l.unit_price) as revenue, RANK() over (order by SUM(l.quantity * l.unit_price) desc) as place from order_lines l join products p on p.id = l.product_id join orders o on o.id = l.order_id and o.status in ('paid', 'shipped') where o.ordered_at >= DATE_SUB('2026-06-30', INTERVAL 5 MONTH) group by p.id, p.name order by place limit 20

SELECT DAYNAME(ordered_at), HOUR(ordered_at), COUNT(*) FROM orders WHERE QUARTER(ordered_at) = 1 GROUP BY 1, 2

SELECT COUNT(*) FROM orders WHERE status = 'paid' AND ordered_at >= '2026-07-12'

SELECT POSITION('e' IN name), SUBSTRING(name FROM 2), TRIM(LEADING 'x' FROM name), LEFT(name, 9), REPLACE(name, 'a', 'b') FROM customers

SELECT EXTRACT(YEAR_MONTH FROM ordered_at) AS ym, COUNT(*) FROM orders GROUP BY ym ORDER BY ym DESC LIMIT 12

SELECT POSITION('i' IN name), SUBSTRING(name FROM 2), TRIM(LEADING 'x' FROM name), LEFT(name, 9), REPLACE(name, 'a', 'b') FROM customers

SELECT COUNT(*) FROM orders WHERE status = 'cancelled' AND ordered_at >= '2024-06-24'

SELECT p.id, p.name FROM products p WHERE p.id NOT IN (SELECT product_id FROM order_lines WHERE quantity > 17)

SELECT DATE_FORMAT(ordered_at, '%Y-%u') AS week, SUM(total) FROM orders WHERE ordered_at >= DATE_SUB(CURDATE(), INTERVAL 19 WEEK) GROUP BY week WITH ROLLUP

select product_id from order_lines where quantity >= 5 EXCEPT select l.product_id from order_lines l join returns r on r.order_id = l.order_id

SELECT s.city, COUNT(*) FROM stores s RIGHT JOIN orders o ON o.store_id = s.id WHERE o.ordered_at > NOW() - INTERVAL 244 DAY GROUP BY s.city

SELECT name, email FROM customers WHERE email LIKE '%@example.no' AND phone IS NULL

SELECT 0x4D, X'4D', b'101', 'it\'s', 'a' 'b', "say ""hi""", 56 XOR 0

SELECT DATE_ADD('2024-12-07', INTERVAL 27 DAY) AS due, ordered_at + INTERVAL 1 MONTH FROM orders # a note
WHERE id < 93

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) > 11) AS t

SELECT SQRT(total), total DIV 10, total % 7, total ^ 1, ~id, id << 2 FROM orders WHERE id BETWEEN 4 AND 11

select e.name as employee, m.name as manager, e.salary from employees e left OUTER join employees m on e.manager_id = m.id where e.salary > 3331 or e.manager_id is null

SELECT MAX(price) - MIN(price) AS spread, kind FROM products WHERE price NOT BETWEEN 2 AND 89 GROUP BY kind

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Kyoto', 'Nairobi')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 7
ORDER BY revenue DESC, c.name
LIMIT 23

SELECT CASE WHEN total < 18 THEN 'small' WHEN total < 144 THEN 'medium' ELSE 'large' END AS size, COUNT(*) FROM orders GROUP BY CASE WHEN total < 29 THEN 'small' WHEN total < 60 THEN 'medium' ELSE 'large' END, total

SELECT POSITION('i' IN name), SUBSTRING(name FROM 2), TRIM(LEADING 'x' FROM name), LEFT(name, 7), REPLACE(name, 'a', 'b') FROM customers

SELECT s.city, COUNT(*) FROM stores s RIGHT JOIN orders o ON o.store_id = s.id WHERE o.ordered_at > NOW() - INTERVAL 69 DAY GROUP BY s.city

SELECT p.name, SUM(l.quantity * l.unit_price) AS revenue, RANK() OVER (ORDER BY SUM(l.quantity * l.unit_price) DESC) AS place FROM order_lines l JOIN products p ON p.id = l.product_id JOIN orders o ON o.id = l.order_id AND o.status IN ('paid', 'shipped') WHERE o.ordered_at >= DATE_SUB('2026-06-30', INTERVAL 4 MONTH) GROUP BY p.id, p.name ORDER BY place LIMIT 8

SELECT IF(total > 49, 'big', 'small') AS size, COUNT(*) FROM orders GROUP BY size

SELECT `name`, `city` FROM `customers` WHERE `city` = "Oslo" ORDER BY `name` LIMIT 2, 64

SELECT CAST(total AS DECIMAL(10,2)), CONVERT(total, SIGNED), CAST(id AS CHAR) FROM orders WHERE id = 5424

SELECT TIMESTAMPDIFF(WEEK, shipped_at, delivered_at) AS t FROM shipments WHERE carrier = 'UPS'

select e.name as employee, m.name as manager, e.salary from employees e left OUTER join employees m on e.manager_id = m.id where e.salary >= 4588 or e.manager_id is null

SELECT COALESCE(c.phone, c.email, 'none') AS contact, CONCAT(c.name, ' (', c.city, ')') AS label FROM customers c WHERE c.id = 7551

SELECT name FROM customers WHERE city = 'Lisbon' UNION ALL SELECT name FROM employees WHERE salary > 5812 ORDER BY name

SELECT (SELECT COUNT(*) FROM orders WHERE status = 'cancelled') AS one, (SELECT COUNT(*) FROM orders WHERE status = 'open') AS two

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) > 7) AS t

SELECT name FROM customers WHERE BINARY name = 'Nairobi' OR name COLLATE utf8mb4_bin = 'Nairobi'

SELECT * FROM orders WHERE (customer_id, store_id) IN (SELECT customer_id, store_id FROM orders WHERE total > 971)

SELECT CAST(total AS DECIMAL(10,2)), CONVERT(total, SIGNED), CAST(id AS CHAR) FROM orders WHERE id = 9305

SELECT DISTINCTROW city FROM customers UNION DISTINCT SELECT city FROM stores ORDER BY city LIMIT 73

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2026-01-05' GROUP BY r.reason

SELECT name, price FROM products ORDER BY price DESC LIMIT 3 OFFSET 167

SELECT TIMESTAMPDIFF(HOUR, shipped_at, delivered_at) AS t FROM shipments WHERE carrier = 'DHL'

SELECT c.name, o.total FROM orders o, customers c WHERE o.customer_id = c.id AND o.total >= ALL (SELECT total FROM orders WHERE store_id = 3)

SELECT CAST(total AS DECIMAL(10,2)), CONVERT(total, SIGNED), CAST(id AS CHAR) FROM orders WHERE id = 6992

select c.name, COUNT(o.id) as orders, SUM(o.total) as revenue
from customers c
left join orders o on o.customer_id = c.id
where c.city in ('Kyoto', 'Nairobi')
group by c.id, c.name
having COUNT(o.id) > 5
order by revenue desc, c.name
limit 18

select NULLIF(TRIM(phone), '') as phone, LENGTH(name) as l from customers where LENGTH(name) > 24 and name not like 'O%'

select COUNT(*) from orders where status = 'cancelled' and ordered_at >= '2024-05-25'

SELECT c.id, c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.ordered_at > DATE_SUB('2026-06-30', INTERVAL 22 MONTH))

-- revenue of Lisbon
SELECT SUM(o.total) FROM orders o JOIN stores s ON s.id = o.store_id /* only stores */ WHERE s.city = 'Lisbon';

SELECT p.name, p.price, p.price * 1.19 AS gross FROM products p WHERE p.kind = 'equipment' AND p.price > (SELECT AVG(price) FROM products WHERE kind = p.kind)

SELECT s.city, s.name, SUM(o.total) total FROM stores s INNER JOIN orders o ON s.id = o.store_id WHERE YEAR(o.ordered_at) = 2026 GROUP BY s.city, s.name ORDER BY total DESC

select id, total, NTILE(5) over (order by total) as bucket from orders where total is not null

SELECT 0x4D, X'4D', b'101', 'it\'s', 'a' 'b', "say ""hi""", 99 XOR 0

select ROUND(100.0 * SUM(case when status = 'cancelled' then 1 else 0 end) / COUNT(*), 1) as share from orders where store_id = 17

WITH monthly AS (SELECT DATE_FORMAT(ordered_at, '%Y-%m') AS m, SUM(total) AS revenue FROM orders GROUP BY DATE_FORMAT(ordered_at, '%Y-%m'))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m DESC LIMIT 20

SELECT YEAR(ordered_at) y, MONTH(ordered_at) m, SUM(total) FROM orders WHERE DATE(ordered_at) <= '2026-01-16' GROUP BY y, m ORDER BY y, m

SELECT DATE_FORMAT(ordered_at, '%Y-%u') AS week, SUM(total) FROM orders WHERE ordered_at >= DATE_SUB(CURDATE(), INTERVAL 42 WEEK) GROUP BY week WITH ROLLUP

SELECT JSON_EXTRACT(details, '$.roast') AS v, COUNT(*) AS n FROM products GROUP BY v HAVING n > 3

SELECT p.name, SUM(l.quantity * l.unit_price) AS revenue, RANK() OVER (ORDER BY SUM(l.quantity * l.unit_price) DESC) AS place FROM order_lines l JOIN products p ON p.id = l.product_id JOIN orders o ON o.id = l.order_id AND o.status IN ('paid', 'shipped') WHERE o.ordered_at >= DATE_SUB('2026-06-30', INTERVAL 10 MONTH) GROUP BY p.id, p.name ORDER BY place LIMIT 17

SELECT DISTINCT city FROM stores WHERE city IS NOT NULL AND city <> '' ORDER BY city ASC

SELECT YEAR(ordered_at) y, MONTH(ordered_at) m, SUM(total) FROM orders WHERE DATE(ordered_at) <= '2026-02-02' GROUP BY y, m ORDER BY y, m

select p.name, p.price, p.price * 1.19 as with_tax from products p where p.kind = 'equipment' and p.price > (select AVG(price) from products where kind = p.kind)

WITH RECURSIVE chain (id, name, depth) AS (
  SELECT id, name, 0 FROM employees WHERE manager_id IS NULL
  UNION ALL
  SELECT e.id, e.name, chain.depth + 1 FROM employees e JOIN chain ON e.manager_id = chain.id
)
SELECT depth, COUNT(*) FROM chain WHERE depth < 8 GROUP BY depth ORDER BY depth

select 1 + 31 * (2 - 9) / 2.0 as x, -34 as y, 'a,b' as z

SELECT name FROM customers WHERE BINARY name = 'Oslo' OR name COLLATE utf8mb4_bin = 'Kyoto'

SELECT product_id FROM order_lines WHERE quantity >= 2 EXCEPT SELECT l.product_id FROM order_lines l JOIN returns r ON r.order_id = l.order_id

SELECT p.id, p.name FROM products p WHERE p.id IN (SELECT product_id FROM order_lines WHERE quantity > 7)

SELECT DISTINCTROW city FROM customers UNION DISTINCT SELECT city FROM stores ORDER BY city LIMIT 55

SELECT * FROM orders WHERE (customer_id, store_id) IN (SELECT customer_id, store_id FROM orders WHERE total > 265)

SELECT COALESCE(c.phone, c.email, 'none') AS contact, CONCAT(c.name, ' (', c.city, ')') AS label FROM customers c WHERE c.id = 8071

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 4 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

SELECT DATE_ADD('2026-06-10', INTERVAL 22 DAY) AS due, ordered_at + INTERVAL 1 MONTH FROM orders # a note
WHERE id < 26

SELECT MAX(price) - MIN(price) AS spread, kind FROM products WHERE price NOT BETWEEN 2 AND 30 GROUP BY kind

select name from customers where city = 'Nairobi' union select name from employees where salary > 5747 order by name

SELECT AVG(salary) FROM employees

SELECT IFNULL(phone, 'n/a'), CONCAT_WS(' ', name, city) FROM customers WHERE name REGEXP '^C' AND id MOD 4 = 0

WITH RECURSIVE chain (id, name, depth) AS (
  SELECT id, name, 0 FROM employees WHERE manager_id IS NULL
  UNION ALL
  SELECT e.id, e.name, chain.depth + 1 FROM employees e JOIN chain ON e.manager_id = chain.id
)
SELECT depth, COUNT(*) FROM chain WHERE depth < 6 GROUP BY depth ORDER BY depth

SELECT ROUND(100.0 * SUM(CASE WHEN status = 'paid' THEN 1 ELSE 0 END) / COUNT(*), 1) AS share FROM orders WHERE store_id = 22

SELECT SUBSTRING_INDEX(email, '@', -1) AS domain, COUNT(*) FROM customers GROUP BY domain ORDER BY COUNT(*) DESC LIMIT 28

SELECT GROUP_CONCAT(DISTINCT status ORDER BY status SEPARATOR '|') FROM orders WHERE customer_id = 478

SELECT DATE_FORMAT(ordered_at, '%Y-%m') AS month, SUM(total) AS revenue, COUNT(DISTINCT customer_id) AS buyers FROM orders WHERE status <> 'cancelled' AND ordered_at BETWEEN '2024-12-11' AND '2026-06-30' GROUP BY DATE_FORMAT(ordered_at, '%Y-%m') ORDER BY 1

select o.id from orders as o where o.total > 264 and (o.status = 'paid' or o.status = 'cancelled') and not o.store_id = 4

SELECT p.name, COALESCE(sold.n, 0) AS sold FROM products p LEFT JOIN (SELECT product_id, SUM(quantity) AS n FROM order_lines GROUP BY product_id) sold ON sold.product_id = p.id WHERE p.kind = 'decaf' ORDER BY sold DESC

SELECT name, price FROM products ORDER BY price DESC LIMIT 1 OFFSET 69

select o.id from orders as o where o.total > 811 and (o.status = 'returned' or o.status = 'open') and not o.store_id = 6

SELECT e.name, s.name FROM employees e CROSS JOIN stores s WHERE e.store_id = s.id AND e.salary > ANY (SELECT salary FROM employees WHERE store_id = 15)

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Oslo', 'Lisbon')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 8
ORDER BY revenue DESC, c.name
LIMIT 6

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 17 AND name NOT LIKE 'B%'

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('São Paulo', 'Nairobi')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 4
ORDER BY revenue DESC, c.name
LIMIT 38

SELECT SQRT(total), total DIV 10, total % 7, total ^ 1, ~id, id << 2 FROM orders WHERE id BETWEEN 6 AND 78

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) = 4) AS t

-- revenue of Nairobi
SELECT SUM(o.total) FROM orders o JOIN stores s ON s.id = o.store_id /* only stores */ WHERE s.city = 'São Paulo';

SELECT 1 + 97 * (8 - 4) / 2.0 AS x, -38 AS y, '100%' AS z

SELECT IFNULL(phone, 'n/a'), CONCAT_WS(' ', name, city) FROM customers WHERE name REGEXP '^E' AND id MOD 3 = 0

SELECT p.id, p.name FROM products p WHERE p.id IN (SELECT product_id FROM order_lines WHERE quantity > 15)

SELECT JSON_EXTRACT(details, '$.roast') AS v, COUNT(*) AS n FROM products GROUP BY v HAVING n > 2

SELECT p.name, p.price, p.price * 1.07 AS gross FROM products p WHERE p.kind = 'espresso' AND p.price > (SELECT AVG(price) FROM products WHERE kind = p.kind)

-- revenue of Oslo
SELECT SUM(o.total) FROM orders o JOIN stores s ON s.id = o.store_id /* only stores */ WHERE s.city = 'São Paulo';

select o.id from orders as o where o.total > 104 and (o.status = 'paid' or o.status = 'returned') and not o.store_id = 8

select p.name, p.price, p.price * 1.19 as with_tax from products p where p.kind = 'filter' and p.price > (select AVG(price) from products where kind = p.kind)

SELECT CAST(total AS DECIMAL(10,2)), CONVERT(total, SIGNED), CAST(id AS CHAR) FROM orders WHERE id = 7162

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary > 3560 OR e.manager_id IS NULL

SELECT `name`, `city` FROM `customers` WHERE `city` = "Lisbon" ORDER BY `name` LIMIT 6, 95

SELECT MAX(price) - MIN(price) AS spread, kind FROM products WHERE price NOT BETWEEN 3 AND 53 GROUP BY kind

SELECT IF(total > 80, 'big', 'small') AS size, COUNT(*) FROM orders GROUP BY size

select store_id, AVG(salary) as avg_salary, MAX(salary) - MIN(salary) as spread from employees where hired_on >= '2025-01-16' group by store_id having AVG(salary) > 4155

SELECT p.id, p.name FROM products p WHERE p.id NOT IN (SELECT product_id FROM order_lines WHERE quantity > 19)

SELECT s.city, COUNT(*) FROM stores s RIGHT JOIN orders o ON o.store_id = s.id WHERE o.ordered_at > NOW() - INTERVAL 328 DAY GROUP BY s.city

SELECT SQRT(total), total DIV 10, total % 7, total ^ 1, ~id, id << 2 FROM orders WHERE id BETWEEN 8 AND 17

SELECT e.name AS employee, m.name AS manager, e.salary FROM employees e LEFT OUTER JOIN employees m ON e.manager_id = m.id WHERE e.salary < 4540 OR e.manager_id IS NULL

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 23 AND name NOT LIKE 'O%'

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Hamburg', 'Lisbon')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 7
ORDER BY revenue DESC, c.name
LIMIT 39

select COUNT(*) from (select customer_id from orders group by customer_id having COUNT(*) > 11) as t

SELECT DISTINCTROW city FROM customers UNION DISTINCT SELECT city FROM stores ORDER BY city LIMIT 17

SELECT p.id, p.name FROM products p WHERE p.id IN (SELECT product_id FROM order_lines WHERE quantity > 5)

SELECT SQRT(total), total DIV 10, total % 7, total ^ 1, ~id, id << 2 FROM orders WHERE id BETWEEN 3 AND 88

SELECT JSON_EXTRACT(details, '$.origin') AS v, COUNT(*) AS n FROM products GROUP BY v HAVING n > 6

SELECT POSITION('o' IN name), SUBSTRING(name FROM 2), TRIM(LEADING 'x' FROM name), LEFT(name, 4), REPLACE(name, 'a', 'b') FROM customers

SELECT * FROM orders WHERE (customer_id, store_id) IN (SELECT customer_id, store_id FROM orders WHERE total > 869)

SELECT IFNULL(phone, 'n/a'), CONCAT_WS(' ', name, city) FROM customers WHERE name REGEXP '^B' AND id MOD 4 = 0

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 30 AND name NOT LIKE 'O%'

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Oslo', 'Kyoto')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 9
ORDER BY revenue DESC, c.name
LIMIT 24

SELECT s.city, COUNT(*) FROM stores s RIGHT JOIN orders o ON o.store_id = s.id WHERE o.ordered_at > NOW() - INTERVAL 302 DAY GROUP BY s.city

SELECT DATE_FORMAT(ordered_at, '%Y-%m') AS month, SUM(total) AS revenue, COUNT(DISTINCT customer_id) AS buyers FROM orders WHERE status <> 'cancelled' AND ordered_at BETWEEN '2025-10-09' AND '2026-06-30' GROUP BY DATE_FORMAT(ordered_at, '%Y-%m') ORDER BY 1

SELECT MAX(price) - MIN(price) AS spread, kind FROM products WHERE price NOT BETWEEN 1 AND 9 GROUP BY kind

SELECT * FROM orders WHERE (customer_id, store_id) IN (SELECT customer_id, store_id FROM orders WHERE total > 834)

SELECT name FROM customers WHERE city <=> 'Lisbon' && phone IS NOT NULL || email LIKE '%.org'

SELECT COALESCE(c.phone, c.email, 'none') AS contact, CONCAT(c.name, ' (', c.city, ')') AS label FROM customers c WHERE c.id = 1959

SELECT DATE_ADD('2025-12-13', INTERVAL 19 DAY) AS due, ordered_at + INTERVAL 1 MONTH FROM orders # a note
WHERE id < 33

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) > 9) AS t

SELECT DISTINCT city FROM customers WHERE city IS NOT NULL AND city <> '' ORDER BY city ASC

SELECT 0x4D, X'4D', b'101', 'it\'s', 'a' 'b', "say ""hi""", 38 XOR 0

SELECT IF(total > 83, 'big', 'small') AS size, COUNT(*) FROM orders GROUP BY size

select * from (select o.*, ROW_NUMBER() over (partition by customer_id order by ordered_at desc) as rn from orders o) as ranked where rn = 1

SELECT DATE_ADD('2025-12-16', INTERVAL 26 DAY) AS due, ordered_at + INTERVAL 1 MONTH FROM orders # a note
WHERE id < 92

SELECT EXTRACT(YEAR_MONTH FROM ordered_at) AS ym, COUNT(*) FROM orders GROUP BY ym ORDER BY ym DESC LIMIT 19

SELECT `name`, `city` FROM `customers` WHERE `city` = "Hamburg" ORDER BY `name` LIMIT 3, 32

SELECT COALESCE(c.phone, c.email, 'none') AS contact, CONCAT(c.name, ' (', c.city, ')') AS label FROM customers c WHERE c.id = 4756

select p.id, p.name from products p where p.id not in (select product_id from order_lines where quantity > 20)

WITH monthly AS (SELECT DATE_FORMAT(ordered_at, '%Y-%m') AS m, SUM(total) AS revenue FROM orders GROUP BY DATE_FORMAT(ordered_at, '%Y-%m'))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m DESC LIMIT 19

WITH monthly AS (SELECT DATE_FORMAT(ordered_at, '%Y-%m') AS m, SUM(total) AS revenue FROM orders GROUP BY DATE_FORMAT(ordered_at, '%Y-%m'))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m LIMIT 11

SELECT DATE_ADD('2025-09-27', INTERVAL 27 DAY) AS due, ordered_at + INTERVAL 1 MONTH FROM orders # a note
WHERE id < 20

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 29 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

SELECT POSITION('u' IN name), SUBSTRING(name FROM 2), TRIM(LEADING 'x' FROM name), LEFT(name, 1), REPLACE(name, 'a', 'b') FROM customers

SELECT 0x4D, X'4D', b'101', 'it\'s', 'a' 'b', "say ""hi""", 70 XOR 0

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Hamburg', 'Hamburg')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 1
ORDER BY revenue DESC, c.name
LIMIT 41

SELECT DISTINCTROW city FROM customers UNION DISTINCT SELECT city FROM stores ORDER BY city LIMIT 9

SELECT o.id, FIRST_VALUE(o.total) OVER w AS first, LAST_VALUE(o.total) OVER w AS last FROM orders o WHERE o.store_id = 13 WINDOW w AS (PARTITION BY o.customer_id ORDER BY o.ordered_at)

SELECT DATE_FORMAT(ordered_at, '%Y-%u') AS week, SUM(total) FROM orders WHERE ordered_at >= DATE_SUB(CURDATE(), INTERVAL 36 WEEK) GROUP BY week WITH ROLLUP

SELECT MAX(price) - MIN(price) AS spread, kind FROM products WHERE price NOT BETWEEN 5 AND 75 GROUP BY kind

WITH monthly AS (SELECT DATE_FORMAT(ordered_at, '%Y-%m') AS m, SUM(total) AS revenue FROM orders GROUP BY DATE_FORMAT(ordered_at, '%Y-%m'))
SELECT m, revenue, revenue - LAG(revenue) OVER (ORDER BY m) AS delta FROM monthly ORDER BY m LIMIT 36

SELECT IF(total > 46, 'big', 'small') AS size, COUNT(*) FROM orders GROUP BY size

SELECT SQRT(total), total DIV 10, total % 7, total ^ 1, ~id, id << 2 FROM orders WHERE id BETWEEN 8 AND 97

SELECT c.name, o.total FROM orders o, customers c WHERE o.customer_id = c.id AND o.total >= ALL (SELECT total FROM orders WHERE store_id = 10)

select (select COUNT(*) from orders where status = 'shipped') as one, (select COUNT(*) from orders where status = 'paid') as two

SELECT AVG(price) FROM products

SELECT DATE_ADD('2026-09-22', INTERVAL 18 DAY) AS due, ordered_at + INTERVAL 1 MONTH FROM orders # a note
WHERE id < 87

SELECT DATE_FORMAT(ordered_at, '%Y-%u') AS week, SUM(total) FROM orders WHERE ordered_at >= DATE_SUB(CURDATE(), INTERVAL 46 WEEK) GROUP BY week WITH ROLLUP

SELECT SQRT(total), total DIV 10, total % 7, total ^ 1, ~id, id << 2 FROM orders WHERE id BETWEEN 7 AND 11

SELECT IFNULL(phone, 'n/a'), CONCAT_WS(' ', name, city) FROM customers WHERE name REGEXP '^B' AND id MOD 8 = 0

SELECT c.id, c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.ordered_at > DATE_SUB('2026-06-30', INTERVAL 21 MONTH))

SELECT p.name, COALESCE(sold.n, 0) AS sold FROM products p LEFT JOIN (SELECT product_id, SUM(quantity) AS n FROM order_lines GROUP BY product_id) sold ON sold.product_id = p.id WHERE p.kind = 'equipment' ORDER BY sold DESC

SELECT p.id, p.name FROM products p WHERE p.id NOT IN (SELECT product_id FROM order_lines WHERE quantity > 5)

select NULLIF(TRIM(phone), '') as phone, LENGTH(name) as l from customers where LENGTH(name) > 27 and name not like 'B%'

-- revenue of Kyoto
SELECT SUM(o.total) FROM orders o JOIN stores s ON s.id = o.store_id /* only stores */ WHERE s.city = 'São Paulo';

SELECT MAX(price) - MIN(price) AS spread, kind FROM products WHERE price NOT BETWEEN 3 AND 44 GROUP BY kind

SELECT NULLIF(TRIM(phone), '') AS phone, LENGTH(name) AS l FROM customers WHERE LENGTH(name) > 5 AND name NOT LIKE 'A%'

SELECT o.id, o.total, AVG(o.total) OVER (PARTITION BY o.customer_id ORDER BY o.ordered_at ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS moving FROM orders o

SELECT name FROM customers WHERE city = 'Lisbon' UNION SELECT name FROM employees WHERE salary > 2353 ORDER BY name

SELECT JSON_EXTRACT(details, '$.roast') AS v, COUNT(*) AS n FROM products GROUP BY v HAVING n > 4

SELECT 0x4D, X'4D', b'101', 'it\'s', 'a' 'b', "say ""hi""", 73 XOR 0

SELECT EXTRACT(YEAR_MONTH FROM ordered_at) AS ym, COUNT(*) FROM orders GROUP BY ym ORDER BY ym DESC LIMIT 17

SELECT p.name, SUM(l.quantity * l.unit_price) AS revenue, RANK() OVER (ORDER BY SUM(l.quantity * l.unit_price) DESC) AS place FROM order_lines l JOIN products p ON p.id = l.product_id JOIN orders o ON o.id = l.order_id AND o.status IN ('paid', 'shipped') WHERE o.ordered_at >= DATE_SUB('2026-06-30', INTERVAL 4 MONTH) GROUP BY p.id, p.name ORDER BY place LIMIT 9

SELECT COALESCE(c.phone, c.email, 'none') AS contact, CONCAT(c.name, ' (', c.city, ')') AS label FROM customers c WHERE c.id = 48

SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.city IN ('Kyoto', 'Oslo')
GROUP BY c.id, c.name
HAVING COUNT(o.id) > 5
ORDER BY revenue DESC, c.name
LIMIT 4

select name, price from products order by price desc limit 12 OFFSET 56

select s.order_id, s.carrier, DATEDIFF(s.delivered_at, s.shipped_at) as days from shipments s where s.delivered_at is not null and DATEDIFF(s.delivered_at, s.shipped_at) > 3 order by days desc limit 20

SELECT s.order_id, s.carrier, DATEDIFF(s.delivered_at, s.shipped_at) AS days FROM shipments s WHERE s.delivered_at IS NOT NULL AND DATEDIFF(s.delivered_at, s.shipped_at) > 8 ORDER BY days DESC LIMIT 18

SELECT p.id, p.name FROM products p WHERE p.id IN (SELECT product_id FROM order_lines WHERE quantity > 17)

SELECT JSON_EXTRACT(details, '$.roast') AS v, COUNT(*) AS n FROM products GROUP BY v HAVING n > 8

SELECT ROUND(100.0 * SUM(CASE WHEN status = 'open' THEN 1 ELSE 0 END) / COUNT(*), 1) AS share FROM orders WHERE store_id = 29

SELECT POSITION('e' IN name), SUBSTRING(name FROM 2), TRIM(LEADING 'x' FROM name), LEFT(name, 6), REPLACE(name, 'a', 'b') FROM customers

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2024-05-08' GROUP BY r.reason

SELECT DISTINCTROW city FROM customers UNION DISTINCT SELECT city FROM stores ORDER BY city LIMIT 65

SELECT POSITION('a' IN name), SUBSTRING(name FROM 2), TRIM(LEADING 'x' FROM name), LEFT(name, 1), REPLACE(name, 'a', 'b') FROM customers

SELECT p.name, SUM(l.quantity * l.unit_price) AS revenue, RANK() OVER (ORDER BY SUM(l.quantity * l.unit_price) DESC) AS place FROM order_lines l JOIN products p ON p.id = l.product_id JOIN orders o ON o.id = l.order_id AND o.status IN ('paid', 'shipped') WHERE o.ordered_at >= DATE_SUB('2026-06-30', INTERVAL 6 MONTH) GROUP BY p.id, p.name ORDER BY place LIMIT 19

SELECT name FROM customers WHERE city = 'Oslo' UNION ALL SELECT name FROM employees WHERE salary > 7265 ORDER BY name

SELECT e.name, s.name FROM employees e CROSS JOIN stores s WHERE e.store_id = s.id AND e.salary > ANY (SELECT salary FROM employees WHERE store_id = 18)

SELECT CAST(total AS DECIMAL(10,2)), CONVERT(total, SIGNED), CAST(id AS CHAR) FROM orders WHERE id = 3908

SELECT name, price FROM products ORDER BY price DESC LIMIT 15 OFFSET 38

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) = 10) AS t

select e.name as employee, m.name as manager, e.salary from employees e left OUTER join employees m on e.manager_id = m.id where e.salary >= 5093 or e.manager_id is null

SELECT SUBSTRING_INDEX(email, '@', -1) AS domain, COUNT(*) FROM customers GROUP BY domain ORDER BY COUNT(*) DESC LIMIT 21

SELECT DATE_FORMAT(ordered_at, '%Y-%u') AS week, SUM(total) FROM orders WHERE ordered_at >= DATE_SUB(CURDATE(), INTERVAL 37 WEEK) GROUP BY week WITH ROLLUP

SELECT TIMESTAMPDIFF(DAY, shipped_at, delivered_at) AS t FROM shipments WHERE carrier = 'Posten'

select store_id, AVG(salary) as avg_salary, MAX(salary) - MIN(salary) as spread from employees where hired_on >= '2026-04-18' group by store_id having AVG(salary) > 2531

SELECT e.name, s.name FROM employees e CROSS JOIN stores s WHERE e.store_id = s.id AND e.salary > ANY (SELECT salary FROM employees WHERE store_id = 7)

SELECT * FROM customers WHERE city = 'Nairobi' ORDER BY name LIMIT 56

SELECT SQRT(total), total DIV 10, total % 7, total ^ 1, ~id, id << 2 FROM orders WHERE id BETWEEN 9 AND 48

SELECT DISTINCTROW city FROM customers UNION DISTINCT SELECT city FROM stores ORDER BY city LIMIT 25

select MAX(price) from products

SELECT YEAR(ordered_at) y, MONTH(ordered_at) m, SUM(total) FROM orders WHERE DATE(ordered_at) <= '2024-08-26' GROUP BY y, m ORDER BY y, m

SELECT DATE_FORMAT(ordered_at, '%Y-%u') AS week, SUM(total) FROM orders WHERE ordered_at >= DATE_SUB(CURDATE(), INTERVAL 34 WEEK) GROUP BY week WITH ROLLUP

SELECT COALESCE(c.phone, c.email, 'none') AS contact, CONCAT(c.name, ' (', c.city, ')') AS label FROM customers c WHERE c.id = 7339

SELECT * FROM orders WHERE (customer_id, store_id) IN (SELECT customer_id, store_id FROM orders WHERE total > 351)

SELECT DATE_FORMAT(ordered_at, '%Y-%u') AS week, SUM(total) FROM orders WHERE ordered_at >= DATE_SUB(CURDATE(), INTERVAL 2 WEEK) GROUP BY week WITH ROLLUP

SELECT POSITION('i' IN name), SUBSTRING(name FROM 2), TRIM(LEADING 'x' FROM name), LEFT(name, 3), REPLACE(name, 'a', 'b') FROM customers

SELECT SQRT(total), total DIV 10, total % 7, total ^ 1, ~id, id << 2 FROM orders WHERE id BETWEEN 2 AND 85

SELECT name FROM customers WHERE BINARY name = 'Oslo' OR name COLLATE utf8mb4_bin = 'Lisbon'

SELECT IF(total > 36, 'big', 'small') AS size, COUNT(*) FROM orders GROUP BY size

SELECT DISTINCTROW city FROM customers UNION DISTINCT SELECT city FROM stores ORDER BY city LIMIT 18

SELECT SQRT(total), total DIV 10, total % 7, total ^ 1, ~id, id << 2 FROM orders WHERE id BETWEEN 4 AND 63

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'cancelled') AS turnover FROM stores s WHERE s.opened_on < '2025-01-03'

select NULLIF(TRIM(phone), '') as phone, LENGTH(name) as l from customers where LENGTH(name) > 26 and name not like 'A%'

SELECT COUNT(*) FROM orders WHERE status = 'cancelled' AND ordered_at >= '2025-11-08'

select COUNT(*) from (select customer_id from orders group by customer_id having COUNT(*) >= 12) as t

SELECT * FROM customers WHERE city = 'São Paulo' ORDER BY name LIMIT 73

select COALESCE(c.phone, c.email, 'none') as contact, CONCAT(c.name, ' (', c.city, ')') as label from customers c where c.id = 9686

SELECT r.reason, COUNT(*) AS n, SUM(r.refund) AS refunded FROM returns r JOIN orders o USING (id) WHERE r.returned_at > '2026-01-04' GROUP BY r.reason

select (select COUNT(*) from orders where status = 'open') as one, (select COUNT(*) from orders where status = 'paid') as two

SELECT 0x4D, X'4D', b'101', 'it\'s', 'a' 'b', "say ""hi""", 78 XOR 0

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'paid') AS turnover FROM stores s WHERE s.opened_on < '2025-09-03'

select o.id from orders as o where o.total > 700 and (o.status = 'open' or o.status = 'open') and not o.store_id = 1

SELECT DATE_FORMAT(ordered_at, '%Y-%u') AS week, SUM(total) FROM orders WHERE ordered_at >= DATE_SUB(CURDATE(), INTERVAL 23 WEEK) GROUP BY week WITH ROLLUP

SELECT GROUP_CONCAT(DISTINCT status ORDER BY status SEPARATOR '|') FROM orders WHERE customer_id = 511

SELECT `name`, `city` FROM `customers` WHERE `city` = "Oslo" ORDER BY `name` LIMIT 1, 66

select store_id, status, COUNT(*) n, SUM(COUNT(*)) over (partition by store_id) as all_of_store from orders group by store_id, status order by store_id, n desc

SELECT * FROM customers WHERE city = 'Nairobi' ORDER BY name LIMIT 45

SELECT YEAR(ordered_at) y, MONTH(ordered_at) m, SUM(total) FROM orders WHERE DATE(ordered_at) <= '2024-12-11' GROUP BY y, m ORDER BY y, m

select * from (select o.*, ROW_NUMBER() over (partition by customer_id order by ordered_at desc) as rn from orders o) as ranked where rn <= 3

SELECT GROUP_CONCAT(DISTINCT status ORDER BY status SEPARATOR '|') FROM orders WHERE customer_id = 972

SELECT `name`, `city` FROM `customers` WHERE `city` = "Nairobi" ORDER BY `name` LIMIT 8, 65

with RECURSIVE chain (id, name, depth) as (
  select id, name, 0 from employees where manager_id is null
  union all
  select e.id, e.name, chain.depth + 1 from employees e join chain on e.manager_id = chain.id
)
select depth, COUNT(*) from chain where depth < 5 group by depth order by depth

SELECT JSON_EXTRACT(details, '$.roast') AS v, COUNT(*) AS n FROM products GROUP BY v HAVING n > 9

SELECT COUNT(*) FROM orders WHERE status = 'shipped' AND ordered_at >= '2024-01-06'

SELECT s.name, (SELECT COUNT(*) FROM employees e WHERE e.store_id = s.id) AS staff, (SELECT ROUND(SUM(total), 2) FROM orders o WHERE o.store_id = s.id AND o.status = 'paid') AS turnover FROM stores s WHERE s.opened_on < '2026-08-10'

SELECT s.city, COUNT(*) FROM stores s RIGHT JOIN orders o ON o.store_id = s.id WHERE o.ordered_at > NOW() - INTERVAL 104 DAY GROUP BY s.city

WITH RECURSIVE chain (id, name, depth) AS (
  SELECT id, name, 0 FROM employees WHERE manager_id IS NULL
  UNION ALL
  SELECT e.id, e.name, chain.depth + 1 FROM employees e JOIN chain ON e.manager_id = chain.id
)
SELECT depth, COUNT(*) FROM chain WHERE depth < 5 GROUP BY depth ORDER BY depth

SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) = 6) AS t

SELECT CAST(total AS DECIMAL(10,2)), CONVERT(total, SIGNED), CAST(id AS CHAR) FROM orders WHERE id = 5320

SELECT DATE_ADD('2024-11-21', INTERVAL 24 DAY) AS due, ordered_at + INTERVAL 1 MONTH FROM orders # a note
WHERE id < 78

SELECT CAST(total AS DECIMAL(10,2)), CONVERT(total, SIGNED), CAST(id AS CHAR) FROM orders WHERE id = 6870

SELECT `name`, `city` FROM `customers` WHERE `city` = "Lisbon" ORDER BY `name` LIMIT 4, 20

SELECT COUNT(total) FROM orders

select 1 + 13 * (6 - 7) / 2.0 as x, -21 as y, '100%' as z
