import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PasskeyDevice } from '#contract/shapes/device.ts';

export const deviceNames: Record<PasskeyDevice, MessageDescriptor> = {
  iphone: msg`iPhone`,
  ipad: msg`iPad`,
  mac: msg`Mac`,
  android: msg`Android device`,
  chromebook: msg`Chromebook`,
  windows: msg`Windows computer`,
  linux: msg`Linux computer`,
  phone_nearby: msg`Mobile phone`,
  security_key: msg`Security key`,
  other: msg`Another device`,
};
