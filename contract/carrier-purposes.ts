export const carrierPurposes = ['code', 'gift', 'campaign', 'order'] as const;
export type CarrierPurpose = (typeof carrierPurposes)[number];
