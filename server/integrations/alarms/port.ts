/** What an alarm did, for software of the operator. */
type AlarmEvent = {
  /** Our own name of this event, unique; sent twice, it is one. */
  ref: string;
  type: 'opened' | 'repeated' | 'ended';
  at: Date;
  alarm: string;
  /** What is wrong, or was. */
  sentence: string;
  openedAt: Date;
  endedAt: Date | null;
};

export type Alarms = {
  name: 'none' | 'webhook';
  /** Throws a ProviderError when the other side does not take it. */
  send(event: AlarmEvent): Promise<void>;
};
