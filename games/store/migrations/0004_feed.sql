-- The feed across games, which reads events in the order of their `transaction_id`.
--
-- That column is a transaction id of the cluster in its lower 48 bits and the feed's epoch above.
-- Another cluster counts its transactions from the beginning, so after a restore into one an epoch
-- has to begin. Until it has, no id is given out: nothing is appended that readers had passed.

-- Which cluster this is. It cannot change under an open session, so the planner may ask once.
CREATE FUNCTION herdbook.cluster() RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$ SELECT system_identifier FROM pg_control_system() $$;

CREATE FUNCTION herdbook.refuse_cluster() RETURNS bigint
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    RAISE EXCEPTION 'This database comes from another cluster, where transactions count otherwise.'
        USING ERRCODE = 'object_not_in_prerequisite_state',
              HINT = 'Run `manage.py rebase-feed` as the owner of the tables.';
END
$$;

-- Begins the next epoch, in the present cluster, and returns its number; for the owner alone.
--
-- `herdbook.feed_id`, which it makes anew, holds cluster and epoch as constants and is in SQL's
-- own form: the planner puts it into the caller's expression and decides the case, so that it
-- costs an append nothing. Who is appending is waited for, and whoever comes next plans anew.
CREATE FUNCTION herdbook.begin_epoch() RETURNS integer
LANGUAGE plpgsql VOLATILE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    begun integer;
BEGIN
    LOCK TABLE public.event IN SHARE ROW EXCLUSIVE MODE;
    SELECT coalesce(1 + greatest(
        (SELECT max(e.number) FROM public.feed_epoch e),
        (SELECT max(c.transaction_id) >> 48 FROM public.feed_checkpoint c),
        (SELECT max(e.transaction_id) >> 48 FROM public.event e)
    ), 0) INTO begun;
    DELETE FROM public.feed_epoch;
    INSERT INTO public.feed_epoch (number, cluster, begun_at)
    VALUES (begun, herdbook.cluster(), herdbook.clock());
    EXECUTE format(
        'CREATE OR REPLACE FUNCTION herdbook.feed_id(id xid8) RETURNS bigint'
        ' LANGUAGE sql STABLE PARALLEL SAFE RETURN CASE WHEN herdbook.cluster() = %s'
        ' THEN %s + id::text::bigint ELSE herdbook.refuse_cluster() END',
        herdbook.cluster(), begun::bigint << 48
    );
    RETURN begun;
END
$$;

REVOKE ALL ON FUNCTION herdbook.begin_epoch() FROM PUBLIC;
