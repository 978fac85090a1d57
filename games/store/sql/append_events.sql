-- The only writer of game, event and command, and of which decisions are open.
--
-- Takes an array of commands and answers each with one row; an expected refusal is a result and
-- never an error, so that in a batch one stale command fails alone. A command is
--   game uuid, expected int (0 creates the game), at timestamptz, command uuid, fingerprint text,
--   actor uuid and key text or null (an idempotency key),
--   answer_seat, answer_opened, answer_how or null (the decision it closes; how: move or expiry),
--   events [{type, schema_version, seat, cause, payload}],
--   status, state, started_at, finished_at: the game after it,
--   resume_at: when it goes on by itself, if it is paused,
--   free_seats: how many seats anybody may take after it, or null if that is as before,
--   ruleset, rules_version, secret (hex), rated, private, seat_count, time_control_kind: at creation,
--   decisions [{seat, opened, kind, answerer, opened_at, due_at, not_before}] open after it,
--   holders [{id, seat, account}] who come, leavers [uuid] who go.
--
-- The first statement that reads a game locks its row, of several in the order of their ids; a
-- VOLATILE function's later statements then see what was committed while it waited. One big
-- statement would not. Of several commands those whose game is locked already are answered 'busy':
-- nobody waits for another's game.
--
-- Commands are read into records once. plpgsql makes each of its expressions ready anew in every
-- transaction, so that to dig in the JSON field by field cost as much as writing does.

