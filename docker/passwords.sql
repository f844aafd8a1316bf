-- The passwords of the product's two roles, from the environment of the Postgres container. See ioa_web/roles.sql.
\getenv owner POSTGRES_OWNER_PASSWORD
\getenv app POSTGRES_APP_PASSWORD
ALTER ROLE ioa_owner PASSWORD :'owner';
ALTER ROLE ioa_app PASSWORD :'app';
