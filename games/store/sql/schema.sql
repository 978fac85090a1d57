-- The schema `herdbook`: the clock and the small functions of the hash chain.

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
CREATE SCHEMA IF NOT EXISTS herdbook;

-- The one clock. Not now(), which is as old as the transaction. Its one name is written out, so that
-- it needs no search_path and PostgreSQL can put it into the caller's expression: to set a path
-- and call took longer than to look something up.
CREATE FUNCTION herdbook.clock() RETURNS timestamptz
LANGUAGE sql VOLATILE
AS $$ SELECT pg_catalog.clock_timestamp() $$;

-- The hash of one event over its predecessor's hash and all that it says: each field as its length
-- and its bytes, -1 for a seat that is absent. The body is in SQL's own form, whose names are bound
-- here: it needs no search_path, so that PostgreSQL can put it into the caller's expression. It does
-- so with a STABLE function alone: extract() from a time is no more than that.
CREATE FUNCTION herdbook.event_hash(
    prev_hash bytea, game uuid, version integer, type text, schema_version integer,
    seat integer, cause text, at timestamptz, payload text, salt bytea
) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE
RETURN sha256(
    int4send(octet_length(prev_hash)) || prev_hash
    || int4send(16) || uuid_send(game)
    || int4send(4) || int4send(version)
    || int4send(octet_length(type)) || convert_to(type, 'UTF8')
    || int4send(4) || int4send(schema_version)
    || coalesce(int4send(4) || int4send(seat), int4send(-1))
    || int4send(octet_length(cause)) || convert_to(cause, 'UTF8')
    || int4send(8) || int8send((extract(epoch FROM at) * 1000000)::bigint)
    || int4send(octet_length(payload)) || convert_to(payload, 'UTF8')
    || int4send(octet_length(salt)) || salt
);

-- History is written once. ALWAYS, so that not even a replication session slips by.
CREATE FUNCTION herdbook.refuse_change() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    RAISE EXCEPTION 'Table % is history: % is refused, for everybody.', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER event_is_history BEFORE UPDATE OR DELETE ON public.event
    FOR EACH ROW EXECUTE FUNCTION herdbook.refuse_change();
CREATE TRIGGER event_is_kept BEFORE TRUNCATE ON public.event
    FOR EACH STATEMENT EXECUTE FUNCTION herdbook.refuse_change();
CREATE TRIGGER command_is_history BEFORE UPDATE OR DELETE ON public.command
    FOR EACH ROW EXECUTE FUNCTION herdbook.refuse_change();
CREATE TRIGGER command_is_kept BEFORE TRUNCATE ON public.command
    FOR EACH STATEMENT EXECUTE FUNCTION herdbook.refuse_change();
-- What is done in the admin is on record too.
CREATE TRIGGER admin_log_is_history BEFORE UPDATE OR DELETE ON public.django_admin_log
    FOR EACH ROW EXECUTE FUNCTION herdbook.refuse_change();
CREATE TRIGGER admin_log_is_kept BEFORE TRUNCATE ON public.django_admin_log
    FOR EACH STATEMENT EXECUTE FUNCTION herdbook.refuse_change();
ALTER TABLE public.event ENABLE ALWAYS TRIGGER event_is_history;
ALTER TABLE public.event ENABLE ALWAYS TRIGGER event_is_kept;
ALTER TABLE public.command ENABLE ALWAYS TRIGGER command_is_history;
ALTER TABLE public.command ENABLE ALWAYS TRIGGER command_is_kept;
ALTER TABLE public.django_admin_log ENABLE ALWAYS TRIGGER admin_log_is_history;
ALTER TABLE public.django_admin_log ENABLE ALWAYS TRIGGER admin_log_is_kept;