CREATE FUNCTION herdbook.append_events(commands jsonb)
RETURNS TABLE (place integer, result text, first_version integer, last_version integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, herdbook, public, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    c record;
    e record;
    clock_now timestamptz;
    is_new boolean;
    game_row record;
    earlier record;
    owed record;
    several boolean;
    is_retimed boolean;
    is_answered boolean;
    free uuid[];
    at_version integer;
    head bytea;
    salt bytea;
    new_hash bytea;
BEGIN
    several := jsonb_array_length(commands) > 1;
    IF several THEN
        free := ARRAY(
            SELECT g.id FROM public.game g
            WHERE g.id = ANY (
                ARRAY(SELECT (value->>'game')::uuid FROM jsonb_array_elements(commands))
            )
            ORDER BY g.id FOR NO KEY UPDATE SKIP LOCKED
        );
    END IF;

    FOR c IN
        -- In the order of ids too, so that two batches that make the same games cannot deadlock.
        SELECT * FROM ROWS FROM (jsonb_to_recordset(commands) AS (
            game uuid, expected integer, at timestamptz, command uuid, fingerprint text,
            actor uuid, key text, answer_seat integer, answer_opened integer, answer_how text,
            events jsonb, status text, state text, started_at timestamptz,
            finished_at timestamptz, ruleset text, rules_version smallint, secret text,
            rated boolean, private boolean, seat_count smallint, time_control_kind text,
            free_seats smallint, resume_at timestamptz, decisions jsonb, holders jsonb,
            leavers jsonb
        )) WITH ORDINALITY AS each_of (
            game, expected, at, command, fingerprint, actor, key, answer_seat, answer_opened,
            answer_how, events, status, state, started_at, finished_at, ruleset, rules_version,
            secret, rated, private, seat_count, time_control_kind, free_seats, resume_at,
            decisions, holders, leavers, number
        )
        ORDER BY game, number
    LOOP
        place := c.number - 1;
        first_version := NULL;
        last_version := NULL;

        IF several THEN
            SELECT g.version, g.status, g.head_hash, g.last_at INTO game_row
            FROM public.game g WHERE g.id = c.game;
            is_new := NOT FOUND;
            IF NOT is_new AND c.game <> ALL (free) THEN
                result := 'busy';
                RETURN NEXT;
                CONTINUE;
            END IF;
        ELSE
            -- Waits for whoever has locked it, and reads what they leave.
            SELECT g.version, g.status, g.head_hash, g.last_at INTO game_row
            FROM public.game g WHERE g.id = c.game FOR NO KEY UPDATE;
            is_new := NOT FOUND;
        END IF;
        clock_now := herdbook.clock();

        -- Has this command been done before?
        IF c.key IS NOT NULL THEN
            SELECT k.fingerprint, k.first_version, k.last_version INTO earlier
            FROM public.command k
            WHERE k.game_id = c.game AND k.actor = c.actor AND k.key = c.key;
            IF FOUND THEN
                result := CASE WHEN earlier.fingerprint = c.fingerprint
                               THEN 'replayed' ELSE 'key_reused' END;
                first_version := earlier.first_version;
                last_version := earlier.last_version;
                RETURN NEXT;
                CONTINUE;
            END IF;
        END IF;

        -- Is the decision it answers still open, and is it time for this answer?
        IF c.answer_how IS NOT NULL THEN
            SELECT d.due_at, d.refusals INTO owed FROM public.decision d
            WHERE d.game_id = c.game AND d.seat = c.answer_seat AND d.opened = c.answer_opened;
            IF NOT FOUND THEN
                result := 'closed';
                SELECT k.how, k.fingerprint, k.first_version, k.last_version INTO earlier
                FROM public.command k
                WHERE k.game_id = c.game AND k.seat = c.answer_seat AND k.opened = c.answer_opened;
                IF FOUND THEN
                    IF earlier.how = 'move' AND c.answer_how = 'move'
                       AND earlier.fingerprint = c.fingerprint THEN
                        result := 'replayed';
                    END IF;
                    first_version := earlier.first_version;
                    last_version := earlier.last_version;
                END IF;
                RETURN NEXT;
                CONTINUE;
            END IF;
            IF c.answer_how <> 'expiry' AND owed.due_at <= clock_now THEN
                result := 'late';
                RETURN NEXT;
                CONTINUE;
            END IF;
            IF c.answer_how = 'expiry' AND owed.refusals < 5
               AND (owed.due_at IS NULL OR owed.due_at > clock_now) THEN
                result := 'early';
                RETURN NEXT;
                CONTINUE;
            END IF;
        END IF;

        -- Behind the end of play there may be orders about the result, and nothing else. The query
        -- stands in a branch of its own: whoever plays does not pay for it.
        IF NOT is_new AND game_row.status IN ('finished', 'aborted', 'expired') THEN
            IF EXISTS (
                SELECT 1 FROM jsonb_to_recordset(c.events) AS told (type text)
                WHERE told.type NOT IN (
                    'OrderGiven', 'ResultAdjudicated', 'ResultAnnulled', 'ResultRestored'
                )
            ) THEN
                result := 'over';
                RETURN NEXT;
                CONTINUE;
            END IF;
        END IF;
        IF (is_new = (c.expected = 0) AND (is_new OR game_row.version = c.expected)
            AND c.at <= clock_now AND c.at >= clock_now - interval '5 seconds'
            AND (is_new OR c.at >= game_row.last_at)) IS NOT TRUE THEN
            result := 'conflict';
            RETURN NEXT;
            CONTINUE;
        END IF;

        IF is_new THEN
            INSERT INTO public.game (
                id, ruleset, rules_version, status, version, head_hash, state, secret,
                rated, private, seat_count, free_seats, time_control_kind, created_at, started_at,
                finished_at, last_at
            ) VALUES (
                c.game, c.ruleset, c.rules_version, 'open', 0, ''::bytea, '',
                decode(c.secret, 'hex'), c.rated, c.private, c.seat_count, c.free_seats,
                c.time_control_kind, c.at, NULL, NULL, c.at
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
        is_retimed := false;
        FOR e IN
            SELECT * FROM jsonb_to_recordset(c.events) AS (
                type text, schema_version smallint, seat smallint, cause text, payload text
            )
        LOOP
            at_version := at_version + 1;
            salt := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
            new_hash := herdbook.event_hash(
                head, c.game, at_version, e.type, e.schema_version, e.seat, e.cause, c.at,
                e.payload, salt
            );
            INSERT INTO public.event (
                game_id, version, type, schema_version, seat, cause, command, payload,
                salt, prev_hash, hash, recorded_at, transaction_id
            ) VALUES (
                c.game, at_version, e.type, e.schema_version, e.seat, e.cause, c.command,
                e.payload, salt, head, new_hash, c.at, herdbook.feed_id(pg_current_xact_id())
            );
            head := new_hash;
            IF e.type IN (
                'DeadlineMoved', 'GamePaused', 'GameResumed', 'VacationStarted', 'VacationEnded'
            ) THEN
                is_retimed := true;
            END IF;
        END LOOP;
        IF at_version < first_version THEN
            RAISE EXCEPTION 'A command without an event changes nothing and is not recorded.';
        END IF;
        last_version := at_version;

        UPDATE public.game g SET
            status = c.status,
            version = at_version,
            head_hash = head,
            state = c.state,
            started_at = c.started_at,
            finished_at = c.finished_at,
            last_at = c.at,
            free_seats = coalesce(c.free_seats, g.free_seats),
            resume_at = c.resume_at
        WHERE g.id = c.game;

        -- A decision that is open no more gets its one closing; a kept one stays as it is, its
        -- deadline too unless an event of the clock has moved it (then null: never, or not now).
        WITH gone AS (
            DELETE FROM public.decision d
            WHERE d.game_id = c.game AND NOT EXISTS (
                SELECT 1 FROM jsonb_to_recordset(c.decisions) AS kept (seat smallint, opened integer)
                WHERE kept.seat = d.seat AND kept.opened = d.opened
            )
            RETURNING d.seat, d.opened,
                (d.seat = c.answer_seat AND d.opened = c.answer_opened) IS TRUE AS is_answered
        ), closings AS (
            INSERT INTO public.command (
                game_id, command, actor, key, seat, opened, how, fingerprint,
                first_version, last_version
            )
            SELECT c.game, c.command, NULL, NULL, gone.seat, gone.opened,
                   CASE WHEN NOT gone.is_answered THEN 'other'
                        WHEN c.answer_how = 'expiry' THEN 'expiry' ELSE 'move' END,
                   CASE WHEN gone.is_answered THEN c.fingerprint ELSE '' END,
                   first_version, last_version
            FROM gone
        )
        SELECT bool_or(gone.is_answered) INTO is_answered FROM gone;
        IF c.answer_how IS NOT NULL AND is_answered IS NOT TRUE THEN
            RAISE EXCEPTION 'The answer left its decision open.';
        END IF;

        INSERT INTO public.decision (
            game_id, seat, opened, kind, answerer, opened_at, due_at, not_before,
            lease_until, attempts, refusals
        )
        SELECT c.game, d.seat, d.opened, d.kind, d.answerer, d.opened_at, d.due_at, d.not_before,
               NULL, 0, 0
        FROM jsonb_to_recordset(c.decisions) AS d (
            seat smallint, opened integer, kind text, answerer text, opened_at timestamptz,
            due_at timestamptz, not_before timestamptz
        )
        ON CONFLICT (game_id, seat) DO NOTHING;

        IF is_retimed THEN
            UPDATE public.decision d SET due_at = moved.due_at, not_before = moved.not_before
            FROM jsonb_to_recordset(c.decisions) AS moved (
                seat smallint, opened integer, due_at timestamptz, not_before timestamptz
            )
            WHERE d.game_id = c.game AND d.seat = moved.seat AND d.opened = moved.opened;
        END IF;

        IF c.leavers <> '[]' THEN
            UPDATE public.holder h SET until_version = last_version
            WHERE h.game_id = c.game AND h.id IN (
                SELECT value::uuid FROM jsonb_array_elements_text(c.leavers)
            );
        END IF;
        IF c.holders <> '[]' THEN
            INSERT INTO public.holder (id, game_id, seat, account_id, since_version, until_version)
            SELECT h.id, c.game, h.seat, h.account, last_version, NULL
            FROM jsonb_to_recordset(c.holders) AS h (id uuid, seat smallint, account uuid);
        END IF;

        IF c.key IS NOT NULL THEN
            INSERT INTO public.command (
                game_id, command, actor, key, seat, opened, how, fingerprint,
                first_version, last_version
            ) VALUES (
                c.game, c.command, c.actor, c.key, NULL, NULL, NULL, c.fingerprint,
                first_version, last_version
            );
        END IF;

        result := 'done';
        RETURN NEXT;
    END LOOP;
END
$$;

REVOKE ALL ON FUNCTION herdbook.append_events(jsonb) FROM PUBLIC;
