/** Spends so much of each of these cards at its own seller's till, as one statement: the redemption and its entry. */
export const spend = (cents: number, where = 'true'): string => `do $$ declare card record; spent bigint; begin
  for card in select c.id, c.seller_id from gift_cards c where ${where} loop
    insert into gift_card_redemptions (public_id, gift_card_id, seller_id, channel, amount_cents, gst_cents, gst_basis, created_at)
      values (gen_random_uuid()::text, card.id, card.seller_id, 'till', ${cents}, 0, 'gst-free', '2026-11-02') returning id into spent;
    insert into gift_card_entries (gift_card_id, kind, posted_cents, redemption_id, created_at)
      values (card.id, 'redeem', ${-cents}, spent, '2026-11-02');
  end loop; end $$`;

/** An operator's correction of every card. */
export const correct = (cents: number): string => `insert into gift_card_entries
    (gift_card_id, kind, posted_cents, operator, operator_note, step, created_at)
  select gift_card_id, 'correct', ${cents}, 'op', 'a test', entry_count, '2026-11-02' from gift_card_accounts`;
