import type { Clock } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { checkLedger } from '#server/domain/books/check-books.ts';
import { listHeldOrders } from '#server/domain/orders/review/operator-order-queries.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { countWaitingJobs, listUnfinishedJobs } from '#server/platform/jobs/queries.ts';
import { readMobile } from '#server/platform/kernel/mobile-number.ts';
import { formatErrorReason } from '#server/platform/kernel/operator-error.ts';
import { formatCount } from '#server/platform/kernel/plain-texts.ts';
import { countFailedMessages, countUnsentMessages } from '#server/platform/messaging/reconcile-messages.ts';
import type { Settings } from '#server/settings.ts';
import { type Holder, type HolderKind, listHolders, listOtherSpellings } from './doctor-store.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

const HOUR_MS = 3_600_000;
const DAYS = 7;
const LATE_MINUTES = 10;
const MAX_SHOWN = 5;

export async function checkQueue(database: Database): Promise<Finding[]> {
  if ((await database.exclusive(countWaitingJobs)) === null)
    return [wrong('There is no job queue, because the shop has never started on this database. Run npm start.')];
  const found = (await listUnfinishedJobs(database.orm, { minutes: LATE_MINUTES, days: DAYS })).flatMap(
    ({ name, overdue, failed }) => [
      ...(overdue > 0
        ? [
            wrong(
              `${formatCount(overdue, `job ${name} is`, `jobs ${name} are`)} overdue by more than ${LATE_MINUTES} minutes. Start the shop, or see its log.`,
            ),
          ]
        : []),
      ...(failed > 0
        ? [
            wrong(
              `${formatCount(failed, `job ${name}`, `jobs ${name}`)} failed for good in the last ${DAYS} days. See scheduled_job and message in the shop's log.`,
            ),
          ]
        : []),
    ],
  );
  return found.length > 0 ? found : [ok('The job queue has no overdue and no failed jobs.')];
}

export async function checkMessages({ orm }: Database, clock: Clock): Promise<Finding[]> {
  const failed = await countFailedMessages(orm, new Date(clock.ms() - DAYS * 24 * HOUR_MS));
  const late = await countUnsentMessages(orm, new Date(clock.ms() - LATE_MINUTES * 60_000));
  const found = [
    ...failed.map(({ purpose, state, count }) =>
      wrong(
        state === 'failed'
          ? `${formatCount(count, 'message')} (${purpose}) failed in the last ${DAYS} days. See message.failed in the shop's log. Customers can send a gift card again.`
          : `It is unknown whether ${formatCount(count, 'message was', 'messages were')} sent (${purpose}). Ask the carrier (docs/how-it-works/messages.md).`,
      ),
    ),
    ...(late.due > 0
      ? [
          wrong(
            `${formatCount(late.due, 'message is', 'messages are')} overdue by more than ${LATE_MINUTES} minutes. Start the shop, or see its log.`,
          ),
        ]
      : []),
  ];
  return found.length > 0 ? found : [ok('No messages have failed or are overdue.')];
}

export async function checkHeldOrders(database: Database, clock: Clock): Promise<Finding[]> {
  const heldOrders = await listHeldOrders({ database });
  const [oldest] = heldOrders;
  if (!oldest) return [ok('No order is held.')];
  const hours = Math.floor((clock.ms() - oldest.order.createdAt.getTime()) / HOUR_MS);
  const subject = formatCount(heldOrders.length, 'order is', 'orders are');
  const sentence = `${subject} held, the oldest for ${formatCount(hours, 'hour')}. Run npm run orders -- held to list all.`;
  return [hours >= 24 ? wrong(sentence) : note(sentence)];
}

export async function checkLedgerSums(database: Database): Promise<Finding[]> {
  const { cards, differences } = await checkLedger({ database });
  if (differences.length === 0) return [ok(`The ledger balances (${formatCount(cards, 'gift card')}).`)];
  const omittedCount = differences.length - MAX_SHOWN;
  return [
    ...differences.slice(0, MAX_SHOWN).map(({ sentence }) => wrong(`${sentence} See docs/how-to/keep-the-books.md.`)),
    ...(omittedCount > 0
      ? [wrong(`${formatCount(omittedCount, 'more difference')}. Run npm run books -- check to list all.`)]
      : []),
  ];
}

/** Finds mobile numbers that are stored in two formats, because earlier releases stored some as typed. */
export async function checkMobiles({ orm }: Database): Promise<Finding[]> {
  const accounts = (await findDoubled(orm, 'accounts')).map(({ holders, usual }) => {
    const way =
      usual === null
        ? 'a sign-in code opens neither account'
        : `a sign-in code opens only the account of customer ${usual}`;
    return wrong(
      `Customers ${formatList(holders)} have the same mobile number in two spellings: ${way}. Ask which account to keep. See docs/how-to/personal-data.md, Two accounts with one mobile.`,
    );
  });
  const recipients = (await findDoubled(orm, 'recipients')).map(({ holders }) =>
    note(
      `Gift cards ${formatList(holders)} have the same recipient number in two spellings: a search by number and a STOP reply miss some of them. See docs/how-to/find-orders-and-gift-cards.md, One recipient in two spellings.`,
    ),
  );
  const found = [...accounts, ...recipients];
  return found.length > 0 ? found : [ok('No mobile number is stored in two spellings.')];
}

const formatList = (names: readonly string[]): string => new Intl.ListFormat('en').format(names);

type Doubled = { holders: string[]; usual: string | null };

async function findDoubled(orm: Handle, kind: HolderKind): Promise<Doubled[]> {
  const usualByMobile = new Map<string, string>();
  for (const mobile of await listOtherSpellings(orm, kind)) {
    const usual = readMobile(mobile);
    if (usual !== null && usual !== mobile) usualByMobile.set(mobile, usual);
  }
  if (usualByMobile.size === 0) return [];
  const found = await listHolders(orm, kind, [...usualByMobile].flat());
  const byMobile = Map.groupBy(found, ({ mobile }) => usualByMobile.get(mobile) ?? mobile);
  const isDoubled = (holders: readonly Holder[]) => new Set(holders.map(({ mobile }) => mobile)).size > 1;
  return [...byMobile]
    .filter(([, holders]) => isDoubled(holders))
    .map(([usual, holders]) => ({
      holders: holders.map(({ name }) => name),
      usual: holders.find(({ mobile }) => mobile === usual)?.name ?? null,
    }));
}

export async function checkProviders(
  settings: Settings,
  clock: Clock,
  context: () => Promise<Context>,
): Promise<Finding[]> {
  const { PAYMENTS, MESSAGES, MAIL } = settings;
  const found: Finding[] = [];
  if (PAYMENTS !== 'sandbox') {
    try {
      const to = clock.now();
      await (await context()).integrations.payments.movements({ from: new Date(to.getTime() - HOUR_MS), to });
      found.push(ok(`${PAYMENTS} answers and accepts the keys.`));
    } catch (error) {
      found.push(
        wrong(`${PAYMENTS} did not return the payments of the last hour: ${formatErrorReason(error)}. Check its keys.`),
      );
    }
  }
  if (MESSAGES !== 'phone')
    found.push(
      note(
        `Doctor cannot test the settings of ${MESSAGES}. Sign in with your own mobile number and check that the text arrives.`,
      ),
    );
  if (MAIL !== 'none')
    found.push(note(`Doctor cannot test the settings of ${MAIL}. Send a test email: see docs/how-to/connect-mail.md.`));
  return found;
}
