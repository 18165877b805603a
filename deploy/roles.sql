-- Creates the shop's roles and database; run this as the PostgreSQL administrator (docs/how-to/deploy.md). Neither role
-- is a superuser: handsel_owner changes the tables, handsel reads and writes their rows.
create role handsel_owner login;
create role handsel login;
create database handsel owner handsel_owner;
