-- The roles of the shop and its database, made by the administrator (docs/how-to/deploy.md). None is a superuser: the
-- owner changes the tables, the shop reads and writes their rows.
create role handsel_owner login;
create role handsel login;
create database handsel owner handsel_owner;
