/** What carriers, gateways and the demo phone know of a message's purpose. */
export const carrierPurposes = ['code', 'gift', 'campaign', 'order'] as const;
export type CarrierPurpose = (typeof carrierPurposes)[number];
