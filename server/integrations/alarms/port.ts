type AlarmEvent = {
  /** Our unique id of the event, for deduplication. */
  ref: string;
  type: 'opened' | 'repeated' | 'ended';
  at: Date;
  alarm: string;
  sentence: string;
  openedAt: Date;
  endedAt: Date | null;
};

export type Alarms = {
  name: 'none' | 'webhook';
  /** Throws a ProviderError when the receiver rejects the event. */
  send(event: AlarmEvent): Promise<void>;
};
