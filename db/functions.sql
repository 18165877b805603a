-- Version 5: raised with each release that changes this file, for an older one must not put back its own.
-- Functions and triggers. Repeatable: the server runs this file again whenever it has changed, so each statement
-- replaces what stands. What columns are generated from (search_fold) is part of the first migration.

-- owner: server/platform/database
-- Made by npm run documents from server/platform/database/schema/states: the moves that are allowed.
CREATE OR REPLACE FUNCTION may_move_card_hold("from_state" text, "to_state" text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE from_state
    WHEN 'held' THEN to_state IN ('captured', 'released', 'lapsed')
    ELSE false END
$$;

CREATE OR REPLACE FUNCTION may_move_card_account("from_state" text, "to_state" text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE from_state
    WHEN 'active' THEN to_state IN ('frozen', 'void', 'expired')
    WHEN 'frozen' THEN to_state IN ('active', 'void', 'expired')
    WHEN 'void' THEN to_state IN ('active', 'frozen')
    WHEN 'expired' THEN to_state IN ('active')
    ELSE false END
$$;
-- End of what is made.

-- owner: server/domain/gift-cards
-- The ledger of gift cards. An entry is the only way value moves: posting one locks the card's account, changes its
-- amounts and notes what is left. What may never be is refused under the name of a rule, by a check of a table or by
-- refuse_value.
CREATE OR REPLACE FUNCTION refuse_value("rule" text, "why" text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = "rule", MESSAGE = "why";
END $$;

CREATE OR REPLACE FUNCTION post_gift_card_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account gift_card_accounts;
BEGIN
  UPDATE gift_card_accounts SET balance_cents = balance_cents + NEW.posted_cents, held_cents = held_cents + NEW.held_cents,
      entry_count = entry_count + 1
    WHERE gift_card_id = NEW.gift_card_id RETURNING * INTO account;
  IF NOT FOUND THEN
    PERFORM refuse_value('gift_card_entries_account', 'a card without an account');
  END IF;
  IF (NEW.kind = 'issue') <> (account.entry_count = 1) THEN
    PERFORM refuse_value('gift_card_entries_issued_first', 'a card is issued once, before anything else');
  END IF;
  IF NEW.kind IN ('hold', 'redeem') AND (account.status <> 'active' OR NEW.created_at >= account.expires_at)
    OR NEW.kind = 'capture' AND account.status IN ('frozen', 'void') THEN
    PERFORM refuse_value('gift_card_entries_spendable', 'the card is ' || CASE account.status WHEN 'active' THEN 'expired' ELSE account.status END);
  END IF;
  IF NEW.kind = 'expire' AND coalesce(NEW.created_at < account.expires_at, true) THEN
    PERFORM refuse_value('gift_card_entries_expire_when_over', 'the time of the card is not over');
  END IF;
  PERFORM check_gift_card_cause(NEW, account);
  NEW.seq := account.entry_count;
  NEW.balance_after := account.balance_cents;
  NEW.held_after := account.held_cents;
  RETURN NEW;
END $$;

-- The cause is the card's own and says the same as the entry; a hold and a redemption move with it.
CREATE OR REPLACE FUNCTION check_gift_card_cause("entry" gift_card_entries, "account" gift_card_accounts) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  taken bigint;
  refunded bigint;
BEGIN
  CASE
  WHEN entry.kind = 'issue' THEN
    PERFORM FROM gift_cards c WHERE c.id = entry.gift_card_id AND c.order_line_id = entry.order_line_id
      AND c.value_cents = entry.posted_cents;
  WHEN entry.kind = 'hold' THEN
    PERFORM FROM gift_card_holds h WHERE h.id = entry.hold_id AND h.gift_card_id = entry.gift_card_id AND h.state = 'held'
      AND h.amount_cents = entry.held_cents;
  WHEN entry.kind = 'release' THEN
    UPDATE gift_card_holds h SET ended_at = entry.created_at,
        state = CASE WHEN entry.created_at >= h.expires_at THEN 'lapsed' ELSE 'released' END
      WHERE h.id = entry.hold_id AND h.gift_card_id = entry.gift_card_id AND h.amount_cents = -entry.held_cents
        AND may_move_card_hold(h.state, CASE WHEN entry.created_at >= h.expires_at THEN 'lapsed' ELSE 'released' END);
  WHEN entry.kind = 'capture' THEN
    UPDATE gift_card_holds h SET ended_at = entry.created_at, state = 'captured', captured_cents = r.amount_cents
      FROM gift_card_redemptions r
      WHERE r.id = entry.redemption_id AND r.amount_cents = -entry.posted_cents AND h.id = r.hold_id
        AND h.gift_card_id = entry.gift_card_id AND may_move_card_hold(h.state, 'captured')
        AND h.amount_cents = -entry.held_cents;
  WHEN entry.kind = 'redeem' THEN
    PERFORM FROM gift_card_redemptions r WHERE r.id = entry.redemption_id AND r.gift_card_id = entry.gift_card_id
      AND r.hold_id IS NULL AND r.amount_cents = -entry.posted_cents;
  WHEN entry.kind = 'reverse' THEN
    UPDATE gift_card_redemptions r SET reversed_cents = r.reversed_cents + entry.posted_cents
      WHERE r.id = entry.redemption_id AND r.gift_card_id = entry.gift_card_id;
  -- Locked, so that what two cards are voided by is added up one after the other.
  WHEN entry.refund_id IS NOT NULL THEN
    SELECT r.amount_cents INTO refunded
      FROM gift_cards c JOIN order_lines l ON l.id = c.order_line_id JOIN refunds r ON r.order_id = l.order_id
      WHERE c.id = entry.gift_card_id AND r.id = entry.refund_id FOR NO KEY UPDATE OF r;
  WHEN entry.dispute_id IS NOT NULL THEN
    SELECT p.amount_cents INTO refunded
      FROM gift_cards c JOIN order_lines l ON l.id = c.order_line_id JOIN disputes d ON d.order_id = l.order_id
        JOIN payments p ON p.id = d.payment_id
      WHERE c.id = entry.gift_card_id AND d.id = entry.dispute_id FOR NO KEY UPDATE OF d;
  ELSE
    PERFORM 1;
  END CASE;
  IF NOT FOUND THEN
    PERFORM refuse_value('gift_card_entries_own_cause', 'this does not cause such an entry of this card');
  END IF;
  IF entry.kind = 'void' THEN
    SELECT coalesce(-sum(e.posted_cents), 0) - entry.posted_cents INTO taken FROM gift_card_entries e
      WHERE e.refund_id = entry.refund_id OR e.dispute_id = entry.dispute_id;
    IF taken > refunded THEN
      PERFORM refuse_value('gift_card_entries_no_more_than_refunded', 'more than went back to the customer for this cause');
    END IF;
  END IF;
  IF entry.kind IN ('restore', 'reinstate') THEN
    SELECT coalesce(-sum(e.posted_cents), 0) INTO taken FROM gift_card_entries e
      WHERE e.gift_card_id = entry.gift_card_id AND CASE entry.kind WHEN 'reinstate' THEN e.kind IN ('expire', 'reinstate')
        ELSE e.kind IN ('void', 'restore') AND (e.refund_id = entry.refund_id OR e.dispute_id = entry.dispute_id) END;
    IF entry.posted_cents > taken THEN
      PERFORM refuse_value('gift_card_entries_no_more_than_voided', 'more than was voided for this cause');
    END IF;
  END IF;
END $$;

CREATE OR REPLACE TRIGGER gift_card_entries_post BEFORE INSERT ON gift_card_entries
  FOR EACH ROW EXECUTE FUNCTION post_gift_card_entry();

-- What is left of a card is added up again from its entries, apart from how they are posted: once a statement for all cards
-- it has entries of, and at the commit for an account that was written by itself.
CREATE OR REPLACE FUNCTION require_gift_cards_add_up("cards" bigint[], "rule" text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM gift_card_accounts a
      CROSS JOIN LATERAL (SELECT coalesce(sum(posted_cents), 0) AS posted, coalesce(sum(held_cents), 0) AS held,
          count(*) AS entries, coalesce(max(seq), 0) AS seq,
          coalesce(sum(posted_cents) FILTER (WHERE kind = 'issue'), 0) AS issued
        FROM gift_card_entries WHERE gift_card_id = a.gift_card_id) e
      LEFT JOIN LATERAL (SELECT balance_after, held_after FROM gift_card_entries
        WHERE gift_card_id = a.gift_card_id ORDER BY seq DESC LIMIT 1) l ON true
    WHERE a.gift_card_id = ANY (cards)
      AND ((a.balance_cents, a.held_cents, a.issued_cents, a.entry_count, a.entry_count)
          IS DISTINCT FROM (e.posted, e.held, e.issued, e.entries, e.seq)
        OR (a.balance_cents, a.held_cents) IS DISTINCT FROM (l.balance_after, l.held_after));
  IF FOUND THEN
    PERFORM refuse_value(rule, 'an account is not what its entries add up to');
  END IF;
END $$;

CREATE OR REPLACE FUNCTION add_up_gift_card_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM require_gift_cards_add_up(array(SELECT DISTINCT gift_card_id FROM added), TG_NAME);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER gift_card_entries_add_up AFTER INSERT ON gift_card_entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_up_gift_card_entries();

CREATE OR REPLACE FUNCTION add_up_gift_card_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM require_gift_cards_add_up(array[NEW.gift_card_id], TG_NAME);
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS gift_card_accounts_add_up ON gift_card_accounts;
CREATE CONSTRAINT TRIGGER gift_card_accounts_add_up AFTER UPDATE ON gift_card_accounts DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND (OLD.issued_cents, OLD.balance_cents, OLD.held_cents, OLD.entry_count)
    IS DISTINCT FROM (NEW.issued_cents, NEW.balance_cents, NEW.held_cents, NEW.entry_count))
  EXECUTE FUNCTION add_up_gift_card_account();

-- An account opens empty, is changed by entries and by the expiry of its card, and its status moves as
-- may_move_card_account says.
CREATE OR REPLACE FUNCTION guard_gift_card_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF (NEW.status, NEW.balance_cents, NEW.held_cents, NEW.entry_count) <> ('active', 0, 0, 0) THEN
      PERFORM refuse_value('gift_card_accounts_open_empty', 'an account opens empty and active');
    END IF;
    NEW.expires_at := (SELECT c.expires_at FROM gift_cards c WHERE c.id = NEW.gift_card_id);
    RETURN NEW;
  END IF;
  IF pg_trigger_depth() < 2 THEN
    IF to_jsonb(NEW) - '{status,restores_to}'::text[] <> to_jsonb(OLD) - '{status,restores_to}'::text[] THEN
      PERFORM refuse_value('gift_card_accounts_by_entries', 'an account is changed by entries alone');
    END IF;
    IF NEW.status <> OLD.status AND NOT may_move_card_account(OLD.status, NEW.status) THEN
      PERFORM refuse_value('gift_card_accounts_moves', format('a %s account does not become %s', OLD.status, NEW.status));
    END IF;
  END IF;
  IF NEW.status = 'void' AND OLD.status <> 'void' THEN
    NEW.restores_to := OLD.status;
  ELSIF NEW.status <> 'void' AND OLD.status = 'void' THEN
    IF NEW.status <> OLD.restores_to THEN
      PERFORM refuse_value('gift_card_accounts_restored_as_it_was', format('this void account becomes %s', OLD.restores_to));
    END IF;
    NEW.restores_to := NULL;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER gift_card_accounts_guard BEFORE INSERT OR UPDATE ON gift_card_accounts
  FOR EACH ROW EXECUTE FUNCTION guard_gift_card_account();

CREATE OR REPLACE FUNCTION copy_gift_card_expiry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE gift_card_accounts SET expires_at = NEW.expires_at WHERE gift_card_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER gift_cards_expiry AFTER UPDATE OF expires_at ON gift_cards FOR EACH ROW
  WHEN (OLD.expires_at IS DISTINCT FROM NEW.expires_at) EXECUTE FUNCTION copy_gift_card_expiry();

-- owner: server/domain/gift-cards/passes
-- Passes in wallets say what a card is worth and whether it can be spent. Whoever changes that need not know of them: the
-- pass gets a later date and its holders are outdated, in the same transaction (server/domain/gift-cards/passes tells them).
-- A card that was put behind a new link outdates the passes of the old one. TG_ARGV[0]: the column that names the card.
CREATE OR REPLACE FUNCTION outdate_gift_card_passes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  card bigint := (to_jsonb(NEW) ->> TG_ARGV[0])::bigint;
BEGIN
  UPDATE gift_card_passes SET changed_at = greatest(date_trunc('second', now()), changed_at + interval '1 second')
    WHERE gift_card_id = card;
  IF FOUND THEN
    UPDATE gift_card_pass_holders h SET outdated_at = p.changed_at FROM gift_card_passes p
      WHERE p.gift_card_id = card AND h.pass_id = p.pass_id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER gift_card_accounts_passes AFTER UPDATE ON gift_card_accounts FOR EACH ROW
  WHEN ((OLD.balance_cents - OLD.held_cents, OLD.status, OLD.expires_at)
    IS DISTINCT FROM (NEW.balance_cents - NEW.held_cents, NEW.status, NEW.expires_at))
  EXECUTE FUNCTION outdate_gift_card_passes('gift_card_id');
CREATE OR REPLACE TRIGGER gift_cards_passes AFTER UPDATE OF link_hash ON gift_cards FOR EACH ROW
  WHEN (OLD.link_hash <> NEW.link_hash) EXECUTE FUNCTION outdate_gift_card_passes('id');

-- owner: server/domain/gift-cards
-- What was agreed when a card was sold stays.
CREATE OR REPLACE FUNCTION refuse_new_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_value('gift_cards_fixed_at_sale', 'what was agreed when a card was sold stays');
END $$;

CREATE OR REPLACE TRIGGER gift_cards_fixed_at_sale BEFORE UPDATE ON gift_cards FOR EACH ROW
  WHEN ((OLD.public_id, OLD.order_line_id, OLD.details_id, OLD.product_id, OLD.seller_id, OLD.value_cents, OLD.currency, OLD.supplied_at,
      OLD.validity_months, OLD.expiry_exemption, OLD.terms_version, OLD.voucher)
    IS DISTINCT FROM (NEW.public_id, NEW.order_line_id, NEW.details_id, NEW.product_id, NEW.seller_id, NEW.value_cents, NEW.currency,
      NEW.supplied_at, NEW.validity_months, NEW.expiry_exemption, NEW.terms_version, NEW.voucher))
  EXECUTE FUNCTION refuse_new_terms();

-- Entries are append-only: a mistake is mended by another one. Holds and redemptions change by entries, nothing of it
-- goes.
CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  filled boolean := true;
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME NOT IN ('gift_card_entries', 'operator_actions') AND pg_trigger_depth() > 1 THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'TRUNCATE' THEN
    EXECUTE format('SELECT EXISTS (SELECT FROM %I.%I)', TG_TABLE_SCHEMA, TG_TABLE_NAME) INTO filled;
  END IF;
  IF filled THEN
    PERFORM refuse_value(TG_TABLE_NAME || '_append_only', TG_TABLE_NAME || ' is append-only');
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER gift_card_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON gift_card_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE OR REPLACE TRIGGER gift_card_accounts_append_only BEFORE DELETE OR TRUNCATE ON gift_card_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
-- How long a hold lives may be changed.
CREATE OR REPLACE TRIGGER gift_card_holds_append_only BEFORE DELETE OR TRUNCATE OR UPDATE
    OF public_id, gift_card_id, seller_id, amount_cents, captured_cents, state, channel, order_id, reference, created_at, ended_at
  ON gift_card_holds FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE OR REPLACE TRIGGER gift_card_redemptions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON gift_card_redemptions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

-- owner: server/domain/operators
-- Entries of the log of what operators did are append-only as well.
CREATE OR REPLACE TRIGGER operator_actions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_actions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

-- owner: server/domain/gift-cards
-- Nothing is sold, held or spent without its entry by the end of the transaction. TG_ARGV[0]: the entry's reference to
-- the row.
CREATE OR REPLACE FUNCTION require_gift_card_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  posted boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM gift_card_entries WHERE %I = $1 AND kind = ANY ($2))', TG_ARGV[0])
    INTO posted USING NEW.id, string_to_array(TG_ARGV[1], ',');
  IF NOT posted THEN
    PERFORM refuse_value(TG_TABLE_NAME || '_have_entry', 'a row of ' || TG_TABLE_NAME || ' without its entry in the ledger');
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS gift_cards_have_entry ON gift_cards;
CREATE CONSTRAINT TRIGGER gift_cards_have_entry AFTER INSERT ON gift_cards DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION require_gift_card_entry('gift_card_id', 'issue');
DROP TRIGGER IF EXISTS gift_card_holds_have_entry ON gift_card_holds;
CREATE CONSTRAINT TRIGGER gift_card_holds_have_entry AFTER INSERT ON gift_card_holds DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION require_gift_card_entry('hold_id', 'hold');
DROP TRIGGER IF EXISTS gift_card_redemptions_have_entry ON gift_card_redemptions;
CREATE CONSTRAINT TRIGGER gift_card_redemptions_have_entry AFTER INSERT ON gift_card_redemptions DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION require_gift_card_entry('redemption_id', 'capture,redeem');

-- What a customer changed about a card is append-only, but that old numbers are blanked.
CREATE OR REPLACE FUNCTION refuse_card_change_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.old_mobile = '' AND NEW.new_mobile = ''
    AND to_jsonb(NEW) - '{old_mobile,new_mobile}'::text[] = to_jsonb(OLD) - '{old_mobile,new_mobile}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'gift_card_changes is append-only';
END $$;

CREATE OR REPLACE TRIGGER gift_card_changes_append_only BEFORE UPDATE OR DELETE ON gift_card_changes
  FOR EACH ROW EXECUTE FUNCTION refuse_card_change_rewrite();

-- owner: server/domain/catalogue
-- What a large shop asks at every list and every search, kept beside the rows it comes from.
-- products.lowest_cents: the lowest price of what a product is sold as; null for one that is sold in no form.
CREATE OR REPLACE FUNCTION refresh_lowest_price("ids" integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Locked first: the statement after it then sees what another transaction did to the same product.
  PERFORM id FROM products WHERE id = ANY ("ids") ORDER BY id FOR NO KEY UPDATE;
  UPDATE products p SET lowest_cents = lowest.cents
    FROM (SELECT w.id, (SELECT min(v.price_cents) FROM variants v WHERE v.product_id = w.id) AS cents
      FROM unnest("ids") AS w (id)) lowest
    WHERE p.id = lowest.id AND p.lowest_cents IS DISTINCT FROM lowest.cents;
END $$;

CREATE OR REPLACE FUNCTION refresh_prices_of_changed_variants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_lowest_price(array(SELECT DISTINCT product_id FROM touched));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION refresh_price_of_updated_variant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_lowest_price(array[OLD.product_id, NEW.product_id]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER variants_inserted AFTER INSERT ON variants REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_prices_of_changed_variants();
CREATE OR REPLACE TRIGGER variants_deleted AFTER DELETE ON variants REFERENCING OLD TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_prices_of_changed_variants();
CREATE OR REPLACE TRIGGER variants_price_updated AFTER UPDATE OF price_cents, product_id ON variants FOR EACH ROW
  WHEN ((OLD.price_cents, OLD.product_id) IS DISTINCT FROM (NEW.price_cents, NEW.product_id))
  EXECUTE FUNCTION refresh_price_of_updated_variant();

-- owner: server/domain/catalogue
-- search_vocabulary: every word of the shop once, with the number of times it stands somewhere. TG_ARGV[0]: the texts
-- of a row, folded, as an expression. Texts that stay as they are cost no splitting. In the order of the words, so that
-- two transactions wait for one another and do not block each other for good.
CREATE OR REPLACE FUNCTION count_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  texts text := TG_ARGV[0];
  changed text;
  unused text[];
BEGIN
  changed := CASE TG_OP
    WHEN 'INSERT' THEN format('SELECT %s AS line, 1 AS sign FROM new_rows', texts)
    WHEN 'DELETE' THEN format('SELECT %s AS line, -1 AS sign FROM old_rows', texts)
    ELSE format('SELECT line, 1 AS sign FROM (SELECT %1$s AS line FROM new_rows EXCEPT ALL SELECT %1$s FROM old_rows) added
      UNION ALL SELECT line, -1 FROM (SELECT %1$s AS line FROM old_rows EXCEPT ALL SELECT %1$s FROM new_rows) removed', texts)
  END;
  EXECUTE format('WITH counted AS (INSERT INTO search_vocabulary AS known (word, uses)
      SELECT left(part, 64) COLLATE "C", sum(sign) FROM (%s) changed, string_to_table(line, '' '') part WHERE part <> ''''
        GROUP BY 1 HAVING sum(sign) <> 0 ORDER BY 1
      ON CONFLICT (word) DO UPDATE SET uses = known.uses + excluded.uses RETURNING word, uses)
    SELECT array_agg(word) FROM counted WHERE uses <= 0', changed) INTO unused;
  DELETE FROM search_vocabulary WHERE word = ANY (unused) AND uses <= 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_words_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_name || search_words');
CREATE OR REPLACE TRIGGER products_words_updated AFTER UPDATE ON products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_name || search_words');
CREATE OR REPLACE TRIGGER products_words_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_name || search_words');
CREATE OR REPLACE TRIGGER sellers_words_inserted AFTER INSERT ON sellers REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_name');
CREATE OR REPLACE TRIGGER sellers_words_updated AFTER UPDATE ON sellers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_name');
CREATE OR REPLACE TRIGGER sellers_words_deleted AFTER DELETE ON sellers REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_name');
CREATE OR REPLACE TRIGGER categories_words_inserted AFTER INSERT ON categories REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_name');
CREATE OR REPLACE TRIGGER categories_words_updated AFTER UPDATE ON categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_name');
CREATE OR REPLACE TRIGGER categories_words_deleted AFTER DELETE ON categories REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_name');
CREATE OR REPLACE TRIGGER templates_words_inserted AFTER INSERT ON templates REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_fold(coalesce(occasion, ''''))');
CREATE OR REPLACE TRIGGER templates_words_updated AFTER UPDATE ON templates REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_fold(coalesce(occasion, ''''))');
CREATE OR REPLACE TRIGGER templates_words_deleted AFTER DELETE ON templates REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_fold(coalesce(occasion, ''''))');
CREATE OR REPLACE TRIGGER options_words_inserted AFTER INSERT ON option_values REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('CASE attribute_code WHEN ''color'' THEN search_name ELSE '''' END');
CREATE OR REPLACE TRIGGER options_words_updated AFTER UPDATE ON option_values REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('CASE attribute_code WHEN ''color'' THEN search_name ELSE '''' END');
CREATE OR REPLACE TRIGGER options_words_deleted AFTER DELETE ON option_values REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('CASE attribute_code WHEN ''color'' THEN search_name ELSE '''' END');

-- product_words: see there. A product that search does not find has none. Texts that stay as they are cost no splitting.
-- EXECUTE plans anew: what is right for one product is wrong for a million.
CREATE OR REPLACE FUNCTION keep_product_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_texts text := 'SELECT id, created_at, search_name, search_words FROM old_rows
    WHERE lowest_cents IS NOT NULL AND visibility IN (''everywhere'', ''search'')';
  new_texts text := replace(old_texts, 'old_rows', 'new_rows');
  words text := 'SELECT left(part, 64) COLLATE "C" AS word, bool_or(named) AS in_name, created_at, id
    FROM (%s) texts, (VALUES (true), (false)) AS text (named),
      string_to_table(CASE WHEN named THEN search_name ELSE search_words END, '' '') part
    WHERE part <> '''' GROUP BY 1, 3, 4';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT format('(%s) EXCEPT (%s)', old_texts, new_texts), format('(%s) EXCEPT (%s)', new_texts, old_texts)
      INTO old_texts, new_texts;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    EXECUTE format('DELETE FROM product_words w USING (' || words || ') gone WHERE (w.word, w.in_name, w.created_at, w.product_id)
      = (gone.word, gone.in_name, gone.created_at, gone.id)', old_texts);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    EXECUTE format('INSERT INTO product_words (word, in_name, created_at, product_id) ' || words, new_texts);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_found_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_product_words();
CREATE OR REPLACE TRIGGER products_found_updated AFTER UPDATE ON products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_product_words();
CREATE OR REPLACE TRIGGER products_found_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_product_words();

-- owner: server/domain/catalogue
-- product_categories.created_at: the product's, so that a category is read in the order of its list. The product is
-- locked, so that it does not get another date meanwhile.
CREATE OR REPLACE FUNCTION copy_date_of_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.created_at := coalesce((SELECT created_at FROM products WHERE id = NEW.product_id FOR SHARE), NEW.created_at);
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION copy_date_to_categories() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_categories SET created_at = NEW.created_at WHERE product_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_categories_date BEFORE INSERT OR UPDATE ON product_categories
  FOR EACH ROW EXECUTE FUNCTION copy_date_of_product();
CREATE OR REPLACE TRIGGER products_date AFTER UPDATE OF created_at ON products FOR EACH ROW
  WHEN (OLD.created_at IS DISTINCT FROM NEW.created_at) EXECUTE FUNCTION copy_date_to_categories();

-- owner: server/platform/database
-- Every server hears of what changes, and gives up what it keeps of it (docs/decisions/043). Of the catalogue a notice
-- names the product whose number in stock changed and nothing else of it; without a name it stands for anything, such
-- as a product that is sold out. Of lists it says that products, their dates or prices are not what they were. Of sessions it names the customer.
-- TG_ARGV: the topic and, of a row, the column with the id.
CREATE OR REPLACE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', concat_ws(' ', TG_ARGV[0], to_jsonb(NEW) ->> TG_ARGV[1]));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION notify_variant_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', CASE
    WHEN to_jsonb(NEW) - 'qty' = to_jsonb(OLD) - 'qty' AND (NEW.qty > 0) = (OLD.qty > 0)
      THEN 'catalogue ' || NEW.product_id
    ELSE 'catalogue' END);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER variants_updated_notice AFTER UPDATE ON variants FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION notify_variant_change();
CREATE OR REPLACE TRIGGER variants_notice AFTER INSERT OR DELETE OR TRUNCATE ON variants
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('catalogue');
CREATE OR REPLACE TRIGGER products_notice AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('catalogue');
CREATE OR REPLACE TRIGGER products_lists_notice AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('lists');
CREATE OR REPLACE TRIGGER sellers_notice AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON sellers
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('catalogue');
CREATE OR REPLACE TRIGGER categories_notice AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('catalogue');
CREATE OR REPLACE TRIGGER option_values_notice AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON option_values
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('catalogue');
CREATE OR REPLACE TRIGGER product_categories_notice AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product_categories
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('catalogue');
CREATE OR REPLACE TRIGGER product_pictures_notice AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product_pictures
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('catalogue');
CREATE OR REPLACE TRIGGER pictures_notice AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON pictures
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('catalogue');
CREATE OR REPLACE TRIGGER templates_notice AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON templates
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('catalogue');
CREATE OR REPLACE TRIGGER product_templates_notice AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product_templates
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('catalogue');

-- Of many at once, such as those whose time is over, one notice says that any may be gone.
CREATE OR REPLACE FUNCTION notify_sessions_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM deleted) > 100 THEN
    PERFORM pg_notify('changes', 'sessions');
  ELSE
    PERFORM pg_notify('changes', 'sessions ' || customer_id) FROM deleted;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sessions_updated_notice AFTER UPDATE ON sessions
  FOR EACH ROW EXECUTE FUNCTION notify_change('sessions', 'customer_id');
CREATE OR REPLACE TRIGGER sessions_deleted_notice AFTER DELETE ON sessions REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION notify_sessions_deleted();
CREATE OR REPLACE TRIGGER customers_suspended_notice AFTER UPDATE OF suspended_at ON customers FOR EACH ROW
  WHEN (OLD.suspended_at IS DISTINCT FROM NEW.suspended_at) EXECUTE FUNCTION notify_change('sessions', 'id');
