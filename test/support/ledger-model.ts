export type Model = {
  issued: number;
  balance: number;
  held: number;
  status: 'active' | 'frozen' | 'void' | 'expired';
  restoresTo: Model['status'] | null;
  holds: { amount: number; live: boolean }[];
  redemptions: { left: number }[];
  deducted: Record<'refund_id' | 'dispute_id' | 'expiry', number>;
  entries: number;
};

export const createLedgerModel = (issued: number): Model => ({
  issued,
  balance: issued,
  held: 0,
  status: 'active',
  restoresTo: null,
  holds: [],
  redemptions: [],
  deducted: { refund_id: 0, dispute_id: 0, expiry: 0 },
  entries: 1,
});

/** `then` updates the model after the statements succeed. Without `then`, the database must reject them. */
export type Act = { sql: string[]; then?: () => void };
export type Command = { act: keyof typeof ACTS; cents: number; pick: number };

const AT = `'2026-11-02T02:00:00Z'`;

export function insertEntrySql(
  kind: string,
  { posted = 0, held = 0, cause = {} as Record<string, string | number> },
): string {
  const fields = { kind: `'${kind}'`, posted_cents: posted, held_cents: held, created_at: AT, ...cause };
  return `insert into gift_card_entries (gift_card_id, ${Object.keys(fields).join(', ')})
    select id, ${Object.values(fields).join(', ')} from gift_cards where public_id = 'card'`;
}

const selectIdSql = (table: string, name: string): string =>
  `(select id from gift_card_${table} where public_id = '${name}')`;
export const insertHoldSql = (name: string, cents: number, seller = 'seller_id'): string =>
  `insert into gift_card_holds (public_id, gift_card_id, seller_id, amount_cents, channel, expires_at, created_at)
    select '${name}', id, ${seller}, ${cents}, 'till', ${AT}::timestamptz + interval '15 minutes', ${AT} from gift_cards where public_id = 'card'`;
export const insertRedemptionSql = (
  name: string,
  cents: number,
  hold: string | null = null,
  seller = 'seller_id',
): string =>
  `insert into gift_card_redemptions (public_id, gift_card_id, seller_id, channel, hold_id, amount_cents, gst_cents, gst_basis, created_at)
    select '${name}', id, ${seller}, 'till', ${hold === null ? 'null' : selectIdSql('holds', hold)}, ${cents}, 0, 'gst-free', ${AT}
      from gift_cards where public_id = 'card'`;
export const holdCause = (name: string) => ({ hold_id: selectIdSql('holds', name) });
export const redemptionCause = (name: string) => ({ redemption_id: selectIdSql('redemptions', name) });

type Make = (model: Model, cents: number, pick: number) => Act;
const toAct = (yes: boolean, sql: string[], then: () => void): Act => (yes ? { sql, then } : { sql });
const unheldCents = (model: Model): number => model.balance - model.held;

function post(model: Model, posted: number, held = 0): void {
  model.balance += posted;
  model.held += held;
  model.entries += 1;
}

const voidOrRestore =
  (cause: 'refund_id' | 'dispute_id', sign: 1 | -1): Make =>
  (model, cents) => {
    const kind = sign < 0 ? 'void' : 'restore';
    const fields = { [cause]: `(select max(id) from ${cause.replace('_id', 's')})`, step: model.entries };
    const fits =
      sign < 0
        ? // Voids deduct at most what was refunded or disputed, which is the card's whole payment.
          cents <= unheldCents(model) && model.deducted[cause] + cents <= model.issued
        : cents <= model.deducted[cause] && model.balance + cents <= model.issued && model.status !== 'void';
    return toAct(fits, [insertEntrySql(kind, { posted: sign * cents, cause: fields })], () => {
      post(model, sign * cents);
      model.deducted[cause] -= sign * cents;
    });
  };

const changeStatus =
  (to: Model['status'], from: Model['status'][]): Make =>
  (model) =>
    toAct(
      (from.includes(model.status) || model.status === to) &&
        (to !== 'void' || model.balance === 0) &&
        (model.status !== 'void' || to === 'void' || to === model.restoresTo),
      [
        `update gift_card_accounts set status = '${to}' where gift_card_id = (select id from gift_cards where public_id = 'card')`,
      ],
      () => {
        if (to !== model.status) model.restoresTo = to === 'void' ? model.status : null;
        model.status = to;
      },
    );

