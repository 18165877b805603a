export type SettingGroup = { title: string; about?: string; settings: Record<string, string> };

/** Describes every setting of the server; docs/reference/settings.md is generated from it. */
export const settingGroups: SettingGroup[] = [
  {
    title: 'Server',
    settings: {
      NODE_ENV:
        '`production` rejects demo providers and missing secrets, and logs every request. An https `PUBLIC_URL` (except with `test`) or live Stripe keys imply `production`.',
      DEMO: '`1` allows the sandbox, demo phone and generated secrets in production. Not with live Stripe keys.',
      HOST: 'Address to listen on; `0.0.0.0` or `::` for all.',
      PORT: 'Port to listen on.',
      TLS_CERT_FILE:
        'PEM file with the server certificate, then its intermediates: `PORT` and `METRICS_PORT` then speak only TLS 1.2 and 1.3. Renewed files load within a minute. Production needs it unless `HOST` is local. See [TLS and proxies](../how-to/tls-and-proxies.md).',
      TLS_KEY_FILE: 'PEM file with its private key; only the server may read it.',
      NETWORK:
        '`encrypted` declares that your machines talk through an encrypted network, such as WireGuard. Production then allows plain connections on `PORT` and to PostgreSQL, Photon and a trace collector.',
      OTEL_EXPORTER_OTLP_ENDPOINT:
        'OpenTelemetry collector (OTLP over HTTP) for traces, such as `http://127.0.0.1:4318`; https on another machine. Unset: no traces. Other `OTEL_` variables work as OpenTelemetry defines.',
      METRICS_PORT:
        'Port for `/metrics` and detailed `/readyz`; keep it off the internet. Outside production, `PORT` serves them to local programs if this is unset.',
      METRICS_CA_FILE: 'PEM file of an authority: `METRICS_PORT` then requires a client certificate from it.',
      PUBLIC_URL: "The shop's public address, such as `https://shop.example`. Default: built from `HOST` and `PORT`.",
      TRUST_PROXY:
        'Whose `X-Forwarded-For` to trust: `none`, a number of proxies (`1`; `2` for CDN and balancer), or addresses and networks (`10.0.0.0/8, 203.0.113.9`, `loopback`). Required in production with https. **Too strict, and all customers share one rate limit; too loose, and anyone can fake an address.** See [TLS and proxies](../how-to/tls-and-proxies.md).',
      DATA_DIR: 'Folder for the embedded database, generated secrets, rendered pictures and the command socket.',
      DATABASE_URL:
        'PostgreSQL instead of the embedded database: `postgres://user:password@host:5432/name`. Production requires TLS to another machine: `?sslmode=verify-full`, plus `&sslrootcert=FILE` for your own authority. With failover: `postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write`.',
      DATABASE_OWNER_URL:
        'The same database as the role that owns the tables and migrates them. The role of `DATABASE_URL` then gets row access only. See [deploy](../how-to/deploy.md#a-role-that-owns-nothing).',
      DATABASE_CONNECTIONS: 'Maximum PostgreSQL connections per server, plus two for notifications.',
      DRAIN_SECONDS:
        'Seconds after SIGTERM in which the shop still serves but `/readyz` answers 503, so that balancers move on.',
      SECRETS_DIR:
        'Folder of files named after settings, such as Kubernetes secrets. Environment variables take precedence. See [deploy](../how-to/deploy.md#secrets).',
      SESSION_SECRET:
        'Signs sign-in links, codes and challenges; at least 32 characters, shared by all servers. Required in production, otherwise generated in `DATA_DIR`. Old shops also encrypted gift cards with it: **keep it until `npm run keys -- check` reports that no card needs the key `session`**.',
      SESSION_SECRET_PREVIOUS:
        'The former `SESSION_SECRET`, accepted until its signatures expire. See [rotate keys](../how-to/rotate-keys.md).',
      CARD_KEYS:
        'Keys that encrypt gift cards: `id:secret,id:secret`, at least 32 characters each, shared by all servers. The first encrypts, all decrypt. Required in production, otherwise generated in `DATA_DIR`. **A card whose key is lost can never be opened: back up keys apart from the database.**',
      LOG_LEVEL:
        'Default: `info` in production, `warn` elsewhere. `silent` hides payment errors that an operator must see.',
    },
  },
  {
    title: 'Shop',
    settings: {
      BRAND: 'Gift card store or product store.',
      SEED: '`demo` fills an empty database with the demonstration catalogue.',
      SHOP_NAME: 'Short name in texts, mail and passkeys; at most 30 characters.',
      OPERATOR_NAME: 'Legal name on legal pages and receipts. Required with live Stripe keys.',
      OPERATOR_ABN: 'ABN on legal pages and receipts. Required with live Stripe keys.',
      OPERATOR_CONTACT: 'How customers reach the operator. Required with live Stripe keys.',
      OFFLINE: '`off` makes every phone delete its service worker and offline copies at its next visit.',
      PICTURES_AHEAD: '`1` renders pictures of the first pages after a start or import.',
      CARD_MAX_VALUE: 'Maximum value of a gift card in dollars, whatever the seller allows.',
      GIFT_COUNTRIES: 'Countries that gift cards may be sent to, such as `AU,NZ`, or `all`, which attracts toll fraud.',
      REDEMPTION_NOTICE_FROM:
        'Cardholders get a text for redemptions and reversals from this many dollars. `0` for all, `off` for none.',
      CURRENCY_RATE_USD:
        'Australian dollars per US dollar, to display prices in the USA. **Update it yourself: cards are charged in AUD.**',
    },
  },
  {
    title: 'Held orders',
    about: 'Rules that hold an order for an operator; see [decide held orders](../how-to/decide-held-orders.md).',
    settings: {
      APPROVAL_MAX_TOTAL: 'Holds orders over this many dollars.',
      APPROVAL_FIRST_ORDER_MAX: 'The same until the customer has an approved order; `0` holds every first order.',
      APPROVAL_ORDERS_PER_HOUR: 'Holds the next order after this many by a customer within an hour.',
      APPROVAL_DECLINES:
        'Holds the next order after this many declined payments or abandoned bank challenges within an hour.',
      APPROVAL_GIFTS_PER_DAY:
        'Holds orders that bring a customer or recipient over this many dollars of gift cards in 24 hours; `0` for no limit.',
      APPROVAL_GIFTS_PER_CARD: 'The same per payment card. Default with `PAYMENTS=stripe`: `1000`.',
      APPROVAL_GIFTS_PER_NETWORK: 'The same per sender (see Limits).',
      APPROVAL_MISMATCH:
        "`checks` holds orders whose postcode or security code fails the bank's check; `all` also those whose card country is in neither address. Unless `off`, payments are authorised before they are charged.",
      REFUND_ALONE_MAX:
        'Refunds up to this many dollars per order need the permission `refunds.small`, larger ones `refunds.large`; see [operators](../how-to/operators.md). `0` always requires `refunds.large`.',
      OPERATOR_MOBILE:
        'Mobile, such as `+61412345678`, for held orders, [alarms](../how-to/alarms.md) and other problems.',
      OPERATOR_EMAIL: 'The same by mail; needs `MAIL=smtp`. If both are empty, no notices are sent.',
    },
  },
  {
    title: 'Alarms',
    about: 'To post [alarms](../how-to/alarms.md) to your software.',
    settings: {
      ALARM_WEBHOOK_URL: 'https URL for each alarm that opens, continues or ends.',
      ALARM_WEBHOOK_SECRET: 'Signs them: `whsec_` and 24 to 64 bytes in base64.',
    },
  },
  {
    title: 'Limits',
    about:
      'A sender is an IPv4 address or an IPv6 /64 (see `TRUST_PROXY`). Limits per sender are wide because phones share ' +
      'carrier addresses, and apply to ten minutes unless stated. See [rate limits](../how-it-works/rate-limits.md) and ' +
      '[sign-in codes](../how-it-works/sign-in-codes.md).',
    settings: {
      CODE_SENDS_PER_MOBILE:
        'Sign-in codes to one mobile per hour for new devices, and as many for known ones. **Every code costs money: raise the four `CODE_SENDS_...` limits only as far as you would pay.**',
      CODE_SENDS_PER_ADDRESS: 'Sign-in codes for new devices of one sender.',
      CODE_SENDS_PER_PREFIX:
        'Sign-in codes per hour to numbers that differ only in the last four digits, against toll fraud.',
      CODE_SENDS_PER_DAY:
        'Sign-in codes in 24 hours: your maximum cost. Half of this and the previous limit is reserved for known devices.',
      CHALLENGES_PER_ADDRESS: 'Human check challenges.',
      SIGN_IN_CALLS_PER_ADDRESS: 'Sign-in and registration calls.',
      CARD_ENTRIES_PER_ADDRESS: 'Cards typed into the sandbox.',
      READS_PER_ADDRESS: 'Public reads per minute, and as many pages; cached responses are free.',
      PLACE_SEARCHES_PER_ADDRESS: 'Address searches; some providers bill each.',
      DECLINES_PER_ADDRESS:
        'Declined payments that block card payments from the sender; see [card testing](../how-to/card-testing.md).',
      DECLINES_PER_CARD: 'The same per card, for all payers.',
      DECLINE_ALARM:
        'Declined payments shop-wide, at least a quarter of all, that require the human check for card payments.',
      OPEN_ORDER_UNITS: 'Items one customer may reserve in unpaid or held orders.',
      OPEN_ORDER_VALUE: 'Dollars of such orders.',
    },
  },
  {
    title: 'Payments',
    about: 'See [connect Stripe](../how-to/connect-stripe.md).',
    settings: {
      PAYMENTS: 'The sandbox charges no cards.',
      STRIPE_SECRET_KEY: 'Test-mode secret key.',
      STRIPE_PUBLISHABLE_KEY: 'Test-mode publishable key.',
      STRIPE_WEBHOOK_SECRET: 'Test-mode webhook signing secret.',
      STRIPE_LIVE_ORIGIN: 'https origin of the live shop. The live keys apply when `PUBLIC_URL` is there.',
      STRIPE_LIVE_SECRET_KEY: 'Live secret key.',
      STRIPE_LIVE_PUBLISHABLE_KEY: 'Live publishable key.',
      STRIPE_LIVE_WEBHOOK_SECRET: 'Live webhook signing secret.',
      STRIPE_TIMEOUT_MS: 'Timeout per attempt, 50 to 14000; at most two attempts.',
      STRIPE_API_BASE: 'For tests.',
    },
  },
  {
    title: 'Messages',
    about:
      'See [Twilio](../how-to/connect-twilio.md), [ClickSend](../how-to/connect-clicksend.md) and ' +
      '[any gateway](../how-to/connect-any-gateway.md).',
    settings: {
      MESSAGES: 'Carrier of texts and picture messages. `phone` is the demo phone; others need `PUBLIC_URL`.',
      MESSAGE_PRICE: 'Cents per text part, such as `7.9`, to show message costs in `npm run orders -- show`.',
      MESSAGE_PICTURE_PRICE: 'Cents per picture message.',
      MESSAGE_SENDER_ID: 'Sender name of 3 to 11 letters and digits, where a country allows it; no replies.',
      TWILIO_ACCOUNT_SID: '`AC` and 32 hexadecimal digits.',
      TWILIO_AUTH_TOKEN: 'Required with Twilio: verifies callbacks.',
      TWILIO_API_KEY: 'API key to call with instead of the token.',
      TWILIO_API_SECRET: 'Its secret.',
      TWILIO_FROM: 'Your number, such as `+61491570156`.',
      TWILIO_MESSAGING_SERVICE_SID: '`MG` and 32 hexadecimal digits: the service chooses the number.',
      TWILIO_API_BASE: 'For tests.',
      CLICKSEND_USERNAME: 'API user name.',
      CLICKSEND_API_KEY: 'API key.',
      CLICKSEND_FROM: 'Your number; unset, ClickSend uses shared numbers.',
      CLICKSEND_HOOK_SECRET: '24 to 100 letters, digits, `-` and `_` in the callback URLs.',
      CLICKSEND_API_BASE: 'For tests.',
      MESSAGE_GATEWAY_URL: 'Where `MESSAGES=webhook` posts messages.',
      MESSAGE_GATEWAY_SECRET: 'Signs posts and reports: `whsec_` and 24 to 64 bytes in base64.',
    },
  },
  {
    title: 'Human check',
    about: 'See [connect reCAPTCHA](../how-to/connect-recaptcha.md).',
    settings: {
      HUMAN_CHECK: '`altcha` is proof of work on this server, `none` is for tests.',
      RECAPTCHA_SITE_KEY: 'Public key.',
      RECAPTCHA_SECRET: 'Server secret.',
      RECAPTCHA_SCORE: 'Minimum score, 0 (program) to 1 (person).',
      RECAPTCHA_URL: 'Verification URL.',
    },
  },
  {
    title: 'Address search',
    about: 'See [connect an address search](../how-to/connect-places.md).',
    settings: {
      PLACES: 'Completes addresses; `embedded` is a local suburb list.',
      GOOGLE_PLACES_KEY: 'Key for Places API (New).',
      GOOGLE_PLACES_URL: 'For tests.',
      PHOTON_URL: 'Your Photon server, such as `https://photon.internal:2322`.',
    },
  },
  {
    title: 'Demo requests',
    about: 'See [connect Salesforce](../how-to/connect-salesforce.md).',
    settings: {
      LEADS: 'Stores demo requests in the database or Salesforce.',
      SALESFORCE_OID: 'Organisation id, 15 or 18 characters.',
      SALESFORCE_LEADS_URL: 'Where browsers post the form.',
    },
  },
  {
    title: 'Mail',
    about: 'See [connect mail](../how-to/connect-mail.md).',
    settings: {
      MAIL: '`smtp` sends mail, such as receipts.',
      SMTP_URL: '`smtps://user:password@mail.example:465`, or `smtp://...:587` with STARTTLS.',
      MAIL_FROM: 'Sender, such as `Snowgum <receipts@snowgum.example>`.',
    },
  },
  {
    title: 'Rendered pictures',
    about: 'See [keep pictures in a bucket](../how-to/connect-s3.md).',
    settings: {
      FILES: 'Stores rendered pictures in `DATA_DIR`, or in a bucket shared by several servers.',
      S3_BUCKET_URL: 'Such as `https://s3.ap-southeast-2.amazonaws.com/my-bucket`.',
      S3_REGION: '`auto` for R2.',
      S3_ACCESS_KEY_ID: 'Key that may get, put and list objects in the bucket.',
      S3_SECRET_ACCESS_KEY: 'Its secret.',
    },
  },
  {
    title: 'Phone wallets',
    about:
      'See [connect wallets](../how-to/connect-wallets.md). Set all settings of a wallet or none; certificates and keys as text or file path.',
    settings: {
      APPLE_PASS_TYPE_ID: 'Such as `pass.com.example.giftcard`.',
      APPLE_TEAM_ID: 'Ten characters.',
      APPLE_PASS_CERTIFICATE: 'Certificate of the Pass Type ID, PEM.',
      APPLE_PASS_KEY: 'Its private key, PEM.',
      APPLE_PASS_KEY_PASSPHRASE: 'If that key is encrypted.',
      APPLE_WWDR_CERTIFICATE: "Apple's intermediate certificate, PEM.",
      APPLE_PUSH_URL: 'For tests.',
      GOOGLE_WALLET_ISSUER_ID: 'Issuer number.',
      GOOGLE_WALLET_KEY: 'Service account key, JSON.',
      GOOGLE_WALLET_URL: 'For tests.',
      GOOGLE_TOKEN_URL: 'For tests.',
    },
  },
  {
    title: 'Development and tests',
    about: 'Production rejects the movable clock, gallery and hot reload, and plain http unless `NETWORK` allows it.',
    settings: {
      WEB: 'The web app to serve: built, with hot reload, with the gallery, or none.',
      CLOCK: '`movable` lets `POST /clock` set the time.',
      CLOCK_FROM: 'Start time of the movable clock, such as `2026-11-02T01:00:00Z`.',
    },
  },
];

