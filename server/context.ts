import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Alarms } from './integrations/alarms/port.ts';
import type { HumanCheck } from './integrations/human-check/port.ts';
import type { Passes } from './integrations/passes/port.ts';
import type { Payments } from './integrations/payments/port.ts';
import type { Places } from './integrations/places/port.ts';
import type { Changes } from './platform/database/changes.ts';
import type { Database } from './platform/database/database.ts';
import type { Admission } from './platform/http/load/admission.ts';
import type { Metrics } from './platform/http/metrics/metrics.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { Secrets } from './platform/kernel/keys/card-keys.ts';
import type { Files } from './platform/ports/files.ts';
import type { Mail } from './platform/ports/mail.ts';
import type { Messages } from './platform/ports/messages.ts';
import type { ServiceHealth } from './platform/ports/service.ts';
import type { Settings } from './settings.ts';

/** Dependencies of use cases and jobs. Created once and passed as a parameter, never global. */
export type Context = {
  settings: Settings;
  database: Database;
  changes: Changes;
  clock: Clock;
  secrets: Secrets;
  jobs: Jobs;
  integrations: {
    payments: Payments;
    messages: Messages;
    humanCheck: HumanCheck;
    places: Places;
    mail: Mail;
    files: Files;
    passes: Passes;
    alarms: Alarms;
  };
  /** Health of external providers. Embedded providers report none. */
  services: (() => ServiceHealth)[];
  metrics: Metrics;
  admission: Admission;
  log: FastifyBaseLogger;
};
