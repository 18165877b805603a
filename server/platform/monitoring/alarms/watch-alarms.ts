import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { listUnfinishedJobs } from '#server/platform/jobs/queries.ts';
import { queueForOperator } from '#server/platform/messaging/queue-message.ts';
import type { Facts } from '../facts-store.ts';
import { readCurrentFacts, type ShownFeatures, secondsWithoutTick } from '../read-facts.ts';
import { formatAlarmRef, hasMessage } from './alarm-messages.ts';
import {
  type AlarmChange,
  deriveAlarmChanges,
  judgeAlarms,
  type Observed,
  type WatchedCertificate,
} from './alarm-rules.ts';
import { type AlarmRow, changeAlarm, lockOpenAlarms, openAlarm } from './alarms-store.ts';
import { readWatchedCertificates } from './watched-certificates.ts';

export type WatchedFeatures = ShownFeatures & {
  cardKey: (context: Context) => Promise<Observed['cardKey']>;
  sessionSecretSince: (context: Context) => Promise<Date | null>;
};

export async function watchAlarms(context: Context, features: WatchedFeatures): Promise<void> {
  const { database, clock, log } = context;
  const judgement = judgeAlarms(await observe(context, features));
  await database.transaction(async (tx) => {
    const now = clock.now();
    const changes = deriveAlarmChanges(judgement, await lockOpenAlarms(tx), now);
    const notices: { type: 'opened' | 'repeated' | 'ended'; row: AlarmRow }[] = [];
    for (const change of changes) {
      const row = await write(tx, change, now);
      if (row && change.type !== 'seen') notices.push({ type: change.type, row });
    }
    await announceAlarms(context, tx, { notices: notices, now });
    for (const { type, row } of notices) {
      const about = { alarm: row.name, sentence: row.sentence };
      if (type === 'ended') log.info(about, 'alarm.ended');
      else if (type === 'repeated') log.error(about, 'alarm.goes_on');
      else log.error(about, 'alarm.opened');
    }
  });
}

function write(tx: Transaction, change: AlarmChange, now: Date): Promise<AlarmRow | null> {
  const { name, sentence } = change;
  if (change.type === 'opened') return openAlarm(tx, { name, sentence, now });
  const { id } = change.alarm;
  if (change.type === 'ended') return changeAlarm(tx, { id, endedAt: now });
  return changeAlarm(tx, { id, sentence, ...(change.type === 'repeated' ? { saidAt: now } : {}) });
}

type Saying = { notices: readonly { type: 'opened' | 'repeated' | 'ended'; row: AlarmRow }[]; now: Date };

async function announceAlarms(context: Context, tx: Transaction, { notices, now }: Saying): Promise<void> {
  if (notices.some(({ row }) => hasMessage(row)))
    await queueForOperator(context, tx, { ref: formatAlarmRef(now), purpose: 'alarm', now });
  if (context.integrations.alarms.name === 'none') return;
  const events = notices.map(({ type, row }) => ({
    ref: `alarm-${row.id}-${type}-${now.getTime()}`,
    alarmId: row.id,
    type,
    at: now.toISOString(),
  }));
  await context.jobs.sendMany(tx, 'send-alarm', events);
}

async function observe(context: Context, features: WatchedFeatures): Promise<Observed> {
  const { clock, settings } = context;
  const now = clock.now();
  const facts = await readCurrentFacts(context);
  const cap = settings.CODE_SENDS_PER_DAY;
  const { codes, strangersCodes } = facts.counts;
  return {
    now,
    facts,
    codesCap: cap,
    codesShare: Math.max(codes / cap, strangersCodes / features.strangersShare(cap)),
    failedJobs: await listFailedJobs(context, facts),
    books: await features.books(context.database.orm),
    startedAt: new Date(clock.ms() - process.uptime() * 1_000),
    certificates: [...(await readWatchedCertificates({ settings, now })), ...walletCertificate(context)],
    cardKey: await features.cardKey(context),
    sessionSecretSince: await features.sessionSecretSince(context),
    secondsWithoutTick: secondsWithoutTick(context, facts),
  };
}

function walletCertificate({ integrations }: Context): WatchedCertificate[] {
  const { apple } = integrations.passes;
  if (!apple) return [];
  const about = { name: 'The certificate for Apple Wallet', renew: 'Renew it (docs/how-to/connect-wallets.md).' };
  return [{ alarm: 'wallet_certificate_ends', ...about, validUntil: apple.validUntil }];
}

/** Scans the jobs only if the queue counts any failures. */
async function listFailedJobs({ database }: Context, { queues }: Facts): Promise<Observed['failedJobs']> {
  if (queues.every(({ failed }) => failed === 0)) return [];
  return listUnfinishedJobs(database.orm, { minutes: 15, days: 1 });
}
