-- The schema `herdbook`: the clock and the small functions of the hash chain.

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
CREATE SCHEMA IF NOT EXISTS herdbook;

-- The one clock. Not now(), which is as old as the transaction.
CREATE FUNCTION herdbook.clock() RETURNS timestamptz
LANGUAGE sql VOLATILE
SET search_path = pg_catalog, pg_temp
AS $$ SELECT clock_timestamp() $$;

-- One field of what is hashed: its length, then its bytes; -1 for what is absent.
CREATE FUNCTION herdbook.hash_field(content bytea) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$ SELECT int4send(coalesce(octet_length(content), -1)) || coalesce(content, ''::bytea) $$;

-- The hash of one event over its predecessor's hash and all that it says.
CREATE FUNCTION herdbook.event_hash(
    prev_hash bytea, game uuid, version integer, type text, schema_version integer,
    seat integer, cause text, at timestamptz, payload text, salt bytea
) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT sha256(
        herdbook.hash_field(prev_hash)
        || herdbook.hash_field(uuid_send(game))
        || herdbook.hash_field(int4send(version))
        || herdbook.hash_field(convert_to(type, 'UTF8'))
        || herdbook.hash_field(int4send(schema_version))
        || herdbook.hash_field(int4send(seat))
        || herdbook.hash_field(convert_to(cause, 'UTF8'))
        || herdbook.hash_field(int8send((extract(epoch FROM at) * 1000000)::bigint))
        || herdbook.hash_field(convert_to(payload, 'UTF8'))
        || herdbook.hash_field(salt)
    )
$$;

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
ALTER TABLE public.event ENABLE ALWAYS TRIGGER event_is_history;
ALTER TABLE public.event ENABLE ALWAYS TRIGGER event_is_kept;
ALTER TABLE public.command ENABLE ALWAYS TRIGGER command_is_history;
ALTER TABLE public.command ENABLE ALWAYS TRIGGER command_is_kept;
