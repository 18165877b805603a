type AlarmEvent = {
  /** Our unique event id, by which receivers detect duplicates. */
  ref: string;
  type: 'opened' | 'repeated' | 'ended';
  occurredAt: Date;
  alarm: string;
  sentence: string;
  openedAt: Date;
  endedAt: Date | null;
};

export type Alarms = {
  name: 'none' | 'webhook';
  send(event: AlarmEvent): Promise<void>;
};
