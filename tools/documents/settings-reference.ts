export type SettingGroup = { title: string; about?: string; settings: Record<string, string> };

/** Describes every setting of the server; docs/reference/settings.md is generated from it. */
export const settingGroups: SettingGroup[] = [
  {
    title: 'Server',
    settings: {
      NODE_ENV:
        '`production` rejects demo providers and missing secrets, and logs every request. An https `PUBLIC_URL` (except with `test`) or live Stripe keys imply `production`.',
      DEMO: '`1` allows the sandbox, demo phone and generated secrets in production, but not with live Stripe keys.',
      HOST: 'Address to listen on; `0.0.0.0` or `::` for all interfaces.',
      PORT: 'Port to listen on.',
      TLS_CERT_FILE:
        'PEM file with the server certificate, then its intermediates. `PORT` and `METRICS_PORT` then accept only TLS 1.2 and 1.3. Production needs this file unless `HOST` is local. See [TLS and proxies](../how-to/tls-and-proxies.md).',
      TLS_KEY_FILE: 'PEM file with the private key of `TLS_CERT_FILE`, readable only by the server.',
      NETWORK:
        '`encrypted` declares that your machines communicate over an encrypted network, such as WireGuard. Production then allows plain connections on `PORT` and to PostgreSQL, Photon and a trace collector.',
      OTEL_EXPORTER_OTLP_ENDPOINT:
        'OpenTelemetry collector (OTLP over HTTP) for traces, such as `http://127.0.0.1:4318`; use https to another machine. If unset, no traces are sent. Other `OTEL_` variables work as OpenTelemetry defines.',
      METRICS_PORT:
        'Port for `/metrics` and detailed `/readyz`; keep it off the internet. Outside production, `PORT` serves both to local programs if `METRICS_PORT` is unset.',
      METRICS_CA_FILE: 'PEM file of the authority whose client certificates `METRICS_PORT` requires.',
      PUBLIC_URL: "The shop's public address, such as `https://shop.example`; by default built from `HOST` and `PORT`.",
      TRUST_PROXY:
        'Proxies whose `X-Forwarded-For` to trust: `none`, a number of proxies (`2` for CDN and balancer), or addresses and networks (`10.0.0.0/8, 203.0.113.9`, `loopback`). Required in production with https. **With too few, all customers share one rate limit; with too many, anyone can fake an address.** See [TLS and proxies](../how-to/tls-and-proxies.md).',
      DATA_DIR: 'Folder for the embedded database, generated secrets, rendered pictures and the command socket.',
      DATABASE_URL:
        'PostgreSQL server, instead of the embedded database: `postgres://user:password@host:5432/name`. Production requires TLS to another machine: `?sslmode=verify-full`, plus `&sslrootcert=FILE` for your own authority. With failover: `postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write`.',
      DATABASE_OWNER_URL:
        'URL of the same database for the role that owns and migrates the tables. The role of `DATABASE_URL` then gets row access only. See [deploy](../how-to/deploy.md#a-role-that-owns-nothing).',
      DATABASE_CONNECTIONS: 'Maximum PostgreSQL connections per server, plus two for notifications.',
      DRAIN_SECONDS:
        'Seconds after SIGTERM in which the server still handles requests but `/readyz` answers 503, so that load balancers switch away.',
      SECRETS_DIR:
        'Folder of files named after settings, such as Kubernetes secrets. Environment variables override these files. See [deploy](../how-to/deploy.md#secrets).',
      SESSION_SECRET:
        'Signs sign-in links, codes and challenges; at least 32 characters, shared by all servers. Production requires `SESSION_SECRET`; elsewhere it is generated in `DATA_DIR`. Old shops also encrypted gift cards with this secret: **keep it until `npm run keys -- check` reports that no card needs the key `session`**.',
      SESSION_SECRET_PREVIOUS:
        'The former `SESSION_SECRET`, accepted until its signatures expire. See [rotate keys](../how-to/rotate-keys.md).',
      CARD_KEYS:
        'Keys that encrypt gift cards: `id:secret,id:secret`, at least 32 characters each, shared by all servers. The first key encrypts, all keys decrypt. Production requires `CARD_KEYS`; elsewhere a key is generated in `DATA_DIR`. **A card whose key is lost can never be opened: back up keys separately from the database.**',
      LOG_LEVEL:
        'Least severe level logged: by default `info` in production, `warn` elsewhere. `silent` hides payment errors that an operator must see.',
    },
  },
  {
    title: 'Shop',
    settings: {
      BRAND: 'Gift card store or product store.',
      SEED: '`demo` fills an empty database with the demonstration catalogue.',
      SHOP_NAME: 'Short name in texts, mail and passkeys; at most 30 characters.',
      OPERATOR_NAME: 'Legal name on legal pages and receipts.',
      OPERATOR_ABN: 'ABN on legal pages and receipts.',
      OPERATOR_CONTACT:
        'Contact details of the operator, shown to customers. Live Stripe keys require `OPERATOR_NAME`, `OPERATOR_ABN` and `OPERATOR_CONTACT`.',
      OFFLINE: '`off` makes every phone delete its service worker and offline copies at its next visit.',
      PICTURES_AHEAD: '`1` renders pictures of the first pages after a start or import.',
      CARD_MAX_VALUE: 'Maximum value of a gift card in dollars, whatever the seller allows.',
      GIFT_COUNTRIES: 'Countries that gift cards may be sent to, such as `AU,NZ`, or `all`, which attracts toll fraud.',
      REDEMPTION_NOTICE_FROM:
        'Cardholders get a text when redemptions within 24 hours reach this many dollars, and if these are reversed. `0` reports every redemption, `off` none.',
      CURRENCY_RATE_USD:
        'Australian dollars per US dollar, to display prices in the USA. **Update the rate yourself: cards are charged in AUD.**',
    },
  },
  {
    title: 'Held orders',
    about: 'These rules hold an order for an operator; see [decide held orders](../how-to/decide-held-orders.md).',
    settings: {
      APPROVAL_MAX_TOTAL: 'Holds orders over this many dollars.',
      APPROVAL_FIRST_ORDER_MAX:
        'Like `APPROVAL_MAX_TOTAL`, until the customer has an approved order; `0` holds every first order.',
      APPROVAL_ORDERS_PER_HOUR: "Holds a customer's next order after this many orders within an hour.",
      APPROVAL_DECLINES:
        "Holds a customer's next order after this many declined payments or abandoned bank challenges within an hour.",
      APPROVAL_GIFTS_PER_DAY:
        'Holds orders that bring a customer or recipient over this many dollars of gift cards in 24 hours; `0` means no limit.',
      APPROVAL_GIFTS_PER_CARD:
        'Like `APPROVAL_GIFTS_PER_DAY`, per payment card; `1000` by default with `PAYMENTS=stripe`.',
      APPROVAL_GIFTS_PER_NETWORK: 'Like `APPROVAL_GIFTS_PER_DAY`, per sender (see Limits).',
      APPROVAL_MISMATCH:
        "`checks` holds orders whose postcode or security code fails the bank's check. `all` also holds orders whose card country is in neither address. Unless `off`, payments are authorised before they are charged.",
      REFUND_ALONE_MAX:
        'Refunds up to this many dollars per order need the permission `refunds.small`, larger refunds `refunds.large`; see [operators](../how-to/operators.md). `0` always requires `refunds.large`.',
      OPERATOR_MOBILE:
        'Mobile, such as `+61412345678`, that gets texts about held orders, [alarms](../how-to/alarms.md) and other problems.',
      OPERATOR_EMAIL:
        'Email address for the same notices as `OPERATOR_MOBILE`; needs `MAIL=smtp`. If both are empty, no notices are sent.',
    },
  },
  {
    title: 'Alarms',
    about: 'These settings post [alarms](../how-to/alarms.md) to your own software.',
    settings: {
      ALARM_WEBHOOK_URL: 'https URL that receives each alarm when it opens, repeats or ends.',
      ALARM_WEBHOOK_SECRET: 'Signs alarm webhooks: `whsec_` and 24 to 64 bytes in base64.',
    },
  },
  {
    title: 'Limits',
    about:
      'A sender is an IPv4 address or an IPv6 /64 (see `TRUST_PROXY`). Limits per sender are high because ' +
      'phones share carrier addresses. Limits apply to ten minutes unless stated. See [rate ' +
      'limits](../how-it-works/rate-limits.md) and [sign-in codes](../how-it-works/sign-in-codes.md).',
    settings: {
      CODE_SENDS_PER_MOBILE:
        'Sign-in codes to one mobile per hour for new devices, and as many for each known device. **Every code costs money: raise the four `CODE_SENDS_...` limits only as far as you would pay.**',
      CODE_SENDS_PER_ADDRESS: 'Sign-in codes for new devices of one sender.',
      CODE_SENDS_PER_PREFIX:
        'Sign-in codes per hour to numbers that differ only in the last four digits, against toll fraud.',
      CODE_SENDS_PER_DAY:
        'Sign-in codes in 24 hours, which caps your cost. Half of this limit and of `CODE_SENDS_PER_PREFIX` is reserved for known devices.',
      CHALLENGES_PER_ADDRESS: 'Human check challenges per sender.',
      SIGN_IN_CALLS_PER_ADDRESS: 'Sign-in and registration calls per sender.',
      CARD_ENTRIES_PER_ADDRESS: 'Cards per sender typed into the payment sandbox.',
      READS_PER_ADDRESS:
        'Public API reads per minute and sender. Pages have a separate limit of the same size. Cached responses do not count.',
      PLACE_SEARCHES_PER_ADDRESS: 'Address searches per sender; some providers bill each search.',
      DECLINES_PER_ADDRESS:
        'Declined payments that block card payments from the sender; see [card testing](../how-to/card-testing.md).',
      DECLINES_PER_CARD: 'Declined payments that block a payment card for all customers.',
      DECLINE_ALARM:
        'Declined payments in the shop, if at least a quarter of all payments, after which card payments require the human check.',
      OPEN_ORDER_UNITS: 'Items one customer may reserve in unpaid or held orders.',
      OPEN_ORDER_VALUE: 'Dollars one customer may have in unpaid or held orders.',
    },
  },
  {
    title: 'Payments',
    about: 'See [connect Stripe](../how-to/connect-stripe.md).',
    settings: {
      PAYMENTS: '`sandbox` charges no cards.',
      STRIPE_SECRET_KEY: 'Test-mode secret key.',
      STRIPE_PUBLISHABLE_KEY: 'Test-mode publishable key.',
      STRIPE_WEBHOOK_SECRET: 'Test-mode webhook signing secret.',
      STRIPE_LIVE_ORIGIN: 'https origin of the live shop. The live keys apply when `PUBLIC_URL` has this origin.',
      STRIPE_LIVE_SECRET_KEY: 'Live secret key.',
      STRIPE_LIVE_PUBLISHABLE_KEY: 'Live publishable key.',
      STRIPE_LIVE_WEBHOOK_SECRET: 'Live webhook signing secret.',
      STRIPE_TIMEOUT_MS: 'Timeout per attempt in milliseconds, 50 to 14000; at most two attempts.',
      STRIPE_API_BASE: 'Stripe endpoint, changed by tests.',
    },
  },
  {
    title: 'Messages',
    about:
      'See [Twilio](../how-to/connect-twilio.md), [ClickSend](../how-to/connect-clicksend.md) and ' +
      '[any gateway](../how-to/connect-any-gateway.md).',
    settings: {
      MESSAGES: 'Carrier of texts and picture messages. `phone` is the demo phone; other carriers need `PUBLIC_URL`.',
      MESSAGE_PRICE: 'Cents per text part, such as `7.9`, to show message costs in `npm run orders -- show`.',
      MESSAGE_PICTURE_PRICE: 'Cents per picture message.',
      MESSAGE_SENDER_ID:
        'Sender name of 3 to 11 letters and digits, where a country allows names; it receives no replies.',
      TWILIO_ACCOUNT_SID: 'Account SID: `AC` and 32 hexadecimal digits.',
      TWILIO_AUTH_TOKEN: "Verifies Twilio's callbacks; required with Twilio.",
      TWILIO_API_KEY: 'API key for calls, instead of the auth token.',
      TWILIO_API_SECRET: 'Secret of `TWILIO_API_KEY`.',
      TWILIO_FROM: 'Your Twilio number, such as `+61491570156`.',
      TWILIO_MESSAGING_SERVICE_SID: '`MG` and 32 hexadecimal digits: the service chooses the number.',
      TWILIO_API_BASE: 'Twilio endpoint, changed by tests.',
      CLICKSEND_USERNAME: 'API user name.',
      CLICKSEND_API_KEY: 'API key.',
      CLICKSEND_FROM: 'Your ClickSend number. If unset, ClickSend uses shared numbers.',
      CLICKSEND_HOOK_SECRET: 'Secret in the callback URLs: 24 to 100 letters, digits, `-` and `_`.',
      CLICKSEND_API_BASE: 'ClickSend endpoint, changed by tests.',
      MESSAGE_GATEWAY_URL: 'URL to which `MESSAGES=webhook` posts messages.',
      MESSAGE_GATEWAY_SECRET: 'Signs posted messages and delivery reports: `whsec_` and 24 to 64 bytes in base64.',
    },
  },
  {
    title: 'Human check',
    about: 'See [connect reCAPTCHA](../how-to/connect-recaptcha.md).',
    settings: {
      HUMAN_CHECK: '`altcha` is proof of work on this server, `none` is for tests.',
      RECAPTCHA_SITE_KEY: 'Public reCAPTCHA key.',
      RECAPTCHA_SECRET: 'Server secret.',
      RECAPTCHA_SCORE: 'Minimum score, from 0 (bot) to 1 (human).',
      RECAPTCHA_URL: 'Verification URL.',
    },
  },
  {
    title: 'Address search',
    about: 'See [connect an address search](../how-to/connect-places.md).',
    settings: {
      PLACES: 'Service that completes addresses; `embedded` uses a local suburb list.',
      GOOGLE_PLACES_KEY: 'Key for Places API (New).',
      GOOGLE_PLACES_URL: 'Google Places endpoint, changed by tests.',
      PHOTON_URL: 'Your Photon server, such as `https://photon.internal:2322`.',
    },
  },
  {
    title: 'Demo requests',
    about: 'See [connect Salesforce](../how-to/connect-salesforce.md).',
    settings: {
      LEADS: 'Stores demo requests in the database or Salesforce.',
      SALESFORCE_OID: 'Organisation id, 15 or 18 characters.',
      SALESFORCE_LEADS_URL: 'URL to which browsers post demo requests.',
    },
  },
  {
    title: 'Mail',
    about: 'See [connect mail](../how-to/connect-mail.md).',
    settings: {
      MAIL: '`smtp` sends mail, such as receipts.',
      SMTP_URL: 'Mail server: `smtps://user:password@mail.example:465`, or `smtp://...:587` with STARTTLS.',
      MAIL_FROM: 'Sender of mail, such as `Snowgum <receipts@snowgum.example>`.',
    },
  },
  {
    title: 'Rendered pictures',
    about: 'See [keep pictures in a bucket](../how-to/connect-s3.md).',
    settings: {
      FILES: 'Stores rendered pictures in `DATA_DIR`, or in a bucket shared by several servers.',
      S3_BUCKET_URL: 'Bucket URL, such as `https://s3.ap-southeast-2.amazonaws.com/my-bucket`.',
      S3_REGION: 'Bucket region; `auto` for R2.',
      S3_ACCESS_KEY_ID: 'Key that may get, put and list objects in the bucket.',
      S3_SECRET_ACCESS_KEY: 'Secret of `S3_ACCESS_KEY_ID`.',
    },
  },
  {
    title: 'Phone wallets',
    about:
      'See [connect wallets](../how-to/connect-wallets.md). For each wallet, set all settings or none. Certificates and keys are text or a file path.',
    settings: {
      APPLE_PASS_TYPE_ID: 'Pass Type ID, such as `pass.com.example.giftcard`.',
      APPLE_TEAM_ID: 'Apple team ID, ten characters.',
      APPLE_PASS_CERTIFICATE: 'Certificate of the Pass Type ID, PEM.',
      APPLE_PASS_KEY: 'Private key of `APPLE_PASS_CERTIFICATE`, PEM.',
      APPLE_PASS_KEY_PASSPHRASE: 'Passphrase of `APPLE_PASS_KEY`, if encrypted.',
      APPLE_WWDR_CERTIFICATE: "Apple's intermediate certificate, PEM.",
      APPLE_PUSH_URL: 'Apple push (APNs) endpoint, changed by tests.',
      GOOGLE_WALLET_ISSUER_ID: 'Issuer number.',
      GOOGLE_WALLET_KEY: 'Service account key, JSON.',
      GOOGLE_WALLET_URL: 'Google Wallet endpoint, changed by tests.',
      GOOGLE_TOKEN_URL: 'Google token endpoint, changed by tests.',
    },
  },
  {
    title: 'Development and tests',
    about: 'Production rejects the movable clock, gallery and hot reload, and plain http unless `NETWORK` allows it.',
    settings: {
      WEB: 'Web app to serve: built, with hot reload (`dev`), with the gallery, or none.',
      CLOCK: '`movable` lets `POST /clock` set the time.',
      CLOCK_FROM: 'Start time of the movable clock, such as `2026-11-02T01:00:00Z`.',
    },
  },
];

