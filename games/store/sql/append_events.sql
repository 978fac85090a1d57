-- The only writer of game, event and command, and of which decisions are open.
--
-- Takes an array of commands and answers each with one row; an expected refusal is a result and
-- never an error, so that in a batch one stale command fails alone. A command is
--   game uuid, expected int (0 creates the game), at timestamptz, command uuid, fingerprint text,
--   actor uuid and key text or null (an idempotency key),
--   answers {seat, opened, how} or null (the decision it closes; how: move or expiry),
--   events [{type, schema_version, seat, cause, payload}],
--   game_columns {status, state, started_at, finished_at, and at creation ruleset, rules_version,
--                 secret (hex), rated, private, created_at},
--   decisions [{seat, opened, kind, answerer, opened_at, due_at, not_before}] open after it,
--   holders [{id, seat, account}] who come, left [uuid] who go.
--
-- The first statement locks the game rows in the order of their ids; a VOLATILE function's later
-- statements then see what was committed while it waited. One big statement would not.

CREATE FUNCTION herdbook.append_events(commands jsonb)
RETURNS TABLE (place integer, result text, first_version integer, last_version integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, herdbook, public, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    c jsonb;
    e jsonb;
    row_place bigint;
    the_game uuid;
    expected integer;
    asked_at timestamptz;
    clock_now timestamptz;
    is_new boolean;
    game_row public.game%ROWTYPE;
    earlier public.command%ROWTYPE;
    owed public.decision%ROWTYPE;
    answer_seat integer;
    answer_opened integer;
    answer_how text;
    at_version integer;
    head bytea;
    salt bytea;
    new_hash bytea;
BEGIN
    PERFORM 1 FROM public.game g
    WHERE g.id = ANY (ARRAY(SELECT (value->>'game')::uuid FROM jsonb_array_elements(commands)))
    ORDER BY g.id FOR NO KEY UPDATE;

    FOR c, row_place IN
        -- In the order of ids too, so that two batches that make the same games cannot deadlock.
        SELECT value, ordinality FROM jsonb_array_elements(commands) WITH ORDINALITY
        ORDER BY (value->>'game')::uuid, ordinality
    LOOP
        place := row_place - 1;
        first_version := NULL;
        last_version := NULL;
        the_game := (c->>'game')::uuid;
        expected := (c->>'expected')::integer;
        asked_at := (c->>'at')::timestamptz;
        answer_seat := (c->'answers'->>'seat')::integer;
        answer_opened := (c->'answers'->>'opened')::integer;
        answer_how := c->'answers'->>'how';

        SELECT * INTO game_row FROM public.game g WHERE g.id = the_game;
        is_new := NOT FOUND;
        clock_now := herdbook.clock();

        -- Has this command been done before?
        IF c->>'key' IS NOT NULL THEN
            SELECT * INTO earlier FROM public.command k
            WHERE k.game_id = the_game AND k.actor = (c->>'actor')::uuid AND k.key = c->>'key';
            IF FOUND THEN
                result := CASE WHEN earlier.fingerprint = c->>'fingerprint'
                               THEN 'replayed' ELSE 'key_reused' END;
                first_version := earlier.first_version;
                last_version := earlier.last_version;
                RETURN NEXT;
                CONTINUE;
            END IF;
        END IF;

        -- Is the decision it answers still open, and is it time for this answer?
        IF answer_how IS NOT NULL THEN
            SELECT * INTO earlier FROM public.command k
            WHERE k.game_id = the_game AND k.seat = answer_seat AND k.opened = answer_opened;
            IF FOUND THEN
                result := CASE WHEN earlier.how = 'move' AND answer_how = 'move'
                                    AND earlier.fingerprint = c->>'fingerprint'
                               THEN 'replayed' ELSE 'closed' END;
                first_version := earlier.first_version;
                last_version := earlier.last_version;
                RETURN NEXT;
                CONTINUE;
            END IF;
            SELECT * INTO owed FROM public.decision d
            WHERE d.game_id = the_game AND d.seat = answer_seat AND d.opened = answer_opened;
            IF NOT FOUND THEN
                result := 'closed';
                RETURN NEXT;
                CONTINUE;
            END IF;
            IF answer_how = 'move' AND owed.due_at <= clock_now THEN
                result := 'late';
                RETURN NEXT;
                CONTINUE;
            END IF;
            IF answer_how = 'expiry' AND owed.refusals < 5
               AND (owed.due_at IS NULL OR owed.due_at > clock_now) THEN
                result := 'early';
                RETURN NEXT;
                CONTINUE;
            END IF;
        END IF;

        IF NOT is_new AND game_row.status IN ('finished', 'aborted', 'expired') THEN
            result := 'over';
            RETURN NEXT;
            CONTINUE;
        END IF;
        IF is_new <> (expected = 0) OR (NOT is_new AND game_row.version <> expected)
           OR asked_at > clock_now OR asked_at < clock_now - interval '5 seconds'
           OR (NOT is_new AND asked_at < game_row.last_at) THEN
            result := 'conflict';
            RETURN NEXT;
            CONTINUE;
        END IF;

        IF jsonb_array_length(c->'events') < 1 THEN
            RAISE EXCEPTION 'A command without an event changes nothing and is not recorded.';
        END IF;

        IF is_new THEN
            INSERT INTO public.game (
                id, ruleset, rules_version, status, version, head_hash, state, secret,
                rated, private, created_at, started_at, finished_at, last_at
            ) VALUES (
                the_game, c->'game_columns'->>'ruleset',
                (c->'game_columns'->>'rules_version')::smallint, 'open', 0, ''::bytea, '',
                decode(c->'game_columns'->>'secret', 'hex'),
                (c->'game_columns'->>'rated')::boolean, (c->'game_columns'->>'private')::boolean,
                asked_at, NULL, NULL, asked_at
            ) ON CONFLICT DO NOTHING;
            IF NOT FOUND THEN
                result := 'conflict';
                RETURN NEXT;
                CONTINUE;
            END IF;
            head := ''::bytea;
            at_version := 0;
        ELSE
            head := game_row.head_hash;
            at_version := game_row.version;
        END IF;

        first_version := at_version + 1;
        FOR e IN SELECT value FROM jsonb_array_elements(c->'events') LOOP
            at_version := at_version + 1;
            salt := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
            new_hash := herdbook.event_hash(
                head, the_game, at_version, e->>'type', (e->>'schema_version')::integer,
                (e->>'seat')::integer, e->>'cause', asked_at, e->>'payload', salt
            );
            INSERT INTO public.event (
                game_id, version, type, schema_version, seat, cause, command, payload,
                salt, prev_hash, hash, recorded_at, transaction_id
            ) VALUES (
                the_game, at_version, e->>'type', (e->>'schema_version')::smallint,
                (e->>'seat')::smallint, e->>'cause', (c->>'command')::uuid, e->>'payload',
                salt, head, new_hash, asked_at, pg_current_xact_id()::text::bigint
            );
            head := new_hash;
        END LOOP;
        last_version := at_version;

        UPDATE public.game g SET
            status = c->'game_columns'->>'status',
            version = at_version,
            head_hash = head,
            state = c->'game_columns'->>'state',
            started_at = (c->'game_columns'->>'started_at')::timestamptz,
            finished_at = (c->'game_columns'->>'finished_at')::timestamptz,
            last_at = asked_at
        WHERE g.id = the_game;

        -- A decision that is open no more gets its one closing; a kept one stays as it is.
        WITH gone AS (
            DELETE FROM public.decision d
            WHERE d.game_id = the_game AND NOT EXISTS (
                SELECT 1 FROM jsonb_array_elements(c->'decisions') kept
                WHERE (kept.value->>'seat')::integer = d.seat
                  AND (kept.value->>'opened')::integer = d.opened
            )
            RETURNING d.seat, d.opened
        )
        INSERT INTO public.command (
            game_id, command, actor, key, seat, opened, how, fingerprint,
            first_version, last_version
        )
        SELECT the_game, (c->>'command')::uuid, NULL, NULL, gone.seat, gone.opened,
               CASE WHEN gone.seat = answer_seat AND gone.opened = answer_opened
                    THEN answer_how ELSE 'other' END,
               CASE WHEN gone.seat = answer_seat AND gone.opened = answer_opened
                    THEN c->>'fingerprint' ELSE '' END,
               first_version, last_version
        FROM gone;

        INSERT INTO public.decision (
            game_id, seat, opened, kind, answerer, opened_at, due_at, not_before,
            lease_until, attempts, refusals
        )
        SELECT the_game, (d.value->>'seat')::smallint, (d.value->>'opened')::integer,
               d.value->>'kind', d.value->>'answerer', (d.value->>'opened_at')::timestamptz,
               (d.value->>'due_at')::timestamptz, (d.value->>'not_before')::timestamptz,
               NULL, 0, 0
        FROM jsonb_array_elements(c->'decisions') d
        ON CONFLICT (game_id, seat) DO NOTHING;

        IF answer_how IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM public.command k
            WHERE k.game_id = the_game AND k.seat = answer_seat AND k.opened = answer_opened
        ) THEN
            RAISE EXCEPTION 'The answer left its decision open.';
        END IF;

        IF c->'left' <> '[]' THEN
            UPDATE public.holder h SET until_version = last_version
            WHERE h.game_id = the_game AND h.id IN (
                SELECT value::uuid FROM jsonb_array_elements_text(c->'left')
            );
        END IF;
        IF c->'holders' <> '[]' THEN
            INSERT INTO public.holder (id, game_id, seat, account_id, since_version, until_version)
            SELECT (h.value->>'id')::uuid, the_game, (h.value->>'seat')::smallint,
                   (h.value->>'account')::uuid, last_version, NULL
            FROM jsonb_array_elements(c->'holders') h;
        END IF;

        IF c->>'key' IS NOT NULL THEN
            INSERT INTO public.command (
                game_id, command, actor, key, seat, opened, how, fingerprint,
                first_version, last_version
            ) VALUES (
                the_game, (c->>'command')::uuid, (c->>'actor')::uuid, c->>'key',
                NULL, NULL, NULL, c->>'fingerprint', first_version, last_version
            );
        END IF;

        result := 'done';
        RETURN NEXT;
    END LOOP;
END
$$;

REVOKE ALL ON FUNCTION herdbook.append_events(jsonb) FROM PUBLIC;