/** Variables that the server does not read, but builds, tests or the proxy do. */
export const otherVariables: Record<string, string> = {
  BUILD_BASE: 'Base image that `deploy/Containerfile` builds in.',
  RUN_BASE: 'Base image of its result.',
  NODE_EXTRA_CA_CERTS: 'File of authorities for https to your own machines.',
  SHOP_DOMAIN: 'Domain of `deploy/Caddyfile`.',
  SHOP_UPSTREAM: 'Server behind it; default 127.0.0.1:3000.',
  MODEL_ACTS: 'Steps of the money model test; default 100, in `npm run test:all` 1,000.',
  MODEL_SEED: 'Its first seed; default `TEST_SEED`.',
  CHAOS_KILLS: 'Servers the chaos test kills; default 6, in `npm run test:all` 60.',
  CHAOS_SEED: 'Its seed; default `TEST_SEED`.',
  TEST_SEED: 'Seed of all random tests; default the date, such as 20261128.',
  TEST_DATABASES: '`both` runs ordinary tests on PostgreSQL and the embedded database.',
  TEST_ALL: '`1` runs tests at full size, as `npm run test:all` does.',
  E2E_BROWSER: '`system` uses the installed Chromium or Chrome.',
  TEST_DATABASE_URL: 'PostgreSQL for tests; default 127.0.0.1:5432, user postgres.',
  CI: 'Set by build servers; tests then fail without PostgreSQL.',
  FUZZ_SEED: 'Seed of fuzzed requests; default `TEST_SEED`.',
  FUZZ_ROUNDS: 'Rounds of fuzzing; default 1, in `npm run test:all` 8.',
  WRITE_EXAMPLES: '`1` rewrites the examples of the API description.',
  VITE_GALLERY: '`1` builds the gallery into the shop.',
};