/** Variables that the server does not read, but builds, tests or the proxy do. */
export const otherVariables: Record<string, string> = {
  BUILD_BASE: 'Base image that `deploy/Containerfile` builds in.',
  RUN_BASE: 'Base image of the container that `deploy/Containerfile` builds.',
  NODE_EXTRA_CA_CERTS: 'File of certificate authorities to trust for https to your own machines.',
  SHOP_DOMAIN: 'Domain that `deploy/Caddyfile` serves.',
  SHOP_UPSTREAM: 'Server behind `deploy/Caddyfile`; default 127.0.0.1:3000.',
  MODEL_ACTS: 'Steps of the money model test; default 100, or 1,000 in `npm run test:all`.',
  MODEL_SEED: 'First seed of the money model test; default `TEST_SEED`.',
  CHAOS_KILLS: 'Servers the chaos test kills; default 6, or 60 in `npm run test:all`.',
  CHAOS_SEED: 'Seed of the chaos test; default `TEST_SEED`.',
  TEST_SEED: 'Seed of all random tests; default the date, such as 20261128.',
  TEST_DATABASES: '`both` runs ordinary tests on PostgreSQL and the embedded database.',
  TEST_ALL: '`1` runs tests at full size, as `npm run test:all` does.',
  E2E_BROWSER: '`system` uses the installed Chromium or Chrome.',
  TEST_DATABASE_URL: 'PostgreSQL for tests; default 127.0.0.1:5432, user postgres.',
  CI: 'Set by build servers; tests then fail without PostgreSQL.',
  FUZZ_SEED: 'Seed of fuzzed requests; default `TEST_SEED`.',
  FUZZ_ROUNDS: 'Fuzzing rounds; default 1, or 8 in `npm run test:all`.',
  WRITE_EXAMPLES: '`1` rewrites the examples of the API description.',
  VITE_GALLERY: '`1` builds the gallery into the shop.',
};
