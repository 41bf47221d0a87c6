SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA workspace_1;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE workspace_1.notes (
    id integer NOT NULL,
    number integer NOT NULL,
    secret text
);
INSERT INTO workspace_1.notes VALUES (1, 1, 'kept');
INSERT INTO workspace_1.notes VALUES (2, 2, 'hidden');
INSERT INTO workspace_1.notes VALUES (3, 3, 'hidden');
INSERT INTO workspace_1.notes VALUES (4, 4, NULL);
ALTER TABLE ONLY workspace_1.notes
    ADD CONSTRAINT notes_number_key UNIQUE (number);
ALTER TABLE ONLY workspace_1.notes
    ADD CONSTRAINT notes_pkey PRIMARY KEY (id);