const expiryFields = (step: number) => ({ step, created_at: 'expires_at' });

const operator = { operator: `'op'`, operator_note: `'why'` };

export const ACTS = {
  hold: (model, cents) => {
    const name = `h${model.holds.length}`;
    const sql = [insertHoldSql(name, cents), insertEntrySql('hold', { held: cents, cause: holdCause(name) })];
    return toAct(model.status === 'active' && cents <= unheldCents(model), sql, () => {
      post(model, 0, cents);
      model.holds.push({ amount: cents, live: true });
    });
  },
  capture: (model, cents, pick) => {
    const hold = model.holds[pick];
    const name = `r${model.redemptions.length}`;
    const sql = [
      insertRedemptionSql(name, cents, `h${pick}`),
      insertEntrySql('capture', { posted: -cents, held: -(hold?.amount ?? cents), cause: redemptionCause(name) }),
    ];
    const fits = hold?.live === true && cents <= hold.amount && model.status !== 'frozen' && model.status !== 'void';
    return toAct(fits, sql, () => {
      post(model, -cents, -(hold?.amount ?? 0));
      if (hold) hold.live = false;
      model.redemptions.push({ left: cents });
    });
  },
  release: (model, _, pick) => {
    const hold = model.holds[pick];
    const sql = [insertEntrySql('release', { held: -(hold?.amount ?? 1), cause: holdCause(`h${pick}`) })];
    return toAct(hold?.live === true, sql, () => {
      post(model, 0, -(hold?.amount ?? 0));
      if (hold) hold.live = false;
    });
  },
  redeem: (model, cents) => {
    const name = `r${model.redemptions.length}`;
    const sql = [
      insertRedemptionSql(name, cents),
      insertEntrySql('redeem', { posted: -cents, cause: redemptionCause(name) }),
    ];
    return toAct(model.status === 'active' && cents <= unheldCents(model), sql, () => {
      post(model, -cents);
      model.redemptions.push({ left: cents });
    });
  },
  reverse: (model, cents, pick) => {
    const spent = model.redemptions[pick];
    const sql = [
      insertEntrySql('reverse', { posted: cents, cause: { ...redemptionCause(`r${pick}`), step: model.entries } }),
    ];
    const fits = spent !== undefined && cents <= spent.left && model.balance + cents <= model.issued;
    return toAct(fits && model.status !== 'void', sql, () => {
      post(model, cents);
      if (spent) spent.left -= cents;
    });
  },
  void: voidOrRestore('refund_id', -1),
  restore: voidOrRestore('refund_id', 1),
  lose: voidOrRestore('dispute_id', -1),
  win: voidOrRestore('dispute_id', 1),
  expire: (model, cents) =>
    toAct(
      cents <= unheldCents(model),
      [insertEntrySql('expire', { posted: -cents, cause: expiryFields(model.entries) })],
      () => {
        post(model, -cents);
        model.deducted.expiry += cents;
      },
    ),
  reinstate: (model, cents) => {
    const fits = cents <= model.deducted.expiry && model.balance + cents <= model.issued && model.status !== 'void';
    return toAct(
      fits,
      [insertEntrySql('reinstate', { posted: cents, cause: { ...operator, step: model.entries } })],
      () => {
        post(model, cents);
        model.deducted.expiry -= cents;
      },
    );
  },
  correct: (model, cents, pick) => {
    const posted = pick % 2 === 0 ? cents : -cents;
    const fits =
      posted < 0 ? cents <= unheldCents(model) : model.balance + cents <= model.issued && model.status !== 'void';
    return toAct(fits, [insertEntrySql('correct', { posted, cause: { ...operator, step: model.entries } })], () =>
      post(model, posted),
    );
  },
  freeze: changeStatus('frozen', ['active', 'void']),
  unfreeze: changeStatus('active', ['frozen', 'void', 'expired']),
  empty: changeStatus('void', ['active', 'frozen']),
  end: changeStatus('expired', ['active', 'frozen']),
} satisfies Record<string, Make>;
